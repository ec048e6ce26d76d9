import { expect } from 'chai';
import { STUCK } from '../support/models/incident-models.ts';
import { sequence, task } from '../support/models/models.ts';
import { expectAccessible, expectRows, expectText, rowsOf, untilRead, useUiPages } from '../support/ui-pages.ts';

interface Started {
  readonly WorkflowInstanceId: string;
}

describe('the page Incidents (docs/contributing/spec/pages.md#incidents)', function () {
  this.timeout(90_000);
  const ids: string[] = [];
  const ui = useUiPages(
    async (pages) => {
      await pages.call('/Definitions/deploy', { BpmnXml: STUCK });
      await pages.call('/Definitions/deploy', { BpmnXml: sequence('plain', task('first')) });
      for (const name of ['a', 'b', 'c'])
        ids.push(
          (
            await pages.call<Started>('/Execution/start', {
              WorkflowId: 'stuck',
              BusinessId: name,
              Variables: { customer: `C-${name}` },
            })
          ).WorkflowInstanceId,
        );
    },
    {},
    { Projection__IndexedVariables: '*:customer', Projection__MaxVariableReads: '0' },
  );

  it('ignores a group with a reason, counts it nowhere, and shows it again', async () => {
    const page = await ui.visit('/incidents');
    const badges = () => page.locator('a[href="/incidents"]').allInnerTexts();
    await page.getByRole('button', { name: /^Ignore 3 incidents at work/ }).click();
    const dialog = page.getByRole('dialog');
    const act = dialog.getByRole('button', { name: 'Ignore' });
    expect(await act.isDisabled()).to.equal(true);
    await expectAccessible(page);
    await dialog.getByLabel('Reason').fill('repaired on Monday');
    await dialog.getByLabel('Until (optional)').fill('2001-01-01');
    await dialog.getByText('Choose a day after today.').waitFor();
    expect(await act.isDisabled()).to.equal(true);
    await dialog.getByLabel('Until (optional)').fill('2099-01-31');
    await act.click();
    await page.getByText('Ignored (1)').click();
    const [row] = await expectRows(page, 'Ignored failures', 1);
    expect(row).to.match(/^stuck\s*work\|\[500\] .*missing.*\|repaired on Monday\|.*\|2099-01-31 .*\|3 incidents\|/);
    await page.getByRole('table', { name: 'Failures', exact: true }).waitFor({ state: 'detached' });
    await expectRows(page, 'Incidents', 3);
    expect((await badges()).join()).not.to.match(/\d/);
    await expectAccessible(page);
    for (const width of [1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${width}`).to.be.most(width);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'Home' }).click();
    await expectText(page, 'Nothing needs attention.');
    await page.getByRole('link', { name: 'Incidents' }).click();
    await page.getByText('Ignored (1)').click();
    await page.getByRole('button', { name: 'Show again: work' }).click();
    await expectRows(page, 'Failures', 1);
    expect((await badges()).join()).to.contain('3');
    expect(await page.getByText('Ignored (1)').count()).to.equal(0);
  });

  it('shows a variable as a column, in the address and in a saved view, and hides columns', async () => {
    const page = await ui.visit('/incidents?process=stuck');
    await expectRows(page, 'Incidents', 3);
    await page.locator('summary', { hasText: 'Columns' }).click();
    await page.getByLabel('Variable', { exact: true }).selectOption('customer');
    await page.waitForURL(/variable=customer/);
    await page.getByRole('columnheader', { name: 'customer (variable)' }).waitFor();
    await untilRead(
      'the values of the variable',
      () => rowsOf(page, 'Incidents'),
      ([row = '']) => /\|stuck\|c\|C-c\|work\|/.test(row),
    );
    await page.getByLabel('Process', { exact: true }).uncheck();
    expect((await rowsOf(page, 'Incidents'))[0]).to.match(/^[0-9a-f]{8}…\|c\|C-c\|work\|/);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Customers');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.goto(`${ui.url}/incidents`);
    await page.getByLabel('View', { exact: true }).selectOption('Customers');
    await page.waitForURL(/\/incidents\?process=stuck&variable=customer$/);
    await page.getByRole('columnheader', { name: 'customer (variable)' }).waitFor();
    expect(await page.getByLabel('View', { exact: true }).locator('option').allInnerTexts()).to.deep.equal(['Customers']);
    await page.goto(`${ui.url}/incidents?variable=colour`);
    await expectText(page, "The column is empty because the variable 'colour' is not indexed.");
  });

  it('lists what failed, retries one and then all, in any window', async () => {
    const page = await ui.visit('/incidents?process=stuck');
    const rows = await expectRows(page, 'Incidents', 3);
    expect(rows[0]).to.match(/^[0-9a-f]{8}…\|stuck\|c\|work\|\[500\] .*missing.*\|1\|/);
    await expectAccessible(page);
    for (const width of [1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${width}`).to.be.most(width);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await ui.call(`/Instances/${ids[0]}/variables`, { Variables: { missing: { name: 'Ada' } } });
    await page.getByRole('button', { name: `Retry work of ${ids[0]}` }).click();
    await expectText(page, 'Retried. Steps that fail again stay in the list.');
    await expectRows(page, 'Incidents', 2);
    for (const id of ids)
      await ui.call(`/Instances/${id}/variables`, { Variables: { missing: { name: 'Ada' } } }).catch(() => {});
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByRole('button', { name: 'Retry all 2' }).click();
    await expectText(page, '2 incidents of stuck will be retried.');
    await page.keyboard.press('Escape');
    await page.goto(`${ui.url}/incidents?process=stuck`);
    await page.getByRole('button', { name: 'Retry all 2' }).click();
    await page.getByRole('button', { name: 'Retry 2' }).click();
    await page.getByText('Done: 2 retried.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expectText(page, 'No incidents match these filters.');
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expectText(page, 'No open incidents.');
  });

  it('shows what could not be read, and tries again', async () => {
    const page = await ui.visit('/workflows', { allows: /Failed to load resource/ });
    await page.route('**/ui/api/service/Incidents**', (route) => route.abort());
    await page.getByRole('link', { name: 'Incidents' }).click();
    await expectText(page, 'Failed to load incidents: The service cannot be reached.');
    await page.unroute('**/ui/api/service/Incidents**');
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await expectText(page, 'No open incidents.');
  });
});
