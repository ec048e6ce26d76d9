import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectText, useUiPages } from '../support/ui-pages.ts';

/** Ids in letters of several scripts, one composed of a letter and its accent, with every kind of reference between them. */
const NAMES = readFileSync(new URL('./any-name.bpmn', import.meta.url), 'utf8');
const NODES = ['início', 'prüfung', '审批', 'été', 'हिन्दी', 'ζητώ', 'ende-ß'] as const;
const FLOWS = ['zur-prüfung', '到', 'weiter·1', 'à-l_été', 'sonst-ü', 'nach-ß', 'zeit-ß'] as const;

describe('names in letters of any script', function () {
  this.timeout(90_000);
  const ui = useUiPages(({ call }) => call('/Definitions/deploy', { BpmnXml: NAMES }));

  it('are drawn, marked and selected in the diagram of an instance', async () => {
    const { WorkflowInstanceId: id } = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: 'vorgänge',
    });
    await complete(id);
    const page = await ui.visit(`/process-instance/${id}`);
    await expectDrawn(page);
    await element(page, 'prüfung').and(page.locator('.is-completed')).waitFor();
    await element(page, '审批').and(page.locator('.is-active')).waitFor();
    await page.locator('.is-taken[data-element-id="zur-prüfung"]').waitFor({ state: 'attached' });
    await element(page, '审批').click();
    await page.waitForURL((url) => url.searchParams.get('element') === '审批');
    await element(page, '审批').and(page.locator('.is-selected')).waitFor();
    expect(await page.getByText(/notes? on this model/).count()).to.equal(0);
  });

  it('mark a failed element, and the elements of a version with their numbers', async () => {
    const { WorkflowInstanceId: id } = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: 'vorgänge',
    });
    await ui.call(`/UserTasks/${await taskOf(id)}/fail`, { ErrorMessage: 'no' });
    const page = await ui.visit(`/process-instance/${id}`);
    await element(page, 'prüfung').and(page.locator('.is-failed')).waitFor();
    await page.goto(`${ui.url}/process-instances/${encodeURIComponent('vorgänge')}`);
    await expectDrawn(page);
    await page.locator('.diagram-badge-failed').first().waitFor();
    await element(page, '审批').click();
    await page.waitForURL((url) => url.searchParams.get('activity') === '审批');
  });

  it('are kept by the modeler, which downloads the file as it was opened', async () => {
    const page = await openFile();
    await expectDrawn(page);
    expect(await downloaded(page)).to.equal(NAMES);
  });

  it('are kept with every reference when the model is changed, downloaded and deployed', async () => {
    const page = await openFile();
    await rename(page, 'prüfung', 'Prüfung neu');
    const xml = await downloaded(page);
    const ids = (text: string) =>
      [...text.matchAll(/\s(?:id|sourceRef|targetRef|attachedToRef|default|bpmnElement|processRef)="([^"]+)"/g)].map(([all]) =>
        all.trim(),
      );
    expect(ids(xml).sort()).to.deep.equal(ids(NAMES).sort());
    expect(xml).to.contain('Prüfung neu');
    for (const flow of FLOWS) expect(xml.split(`>${flow}<`), flow).to.have.lengthOf(3);
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page
      .getByRole('dialog', { name: "'vorgänge' exists" })
      .getByRole('button', { name: /^Deploy as version/ })
      .click();
    await expectText(page, /^Deployed 'vorgänge' v\d\.$/);
    const { WorkflowInstanceId: id } = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: 'vorgänge',
    });
    await complete(id);
  });

  it('can be given in the properties panel, and a refusal marks the element it names', async () => {
    const page = await ui.visit('/modeler', { allows: /status of 400/ });
    await page.getByRole('button', { name: 'New', exact: true }).waitFor();
    const wrong = NAMES.replace('<bpmn:conditionExpression>x', '<bpmn:conditionExpression>x ===');
    await choose(page, wrong);
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page
      .getByRole('dialog', { name: "'vorgänge' exists" })
      .getByRole('button', { name: /^Deploy as version/ })
      .click();
    await expectText(page, /^Invalid BPMN: /);
    await page.locator('.djs-connection.is-faulty[data-element-id="weiter·1"]').waitFor({ state: 'attached' });
    await element(page, 'prüfung').click();
    await page.getByText('General').click();
    const field = page.locator('.modeler-panel').getByLabel('ID', { exact: true });
    expect(await page.locator('.modeler-panel .has-error').count()).to.equal(0);
    await field.fill('1a b');
    await page.getByText('ID must not contain spaces.').waitFor();
    await field.fill('überprüfung');
    await element(page, 'überprüfung').waitFor();
  });

  it('are drawn when the model has no layout', async () => {
    const bare = NAMES.replace(/<bpmndi:BPMNDiagram[\s\S]*<\/bpmndi:BPMNDiagram>/, '');
    const page = await openFile(bare);
    await expectDrawn(page);
  });

  it('are read from a file in its own encoding', async () => {
    const latin =
      '<?xml version="1.0" encoding="ISO-8859-1"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p"><startEvent id="früh"/></process></definitions>';
    const page = await openFile(Buffer.from(latin, 'latin1'));
    await element(page, 'früh').waitFor();
  });

  it('are refused with the line when the file has bytes that are illegal in its encoding', async () => {
    const page = await ui.visit('/modeler');
    await page.getByRole('button', { name: 'New', exact: true }).waitFor();
    await choose(page, Buffer.from('<definitions>\n<startEvent id="früh"/></definitions>', 'latin1'));
    await expectText(page, /Line 2 has bytes that are not UTF-8\. Save the file/);
  });

  async function taskOf(instanceId: string): Promise<string | undefined> {
    const { data } = await ui.call<{ data: { activityInstanceId: string; workflowInstanceId: string }[] }>('/UserTasks');
    return data.find(({ workflowInstanceId }) => workflowInstanceId === instanceId)?.activityInstanceId;
  }

  async function complete(instanceId: string): Promise<void> {
    const task = await taskOf(instanceId);
    await ui.call(`/UserTasks/${task}/claim`, { UserId: 'ada' });
    await ui.call(`/UserTasks/${task}/complete`, { UserId: 'ada' });
  }

  async function openFile(content: string | Buffer = NAMES): Promise<Page> {
    const page = await ui.visit('/modeler');
    await page.getByRole('button', { name: 'New', exact: true }).waitFor();
    await choose(page, content);
    return page;
  }

  async function choose(page: Page, content: string | Buffer): Promise<void> {
    const buffer = Buffer.from(content);
    await page.getByLabel('BPMN file', { exact: true }).setInputFiles({ name: 'names.bpmn', mimeType: 'text/xml', buffer });
  }
});

function element(page: Page, id: string) {
  return page.locator(`.djs-shape[data-element-id="${id}"]`);
}

async function expectDrawn(page: Page): Promise<void> {
  for (const id of NODES) await element(page, id).waitFor();
  for (const id of FLOWS) await page.locator(`.djs-connection[data-element-id="${id}"]`).waitFor({ state: 'attached' });
}

async function rename(page: Page, id: string, name: string): Promise<void> {
  await element(page, id).click();
  await page.getByText('General').click();
  await page.locator('.modeler-panel').getByLabel('Name', { exact: true }).fill(name);
  await page.keyboard.press('Tab');
}

async function downloaded(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
  expect(download.suggestedFilename()).to.equal('vorgänge.bpmn');
  return readFileSync(await download.path(), 'utf8');
}
