// tier commit: one test per page
import { expect } from 'chai';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { fillDemo } from '../../demo/demo-data.ts';
import { parkedStart, parkLetter } from '../support/dead-letters.ts';
import { eventually } from '../support/eventually.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { catching, onMessage, onTimer, processOf } from '../support/models/event-elements.ts';
import { FAILING_ORDER, RIGHT_QUANTITY, WRONG_ORDER } from '../support/models/failing-order.ts';
import { STUCK } from '../support/models/incident-models.ts';
import { sequence, task, userTask } from '../support/models/models.ts';
import { actAs, addFilter, expectRows, pressRefresh, rowsOf, untilRead, useUiPages } from '../support/ui-pages.ts';

const MODELS = [
  FAILING_ORDER,
  STUCK,
  sequence('waits', task('one')),
  sequence('asks', userTask('answer', { groups: 'clerks', outputs: ['sum'] })),
  sequence('fails', userTask('check')),
  oneTask('charging', 'smoke-type'),
  processOf('sleeps', '', [catching('wait', onTimer('PT1H'))]),
  processOf('dozes', '', [catching('doze', onTimer('PT1H'))]),
  processOf('listens', '<message id="paid" name="smoke-paid"/>', [catching('hear', onMessage('paid'))]),
];

interface State {
  readonly isCompleted: boolean;
  readonly activeActivities: readonly { readonly activityInstanceId: string }[];
}

/**
 * Opens each page and performs its main action. Pages of models and decisions: smoke-models.test.ts. Messages that disappear automatically are not
 * asserted: a slow machine could miss them.
 */
