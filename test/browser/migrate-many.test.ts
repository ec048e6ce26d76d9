import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { sequence, task, userTask } from '../support/models/models.ts';
import { expectAccessible, expectRows, expectText, useUiPages } from '../support/ui-pages.ts';

describe('migration of many instances (docs/contributing/spec/pages.md#migrate-many)', function () {
  this.timeout(120_000);
  const ui = useUiPages(async ({ call }) => {
    for (const key of ['chosen', 'matching', 'older', 'other'])
      await call('/Definitions/deploy', { BpmnXml: sequence(key, task('one')) });
    for (const [WorkflowId, count] of Object.entries({ chosen: 2, matching: 21, older: 2, other: 1 }))
      for (let n = 0; n < count; n += 1) await call('/Execution/start', { WorkflowId });
    for (const key of ['chosen', 'matching', 'older']) {
      const BpmnXml = sequence(key, task('one'), userTask('check'));
      await call('/Definitions/deploy', { BpmnXml });
    }
    await call('/Definitions/deploy', { BpmnXml: sequence('older', userTask('check')) });
    await call('/Definitions/deploy', { BpmnXml: sequence('mixed', userTask('pick'), userTask('ship')) });
    for (let n = 0; n < 3; n += 1) await call('/Execution/start', { WorkflowId: 'mixed' });
    const { data } = await call<{ data: { activityInstanceId: string }[] }>('/UserTasks?filters=ProcessDefinitionKey==mixed');
    for (const act of ['claim', 'complete'])
      await call(`/UserTasks/${data[0]?.activityInstanceId}/${act}`, {
        UserId: 'ann',
        ...(act === 'complete' && { Variables: {} }),
      });
    await call('/Definitions/deploy', { BpmnXml: sequence('mixed', userTask('pick'), task('ship')) });
  });
  const dialog = (page: Page) => page.getByRole('dialog');

  async function migrate(page: Page, count: number): Promise<void> {
    await expectText(page, /^Effect on the first of them, [0-9a-f]{8}…:$/);
    await dialog(page).getByText('one stays').waitFor();
    await expectAccessible(page);
    await dialog(page)
      .getByRole('button', { name: `Migrate ${count}` })
      .click();
    await page.getByText(`Done: ${count} migrated.`).waitFor();
    await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  }

  it('takes the selected instances of one process from the list of all, and shows the effect on the first', async () => {
    const page = await ui.visit('/instances?key=chosen');
    await expectRows(page, 'Instances', 2);
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Migrate 2' }).click();
    await migrate(page, 2);
    await page.goto(`${ui.url}/instances?key=chosen&version=2`);
    await expectRows(page, 'Instances', 2);
  });

  it('is not offered when the selected instances are of several processes', async () => {
    const page = await ui.visit('/instances?status=Running');
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Suspend 20' }).waitFor();
    expect(await page.getByRole('button', { name: /^Migrate/ }).count()).to.equal(0);
  });

  it('takes all that match the filters from the list of one process', async () => {
    const page = await ui.visit('/process-instances/matching/1');
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Migrate (of all 21)' }).click();
    await expectText(page, '21 instances of matching will be migrated.');
    await expectText(page, /^All 21 can be migrated\.$/);
    await migrate(page, 21);
    await expectText(page, 'No instances.');
  });

  it('takes the running instances of an older version from the page of the process, and shows conflicts before', async () => {
    const page = await ui.visit('/processes/older?view=versions');
    await page.getByRole('button', { name: 'v1: Migrate 2' }).click();
    await dialog(page).getByRole('alert').getByText('Migration is not possible').waitFor();
    await dialog(page).getByLabel('Version').selectOption('v2');
    await migrate(page, 2);
    await page.getByRole('button', { name: 'v2: Migrate 2' }).waitFor();
  });

  it('shows how many can be migrated, and which cannot with the reason, by their active elements', async () => {
    const page = await ui.visit('/processes/mixed?view=versions');
    await page.getByRole('button', { name: 'v1: Migrate 3' }).click();
    await expectText(
      page,
      '2 of 3 can be migrated. Checked with one instance for each of 2 groups with the same active elements.',
    );
    const conflicts = dialog(page).getByRole('alert');
    await conflicts.getByText('Migration is not possible for 1 instance').waitFor();
    expect(await conflicts.getByRole('listitem').allInnerTexts()).to.deep.equal([
      "1 at ship\nship: 'ship' is a task in the other version, and was a userTask",
    ]);
    await dialog(page).getByText('pick stays').waitFor();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Migrate 3' }).click();
    await page.getByText('Done: 2 migrated').waitFor();
  });
});
