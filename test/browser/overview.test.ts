import { expect } from 'chai';
import { fillDemo } from '../../demo/demo-data.ts';
import { expectText, pressRefresh, rowsOf, untilRead, useUiPages } from '../support/ui-pages.ts';

describe('the pages around the work', function () {
  this.timeout(90_000);
  const ui = useUiPages((pages) => fillDemo(pages.apiUrl));

  it('the dashboard counts work in progress, in its four sections, and Home in its charts', async () => {
    const page = await ui.visit('/dashboard');
    await expectText(page, /^Projection lag: \d+(\.\d+)? s, pending: \d+$/);
    const rows = await rowsOf(page, 'Activations');
    expect(rows).to.include('running instances|all|12').and.include('waiting user tasks|all|8');
    for (const name of ['Cluster', 'Activations', 'Reminders', 'Methods'])
      await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { level: 2, name: 'Needs attention', exact: true }).waitFor();
    await page.getByRole('img', { name: /22 started and 10 ended in the last hour/ }).waitFor();
    await page
      .getByRole('region', { name: /Failures in 24 hours/ })
      .getByRole('link', { name: 'order-fulfilment', exact: true })
      .click();
    await page.getByText('PO-1006').waitFor();
  });

  it('the sections of the dashboard are folded on a phone, and lists are short', async () => {
    const page = await ui.open();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${ui.url}/dashboard`);
    const activations = page.getByRole('button', { name: /^Activations \(\d+\)$/ });
    await activations.waitFor();
    const height = () => page.evaluate<number>('document.documentElement.scrollHeight');
    expect(await height()).to.be.below(2000);
    await activations.click();
    await page.getByRole('table', { name: 'Activations' }).waitFor();
    await page.goto(`${ui.url}/dashboard#reminders`);
    await page.getByRole('table', { name: 'Reminders' }).waitFor();
    await page.goto(`${ui.url}/instances`);
    await page.getByRole('table', { name: 'Instances' }).locator('tbody tr').nth(9).waitFor();
    expect(await page.getByRole('table', { name: 'Instances' }).locator('tbody tr').count()).to.equal(10);
    expect(await height(), 'ten instances').to.be.below(3500);
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390);
  });

  it('the first page does not change when Auto refresh is off', async () => {
    const page = await ui.visit('/');
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    await page.getByLabel('Auto refresh').uncheck({ force: true });
    await page.clock.install();
    let reads = 0;
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // code of other pages comes when the browser has nothing else to do, and the event stream is open next to it
      if (pathname.startsWith('/ui/api/') && pathname !== '/ui/api/live') reads += 1;
    });
    await page.clock.runFor(20_000);
    expect(reads).to.equal(0);
    await page.getByRole('button', { name: 'Refresh' }).click();
    // what needs attention with the figures, and the processes
    await untilRead(
      'what is read',
      async () => reads,
      (count) => count >= 2,
    );
    expect(reads).to.equal(2);
  });

  it('the catalog shows what plugins offer, who runs them and what they take', async () => {
    const page = await ui.visit('/admin/custom-tasks');
    // the tasks of a type are counted next to the catalog
    const rows = await untilRead(
      'the catalog',
      () => rowsOf(page, 'Custom tasks'),
      (all) => all.some((row) => /^rest-call\|[^|]+\|all-[^|]+\|\d+\|0\|0\|0\|.*\|Schema$/.test(row)),
    );
    expect(rows.map((row) => row.split('|')[0])).to.include.members(['broadcast-signal', 'delay', 'log', 'publish-message']);
    await page.getByRole('button', { name: 'Schema of rest-call' }).click();
    await page.getByRole('dialog').getByText('"siloNames"').waitFor();
  });

  it('the catalog reports it when there is no plugin', async () => {
    const page = await ui.visit('/workflows');
    await page.route('**/ui/api/service/custom-tasks', (route) => route.fulfill({ json: [] }));
    await page.getByRole('link', { name: 'System' }).click();
    await page.getByRole('link', { name: 'Custom Tasks' }).click();
    await expectText(page, 'No custom-task plugin is registered.');
  });

  it('the catalog shows a dash for what a plugin does not declare', async () => {
    const page = await ui.visit('/workflows');
    const entry = { taskType: 'Plain', displayName: null, parameterSchema: null, siloNames: ['a', 'b'] };
    await page.route('**/ui/api/service/custom-tasks', (route) => route.fulfill({ json: [entry] }));
    await page.getByRole('link', { name: 'System' }).click();
    await page.getByRole('link', { name: 'Custom Tasks' }).click();
    await page.getByText('no worker').first().waitFor();
    expect((await rowsOf(page, 'Custom tasks'))[0]).to.match(/^Plain\|—\|a, b\|—\|0\|0\|0\|—\|Schema$/);
  });

  it('the settings change the colours immediately and for the next visit', async () => {
    const page = await ui.visit('/settings');
    await page.getByLabel('Dark').check();
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await page.getByLabel('Grape').check();
    await page.goto(`${ui.url}/workflows`);
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    expect(await page.evaluate('localStorage.getItem("theme")')).to.equal('{"mode":"dark","accent":"grape"}');
  });

  it('search finds an instance by its business id and a workflow by its key', async () => {
    const page = await ui.visit('/events');
    await page.getByRole('heading', { name: 'Registered Events' }).waitFor();
    await page.keyboard.press('Control+K');
    await page.getByLabel('Search', { exact: true }).fill('PO-1002');
    await page.getByText('order-fulfilment v2').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Process Instance' }).waitFor();
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByLabel('Search', { exact: true }).fill('trip');
    await page.getByText('Trip booking', { exact: true }).first().click();
    await page.waitForURL(/\/process-instances\/trip-booking$/);
    await page.getByRole('heading', { name: /^Process — / }).waitFor();
  });

  it('search finds a part of a business id and a variable, runs an action of the page, and lists what was opened last', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('heading', { name: 'Processes' }).waitFor();
    const field = page.getByLabel('Search', { exact: true });
    const search = async (text: string) => {
      await page.keyboard.press('Control+K');
      await field.fill(text);
    };
    await search('-1002');
    await page.getByText('order-fulfilment v2').first().click();
    await page.getByRole('heading', { name: 'Process Instance PO-1002' }).waitFor();
    await page.getByRole('button', { name: 'Suspend' }).waitFor();
    await search('suspend');
    await page.getByRole('button', { name: 'Suspend' }).last().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Events' }).click();
    await page.getByRole('heading', { name: 'Registered Events' }).waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('button', { name: 'Refresh' }).last().waitFor();
    expect(await page.getByRole('button', { name: 'Suspend' }).count()).to.equal(0);
    await page.getByRole('button', { name: /^PO-1002 · / }).click();
    await page.getByRole('heading', { name: 'Process Instance PO-1002' }).waitFor();
    await search('customer = Cleo');
    await page.getByText('Instances with customer = Cleo').click();
    await page.getByRole('button', { name: 'Remove the filter customer = Cleo' }).waitFor();
  });

  it('the navigation leads everywhere with the keyboard alone', async () => {
    const page = await ui.visit('/workflows');
    const pages = page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link');
    await pages.last().waitFor();
    expect((await pages.allInnerTexts()).map((text) => text.split('\n')[0])).to.deep.equal([
      'Home',
      'Processes',
      'Instances',
      'Tasks',
      'Incidents',
      'Decisions',
      'Modeler',
      'Events',
      'System',
    ]);
    await pages.nth(7).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Registered Events' }).waitFor();
    await page.keyboard.press('Shift+Tab');
  });

  it('shows a missing page when an address leads nowhere', async () => {
    const page = await ui.visit('/no-such-page', { allows: /status of 404/ });
    await expectText(page, 'This page does not exist.');
  });

  it('offers to try again when the service cannot be reached', async () => {
    const page = await ui.visit('/events', { allows: /Failed to load resource/ });
    await page.getByRole('heading', { name: 'Message Start Events' }).waitFor();
    await page.route('**/ui/api/events', (route) => route.abort());
    await pressRefresh(page);
    await expectText(page, 'Failed to load registered events: The service cannot be reached.');
    await page.unroute('**/ui/api/events');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
});
