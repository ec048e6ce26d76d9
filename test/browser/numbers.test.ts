import { expect } from 'chai';
import { fillDemo } from '../../demo/demo-data.ts';
import { addFilter, expectRows, expectText, useUiPages } from '../support/ui-pages.ts';

describe('a number of the pages', function () {
  this.timeout(90_000);
  const ui = useUiPages((pages) => fillDemo(pages.apiUrl));
  const PATH = '/process-instances/order-fulfilment';

  it('leads to those that failed at an element when the element and Failed are chosen', async () => {
    const page = await ui.visit(PATH);
    await page.locator('[data-element-id=pack] .djs-hit').first().click({ force: true });
    await page.waitForURL(/activity=pack/);
    await expectRows(page, 'Instances', 3);
    await addFilter(page, 'status: failed');
    const rows = await expectRows(page, 'Instances', 1);
    expect(rows[0]).to.include('PO-1006|Failed');
  });

  it('leads from a badge of the diagram to as many instances as it counts', async () => {
    const page = await ui.visit(PATH);
    const badges = page.locator('.djs-overlays[data-container-id=reserve-stock] a.diagram-badge');
    await badges.first().waitFor();
    for (const title of await badges.evaluateAll((all) => all.map((badge) => badge.title))) {
      await page.locator('.djs-overlays[data-container-id=reserve-stock]').getByTitle(title).click();
      await page.waitForURL(new RegExp(`/order-fulfilment\\?activity=reserve-stock&entry=${title.split(' ')[1]}`));
      await expectRows(page, 'Instances', Number(title.split(' ')[0]));
      await page.goBack();
      await page.waitForURL((url) => url.search === '');
      await badges.first().waitFor();
    }
  });

  it('finds entries that ended at an element of an instance that continues', async () => {
    const page = await ui.visit(`${PATH}?activity=reserve-stock&entry=completed&status=Running`);
    const rows = await expectRows(page, 'Instances', 3);
    expect(rows.every((row) => row.includes('|Running|'))).to.equal(true);
    await addFilter(page, 'state at the element: active');
    await expectRows(page, 'Instances', 1);
  });

  it('leads from a figure of the dashboard to a list of as many', async () => {
    const page = await ui.visit('/');
    for (const name of ['Running instances', 'Failed in 24 hours, not repaired']) {
      const figure = page.getByRole('link', { name: new RegExp(`^${name}: \\d+$`) });
      const count = Number((await figure.innerText()).trim());
      await figure.click();
      await page.getByRole('heading', { name: 'Instances — all processes' }).waitFor();
      await expectRows(page, 'Instances', count);
      await page.goBack();
    }
    await page.goto(`${ui.url}/dashboard`);
    await page.getByRole('link', { name: 'Timers waiting' }).click();
    await page.waitForURL(/#reminders$/);
    await page.getByRole('link', { name: /^\d+ message subscriptions$/ }).click();
    await page.getByRole('heading', { name: 'Active Message Subscriptions' }).waitFor();
  });

  it('keeps the filters over all processes in the address, and takes them away again', async () => {
    const page = await ui.visit('/instances');
    await addFilter(page, 'error code: FLOOD');
    const [row] = await expectRows(page, 'Instances', 1);
    expect(row).to.include('order-fulfilment v2|PO-1006|Failed|Pack the parcel|[FLOOD] The warehouse is flooded');
    await page.waitForURL(/code=FLOOD/);
    await addFilter(page, 'process: nothing');
    await expectText(page, 'No instances.');
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByText('PIZZA-1').waitFor();
  });

  it('leads from an instance to its own user tasks, not to all', async () => {
    const { items } = await ui.call<{ items: { instanceId: string }[] }>(
      '/Definitions/order-fulfilment/instances?businessId=PO-1003',
    );
    const page = await ui.visit(`/process-instance/${items[0]?.instanceId}?tab=waiting`);
    await page.getByRole('link', { name: 'Open the user tasks' }).first().click();
    const tasks = page.getByRole('list', { name: 'User tasks' }).getByRole('button');
    await tasks.first().waitFor();
    expect(await tasks.allInnerTexts())
      .to.have.length(1)
      .and.match(/^Pack the parcel/);
    await page.getByRole('button', { name: /^Remove the filter instance: / }).click();
    await page.getByText('Assign an approver').first().waitFor();
  });
});
