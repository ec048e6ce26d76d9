import { expect } from 'chai';
import { fillDemo } from '../../demo/demo-data.ts';
import { addFilter, expectAccessible, expectRows, expectText, filtersOf, rowsOf, useUiPages } from '../support/ui-pages.ts';

describe('a list of the pages (docs/contributing/spec/pages.md#filter-bar)', function () {
  this.timeout(120_000);
  const ui = useUiPages((pages) => fillDemo(pages.apiUrl), {}, { Projection__MaxVariableReads: '10' });

  it('is filtered with the keyboard alone, by suggestions, and its chips are changed and removed', async () => {
    const page = await ui.visit('/instances');
    await rowsOf(page, 'Instances');
    const field = page.getByRole('combobox', { name: 'Filter', exact: true });
    await field.focus();
    await page.keyboard.type('stat');
    await page.getByRole('option', { name: 'status:', exact: true }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'status: failed' }).click();
    await expectRows(page, 'Instances', 1);
    await page.waitForURL(/status=Failed/);
    await page.getByRole('button', { name: 'Remove the filter status: failed' }).click();
    await page.waitForURL(/\/instances$/);
    await field.fill('process: trip');
    await page.getByRole('option', { name: 'process: trip-booking' }).click();
    await page.getByRole('button', { name: 'Remove the filter process: trip-booking' }).waitFor();
    expect(await filtersOf(page)).to.deep.equal(['process: trip-booking']);
    await page.keyboard.press('Backspace');
    expect(await field.inputValue()).to.equal('process: trip-booking');
  });

  it('suggests business ids by their beginning, and names what it cannot read', async () => {
    const page = await ui.visit('/instances');
    const field = page.getByRole('combobox', { name: 'Filter', exact: true });
    await field.fill('business id: po-100');
    await page.getByRole('option', { name: 'business id: PO-1003' }).click();
    await expectRows(page, 'Instances', 1);
    await addFilter(page, 'status: lost');
    await expectText(page, 'Enter one of: Running, Completed, Cancelled, Failed.');
    await expectAccessible(page);
  });

  it('finds instances by a variable, and states below the filter that too many would be read', async () => {
    const page = await ui.visit('/instances?key=order-fulfilment', { allows: /status of 400/ });
    await addFilter(page, 'customer = Cleo');
    const [row] = await expectRows(page, 'Instances', 1);
    expect(row).to.include('PO-1003');
    expect(await filtersOf(page)).to.deep.equal(['process: order-fulfilment', 'customer = Cleo']);
    await page.getByRole('button', { name: 'Remove the filter process: order-fulfilment' }).click();
    await expectText(
      page,
      /the service would have to read \d+ instances\. The limit is 10\. Filter also by process, status or time\./,
    );
    expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).to.equal(0);
    await expectAccessible(page);
  });

  it('suggests states and parts of business ids for a text without a name', async () => {
    const page = await ui.visit('/instances');
    const field = page.getByRole('combobox', { name: 'Filter', exact: true });
    await field.fill('failed');
    const first = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first();
    await first.and(page.getByText('status: failed', { exact: true })).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/status=Failed/);
    await page.getByRole('button', { name: 'Remove the filter status: failed' }).click();
    await field.fill('o-1003');
    await first.and(page.getByText('business id contains: o-1003', { exact: true })).waitFor();
    await page.keyboard.press('Enter');
    expect((await expectRows(page, 'Instances', 1))[0]).to.include('PO-1003');
    expect(await filtersOf(page)).to.deep.equal(['business id contains: o-1003']);
    await page.goto(`${ui.url}/process-instances/order-fulfilment?businessIdPart=o-1003`);
    expect((await expectRows(page, 'Instances', 1))[0]).to.include('PO-1003');
  });

  it('suggests variables of recent instances and their values, and business ids by a part', async () => {
    const page = await ui.visit('/instances?key=order-fulfilment');
    const field = page.getByRole('combobox', { name: 'Filter', exact: true });
    await field.fill('cust');
    await page.getByRole('option', { name: 'customer = …' }).click();
    expect(await field.inputValue()).to.equal('customer = ');
    await page.getByRole('option', { name: 'customer = Cleo' }).click();
    expect((await expectRows(page, 'Instances', 1))[0]).to.include('PO-1003');
    await page.getByRole('button', { name: 'Remove the filter customer = Cleo' }).click();
    await field.fill('customer =');
    await page.keyboard.press('Enter');
    await expectText(page, 'Enter a comparison such as customer = 42.');
    await field.fill('business id: 1003');
    await page.getByRole('option', { name: 'business id: PO-1003' }).click();
    await expectRows(page, 'Instances', 1);
  });

  it('has views before any filter is set', async () => {
    const page = await ui.visit('/instances');
    await page.getByLabel('View', { exact: true }).selectOption('Failed');
    await page.waitForURL(/\/instances\?status=Failed$/);
    await expectRows(page, 'Instances', 1);
    expect(await page.getByRole('button', { name: 'Forget view' }).count()).to.equal(0);
    await page.goto(`${ui.url}/process-instances/order-fulfilment`);
    await page.getByLabel('View', { exact: true }).selectOption('Running longest');
    await page.waitForURL(/order-fulfilment\?sort=createdAt&status=Running$/);
    await page.getByRole('table').getByRole('row').nth(1).getByText('PO-1001').waitFor();
  });

  it('names the columns that it leaves out at 1024 px', async () => {
    const page = await ui.visit('/instances');
    await page.setViewportSize({ width: 1024, height: 900 });
    await rowsOf(page, 'Instances');
    const note = page.locator('.hidden-columns:visible');
    expect(await note.allInnerTexts()).to.deep.equal(['Not shown in this width: Completed At, Duration']);
    await expectAccessible(page);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await note.count(), `${width}`).to.equal(0);
    }
  });

  it('opens what a row is about when it is clicked anywhere, in a new tab with Ctrl', async () => {
    const page = await ui.visit('/instances?businessId=PO-1003');
    await expectRows(page, 'Instances', 1);
    const cell = page.getByRole('cell', { name: 'PO-1003' });
    const [tab] = await Promise.all([page.context().waitForEvent('page'), cell.click({ modifiers: ['Control'] })]);
    await tab.waitForURL(/\/process-instance\//);
    await cell.click();
    await page.getByRole('heading', { name: 'Process Instance' }).waitFor();
  });

  it('has the columns that the user chooses, also after a reload', async () => {
    const page = await ui.visit('/instances');
    await rowsOf(page, 'Instances');
    await page.locator('.columns-choice summary').click();
    await page.getByRole('checkbox', { name: 'Duration' }).uncheck();
    await expectAccessible(page);
    const duration = page.getByRole('columnheader', { name: 'Duration' });
    await duration.waitFor({ state: 'detached' });
    await page.reload();
    await rowsOf(page, 'Instances');
    expect(await duration.count()).to.equal(0);
  });

  it('shows all its columns at 1280 px', async () => {
    for (const path of ['/instances', '/process-instances/order-fulfilment']) {
      const page = await ui.visit(path);
      await page.setViewportSize({ width: 1280, height: 900 });
      await rowsOf(page, 'Instances');
      const box = await page.getByRole('columnheader', { name: 'Duration' }).boundingBox();
      expect((box?.x ?? 2000) + (box?.width ?? 0), path).to.be.most(1280);
      const [inner, outer] = await page
        .getByRole('region', { name: 'Instances', exact: true })
        .evaluate((frame) => [frame.scrollWidth, frame.clientWidth]);
      expect(inner, path).to.be.most(outer ?? 0);
      await page.close();
    }
  });

  it('writes times in the zone that is chosen in the settings', async () => {
    const page = await ui.visit('/settings');
    await page.getByLabel('UTC', { exact: true }).click(); // the page is drawn again
    await page.goto(`${ui.url}/workflows`);
    expect((await rowsOf(page, 'Processes'))[0]).to.match(/\|\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ\|/);
  });
});

