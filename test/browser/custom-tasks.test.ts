import { expect } from 'chai';
import { oneTask } from '../support/models/custom-task-models.ts';
import { expectAccessible, expectRows, expectText, rowsOf, useUiPages } from '../support/ui-pages.ts';

describe('the page Custom Tasks (docs/contributing/spec/pages.md#custom-tasks)', function () {
  this.timeout(90_000);
  const ui = useUiPages(async (pages) => {
    await pages.call('/Definitions/deploy', { BpmnXml: oneTask('charging', 'charge-card', { retries: '3' }) });
    for (let n = 0; n < 4; n += 1) await pages.call('/Execution/start', { WorkflowId: 'charging', BusinessId: `PO-${n}` });
    const asked = { WorkerId: 'till 7', MaxTasks: 2, LockSeconds: 300, WaitSeconds: 5 };
    const { tasks } = await pages.call<{ tasks: { activityInstanceId: string; lockToken: string }[] }>(
      '/custom-tasks/charge-card/fetch-and-lock',
      asked,
    );
    const failed = { LockToken: tasks[0]?.lockToken, ErrorMessage: 'card reader', RetryAfterSeconds: 600 };
    await pages.call(`/custom-tasks/${tasks[0]?.activityInstanceId}/fail`, failed);
  });

  it('leads from a count to as many tasks, and to their instances', async () => {
    const page = await ui.visit('/admin/custom-tasks');
    for (const [state, count] of [
      ['waiting', 2],
      ['running', 1],
      ['retrying', 1],
    ] as const) {
      await page.getByRole('link', { name: `${count} ${state} tasks of charge-card` }).click();
      // two states have as many: their rows differ by the word, and none of another state stays
      const rows = page.getByRole('table', { name: 'Open tasks', exact: true }).locator('tbody tr');
      const ofState = page.getByText(new RegExp(`^${state}$`, 'i'));
      await rows
        .filter({ has: ofState })
        .nth(count - 1)
        .waitFor();
      await rows.filter({ hasNot: ofState }).first().waitFor({ state: 'detached' });
      await expectRows(page, 'Open tasks', count);
    }
    await page.getByRole('radiogroup', { name: 'State' }).getByText('Running').click();
    // the state before this one has as many rows
    await page.getByRole('table', { name: 'Open tasks', exact: true }).getByText('till 7').waitFor();
    const [running] = await expectRows(page, 'Open tasks', 1);
    expect(running).to.include('|Running|till 7|');
    await expectAccessible(page);
    await page.getByRole('region', { name: 'Open tasks' }).first().getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Process Instance' }).waitFor();
  });

  it('shows what a plugin takes as a table, in any window and theme', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await ui.visit('/admin/custom-tasks?type=charge-card', { colorScheme });
      await expectRows(page, 'Open tasks', 4);
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${width}`).to.be.most(width);
      }
      await expectAccessible(page, { colorsOnly: colorScheme === 'dark' });
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('button', { name: 'Schema of rest-call' }).click();
      const rows = await rowsOf(page, 'Parameters');
      expect(rows[0]).to.match(/^url.*\|String\|yes\|—\|/);
      await expectAccessible(page, { colorsOnly: colorScheme === 'dark' });
      await page.close();
    }
  });

  it('keeps the catalog when the open tasks cannot be counted, and reports it', async () => {
    const page = await ui.visit('/workflows', { allows: /Failed to load resource/ });
    await page.route('**/ui/api/task-types', (route) => route.fulfill({ status: 503, json: { detail: 'no' } }));
    await page.getByRole('link', { name: 'System' }).click();
    await page.getByRole('link', { name: 'Custom Tasks' }).click();
    await expectText(page, 'Failed to load the open tasks: no');
    expect((await rowsOf(page, 'Custom tasks')).some((row) => row.startsWith('rest-call|'))).to.equal(true);
  });

  it('reports it when nothing of a type is open', async () => {
    const page = await ui.visit('/admin/custom-tasks?type=nothing&state=Running');
    await expectText(page, 'No task of this type is running.');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: 'Open tasks of nothing' }).waitFor({ state: 'detached' });
  });
});
