import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { fillDemo } from '../../demo/demo-data.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { sequence } from '../support/models/models.ts';
import { expectAccessible, expectRows, expectText, rowsOf, untilRead, useUiPages } from '../support/ui-pages.ts';

describe('the page of an instance', function () {
  this.timeout(90_000);
  const ui = useUiPages((pages) => fillDemo(pages.apiUrl));

  it('shows the identity of the instance and its place', async () => {
    const page = await open('order-fulfilment', 'PO-1003');
    await expectText(page, 'PO-1003');
    await page.locator('header').getByText('Running').waitFor();
    await page.getByRole('link', { name: 'order-fulfilment v2' }).waitFor();
  });

  it('copies the id when its button is pressed', async () => {
    const page = await open('order-fulfilment', 'PO-1003');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy Instance ID' }).click();
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await untilRead('what was copied', copied, (text) => text === id);
  });

  it('marks tokens, the path taken and what has ended on the diagram', async () => {
    const page = await open('order-fulfilment', 'PO-1003');
    await page.locator('[data-element-id=pack].is-active').waitFor();
    await page.locator('[data-element-id=reserve-stock].is-completed').waitFor();
    await page.locator('[data-element-id=to-ready].is-taken').waitFor({ state: 'attached' });
    expect(await page.locator('[data-element-id=to-agree].is-taken').count()).to.equal(0);
    await page.locator('.djs-overlays[data-container-id=pack] .diagram-badge').getByText('1', { exact: true }).waitFor();
  });

  it('keeps the watermark of the diagram in sight, with a name', async () => {
    const page = await open('order-fulfilment', 'PO-1003');
    expect(await page.getByRole('link', { name: 'Drawn with bpmn.io' }).isVisible()).to.equal(true);
  });

  it('shows failure, diagram and step without scrolling at 1440 × 900', async () => {
    const page = await open('order-fulfilment', 'PO-1006');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    await page.locator('[data-element-id=pack].is-failed').waitFor();
    const step = await page.getByRole('region', { name: 'Time travel' }).boundingBox();
    expect((step?.y ?? 900) + (step?.height ?? 0)).to.be.below(800);
    await page.locator('header').getByRole('button', { name: 'Fork' }).waitFor();
  });

  it('uses the width of a phone, shows where the instance waits in a size to read, and fills the window on request', async () => {
    const page = await open('order-fulfilment', 'PO-1003');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    const frame = page.locator('.diagram');
    const active = page.locator('.djs-element.is-active .djs-visual').first();
    await active.waitFor();
    const name = await active.boundingBox();
    const [wide, high] = [await frame.boundingBox(), await page.evaluate<number>('innerHeight')];
    expect(wide?.width, 'the width of the content').to.be.above(340);
    expect(wide?.height).to.be.within(180, high / 2);
    expect(name?.width, 'a task of 100 px').to.be.at.least(68);
    expect(name?.x).to.be.at.least(wide?.x ?? 0);
    expect((name?.x ?? 999) + (name?.width ?? 0)).to.be.at.most((wide?.x ?? 0) + (wide?.width ?? 0));
    await page.getByRole('button', { name: 'Full screen' }).click();
    await expectAccessible(page);
    expect(await frame.boundingBox()).to.deep.equal({ x: 0, y: 0, width: 390, height: 844 });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Full screen' }).and(page.locator(':focus')).waitFor();
    expect(await frame.boundingBox()).to.deep.include({ width: wide?.width, height: wide?.height });
  });

  it('has no empty space under the diagram when the reason why it waits is longer', async () => {
    const page = await open('order-fulfilment', 'PO-1001');
    await page.setViewportSize({ width: 1440, height: 900 });
    const panel = page.getByRole('complementary', { name: 'Why it waits' });
    await panel.getByText(/waits/).first().waitFor();
    await page.locator('.diagram [data-element-id]').first().waitFor();
    await page.addStyleTag({ content: '.why-panel { min-height: 330px }' });
    const bottomOf = async (part: typeof panel) => {
      const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
      return y + height;
    };
    expect(await bottomOf(page.locator('.diagram'))).to.be.at.least((await bottomOf(panel)) - 1);
  });

  it('shows a failure above the diagram and at its element', async () => {
    const page = await open('order-fulfilment', 'PO-1006');
    await page.getByRole('button', { name: 'Pack the parcel [FLOOD]: The warehouse is flooded' }).click();
    await page.locator('[data-element-id=pack].is-failed.is-selected').waitFor();
  });

  it('selects in the diagram, the tree and the table what is selected in one of them', async () => {
    const page = await open('order-fulfilment', 'PO-1003');
    await page.getByRole('treeitem', { name: /Pack the parcel/ }).click();
    await page.locator('[data-element-id=pack].is-selected').waitFor();
    await page
      .getByRole('table', { name: 'Activities' })
      .locator('tr[aria-selected=true]')
      .getByText('Pack the parcel')
      .waitFor();
    const panel = page.getByRole('complementary', { name: 'Selected element' });
    await panel.getByText('User task').first().waitFor();
    await page.locator('[data-element-id=reserve-stock] .djs-hit').first().click({ force: true });
    await page.getByRole('treeitem', { name: /Reserve stock/, selected: true }).waitFor();
    await page.getByRole('table', { name: 'Activities' }).getByRole('button', { name: 'Charge the card' }).click();
    await page.locator('[data-element-id=charge-card].is-selected').waitFor();
    expect(page.url()).to.include('element=charge-card');
    await panel.getByRole('button', { name: 'Close the panel' }).click();
    await panel.waitFor({ state: 'detached' });
  });

  it('goes through the tree with the arrow keys', async () => {
    const page = await open('order-fulfilment', 'PO-1003');
    await page.getByRole('treeitem').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('[data-element-id=reserve-stock].is-selected').waitFor();
  });

  it('filters and sorts the activities', async () => {
    const page = await open('order-fulfilment', 'PO-1006');
    await page.getByLabel('Status contains').fill('fail');
    const rows = await expectRows(page, 'Activities', 1);
    expect(rows[0]).to.match(/^Pack the parcel\|User task\|Failed\|.*\|\[FLOOD\] The warehouse is flooded$/);
  });

  it('shows the variables of each scope, folded out and copied', async () => {
    const page = await open('order-fulfilment', 'PO-1003', 'Variables');
    await page.getByRole('heading', { name: /^Variables [0-9a-f]{8}…$/ }).waitFor();
    await expectText(page, '{"city":"Bern","zip":"3000"}');
    await page.getByRole('button', { name: 'Copy address' }).waitFor();
  });

  it('lists the conditions of the flows', async () => {
    const page = await open('order-fulfilment', 'PO-1003', 'Conditions');
    const rows = await rowsOf(page, 'Conditions');
    expect(rows[0]).to.match(/^yes\|.*\|All in stock\? → ready\|True$/);
    await page.getByLabel('Result').selectOption('False');
    await expectText(page, 'Page 1 of 1');
  });

  it('pages through the history and filters it', async () => {
    const page = await open('order-fulfilment', 'PO-1003', 'History');
    expect((await rowsOf(page, 'History'))[0]).to.match(/^1\|.*\|Instance started WorkflowStarted\|—\|/);
    await page.getByRole('button', { name: 'Next' }).click();
    await expectText(page, /Page 2 of/);
    await page.getByLabel('Type contains').fill('SequenceFlow');
    await page.getByRole('table', { name: 'History' }).getByText('ActivitySpawned').first().waitFor({ state: 'detached' });
  });

  it('shows what the instance waits for', async () => {
    const page = await open('order-fulfilment', 'PO-1003', 'Waiting for');
    expect(await rowsOf(page, 'User tasks')).to.deep.equal(['Pack the parcel|—|Open the user tasks']);
  });

  it('travels through time, variables included', async () => {
    const page = await open('order-fulfilment', 'PO-1003', 'Variables');
    await page.locator('[data-element-id=pack].is-active').waitFor();
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await expectText(page, 'Step 1 of 33');
    await expectText(page, 'As of step 1.');
    expect(await page.locator('[data-element-id=pack].is-active').count()).to.equal(0);
    expect(await page.getByText('allInStock').count()).to.equal(0);
    await page.getByRole('button', { name: 'Step forward' }).click();
    await expectText(page, 'Step 2 of 33');
    await page.getByRole('button', { name: 'Now' }).click();
    await expectText(page, 'allInStock');
    await page.locator('[data-element-id=pack].is-active').waitFor();
  });

  it('plays the life of the instance to its end', async () => {
    const page = await open('order-fulfilment', 'PO-1007');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.getByRole('slider').focus();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await expectText(page, /Instance cancelled/);
  });

  it('opens the child of a call activity, which leads back to its caller', async () => {
    await ui.call('/Definitions/deploy', { BpmnXml: sequence('caller', '<callActivity id="call" calledElement="hello"/>') });
    await ui.call('/Execution/start', { WorkflowId: 'caller', BusinessId: 'C-1' });
    const page = await open('caller', 'C-1');
    const caller = page.url();
    await page.getByRole('treeitem', { name: /call/ }).first().click();
    await page
      .getByRole('complementary', { name: 'Selected element' })
      .getByRole('link', { name: 'Open child instance' })
      .click();
    await page.getByRole('link', { name: 'hello v1' }).waitFor();
    expect(page.url()).to.not.include(caller);
    await page.locator(`a[href="${new URL(caller).pathname}"]`).click();
    await page.getByRole('link', { name: 'caller v1' }).waitFor();
  });

  it('shows whose work it waits for when a task has its own type', async () => {
    await ui.call('/Definitions/deploy', { BpmnXml: oneTask('paid', 'charge-card') });
    await ui.call('/Execution/start', { WorkflowId: 'paid', BusinessId: 'P-1' });
    const page = await open('paid', 'P-1', 'Waiting for');
    expect(await rowsOf(page, 'Custom tasks')).to.deep.equal(['work|charge-card|Waiting|—|0|—']);
  });

  it('completes an activity with variables', async () => {
    const page = await open('hello', 'greeting-radia');
    await page.getByRole('treeitem').last().click();
    await page.getByRole('button', { name: 'Complete activity' }).click();
    await page.getByRole('radio', { name: 'Unanswered', checked: true }).waitFor();
    await page.getByText('Further variables').click();
    await page.getByLabel('Variables (JSON object, optional)').fill('{"approved": true}');
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await expectText(page, "Completed 'Review greeting'.");
    await page.locator('header').getByText('Completed').waitFor();
  });

  it('cancels the instance with a reason', async () => {
    const page = await open('order-fulfilment', 'PO-1005');
    await page.getByRole('button', { name: 'Cancel instance' }).click();
    await page.getByLabel('Reason (optional)').fill('Sold out');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel instance' }).click();
    await expectText(page, 'Instance cancelled.');
    await page.locator('header').getByText('Cancelled').waitFor();
    await page
      .getByRole('treeitem', { name: /Sold out/ })
      .first()
      .waitFor();
  });

  it('is the Not Found page when the instance is unknown', async () => {
    const id = '11111111-2222-4333-8444-555555555555';
    const page = await ui.visit(`/process-instance/${id}`, { allows: /status of 404/ });
    await expectText(page, `Instance ${id} not found.`);
  });

  async function open(key: string, businessId: string, tab?: string): Promise<Page> {
    const path = `/Definitions/${key}/instances?businessId=${businessId}`;
    const { items } = await ui.call<{ items: { instanceId: string }[] }>(path);
    const page = await ui.visit(`/process-instance/${items[0]?.instanceId}`);
    if (tab !== undefined) await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('button', { name: 'Fit to the window' }).waitFor();
    return page;
  }
});