describe('numbers of the pages', function () {
  this.timeout(120_000);
  const ui = useUiPages((pages) => fillDemo(pages.apiUrl));

  it('agree between the navigation, Home and the lists', async () => {
    const page = await ui.visit('/');
    const numberOf = async (name: string) => Number(/\d+/.exec(await page.getByRole('link', { name }).first().innerText())?.[0]);
    const [running, tasks] = [await numberOf('Running instances'), await numberOf('Waiting user tasks')];
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    expect(await navigation.getByRole('link', { name: 'Tasks' }).innerText()).to.match(new RegExp(`\\n${tasks}$`));
    await page.goto(`${ui.url}/instances?status=Running`);
    await expectRows(page, 'Instances', running);
    const counts: string[] = [];
    for (const part of [1, 2]) {
      await page.goto(`${ui.url}/workflows?page=${part}`);
      await rowsOf(page, 'Processes');
      counts.push(...(await page.locator('main a.badge-run.numbers').allInnerTexts()));
    }
    expect(counts.reduce((sum, text) => sum + Number(text), 0)).to.equal(running);
  });

  it('name the failed instances on the page of incidents when none is open', async () => {
    const page = await ui.visit('/incidents');
    await expectRows(page, 'Failures', 1);
    await expectText(page, 'No open incidents.');
    expect(await page.locator('main .illustration').count()).to.equal(0);
    const entry = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Incidents' });
    await entry.locator('.badge-fail').waitFor();
    expect(await entry.innerText()).to.match(/\n1$/);
    await page.getByRole('link', { name: 'show 1 failed instance of the last 24 hours' }).click();
    await expectRows(page, 'Instances', 1);
  });
});
