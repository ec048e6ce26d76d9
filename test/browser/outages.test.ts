import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { fillDemo } from '../../demo/demo-data.ts';
import { expectText, pressRefresh, rowsOf, useUiPages } from '../support/ui-pages.ts';

const ALLOWED = { allows: /Failed to load resource|net::ERR|dynamically imported/ };

describe('while the service is away', function () {
  this.timeout(90_000);
  const ui = useUiPages((pages) => fillDemo(pages.apiUrl));

  let context: BrowserContext | undefined;
  const goOffline = async (page: Page) => {
    context = page.context();
    await context.setOffline(true);
  };
  afterEach(() => context?.setOffline(false));

  it('a list keeps its rows, shows their age, and recovers automatically', async () => {
    const page = await ui.visit('/workflows', ALLOWED);
    const before = await rowsOf(page, 'Processes');
    await goOffline(page);
    await pressRefresh(page);
    const bar = page.getByRole('alert');
    await bar.getByText('Failed to load processes: The service cannot be reached.').waitFor();
    await bar.getByText(/^Data from \d\d:\d\d\./).waitFor();
    expect(await rowsOf(page, 'Processes')).to.deep.equal(before);
    await page.context().setOffline(false);
    await bar.waitFor({ state: 'detached' });
  });

  it('every page reports it within seconds, until the service answers', async () => {
    const page = await ui.open(ALLOWED);
    for (const path of ['**/ui/api/live*', '**/ready']) await page.route(path, (route) => route.abort());
    await page.goto(`${ui.url}/workflows`);
    const note = page.getByText(/^Not connected to the service since \d\d:\d\d:\d\d\.$/);
    await note.waitFor();
    await page.unrouteAll();
    await note.waitFor({ state: 'detached' });
  });

  it('every page reports a service that accepts requests and does not answer, and an action that no worker executes', async () => {
    const page = await ui.open(ALLOWED);
    const heard = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/ui/api/live');
    await page.goto(`${ui.url}/workflows`);
    await heard;
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const hold = (path: RegExp) =>
      page.route(path, async (route) => {
        await held;
        await route.continue();
      });
    await hold(/ui\/api\/service\/Definitions\/disable/);
    await page.getByRole('button', { name: 'Disable order-fulfilment', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    const note = page.getByText(/^The action was sent at \d\d:\d\d:\d\d\. No worker has answered yet\.$/);
    await note.waitFor();
    go();
    await note.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Enable order-fulfilment', exact: true }).click();
    await page.getByRole('button', { name: 'Disable order-fulfilment', exact: true }).waitFor();
    await page.route('**/ui/api/workflows?*', () => {});
    await pressRefresh(page);
    await page.getByText(/^The service has not answered since \d\d:\d\d:\d\d\.$/).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('the page of an instance keeps everything when it is refreshed', async () => {
    const { items } = await ui.call<{ items: { instanceId: string }[] }>(
      '/Definitions/order-fulfilment/instances?businessId=PO-1003',
    );
    const page = await ui.visit(`/process-instance/${items[0]?.instanceId}`, ALLOWED);
    await page.getByRole('treeitem').first().waitFor();
    await goOffline(page);
    await pressRefresh(page);
    await expectText(page, 'Failed to load the instance: The service cannot be reached.');
    expect(await page.getByRole('treeitem').count()).to.be.greaterThan(3);
    expect(await page.getByText('Failed to load the session').count()).to.equal(0);
    await page.context().setOffline(false);
    await page.getByRole('alert').first().waitFor({ state: 'detached' });
  });

  it('a page whose code does not load reports it in the frame, without texts of modules, and loads when it can', async () => {
    const page = await ui.visit('/workflows', ALLOWED);
    await page.getByRole('heading', { name: 'Processes' }).waitFor();
    await goOffline(page);
    await page.getByRole('link', { name: 'Events' }).click();
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
    expect(await page.locator('body').innerText()).to.not.match(/module|https?:/i);
    await page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Registered Events' }).waitFor();
  });

  it('a diagram whose code does not load is not a missing diagram, and loads when the user tries again', async () => {
    const page = await ui.open(ALLOWED);
    await page.route(/assets\/open-viewer[^/]*\.js/, (route) => route.abort());
    await page.goto(`${ui.url}/process-instances/order-fulfilment`);
    await expectText(page, 'The diagram could not be loaded.');
    expect(await page.getByText('This model has no diagram.').count()).to.equal(0);
    await page.unroute(/assets\/open-viewer[^/]*\.js/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Fit to the window' }).waitFor();
  });

  it('a slow network shows within 200 ms that something is on its way', async () => {
    const page = await ui.visit('/workflows', ALLOWED);
    await page.getByRole('heading', { name: 'Processes' }).waitFor();
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(/assets\/events-page[^/]*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Events' }).click();
    await page.locator('.busy-line').waitFor();
    const delay = await page.evaluate<string>("getComputedStyle(document.querySelector('.busy-line')).animationDelay");
    expect(Number.parseFloat(delay)).to.be.at.most(0.2);
    // an input in the shown page does not take the address of the next one back
    await page.getByLabel('Search by key or name').fill('order');
    await page.waitForTimeout(800);
    expect(new URL(page.url()).pathname).to.equal('/events');
    go();
    await page.getByRole('heading', { name: 'Registered Events' }).waitFor();
    await page.locator('.busy-line').waitFor({ state: 'detached' });
  });
});
