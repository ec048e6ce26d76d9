import { readFileSync } from 'node:fs';
import { documentOf, sequence } from '../support/models/models.ts';
import { untilRead, useUiPages } from '../support/ui-pages.ts';

const NAMESPACES = 'xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"';

describe('the diagram of an instance', function () {
  this.timeout(90_000);
  const ui = useUiPages();

  it('draws the flows when the model has no layout and its nodes do not list them', async () => {
    await open(sequence('bare', '<userTask id="ask"/>'), 'bare');
    const page = await openInstance('bare');
    await page.locator('.djs-connection.is-taken').first().waitFor({ state: 'attached' });
  });

  it('shows its own process when the document has a diagram for each of several', async () => {
    await open(model(documentOf(['first', 'second'].map(process).join('')), plane('first') + plane('second')), 'second');
    const page = await openInstance('second');
    await page.locator('[data-element-id=task-of-second].is-active').waitFor();
  });

  it('shows its own process when only another one of the document has a diagram', async () => {
    await open(model(documentOf(['drawn', 'undrawn'].map(process).join('')), plane('drawn')), 'undrawn');
    const page = await openInstance('undrawn');
    await page.locator('[data-element-id=task-of-undrawn].is-active').waitFor();
  });

  it('opens the level of a collapsed sub-process when an element inside is selected', async () => {
    const inner =
      '<subProcess id="box"><startEvent id="in"/><sequenceFlow id="go" sourceRef="in" targetRef="inner"/><userTask id="inner"/></subProcess>';
    const planes = `${plane('boxed', shape('box'))}${plane('box', shape('inner'))}`;
    await open(model(sequence('boxed', inner), planes), 'boxed');
    const page = await openInstance('boxed');
    await page.getByRole('treeitem', { name: /inner/ }).click();
    await page.locator('[data-element-id=inner].is-selected.is-active').waitFor();
  });

  it('has no element below its buttons when all of it is shown', async () => {
    await open(readFileSync(new URL('../../examples/trip-booking.bpmn', import.meta.url), 'utf8'), 'trip-booking');
    const page = await openInstance('trip-booking');
    await page.locator('.djs-shape').first().waitFor({ state: 'attached' });
    const places = async () => ({
      right: await page.locator('.djs-shape').evaluateAll((all) => Math.max(...all.map((e) => e.getBoundingClientRect().right))),
      left: (await page.locator('.diagram-controls').boundingBox())?.x ?? 0,
    });
    const areApart = ({ right, left }: Awaited<ReturnType<typeof places>>) => right > 0 && right < left;
    await untilRead('elements beside the buttons', places, areApart);
    await page.getByRole('treeitem', { name: /Book a hotel/ }).click();
    await page.locator('.is-selected').first().waitFor({ state: 'attached' });
    await page.getByRole('complementary', { name: 'Selected element' }).waitFor();
    await untilRead('elements beside the buttons', places, areApart);
  });

  async function open(bpmnXml: string, key: string): Promise<void> {
    await ui.call('/Definitions/deploy', { BpmnXml: bpmnXml });
    await ui.call('/Execution/start', { WorkflowId: key });
  }

  async function openInstance(key: string) {
    const { items } = await ui.call<{ items: { instanceId: string }[] }>(`/Definitions/${key}/instances`);
    return ui.visit(`/process-instance/${items[0]?.instanceId}`);
  }
});

function model(bpmnXml: string, diagrams: string): string {
  return bpmnXml.replace('</definitions>', `${diagrams}</definitions>`);
}

function process(key: string): string {
  return `<process id="${key}" isExecutable="true"><startEvent id="start-of-${key}"/>
    <sequenceFlow id="flow-of-${key}" sourceRef="start-of-${key}" targetRef="task-of-${key}"/><userTask id="task-of-${key}"/></process>`;
}

function plane(element: string, shapes = shape(`task-of-${element}`)): string {
  return `<di:BPMNDiagram ${NAMESPACES} id="diagram-of-${element}"><di:BPMNPlane id="plane-of-${element}" bpmnElement="${element}">${shapes}</di:BPMNPlane></di:BPMNDiagram>`;
}

function shape(element: string): string {
  return `<di:BPMNShape id="shape-of-${element}" bpmnElement="${element}"><dc:Bounds x="100" y="100" width="100" height="80"/></di:BPMNShape>`;
}
