import { expect } from 'chai';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { oneTask } from '../support/models/custom-task-models.ts';
import { STUCK } from '../support/models/incident-models.ts';
import { documentOf, flow, sequence, task } from '../support/models/models.ts';
import { expectAccessible, expectRows, expectText, filtersOf, rowsOf, untilRead, useUiPages } from '../support/ui-pages.ts';

/** A name that is longer than any column. */
const LONG = `Pack ${'every single parcel of the order '.repeat(8)}`.trim();
const NAMED = documentOf(
  `<process id="orders" isExecutable="true"><startEvent id="start"/><userTask id="pack" name="${LONG}"/><endEvent id="end"/>` +
    `${flow('f1', 'start', 'pack')}${flow('f2', 'pack', 'end')}</process>`,
);
/** Widths of a desktop, a tablet and a phone. */
const WIDTHS = [1440, 1024, 390];

interface Started {
  readonly WorkflowInstanceId: string;
}
interface Ended {
  readonly isCompleted: boolean;
  readonly variableStates: readonly { readonly variables: object }[];
}
interface State {
  readonly activeActivities: readonly { readonly activityInstanceId: string }[];
}

describe('the home page in the morning (docs/contributing/spec/pages.md#needs-you)', function () {
  this.timeout(120_000);
  const ui = useUiPages(async (pages) => {
    for (const BpmnXml of [STUCK, NAMED, oneTask('charging', 'charge-card'), sequence('plain', task('first'))])
      await pages.call('/Definitions/deploy', { BpmnXml });
    // without an instance the page shows the first steps
    await pages.call('/Execution/start', { WorkflowId: 'plain' });
  });
  const needs = (page: Page) => page.getByRole('region', { name: 'Needs attention' });
  const begin = async (key: string): Promise<string> =>
    (await ui.call<Started>('/Execution/start', { WorkflowId: key })).WorkflowInstanceId;

  /** An order whose packing failed. */
  async function failedOrder(message: string, errorCode = 'FLOOD'): Promise<string> {
    const instanceId = await begin('orders');
    const { activeActivities } = await ui.call<State>(`/Instances/${instanceId}/state`);
    await ui.call(`/UserTasks/${activeActivities[0]?.activityInstanceId}/fail`, { errorCode, errorMessage: message });
    return instanceId;
  }

  const variablesOf = async (id: string) => (await ui.call<Ended>(`/Instances/${id}/state`)).variableStates[0]?.variables ?? {};

  async function changeFirst(page: Page, name: string, value: string): Promise<void> {
    await page.getByLabel('Change variables first').check();
    await page.getByLabel('Name of variable 1').fill(name);
    await page.getByLabel('Value of variable 1').fill(value);
  }

  it('shows in one line that nothing needs attention', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await ui.visit('/', { colorScheme });
      await needs(page).getByText('Nothing needs attention.').waitFor();
      expect(await needs(page).getByRole('table').count()).to.equal(0);
      await expectAccessible(page, { colorsOnly: colorScheme === 'dark' });
      await page.close();
    }
  });

  it('leads from a group to a list of exactly that many, and names the element', async () => {
    for (const message of ['wet, cold | dark', 'wet, cold | dark', 'dry']) await failedOrder(message);
    const page = await ui.visit('/');
    await needs(page).getByText(LONG).first().waitFor();
    const rows = await expectRows(page, 'Failures', 2);
    expect(rows[0]).to.match(/^2\|Failed\|Pack every .*\|orders\|\[FLOOD\] wet, cold \| dark\|/);
    await page.getByRole('img', { name: '2 in the last 24 hours, at most 2 within an hour' }).waitFor();
    await page.getByRole('link', { name: /^2 failed instances at/ }).click();
    const found = await expectRows(page, 'Instances', 2);
    expect(found.every((row) => row.includes('wet, cold | dark'))).to.equal(true);
    await page.goBack();
    await page.getByRole('link', { name: '[FLOOD] dry' }).click();
    await expectRows(page, 'Instances', 1);
    expect(await filtersOf(page)).to.include('error: dry');
    await page.goBack();
    await page.getByRole('table', { name: 'Failures' }).getByRole('link', { name: 'orders', exact: true }).first().click();
    await page.waitForURL(/\/process-instances\/orders$/);
  });

  it('stays within every window, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await ui.visit('/', { colorScheme });
      await expectRows(page, 'Failures', 2);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${width}`).to.be.most(width);
        const act = page.getByRole('button', { name: /^Retry all/ }).first();
        await act.waitFor();
        const box = await act.boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 0), `the act at ${width}`).to.be.most(width);
        await expectAccessible(page, { colorsOnly: colorScheme === 'dark' });
      }
      await page.close();
    }
  });

  it('shows an order that failed, which is repaired in three clicks and continues', async () => {
    const id = await failedOrder('the one of today');
    const page = await ui.visit('/');
    const row = page.getByRole('row', { name: /the one of today/ });
    await row.getByRole('button', { name: /^Retry all 1 failed instance/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 failed instance of orders will be retried.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Retry 1' }).click();
    await dialog.getByText('Done: 1 retried.').waitFor();
    await dialog.getByText('Now: 0 completed, 0 running, 1 waiting, 0 failed again.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await row.waitFor({ state: 'detached' });
    const state = await ui.call<{ activeActivityIds: readonly string[] }>(`/Instances/${id}/state`);
    expect(state.activeActivityIds).to.deep.equal(['pack']);
  });

  it('has incidents of which each continues from where it failed, and shows the rest', async () => {
    const ids = [await begin('stuck'), await begin('stuck'), await begin('stuck')];
    await ui.call(`/Instances/${ids[0]}/variables`, { Variables: { missing: { name: 'Ada' } } });
    const page = await ui.visit('/');
    await page.getByRole('button', { name: 'Retry all 3 incidents at work in stuck' }).click();
    await page.getByRole('button', { name: 'Retry 3' }).click();
    await page.getByText('Done: 3 retried.').waitFor();
    await page.getByText('Now: 1 completed, 0 running, 0 waiting, 2 failed again.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('link', { name: '2 incidents at work in stuck' }).waitFor();
    await page.goto(`${ui.url}/batches`);
    const batch = page.getByRole('table', { name: 'Batches' }).getByRole('row', { name: /Retry incidents/ });
    await batch.getByRole('link', { name: 'Failed again: 2' }).waitFor();
    await batch.getByRole('cell', { name: '3 of 3' }).click();
    await page.getByText('Now: 1 completed, 0 running, 0 waiting, 2 failed again.').waitFor();
    for (const row of await expectRows(page, 'Failed again', 2)) expect(row).to.match(/\|stuck\|Failed\|\[500\] /);
    await page.getByRole('link', { name: '1 completed' }).click();
    await expectRows(page, 'Completed', 1);
    await page.goBack();
    await expectRows(page, 'Failed again', 2);
    await ui.call(`/Instances/${ids[1]}/variables`, { Variables: { missing: { name: 'Bob' } } });
    const [open] = (await ui.call<{ items: { incidentId: string }[] }>(`/Incidents?filters=InstanceId==${ids[1]}`)).items;
    await ui.call(`/Incidents/${open?.incidentId}/retry`, {});
    await page.getByText('Now: 2 completed, 0 running, 0 waiting, 1 failed again.').waitFor();
    await expectRows(page, 'Failed again', 1);
    await begin('stuck'); // the next tests expect two open incidents
    await expectText(page, 'No failed items.');
    await expectAccessible(page);
  });

  it('has incidents whose variables are changed before the retry, with the same values in all', async () => {
    const known = await ui.call<Started>('/Execution/start', { WorkflowId: 'stuck', Variables: { known: 1 } });
    const ids = [await begin('stuck'), known.WorkflowInstanceId];
    const page = await ui.visit('/');
    await page.getByRole('button', { name: 'Retry all 4 incidents at work in stuck' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Change variables first').check();
    await dialog.getByLabel('Name of variable 1').and(page.locator(':focus')).waitFor();
    const act = dialog.getByRole('button', { name: 'Change and retry 4' });
    expect(await act.isDisabled()).to.equal(true);
    await dialog.getByText('The whole value of a variable is replaced').waitFor();
    const [field, foot] = [
      await dialog.getByLabel('Value of variable 1').boundingBox(),
      await dialog.locator('.dialog-foot').boundingBox(),
    ];
    expect((field?.y ?? 900) + (field?.height ?? 0), 'the field is above the buttons').to.be.at.most(foot?.y ?? 0);
    await dialog.getByLabel('Name of variable 1').fill('missing');
    await dialog.getByText('New variable: no instance has it.').waitFor();
    await dialog.getByLabel('Name of variable 1').fill('known');
    await dialog.getByText('1 of 4 instances have it.').waitFor();
    expect(
      await dialog.locator('datalist option').evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
    ).to.deep.equal(['known']);
    await dialog.getByLabel('Name of variable 1').fill('missing');
    await dialog.getByLabel('Value of variable 1').fill('{"name": ');
    await dialog.getByText("The value of 'missing' is not valid JSON").waitFor();
    await dialog.getByLabel('Value of variable 1').fill('{"name": "Ada"}');
    await expectAccessible(page);
    // one instance ends before its turn
    await ui.call(`/Instances/${ids[0]}/cancel`, {});
    await act.click();
    await page.getByText('Done: 3 retried.').waitFor();
    await page.getByText('Now: 3 completed, 0 running, 0 waiting, 0 failed again.').waitFor();
    expect(await variablesOf(ids[1] ?? '')).to.deep.include({ missing: { name: 'Ada' } });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText(/incidents? at work in stuck/).waitFor({ state: 'detached' });
  });

  it('changes and retries incidents when the page is closed after the confirmation', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => begin('stuck')));
    const page = await ui.visit('/');
    await page.getByRole('button', { name: 'Retry all 30 incidents at work in stuck' }).click();
    const dialog = page.getByRole('dialog');
    await changeFirst(page, 'missing', '{"name": "Ada"}');
    const isMade = page.waitForResponse((response) => response.url().endsWith('/Batches') && response.ok());
    await dialog.getByRole('button', { name: 'Change and retry 30' }).click();
    await isMade;
    await page.close();
    const states = () => Promise.all(ids.map((id) => ui.call<Ended>(`/Instances/${id}/state`)));
    const ended = await untilRead('the end of all', states, (all) => all.every(({ isCompleted }) => isCompleted));
    for (const { variableStates } of ended) expect(variableStates[0]?.variables).to.deep.include({ missing: { name: 'Ada' } });
  });

  it('changes variables of failed instances before they continue', async () => {
    const id = await failedOrder('the address is missing');
    const page = await ui.visit('/');
    const row = page.getByRole('row', { name: /the address is missing/ });
    await row.getByRole('button', { name: /^Retry all 1 failed instance/ }).click();
    const dialog = page.getByRole('dialog');
    await changeFirst(page, 'address', 'Main Street 1');
    await dialog.getByLabel('Reason (optional)').fill('was missing');
    await dialog.getByRole('button', { name: 'Change and retry 1' }).click();
    await dialog.getByText('Done: 1 retried.').waitFor();
    await dialog.getByText('Now: 0 completed, 0 running, 1 waiting, 0 failed again.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await row.waitFor({ state: 'detached' });
    expect(await variablesOf(id)).to.deep.equal({ address: 'Main Street 1' });
    const { items } = await ui.call<{ items: { data: { reason?: string } }[] }>(`/Instances/${id}/history?pageSize=100`);
    expect(items.map(({ data }) => data.reason)).to.include('was missing');
  });

  it('keeps the keys that are typed while the search loads', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('heading', { name: 'Processes' }).waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/assets\/search-[^/]*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('plaim');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('n');
    release();
    await page.getByRole('dialog').getByText('plain').first().waitFor();
    expect(await page.getByRole('dialog').getByRole('textbox', { name: 'Search' }).inputValue()).to.equal('plain');
  });

  it('reports it when a user was faster', async () => {
    await begin('stuck');
    const page = await ui.visit('/');
    const act = page.getByRole('button', { name: /^Retry all \d incidents? at work in stuck$/ });
    await act.waitFor();
    await page.getByLabel('Auto refresh').uncheck({ force: true });
    await ui.call('/Batches', { Operation: 'resolve', Filters: 'ProcessKey==stuck', Variables: { done: 'by hand' } });
    for (let left = 1; left > 0; ) left = (await ui.call<{ totalCount: number }>('/Incidents')).totalCount;
    await act.click();
    await expectText(page, 'Nothing to retry. These items were handled in the meantime.');
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).isDisabled()).to.equal(true);
  });

  it('reports work without a worker, and links to the tasks', async () => {
    await begin('charging');
    const database = new pg.Client(ui.databaseUrl);
    await database.connect();
    await database.query("update custom_task set created_at = now() - interval '1 hour'");
    await database.end();
    const page = await ui.visit('/');
    await needs(page).getByRole('link', { name: "1 task of type 'charge-card'" }).click();
    const [row] = await expectRows(page, 'Open tasks', 1);
    expect(row).to.include('charging|work|');
    await untilRead(
      'the type that nobody works on',
      async () => (await rowsOf(page, 'Custom tasks')).at(-1) ?? '',
      (row) => /^charge-card\|—\|no worker\|/.test(row),
    );
  });

  it('shows the largest of thousands of groups, and how many it leaves out', async () => {
    // the models of these processes are not there
    const page = await ui.visit('/workflows', { allows: /status of 404/ });
    await page.route('**/ui/api/home', async (route) => {
      const view = await (await route.fetch()).json();
      const groups = Array.from({ length: 20 }, (_, n) => group(n, 9000 - n));
      await route.fulfill({ json: { ...view, incidents: { groups, more: 4980, isExact: false } } });
    });
    await page.getByRole('link', { name: 'Home' }).click();
    await expectText(page, '4,980 more groups of incidents. Counts cover the 10,000 newest incidents only.');
    await needs(page).getByRole('link', { name: 'All incidents' }).click();
    await page.getByRole('heading', { name: 'Incidents' }).waitFor();
  });

  it('keeps a repeated message out of the group of different ones, in the list and in the dialog', async () => {
    for (const message of ['no stock', 'no stock', 'no stock', 'a1', 'a, 2', 'a|3', 'a*4']) await failedOrder(message, 'MIXED');
    const page = await ui.visit('/');
    await page.getByRole('link', { name: '[MIXED] no stock' }).waitFor();
    await page.getByRole('button', { name: /^Retry all 4 failed instances/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('4 failed instances of orders will be retried.').waitFor();
    expect(await dialog.getByRole('listitem').allInnerTexts()).to.have.members(['a1', 'a, 2', 'a|3', 'a*4']);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: '[MIXED] 4 different errors' }).click();
    const rows = await expectRows(page, 'Instances', 4);
    expect(rows.join()).not.to.include('no stock');
    expect(await filtersOf(page)).to.include('error is not: no stock');
    await page.getByRole('button', { name: 'Remove the filter error is not: no stock' }).click();
    await expectRows(page, 'Instances', 7);
  });
});

const AT = '2026-01-31T10:20:30.123+00:00';

function group(n: number, count: number) {
  const key = `process-${'very-'.repeat(30)}${n}`;
  const place = { key, version: 1, activityId: `task-${'long-'.repeat(40)}${n}`, code: 'E', message: null };
  return {
    ...place,
    latestMessage: 'm '.repeat(500),
    messages: 7,
    examples: [],
    excluded: [],
    count,
    firstAt: AT,
    lastAt: AT,
    hourly: [0, 2],
  };
}
