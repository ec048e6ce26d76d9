import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { startAtTask } from '../support/http/steps.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { actAs, expectAccessible, expectRows, expectText, useUiPages } from '../support/ui-pages.ts';

describe('pages while something changes (docs/contributing/spec/pages.md#live)', function () {
  this.timeout(90_000);
  const ui = useUiPages(async ({ call }) => {
    await call('/Definitions/deploy', { BpmnXml: sequence('order', userTask('review')) });
    await call('/Definitions/deploy', { BpmnXml: sequence('loan', userTask('decide')) });
    await call('/Execution/start', { WorkflowId: 'order' });
  });
  const begin = () => startAtTask(ui.apiUrl, 'order');
  const note = (page: Page) => page.locator('.news-note');

  /** Opens a page and waits until it hears. */
  async function listening(path: string, look?: Parameters<typeof ui.open>[0], prepare?: (page: Page) => Promise<unknown>) {
    const page = await ui.open(look);
    await prepare?.(page);
    const heard = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/ui/api/live');
    await page.goto(`${ui.url}${path}`);
    await heard;
    return page;
  }

  it('a list keeps still, shows how many rows are new, and shows them when it is asked', async () => {
    const page = await listening('/process-instances/order');
    const before = await expectRows(page, 'Instances', 1);
    await begin();
    await note(page).getByText('1 new instance', { exact: true }).waitFor();
    expect(await expectRows(page, 'Instances', 1)).to.deep.equal(before);
    await expectAccessible(page);
    await begin();
    await note(page).getByText('2 new instances', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expectRows(page, 'Instances', 3);
    await note(page).waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.id')).to.equal('content');
  });

  it('reports nothing of what another process does, nor of what the user has just done and seen', async () => {
    const page = await listening('/process-instances/loan');
    await expectText(page, 'No instances.');
    const read: string[] = [];
    page.on('request', (request) => read.push(new URL(request.url()).pathname));
    await begin();
    await page.getByRole('button', { name: 'Start' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click();
    await expectRows(page, 'Instances', 1);
    // what was heard of it has been looked at by then
    await eventually('reads after the start', () => read.filter((path) => path === '/ui/api/instances').length >= 2);
    expect(await note(page).count()).to.equal(0);
  });

  it('the page of an instance reports that it has changed, and shows where it is now', async () => {
    const { instanceId, taskId } = await begin();
    await ui.call(`/Instances/${instanceId}/state`);
    const page = await listening(`/process-instance/${instanceId}`);
    await page.getByRole('treeitem').first().waitFor();
    await ui.call(`/UserTasks/${taskId}/claim`, { UserId: 'ada' });
    await ui.call(`/UserTasks/${taskId}/complete`, { UserId: 'ada' });
    await note(page)
      .getByText(/^Changed since \d\d:\d\d:\d\d$/)
      .waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('Completed', { exact: true }).first().waitFor();
  });

  it('the list of tasks has new ones immediately when the user wants that, and not while a user types', async () => {
    const page = await listening('/settings');
    await page.getByRole('radio', { name: 'Show them immediately' }).check();
    await page.getByRole('link', { name: 'Tasks' }).click();
    await page.getByText('Table', { exact: true }).click();
    const rows = page.getByRole('table', { name: 'User tasks', exact: true }).locator('tbody tr');
    await rows.first().waitFor();
    const count = await rows.count();
    await begin();
    await rows.nth(count).waitFor();
    expect(await note(page).count()).to.equal(0);
    await page.getByRole('combobox', { name: 'Filter', exact: true }).focus();
    await begin();
    await note(page).getByText('1 new task', { exact: true }).waitFor();
    expect(await rows.count()).to.equal(count + 1);
  });

  it('a tab in the background receives nothing, and is updated when it is visible again', async () => {
    const page = await listening('/user-tasks?view=table');
    await page.getByRole('table', { name: 'User tasks' }).waitFor();
    const see = (state: 'hidden' | 'visible') =>
      page.evaluate<void>(`(() => {
        Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      })()`);
    const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/ui/api/live'));
    await see('hidden');
    await closed;
    await begin();
    expect(await note(page).count()).to.equal(0);
    await see('visible');
    await note(page).getByText('1 new task', { exact: true }).waitFor();
  });

  it('an outage is calm: nothing is reported, and missed changes appear when the service is back', async () => {
    const page = await listening('/user-tasks?view=table', { allows: /net::ERR|Failed to load resource/ });
    await page.getByRole('table', { name: 'User tasks' }).waitFor();
    await page.context().setOffline(true);
    await page.evaluate<void>("performance.getEntriesByType('resource')"); // the page continues
    await begin();
    expect(await page.getByRole('alert').count()).to.equal(0);
    await page.context().setOffline(false);
    await begin();
    await note(page).waitFor();
    expect(await page.getByRole('alert').count()).to.equal(0);
  });

  it('notifications are requested by a click in the settings only, and announce a new task and an incident', async () => {
    const page = await ui.open();
    await page.addInitScript(`
      window.asked = 0;
      window.shown = [];
      const Fake = function (title, { body }) { window.shown.push(title + ': ' + body); };
      Fake.permission = sessionStorage.getItem('permission') ?? 'default';
      Fake.requestPermission = async () => {
        window.asked += 1;
        sessionStorage.setItem('permission', 'granted');
        return (Fake.permission = 'granted');
      };
      window.Notification = Fake;
    `);
    await page.goto(`${ui.url}/user-tasks`);
    await actAs(page, 'ada', 'clerks');
    expect(await page.evaluate('window.asked')).to.equal(0);
    const model = sequence('mine', userTask('sign', { groups: 'clerks' }));
    await ui.call('/Definitions/deploy', { BpmnXml: model });
    await page.getByRole('link', { name: 'Settings' }).click();
    const box = page.getByRole('checkbox', { name: 'A new task for me or my groups' });
    expect(await box.isChecked()).to.equal(false);
    await expectAccessible(page);
    const baseline = page.waitForResponse((answer) => answer.url().includes('scope=groups'));
    await box.check();
    expect(await page.evaluate('window.asked')).to.equal(1);
    await baseline;
    await ui.call('/Execution/start', { WorkflowId: 'order' });
    await ui.call('/Execution/start', { WorkflowId: 'mine' });
    await eventually('a notification', async () => (await page.evaluate<string[]>('window.shown')).length > 0);
    expect(await page.evaluate('window.shown')).to.deep.equal(['New task: sign: For you or one of your groups.']);
    await box.uncheck();
    expect(await page.evaluate("localStorage.getItem('notices')")).to.equal('""');
  });
});
