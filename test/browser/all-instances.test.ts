import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { FAILING_ORDER } from '../support/models/failing-order.ts';
import { script, sequence, task, userTask } from '../support/models/models.ts';
import {
  addFilter,
  expectAccessible,
  expectRows,
  expectText,
  filtersOf,
  rowsOf,
  untilRead,
  useUiPages,
} from '../support/ui-pages.ts';

describe('the list of all instances (docs/contributing/spec/pages.md#all-instances)', function () {
  this.timeout(120_000);
  const ui = useUiPages(
    async (pages) => {
      const fails = sequence('fails', script('sum', 'sum = amount * 2'), userTask('check'));
      for (const BpmnXml of [FAILING_ORDER, fails, sequence('waits', task('one'))])
        await pages.call('/Definitions/deploy', { BpmnXml });
      for (const [WorkflowId, BusinessId] of [
        ['waits', '=1+1'],
        ['waits', 'a "quoted", one'],
        ['waits', 'third'],
        ['fails', 'fourth'],
      ])
        await pages.call('/Execution/start', {
          WorkflowId,
          BusinessId,
          Variables: { amount: 'x', place: BusinessId, customer: { name: `Customer ${BusinessId}` } },
        });
    },
    {},
    { Projection__IndexedVariables: '*:amount' },
  );

  it('shows a variable as a column, which is in the address and in the CSV', async () => {
    const page = await ui.visit('/instances?key=waits&sort=CreatedAt');
    await expectRows(page, 'Instances', 3);
    await page.locator('summary', { hasText: 'Columns' }).click();
    await page.getByLabel('Variable', { exact: true }).selectOption('place');
    await page.waitForURL(/variable=place/);
    await page.getByRole('columnheader', { name: 'place (variable)' }).waitFor();
    await expectAccessible(page);
    const [first, second] = await rowsOf(page, 'Instances');
    expect([first, second].map((row) => row?.split('|').at(-1))).to.deep.equal(['=1+1', 'a "quoted", one']);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as CSV' }).click()]);
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
    expect(lines[0]).to.match(
      /,completedAt,Variables.place,rootBusinessId,calledIncidentMessage,calledIncidentCode,suspended,durationMs$/,
    );
    expect(lines[1]).to.match(/,'=1\+1,,,,,\d+$/);
  });

  it('cancels the chosen ones in a batch that shows how far it is', async () => {
    const page = await ui.visit('/instances?key=waits&sort=CreatedAt');
    await expectRows(page, 'Instances', 3);
    await page
      .getByRole('checkbox', { name: /^Choose/ })
      .nth(2)
      .check();
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: 'Suspend 1' }).click();
    await expectText(page, '1 instance of waits will be suspended.');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend 1' }).click();
    await page.getByText('Done: 1 suspended.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('0 selected').waitFor();
    await page.getByRole('table', { name: 'Instances' }).getByText('Suspended').waitFor();
    await page
      .getByRole('checkbox', { name: /^Choose/ })
      .nth(2)
      .check();
    await page.getByRole('button', { name: 'Resume 1' }).waitFor();
    expect(await page.getByRole('button', { name: /^Suspend/ }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Cancel 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel 1' }).click();
    await page.getByText('Done: 1 cancelled.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('table', { name: 'Instances' }).getByText('Cancelled').waitFor();
  });

  it('lists the batches with result and failed items, and stops one', async () => {
    await ui.call('/Batches', { Operation: 'cancel', Ids: ['00000000-0000-4000-8000-000000000000'], Reason: 'test' });
    const paced = { Operation: 'suspend', Filters: 'ProcessDefinitionKey==waits', ItemsPerSecond: 1 };
    const { batchId } = await ui.call<{ batchId: string }>('/Batches', paced);
    await ui.call(`/Batches/${batchId}/pause`, {});
    const page = await ui.visit('/incidents');
    await page.getByRole('link', { name: 'Batches' }).click();
    const rows = page.getByRole('table', { name: 'Batches' }).locator('tbody tr');
    await rows.nth(0).getByText('Paused').waitFor();
    await rows.nth(1).getByText('Completed').waitFor();
    await expectAccessible(page);
    await rows.nth(1).getByRole('link', { name: 'Failed items: 1' }).click();
    const [failed] = await expectRows(page, 'Failed items', 1);
    expect(failed).to.match(/not found/);
    expect((await expectRows(page, 'Items', 1))[0]).to.match(/Failed\|.*not found/);
    await rows
      .nth(0)
      .getByRole('button', { name: /^Stop Suspend of / })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    await rows.nth(0).getByText('Stopped').waitFor();
    expect((await rowsOf(page, 'Batches'))[0]).to.match(/^Suspend\|Stopped\|waits\|3 of 3\|[1-3]\|0\|/);
  });

  it('suspends all that match the filters, on every page of the list', async () => {
    await ui.call('/Definitions/deploy', { BpmnXml: sequence('many', task('one')) });
    for (let n = 0; n < 21; n += 1) await ui.call('/Execution/start', { WorkflowId: 'many' });
    const page = await ui.visit('/instances');
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Suspend 20' }).click();
    await page.getByRole('heading', { name: 'Suspend 20 instances?' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const matching = page.getByRole('group', { name: 'All 21 that match the filters' });
    expect(await page.getByRole('group', { name: /that match the filters/ }).count()).to.equal(0);
    await addFilter(page, 'process: many');
    await page.getByLabel('Select all on this page').check();
    await expectAccessible(page);
    const names = async () => (await matching.getByRole('button').allInnerTexts()).map((text) => text.split(' ')[0]);
    expect(await names(), 'nothing is suspended')
      .to.include('Suspend')
      .and.not.to.include('Resume');
    await matching.getByRole('button', { name: 'Suspend (of all 21)' }).click();
    await expectText(page, '21 instances of many will be suspended.');
    await page.getByRole('heading', { name: 'Suspend all 21 instances that match the filters?' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend 21' }).click();
    await page.getByText('Done: 21 suspended.').waitFor();
    await page.keyboard.press('Escape');
    await matching.getByRole('button', { name: 'Resume (of all 21)' }).waitFor();
  });

  it('refuses the 21st filter before it is sent, and shows no error for more in the address', async () => {
    const messages = (count: number) => JSON.stringify(Array.from({ length: count }, (_, n) => `m${n}`));
    for (const [path, extra] of [
      ['/instances', 'process: fails'],
      ['/incidents', 'element: one'],
    ] as const) {
      const page = await ui.visit(`${path}?${new URLSearchParams({ notMessage: messages(20) })}`);
      await expectText(page, '20 of at most 20 filters.');
      await page.getByRole('combobox', { name: 'Filter' }).fill(extra);
      await page.keyboard.press('Enter');
      await expectText(page, 'A list has at most 20 filters. Remove one before you add another.');
      expect(await filtersOf(page)).to.have.length(20);
      await page.goto(`${page.url().split('?')[0]}?${new URLSearchParams({ notMessage: messages(21) })}`);
      await expectText(page, '21 filters, but a list has at most 20. Remove 1.');
      expect((await page.getByRole('alert').allInnerTexts()).filter((text) => text !== '')).to.deep.equal([]);
    }
  });

  it('continues with the name of a variable, and finds the variable with a value and the process with a name', async () => {
    const page = await ui.visit('/instances');
    const field = page.getByRole('combobox', { name: 'Filter', exact: true });
    await field.fill('customer.name');
    await page.keyboard.press('Enter');
    await untilRead(
      'the text of the filter',
      () => field.inputValue(),
      (text) => text === 'customer.name = ',
    );
    expect(await filtersOf(page)).to.deep.equal([]);
    await field.fill('Customer third');
    await page.getByRole('option', { name: 'customer.name = Customer third' }).waitFor();
    await page.keyboard.press('Enter');
    expect((await expectRows(page, 'Instances', 1))[0]).to.include('third');
    expect(await filtersOf(page)).to.deep.equal(['customer.name = Customer third']);
    await page.goto(`${ui.url}/instances`);
    await field.fill('third');
    await page.getByRole('option', { name: 'place = third' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove the filter business id contains: third' }).waitFor();
    await page.goto(`${ui.url}/instances`);
    await field.fill('ait');
    await page.getByRole('option', { name: 'process: waits' }).click();
    await expectRows(page, 'Instances', 3);
    await page.goto(`${ui.url}/instances?variables=${encodeURIComponent('customer.nam==1')}`);
    await expectText(page, 'No variable with the name customer.nam.');
    await page.goto(`${ui.url}/instances?variables=${encodeURIComponent('customer.name==1')}`);
    await page.getByText('No instances.').waitFor();
    expect(await page.getByText('No variable').count()).to.equal(0);
  });

  it('is not needed to find an instance by a value: the search has it with the name of its variable', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('heading', { name: 'Processes' }).waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Search' }).fill('Customer fourth');
    const found = page.getByRole('dialog').getByRole('button', { name: /customer\.name = Customer fourth/ });
    await found.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(/process-instance\//);
    await page.getByText('fourth', { exact: true }).first().waitFor();
  });

  it('shows its filters as chips, and has an instance on the first screen of a phone', async () => {
    const page = await ui.visit('/instances?key=fails');
    await expectRows(page, 'Instances', 1);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await filtersOf(page)).to.deep.equal(['process: fails']);
    const cells = page.getByRole('table', { name: 'Instances' }).locator('td:visible');
    expect(await cells.allInnerTexts()).to.not.include('—');
    const row = await page.getByRole('table', { name: 'Instances' }).getByRole('link').first().boundingBox();
    expect(row?.y, 'the first instance').to.be.below(844);
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390);
  });

  it('keeps a choice over pages of filters, and offers each act for those it fits', async () => {
    const page = await ui.visit('/instances?key=fails');
    await expectRows(page, 'Instances', 1);
    await page.getByLabel('Select all on this page').check();
    await addFilter(page, 'process: waits');
    await expectRows(page, 'Instances', 3);
    await page.getByText('1 selected').waitFor();
    await page.getByLabel('Select all on this page').check();
    await page.getByText('4 selected').waitFor();
    await page.getByRole('button', { name: 'Retry failed 1' }).waitFor();
    await page.getByRole('button', { name: /^Cancel [23]$/ }).waitFor();
    await page
      .getByRole('button', { name: /^(Suspend|Resume) [123]$/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'None' }).click();
    await page.getByText('0 selected').waitFor();
  });

  it('saves what it shows as CSV, with formulas made harmless', async () => {
    const page = await ui.visit('/instances?key=waits&sort=CreatedAt');
    await expectRows(page, 'Instances', 3);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as CSV' }).click()]);
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
    expect(lines[0]).to.equal(
      'instanceId,process,version,businessId,status,at,errorCode,errorMessage,createdAt,completedAt,rootBusinessId,calledIncidentMessage,calledIncidentCode,suspended,durationMs',
    );
    expect(lines[1]).to.contain(",waits,1,'=1+1,Running,one,,,");
    expect(lines[2]).to.contain(',"a ""quoted"", one",');
    expect(lines).to.have.length(5);
    await expectText(page, 'Saved 3 rows.');
  });

  it('keeps views by name in this browser, and forgets them', async () => {
    const page = await ui.visit('/instances?key=waits&status=Running');
    await page.getByRole('button', { name: 'Save view' }).click();
    await expectText(page, 'The view is stored in this browser, for all its users.');
    await expectAccessible(page);
    await page.getByRole('dialog').getByLabel('Name').fill('Waiting ones');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Forget view' }).waitFor();
    await page.goto(`${ui.url}/instances`);
    await page.getByLabel('View', { exact: true }).selectOption('Waiting ones');
    await page.waitForURL(/key=waits&status=Running/);
    await page.getByRole('button', { name: 'Forget view' }).click();
    await page.getByRole('button', { name: 'Save view' }).waitFor();
    await page.evaluate(`localStorage.setItem('instance-views', '{"no": "list"}')`);
    await page.reload();
    await page.getByRole('button', { name: 'Save view' }).waitFor();
  });

  it('writes times as a user wants them, and how long each took', async () => {
    const page = await ui.visit('/instances?key=fails');
    const [row = ''] = await rowsOf(page, 'Instances');
    expect(row).to.match(/\|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\|.*\|in one step$/);
    await page.getByLabel('Times').selectOption('Time ago');
    await page.getByRole('columnheader', { name: 'Created At', exact: true }).waitFor();
    expect((await rowsOf(page, 'Instances'))[0]).to.match(/ ago\|/);
    await page.reload();
    await page.getByLabel('Times').selectOption('Local time');
    expect((await rowsOf(page, 'Instances'))[0]).to.match(/ \d\d:\d\d:\d\d\|/);
    await page.getByLabel('Times').selectOption('UTC');
    await page
      .getByText(/ \d\d:\d\d:\d\dZ$/)
      .first()
      .waitFor();
    await expectAccessible(page);
  });

  for (const width of [1440, 1024, 390]) {
    it(`fits ${width} px, in light and in dark`, async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await ui.visit('/instances', { colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await rowsOf(page, 'Instances');
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.most(width);
        await expectAccessible(page, { colorsOnly: colorScheme === 'dark' });
      }
    });
  }
});