describe('each page of the operator UI opens and performs its main action', function () {
  this.timeout(300_000);
  const ui = useUiPages(async ({ apiUrl, call }) => {
    await fillDemo(apiUrl);
    for (const BpmnXml of MODELS) await call('/Definitions/deploy', { BpmnXml });
  });

  async function start(WorkflowId: string, BusinessId?: string, Variables: object = {}): Promise<string> {
    const body = { WorkflowId, Variables, ...(BusinessId !== undefined && { BusinessId }) };
    return (await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', body)).WorkflowInstanceId;
  }
  const stateOf = (id: string) => ui.call<State>(`/Instances/${id}/state`);
  const untilHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  // slow: the first page of the browser loads everything
  it('processes: starts an instance', async () => {
    const page = await ui.visit('/');
    await page.getByRole('link', { name: 'Processes' }).click();
    await page.getByLabel('Search by key or name').fill('hello');
    await expectRows(page, 'Processes', 1);
    await page.getByRole('button', { name: 'Start hello' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Business ID (optional)').fill('smoke-start');
    await dialog.getByLabel('Name').fill('Ada');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually('the started instance', async () => {
      const { items } = await ui.call<{ items: object[] }>('/Definitions/hello/instances?businessId=smoke-start');
      return items.length === 1;
    });
  });

  // slow: opens several pages with lists and a dialog
  it('all instances: filters them and cancels one', async () => {
    await start('waits', 'smoke-1');
    await start('waits', 'smoke-2');
    const page = await ui.visit('/instances');
    await addFilter(page, 'process: waits');
    await expectRows(page, 'Instances', 2);
    const rows = page.getByRole('table', { name: 'Instances' }).getByRole('row');
    await rows
      .filter({ hasText: 'smoke-1' })
      .getByRole('checkbox', { name: /^Choose/ })
      .check();
    await page.getByRole('button', { name: 'Cancel 1' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel 1' }).click();
    await dialog.getByText('Done: 1 cancelled.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await rows.filter({ hasText: 'smoke-1' }).getByText('Cancelled').waitFor();
    await rows.filter({ hasText: 'smoke-2' }).getByText('Running').waitFor();
  });

  // slow: loads the diagram, and waits for a repaired instance
  it('instance: opens a step and its variables, and repairs a failure', async () => {
    const page = await ui.visit(`/process-instance/${await start('order-pricing', 'smoke-order', WRONG_ORDER)}`);
    const card = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: 'Compute the price failed' }) });
    await card.getByText('quantity = "three"').waitFor();
    await page.getByRole('treeitem', { name: /Compute the price/ }).click();
    await page.locator('[data-element-id=price].is-failed.is-selected').waitFor();
    await page.getByRole('tab', { name: 'Variables' }).click();
    await page.getByRole('tabpanel').getByRole('table').getByText('unitPrice').waitFor();
    await card.getByRole('button', { name: 'Edit variables' }).click();
    await page.getByRole('dialog').getByLabel('Type of quantity').selectOption('number');
    await page.getByRole('dialog').getByLabel('quantity', { exact: true }).fill(RIGHT_QUANTITY);
    await page.getByRole('dialog').getByRole('button', { name: 'Save and retry' }).click();
    await card.waitFor({ state: 'detached' });
    await page.locator('[data-element-id=charge].is-active').waitFor();
  });

  // slow: several pages, and a wait for the list after each command
  it('user tasks: claims a task and completes it', async () => {
    const id = await start('asks', 'smoke-task');
    const page = await ui.visit('/user-tasks');
    await actAs(page, 'ada', 'clerks');
    await addFilter(page, 'process: asks');
    const tasks = page.getByRole('list', { name: 'User tasks' }).getByRole('button');
    await tasks.nth(1).waitFor({ state: 'detached' });
    await tasks.filter({ hasText: 'smoke-task' }).click();
    const article = page.getByRole('article');
    await article.getByLabel('Sum').fill('12');
    await article.getByRole('button', { name: 'Claim and complete' }).click();
    await article.getByText('smoke-task').waitFor({ state: 'detached' });
    await eventually('the completed instance', async () => (await stateOf(id)).isCompleted);
  });

  it('custom tasks: opens the tasks of a type, and the schema of a plugin', async () => {
    await start('charging');
    const page = await ui.visit('/admin/custom-tasks');
    await page.getByRole('link', { name: '1 waiting tasks of smoke-type' }).click();
    expect((await expectRows(page, 'Open tasks', 1))[0]).to.include('|Waiting|');
    await page.getByRole('button', { name: 'Schema of rest-call' }).click();
    expect((await rowsOf(page, 'Parameters'))[0]).to.match(/^url.*\|String\|yes\|/);
  });

  it('events: shows a new message subscription after a refresh', async () => {
    const page = await ui.visit('/events');
    expect(await rowsOf(page, 'Message Start Events')).to.deep.equal(['pizza-order|pizzeria|Send message']);
    const id = await start('listens');
    await stateOf(id);
    await pressRefresh(page);
    const row = page.getByRole('table', { name: 'Active Message Subscriptions' }).getByRole('row', { name: 'smoke-paid' });
    await row.getByText(`${id.slice(0, 8)}…`).waitFor();
  });

  // slow: several pages, and a wait for the next refresh
  it('home: counts a failure more after a refresh, and leads to the instances', async () => {
    const fail = async () => {
      const { activeActivities } = await stateOf(await start('fails'));
      const path = `/UserTasks/${activeActivities[0]?.activityInstanceId}/fail`;
      await ui.call(path, { errorCode: 'SMOKE', errorMessage: 'smoke' });
    };
    await fail();
    const page = await ui.visit('/');
    await page.getByRole('link', { name: /^Running instances: [1-9]\d*$/ }).waitFor();
    await page.getByRole('link', { name: '1 failed instance at check in fails' }).waitFor();
    await fail();
    await ui.call('/UserTasks?pageSize=1');
    const both = page.getByRole('link', { name: '2 failed instances at check in fails' });
    // viewers share one reading for some seconds
    const isShown = async () => {
      await pressRefresh(page);
      return (await both.count()) === 1;
    };
    await eventually('the second failure', isShown, { withinMs: 60_000, everyMs: 250 });
    await both.click();
    await expectRows(page, 'Instances', 2);
  });

  it('dead letters: retries one and drops one', async () => {
    const command = parkedStart('hello');
    const [retried, dropped] = [
      await parkLetter(ui.databaseUrl, command),
      await parkLetter(ui.databaseUrl, parkedStart('nothing')),
    ];
    const page = await ui.visit('/dead-letters');
    await expectRows(page, 'Dead letters', 2);
    await page.getByRole('button', { name: `Open StartInstance ${retried}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually('the started instance', () => stateOf(String(command['instanceId'])));
    await expectRows(page, 'Dead letters', 1);
    await page.getByRole('button', { name: `Open StartInstance ${dropped}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('smoke');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard dead letter' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Dead letters' }).waitFor({ state: 'detached' });
  });

  it('incidents: retries one', async () => {
    const [first, second] = [await start('stuck', 'smoke-a'), await start('stuck', 'smoke-b')];
    const page = await ui.visit('/incidents?process=stuck');
    await expectRows(page, 'Incidents', 2);
    await ui.call(`/Instances/${first}/variables`, { Variables: { missing: { name: 'Ada' } } });
    await page.getByRole('button', { name: `Retry work of ${first}` }).click();
    await expectRows(page, 'Incidents', 1);
    await page.getByRole('button', { name: `Retry work of ${second}` }).waitFor();
    expect((await stateOf(first)).isCompleted).to.equal(true);
  });

  it('timers: lists one that is overdue, and leads to its instance', async () => {
    const ids = [await start('sleeps', 'smoke-timer'), await start('dozes')];
    for (const id of ids) await stateOf(id);
    const database = new pg.Client({ connectionString: ui.databaseUrl });
    await database.connect();
    // a leased timer does not fire while the test looks at it
    const text = `update timer set due_at = now() - interval '1 hour', attempts = 2, leased_until = now() + interval '1 hour' where instance_id = any($1)`;
    await database.query(text, [ids]);
    await database.end();
    const page = await ui.visit('/timers');
    await expectRows(page, 'Overdue Timers', 2);
    await addFilter(page, 'activity: wait');
    expect((await expectRows(page, 'Overdue Timers', 1))[0]).to.match(/\|sleeps\|[0-9a-f]{8}…\|wait\|/);
    await page.getByRole('table', { name: 'Overdue Timers' }).locator(`a[href*="${ids[0]}"]`).click();
    await untilHeading(page, 'Process Instance smoke-timer');
  });

  it('settings: switches to dark mode and keeps it', async () => {
    const page = await ui.visit('/settings');
    await page.getByLabel('Dark').check();
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await page.reload();
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await untilRead(
      'the chosen theme',
      () => page.getByLabel('Dark').isChecked(),
      (isDark) => isDark,
    );
  });

  it('not found: leads back to the processes', async () => {
    const page = await ui.visit('/no-such-page', { allows: /status of 404/ });
    await untilHeading(page, 'Not Found');
    await page.getByRole('link', { name: 'Back to processes' }).click();
    await untilHeading(page, 'Processes');
  });
});
