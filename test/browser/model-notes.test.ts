import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useUiPages } from '../support/ui-pages.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url);
const BPMN = 'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"';
const DIAGRAM =
  'xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:dd="http://www.omg.org/spec/DD/20100524/DI"';

/** A start and a task that have a shape; a task, a timer on the first one, an end and their flows that have none. */
const PARTIAL = `<definitions ${BPMN} ${DIAGRAM}>
<process id="partial" isExecutable="true">
<startEvent id="begin"/>
<sequenceFlow id="to-first" sourceRef="begin" targetRef="first"/>
<userTask id="first" name="First look"/>
<boundaryEvent id="late" attachedToRef="first"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>
<sequenceFlow id="when-late" sourceRef="late" targetRef="second"/>
<sequenceFlow id="to-second" sourceRef="first" targetRef="second"/>
<userTask id="second" name="Second look"/>
<sequenceFlow id="to-end" sourceRef="second" targetRef="end"/>
<endEvent id="end"/>
</process>
<di:BPMNDiagram id="d"><di:BPMNPlane id="p" bpmnElement="partial">
<di:BPMNShape id="s1" bpmnElement="begin"><dc:Bounds x="300" y="200" width="36" height="36"/></di:BPMNShape>
<di:BPMNShape id="s2" bpmnElement="first"><dc:Bounds x="400" y="178" width="100" height="80"/></di:BPMNShape>
</di:BPMNPlane></di:BPMNDiagram></definitions>`;

/** What the editor cannot read or write: two elements with one id, a reference into nothing, an unknown tag, a comment. */
const FAULTY = `<definitions
  ${BPMN}>
<process id="faulty" isExecutable="true">
<!-- asked by the auditors -->
<startEvent id="begin"/>
<sequenceFlow id="go" sourceRef="begin" targetRef="nowhere"/>
<userTask id="twice" name="One"/>
<userTask id="twice" name="Two"/>
<pageBreak id="unknown"/>
</process></definitions>`;

const POOLS = `<definitions ${BPMN}>
<collaboration id="market">
<participant id="buyer" name="Buyer" processRef="buying"/>
<participant id="seller" name="Seller" processRef="selling"/>
<messageFlow id="order" sourceRef="ask" targetRef="heard"/>
</collaboration>
<process id="buying" isExecutable="true"><startEvent id="want"/><sequenceFlow id="f" sourceRef="want" targetRef="ask"/><userTask id="ask"/></process>
<process id="selling"><startEvent id="heard"/>
<sequenceFlow id="g" sourceRef="heard" targetRef="box"/>
<subProcess id="box"><startEvent id="in"/><sequenceFlow id="h" sourceRef="in" targetRef="work"/><userTask id="work"/></subProcess>
</process></definitions>`;

describe('what a diagram cannot show as the model has it', function () {
  this.timeout(90_000);
  const ui = useUiPages();

  it('is given a place when only other elements have one, and the diagram reports it', async () => {
    await ui.call('/Definitions/deploy', { BpmnXml: PARTIAL });
    const { WorkflowInstanceId: id } = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: 'partial',
    });
    const page = await ui.visit(`/process-instance/${id}`);
    for (const element of ['begin', 'first', 'late', 'second', 'end']) await shape(page, element).waitFor();
    for (const flow of ['to-first', 'when-late', 'to-second', 'to-end']) await line(page, flow).waitFor({ state: 'attached' });
    await page.getByText('7 notes on this model').click();
    await page
      .getByText("Line 8: Sequence flow 'to-second' had no shape in the diagram. It was given one.")
      .waitFor({ state: 'visible' });
    await page.getByText("Line 9: User task 'Second look' (second) had no shape in the diagram. It was given one.").waitFor();
    const place = async (element: string) => shape(page, element).boundingBox();
    expect((await place('second'))?.y).to.be.greaterThan((await place('first'))?.y ?? 0);
  });

  it('leaves the layout of the others as it is when the modeler saves', async () => {
    const page = await openFile(PARTIAL);
    await page.getByText('7 notes on this model').waitFor();
    const xml = await downloaded(page);
    expect(xml).to.contain('<di:BPMNShape id="s2" bpmnElement="first"><dc:Bounds x="400" y="178" width="100" height="80"/>');
    expect(xml).to.contain('bpmnElement="second"').and.contain('bpmnElement="to-end"');
  });

  it('is reported by name and line in the modeler, with what saving would lose', async () => {
    const page = await openFile(FAULTY);
    await page.getByText(/^\d+ notes on this model$/).click();
    const told = await page.getByRole('list', { name: 'Notes on this model' }).getByRole('listitem').allInnerTexts();
    expect(told).to.deep.equal([
      'Line 8: <userTask> could not be read and is omitted: duplicate ID <twice>.',
      'Line 9: <pageBreak> could not be read and is omitted: unknown type <bpmn:PageBreak>.',
      "Line 6: Sequence flow 'go': 'targetRef' names 'nowhere', which is not in the model.",
      "Line 6: Sequence flow 'go' is not drawn: it has no shape in this diagram.",
      "Line 8: User task 'Two' (twice): the element will be lost when the changed model is saved.",
      "Line 9: Page break 'unknown': the element will be lost when the changed model is saved.",
      'Line 4: The comment will be lost when the changed model is saved.',
    ]);
  });

  it('is drawn with pools, message flows and closed sub-processes when the model has no layout', async () => {
    const page = await openFile(POOLS);
    for (const element of ['buyer', 'seller', 'want', 'ask', 'heard', 'box']) await shape(page, element).waitFor();
    for (const flow of ['f', 'g', 'order']) await line(page, flow).waitFor({ state: 'attached' });
    expect(await page.getByText(/notes? on this model/).count()).to.equal(0);
    await page.locator('.bjs-drilldown').click();
    await shape(page, 'work').waitFor();
  });

  it('is nothing in the examples', async () => {
    const page = await ui.visit('/modeler');
    await page.getByRole('button', { name: 'New', exact: true }).waitFor();
    for (const name of readdirSync(EXAMPLES).filter((file) => file.endsWith('.bpmn'))) {
      const buffer = readFileSync(new URL(name, EXAMPLES));
      await page.getByLabel('BPMN file', { exact: true }).setInputFiles({ name, mimeType: 'text/xml', buffer });
      const start = /<(?:bpmn:)?startEvent id="([^"]+)"/.exec(buffer.toString())?.[1] ?? '';
      await shape(page, start).waitFor();
      await page.waitForURL((url) => url.searchParams.get('draft') === `file ${name}`);
      expect(await page.locator('.diagram-notes').allInnerTexts(), name).to.deep.equal([]);
    }
  });

  it('shows the errors of a file that is not a model, and keeps the drawing', async () => {
    const page = await openFile('<definitions');
    await page.getByText(/^The model could not be opened: it is not well-formed XML: error on line 1/).waitFor();
    await shape(page, 'start').waitFor();
  });

  async function openFile(content: string): Promise<Page> {
    const page = await ui.visit('/modeler');
    await page.getByRole('button', { name: 'New', exact: true }).waitFor();
    const file = { name: 'a.bpmn', mimeType: 'text/xml', buffer: Buffer.from(content) };
    await page.getByLabel('BPMN file', { exact: true }).setInputFiles(file);
    return page;
  }
});

function shape(page: Page, id: string) {
  return page.locator(`.djs-shape[data-element-id="${id}"]`);
}

function line(page: Page, id: string) {
  return page.locator(`.djs-connection[data-element-id="${id}"]`);
}

async function downloaded(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
  return readFileSync(await download.path(), 'utf8');
}
