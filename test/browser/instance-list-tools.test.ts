import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { script, sequence, task, userTask } from '../support/models/models.ts';
import { addFilter, expectAccessible, expectRows, expectText, rowsOf, untilRead, useUiPages } from '../support/ui-pages.ts';

describe('the tools of the list of one process (docs/contributing/spec/pages.md#instances)', function () {
  this.timeout(120_000);
  const PATH = '/process-instances/pr%C3%BCfung';
  const ui = useUiPages(async (pages) => {
    const fails = sequence('prüfung', script('sum', 'sum = amount * 2'), userTask('check'));
    for (const BpmnXml of [sequence('prüfung', task('one')), fails, sequence('other', task('one'))]) {
      await pages.call('/Definitions/deploy', { BpmnXml });
      for (const [WorkflowId, BusinessId] of [
        ['prüfung', '=1+1'],
        ['prüfung', 'second'],
      ])
        if (BpmnXml.includes('prüfung'))
          await pages.call('/Execution/start', { WorkflowId, BusinessId, Variables: { amount: 'x' } });
    }
  });

  it('suspends the chosen ones in a batch that shows how far it is, and offers each act for those it fits', async () => {
    const page = await ui.visit(PATH);
    await expectRows(page, 'Instances', 4);
    await page.getByLabel('Select all on this page').check();
    await page.getByText('4 selected').waitFor();
    await page.getByRole('button', { name: 'Retry failed 2' }).waitFor();
    await page.getByRole('button', { name: 'Delete 2' }).waitFor();
    expect(await page.getByRole('button', { name: /^Resume/ }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Suspend 2' }).click();
    await page.getByRole('dialog').getByText('2 instances of').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('4 selected').waitFor();
    await page.getByRole('button', { name: 'Suspend 2' }).click();
    await expectText(page, '2 instances of prüfung will be suspended.');
    await page.getByRole('dialog').getByLabel('Reason (optional)').fill('wrong prices');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend 2' }).click();
    await page.getByText('Done: 2 suspended.').waitFor();
    const { items } = await ui.call<{ items: { instanceId: string }[] }>('/Instances?filters=Status==Running&pageSize=1');
    const history = await ui.call<{ items: { data: { reason?: string } }[] }>(
      `/Instances/${items[0]?.instanceId}/history?filters=Type==WorkflowSuspended`,
    );
    expect(history.items[0]?.data.reason).to.equal('wrong prices');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('0 selected').waitFor();
    const isSuspended = (row: string) => row.includes('|Running Suspended|');
    await untilRead(
      'the rows show the suspension',
      () => rowsOf(page, 'Instances'),
      (rows) => rows.filter(isSuspended).length === 2,
    );
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Resume 2' }).waitFor();
    expect(await page.getByRole('button', { name: /^Suspend/ }).count()).to.equal(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Resume 2' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume 2' }).click();
    await page.getByText('Done: 2 resumed.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('table', { name: 'Instances' }).getByText('Suspended').first().waitFor({ state: 'detached' });
  });

  it('keeps a choice over versions and filters, and forgets it with the process', async () => {
    const page = await ui.visit(PATH);
    await expectRows(page, 'Instances', 4);
    await addFilter(page, 'status: failed');
    await expectRows(page, 'Instances', 2);
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('combobox', { name: 'Version', exact: true }).selectOption('1');
    await expectRows(page, 'Instances', 2);
    await page.getByText('2 selected').waitFor();
    await page.getByRole('link', { name: 'Back to processes' }).click();
    await page
      .getByRole('link', { name: /^Instances of / })
      .first()
      .click();
    await page.getByRole('heading', { name: /^Process — / }).waitFor();
    expect(await page.getByText('2 selected').count()).to.equal(0);
  });

  it('saves what it shows as CSV, with the failures and with formulas made harmless', async () => {
    const page = await ui.visit(`${PATH}?status=Failed&sort=businessId`);
    await expectRows(page, 'Instances', 2);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as CSV' }).click()]);
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
    expect(lines[0]).to.equal(
      'instanceId,process,version,businessId,status,failedAt,errorCode,errorMessage,createdAt,startedAt,completedAt,rootBusinessId,calledIncidentMessage,calledIncidentCode,suspended,durationMs',
    );
    expect(lines[1]).to.match(/,prüfung,2,'=1\+1,Failed,sum,\d+,/);
    expect(lines).to.have.length(4);
    await expectText(page, 'Saved 2 rows.');
  });

  it('keeps its own views by name, also of a version, apart from those of other lists', async () => {
    const page = await ui.visit(`${PATH}/2?status=Cancelled`);
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Cancelled of v2');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Forget view' }).waitFor();
    await page.goto(`${ui.url}${PATH}`);
    await page.getByLabel('View', { exact: true }).selectOption('Cancelled of v2');
    await page.waitForURL(/pr%C3%BCfung\/2\?status=Cancelled$/);
    await page.getByRole('heading', { name: /^Process — / }).waitFor();
    await untilRead(
      'the version of the view',
      () => page.getByRole('combobox', { name: 'Version', exact: true }).inputValue(),
      (version) => version === '2',
    );
    await page.goto(`${ui.url}/instances?status=Cancelled`);
    await page.getByRole('button', { name: 'Save view' }).waitFor();
    expect(await viewsOf(page)).to.deep.equal(['Views', 'Failed', 'Running longest']);
    await page.goto(`${ui.url}/process-instances/other?status=Cancelled`);
    await page.getByRole('button', { name: 'Save view' }).waitFor();
    expect(await viewsOf(page)).to.deep.equal(['Views', 'Failed', 'Running longest']);
  });

  it('shows why an instance failed, how long each took, and times in the chosen format', async () => {
    const page = await ui.visit(`${PATH}?status=Failed`);
    const [row = ''] = await rowsOf(page, 'Instances');
    expect(row).to.match(/\|Failed\|v2\|\[\d+\] .*\|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\|.*\|in one step$/);
    await page.getByLabel('Times').selectOption('Time ago');
    await page.getByRole('columnheader', { name: 'Created At', exact: true }).waitFor();
    expect((await rowsOf(page, 'Instances'))[0]).to.match(/ ago\|/);
    await page.getByLabel('Times').selectOption('Local time');
    await page
      .getByText(/ \d\d:\d\d:\d\d$/)
      .first()
      .waitFor();
  });

  for (const width of [1440, 1024, 390]) {
    it(`fits ${width} px, in light and in dark`, async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await ui.visit(PATH, { colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await expectRows(page, 'Instances', 4);
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.most(width);
        await expectAccessible(page, { colorsOnly: colorScheme === 'dark' });
      }
    });
  }
});

function viewsOf(page: Page): Promise<string[]> {
  return page.getByLabel('View', { exact: true }).locator('option').allInnerTexts();
}
