import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { FAILING_ORDER, RIGHT_QUANTITY, WRONG_ORDER } from '../support/models/failing-order.ts';
import { documentOf, flow, script, sequence, task, userTask } from '../support/models/models.ts';
import { expectAccessible, expectRows, expectText, type Look, rowsOf, useUiPages } from '../support/ui-pages.ts';

const INNER_FAILURE = documentOf(
  `<process id="inner" isExecutable="true"><startEvent id="start"/><subProcess id="body"><startEvent id="begin"/>${script('sum', 'sum = amount * 2')}
  ${flow('b', 'begin', 'sum')}</subProcess>${flow('a', 'start', 'body')}</process>`,
);

interface Started {
  readonly WorkflowInstanceId: string;
}

describe('the repair of an instance (docs/contributing/spec/pages.md#repairs)', function () {
  this.timeout(120_000);
  const ui = useUiPages(async (pages) => {
    const sum = script('sum', 'sum = amount * 2').replace('id="sum"', 'id="sum" name="Add up"');
    const fails = sequence('fails', sum, userTask('check'));
    const plain = sequence('plain', task('first'), userTask('second'));
    for (const BpmnXml of [FAILING_ORDER, fails, plain]) await pages.call('/Definitions/deploy', { BpmnXml });
  });

  it('takes three clicks from a list to the repaired order', async () => {
    const id = await start('order-pricing', WRONG_ORDER, 'PO-1');
    const page = await ui.visit('/incidents');
    await page.getByRole('link', { name: id, exact: true }).click();
    await page.getByRole('heading', { name: 'Process Instance PO-1' }).waitFor();
    const card = cardOf(page);
    await card.getByRole('heading', { name: 'Compute the price failed' }).waitFor();
    await card.getByText('quantity = "three"').waitFor();
    await card.getByRole('button', { name: /^Compute the price \[500\]: '\*' needs numbers/ }).waitFor();
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Edit variables' }).click();
    await page.getByRole('dialog').getByLabel('Type of quantity').selectOption('number');
    await page.getByRole('dialog').getByLabel('quantity', { exact: true }).fill(RIGHT_QUANTITY);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save and retry' }).click();
    await expectText(page, 'Saved and retried.');
    await card.waitFor({ state: 'detached' });
    await page.locator('[data-element-id=charge].is-active').waitFor();
    await page.locator('[data-element-id=price].is-completed').waitFor();
    await page.getByText('1 earlier failure.').click();
    await page
      .locator('.past-failures')
      .getByRole('button', { name: /^Compute the price \[500\]/ })
      .waitFor();
    await page.getByRole('tab', { name: 'Actions' }).click();
    const acts = await expectRows(page, 'Actions', 2);
    expect(acts[0]).to.match(/\|Retried\|Compute the price\|—\|Step \d+$/);
    expect(acts[1]).to.match(/\|Edited variables\|quantity: "three" → 3\|—\|Step \d+$/);
    await expectText(page, 'No audit entries for this instance.');
    await expectAccessible(page);
  });

  it('goes to the step that failed, and shares it as an address', async () => {
    const id = await start('order-pricing', WRONG_ORDER);
    const page = await open(id);
    const heightOf = async () => (await page.getByRole('region', { name: 'Diagram' }).boundingBox())?.height;
    await page.locator('.diagram-ground[data-phase=drawn]').waitFor();
    const height = await heightOf();
    const tops = await cardOf(page)
      .locator('.trouble-acts button')
      .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top));
    expect(new Set(tops), 'one row of actions').to.have.property('size', 1);
    await cardOf(page).getByRole('button', { name: 'Go to that step' }).click();
    await expectText(page, /Step \d+ of \d+ · Incident raised: Compute the price \[500\]/);
    await page.waitForURL(/step=\d+/);
    expect(await heightOf(), 'the diagram keeps its height').to.equal(height);
    await page.getByRole('treeitem', { name: /Compute the price/, selected: true }).waitFor();
    const { search } = new URL(page.url());
    await page.goBack();
    await expectText(page, /Step (\d+) of \1 ·/);
    await page.goForward();
    await expectText(page, /Incident raised: Compute the price/);
    const entries = await page.evaluate('history.length');
    await page.getByLabel('Speed').selectOption('100×');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForURL((url) => !url.searchParams.has('step'));
    expect(await page.evaluate('history.length'), 'playback adds no entries').to.equal(entries);
    const other = await open(id, search);
    await expectText(other, /Step \d+ of \d+ · Incident raised: Compute the price \[500\]/);
    await other.getByRole('button', { name: 'Step back' }).click();
    await other.getByRole('button', { name: 'Now' }).click();
    await other.waitForURL((url) => !url.searchParams.has('step'));
    await other.getByRole('button', { name: 'Step back' }).click();
    await other.getByRole('button', { name: 'Go to the failure' }).click();
    await expectText(other, /Incident raised/);
    for (const wrong of ['0', '-3', 'abc', '99999', '1e3']) {
      const page = await open(id, `?step=${wrong}`);
      await expectText(page, /Step (\d+) of \1 ·/);
      await page.close();
    }
  });

  it('shows which parts of an object an edit changes, before and after it is saved', async () => {
    const id = await start('plain', { customer: { name: 'Ann', tags: ['a', 'b'], country: null } });
    const page = await open(id, '?tab=acts');
    await page.getByRole('button', { name: 'Edit variables' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('customer', { exact: true });
    await field.fill('{"name": "Ann", "tags": ["a", "c"], "country": "CH"}');
    const changes = 'customer.tags[1]: "b" → "c"\ncustomer.country: null → "CH"';
    expect(await dialog.locator('.value-changes').innerText()).to.equal(`Changes:\n${changes}`);
    const kinds = (
      await dialog.locator('.json-drawn span').evaluateAll((parts) => parts.map(({ className }) => className))
    ).slice(0, 4);
    expect(kinds).to.deep.equal(['json-mark', 'json-name', 'json-mark', 'json-text']);
    await dialog.getByLabel('Reason (optional)').fill('moved to Bern');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectText(page, 'Variables saved.');
    const [act] = await expectRows(page, 'Actions', 1);
    expect(act).to.contain(`|Edited variables|moved to Bern ${changes.replace('\n', ' ')}|`);
  });

  it('keeps title and buttons of a dialog visible when its content is longer than the window', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`variable${n}`, n]));
    const id = await start('order-pricing', { ...WRONG_ORDER, ...many });
    const page = await ui.visit(`/process-instance/${id}`);
    await cardOf(page).getByRole('button', { name: 'Edit variables' }).click();
    const dialog = page.getByRole('dialog');
    const last = dialog.getByLabel('variable39', { exact: true });
    for (const [width, height] of [
      [1440, 900],
      [1024, 600],
      [390, 700],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const field of [dialog.getByLabel('variable0', { exact: true }), last]) {
        await field.focus();
        const [buttons, focused] = [await dialog.locator('.dialog-foot').boundingBox(), await field.boundingBox()];
        expect((buttons?.y ?? height) + (buttons?.height ?? 0)).to.be.at.most(height);
        expect((focused?.y ?? height) + (focused?.height ?? 0), 'the buttons hide no field').to.be.at.most(buttons?.y ?? 0);
        const title = await dialog.getByRole('heading', { name: 'Edit variables' }).boundingBox();
        expect(title?.y).to.be.within(0, (focused?.y ?? 0) - 1);
      }
      await expectAccessible(page, { colorsOnly: true });
    }
    await last.fill('40');
    await dialog.getByRole('button', { name: 'Save only', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('asks for a reason before an edit or a fork when the setting requires one', async () => {
    const id = await start('fails', { amount: 'many' });
    const page = await open(id);
    await page.route('**/ui/api/session', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), requiresReason: true } });
    });
    await page.reload();
    await cardOf(page).getByRole('button', { name: 'Edit variables' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type of amount').selectOption('number');
    await dialog.getByLabel('amount', { exact: true }).fill('4');
    const save = dialog.getByRole('button', { name: 'Save and retry' });
    expect(await save.isDisabled()).to.equal(true);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('typing error');
    await save.click();
    await expectText(page, 'The instance continues.');
    await page.getByRole('tab', { name: 'Actions' }).click();
    expect((await rowsOf(page, 'Actions'))[0]).to.contain('|Retried|typing error amount: "many" → 4|');
    await page.getByRole('button', { name: 'Fork', exact: true }).click();
    const fork = dialog.getByRole('button', { name: 'Fork' });
    expect(await fork.isDisabled()).to.equal(true);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('compare');
    expect(await fork.isDisabled()).to.equal(false);
  });

  it('marks what the command of a step has changed', async () => {
    const id = await start('plain', { kept: 1, total: 2 });
    await ui.call('/Execution/complete-activity', {
      WorkflowInstanceId: id,
      ActivityId: 'first',
      Variables: { total: 5, fresh: true },
    });
    const page = await open(id, '?tab=variables');
    await page.getByRole('button', { name: 'Step back' }).click();
    await expectText(page, /Changes by the command/);
    const rows = await rowsOf(page, 'Variables of the process');
    expect(rows.find((row) => row.startsWith('total'))).to.equal('total changed|5 before: 2');
    expect(rows.find((row) => row.startsWith('fresh'))).to.equal('fresh new|true');
    expect(rows.find((row) => row.startsWith('kept'))).to.equal('kept|1');
    await expectAccessible(page);
  });

  it('lets a failed instance continue with other variables', async () => {
    const id = await start('fails', { amount: 'many' });
    const page = await open(id);
    await cardOf(page).getByRole('button', { name: 'Edit variables' }).click();
    await page.getByRole('dialog').getByLabel('Type of amount').selectOption('JSON');
    await page.getByRole('dialog').getByLabel('amount', { exact: true }).fill('{"a":');
    await page.getByRole('dialog').getByText("The value of 'amount' is not valid JSON (line 1, column 6).").waitFor();
    expect(await page.locator('.json-fault').count()).to.equal(1);
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: 'Save and retry' }).isDisabled()).to.equal(true);
    await page.getByRole('dialog').getByLabel('amount', { exact: true }).fill('4');
    await page.getByRole('dialog').getByText('number, before: text').waitFor();
    await page.getByRole('dialog').getByText('Before: "many"').waitFor();
    await page.getByRole('dialog').getByText('Type changes from text to number.').waitFor();
    await page.getByRole('dialog').getByText('Runs again: Add up.').waitFor();
    await page.getByRole('button', { name: 'Save and retry' }).click();
    await expectText(page, 'The instance continues.');
    await page.locator('[data-element-id=check].is-active').waitFor();
    expect(await page.locator('[data-element-id=sum].is-failed').count()).to.equal(0);
    await page.getByRole('tab', { name: 'Actions' }).click();
    await page.getByRole('cell', { name: 'amount: "many" → 4', exact: true }).waitFor();
    const again = await open(await start('fails', { amount: 'many' }));
    await cardOf(again).getByRole('button', { name: 'Retry' }).click();
    await again.getByRole('dialog').getByText('Runs again: Add up.').waitFor();
    await again.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await cardOf(again).getByRole('button', { name: 'Retry' }).waitFor();
  });

  it('has a field for the type of each value, and writes the value with this type', async () => {
    const Variables = { amount: 7, note: '12', express: false, due: '2026-01-31', at: '2026-01-31T10:30:00Z', list: [1] };
    const id = await start('plain', Variables);
    const page = await open(id, '?tab=acts');
    await page.getByRole('button', { name: 'Edit variables' }).click();
    const dialog = page.getByRole('dialog');
    const field = (name: string) => dialog.getByLabel(name, { exact: true });
    await field('amount').waitFor();
    const types = await Promise.all((await dialog.getByLabel(/^Type of/).all()).map((one) => one.inputValue()));
    expect(types).to.deep.equal(['number', 'text', 'boolean', 'date', 'time']);
    await field('amount').fill('');
    await dialog.getByText("'amount': ").waitFor();
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).to.equal(true);
    await expectAccessible(page);
    await field('amount').fill('8.5');
    await field('note').fill('13');
    await field('express').selectOption('Yes');
    await field('due').fill('2026-02-01');
    await field('at').fill('2026-01-31T11:00:00');
    await dialog.getByText('Before: "2026-01-31T10:30:00Z"').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectText(page, 'Variables saved.');
    const { variableStates } = await ui.call<{ variableStates: { variables: object }[] }>(`/Instances/${id}/state`);
    const saved = { amount: 8.5, note: '13', express: true, due: '2026-02-01', at: '2026-01-31T11:00:00Z', list: [1] };
    expect(variableStates[0]?.variables).to.deep.equal(saved);
  });

  it('asks before a value that is not a text becomes one', async () => {
    const page = await open(await start('fails', { amount: { a: 1 } }));
    await cardOf(page).getByRole('button', { name: 'Edit variables' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('amount', { exact: true });
    const save = dialog.getByRole('button', { name: 'Save and retry' });
    for (const text of ['abc', 'True', '']) {
      await field.fill(text);
      await dialog.getByRole('checkbox', { name: "Replace the object 'amount' with this text" }).waitFor();
      expect(await save.isDisabled(), text).to.equal(true);
    }
    await dialog.getByRole('checkbox').check();
    await expectAccessible(page);
    expect(await save.isDisabled()).to.equal(false);
    await field.fill('abc');
    expect(await save.isDisabled()).to.equal(true);
    await field.fill('{"a":2}');
    expect([await save.isDisabled(), await dialog.getByRole('checkbox').count()]).to.deep.equal([false, 0]);
  });

  it('shows an error once, and not again in the panel of the failed element', async () => {
    await ui.call('/Definitions/deploy', { BpmnXml: INNER_FAILURE });
    const page = await open(await start('inner', { amount: 'x' }));
    await cardOf(page)
      .getByRole('button', { name: /^sum \[500\]/ })
      .waitFor();
    expect(await page.locator('.failure-button').count()).to.equal(1);
    await page.getByRole('treeitem', { name: /^sum/ }).click();
    const panel = page.getByRole('complementary', { name: 'Selected element' });
    await panel.getByText('Failed').waitFor();
    expect(await panel.getByText('needs numbers').count()).to.equal(0);
  });

  for (const width of [1440, 1024, 390]) {
    it(`fits ${width} px, in light and in dark`, async () => {
      const long = 'n'.repeat(200);
      const id = await start('order-pricing', { ...WRONG_ORDER, [long]: long }, 'B'.repeat(256));
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await ui.open({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await ui.call('/UserTasks?pageSize=1');
        await page.goto(`${ui.url}/process-instance/${id}`);
        await cardOf(page).waitFor();
        await page.getByRole('complementary', { name: 'Why it waits' }).getByRole('button').first().waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.most(width);
        await expectAccessible(page, { colorsOnly: colorScheme === 'dark' });
        await page.getByRole('button', { name: 'Move tokens' }).click();
        await page.getByRole('complementary', { name: 'Move tokens' }).waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.most(width);
        await cardOf(page).getByRole('button', { name: 'Edit variables' }).click();
        await page.getByRole('dialog').getByLabel('quantity', { exact: true }).waitFor();
        await expectAccessible(page, { colorsOnly: colorScheme === 'dark' });
        await page.close();
      }
    });
  }

  const cardOf = (page: Page): Locator =>
    page.getByRole('alert').filter({ has: page.getByRole('heading', { name: / failed$/ }) });

  async function start(key: string, Variables: object = {}, businessId?: string): Promise<string> {
    const body = { WorkflowId: key, Variables, ...(businessId !== undefined && { BusinessId: businessId }) };
    return (await ui.call<Started>('/Execution/start', body)).WorkflowInstanceId;
  }

  async function open(id: string, query = '', look: Look = {}): Promise<Page> {
    const page = await ui.visit(`/process-instance/${id}${query}`, look);
    await page.getByRole('button', { name: 'Fit to the window' }).waitFor();
    return page;
  }
});
