import { expect } from 'chai';
import { fillDemo } from '../../demo/demo-data.ts';
import { expectText, pressRefresh, rowsOf, useUiPages } from '../support/ui-pages.ts';

const HEADINGS = [
  'Message Start Events',
  'Signal Start Events',
  'Conditional Start Events',
  'Active Message Subscriptions',
  'Active Signal Subscriptions',
];

describe('the page of registered events', function () {
  this.timeout(90_000);
  const ui = useUiPages();

  it('shows in each section that there is nothing when nothing is deployed', async () => {
    const page = await ui.visit('/events');
    await page.getByRole('heading', { name: 'Registered Events' }).waitFor();
    for (const text of [
      'No message start events registered.',
      'No signal start events registered.',
      'No conditional start events registered.',
      'No active message subscriptions.',
      'No active signal subscriptions.',
    ]) {
      await expectText(page, text);
    }
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).to.deep.equal(HEADINGS);
    expect(await page.getByRole('table').count()).to.equal(0);
  });

  it('never refreshes itself, and reads all sections when Refresh is pressed', async () => {
    const page = await ui.visit('/events');
    await expectText(page, 'No active message subscriptions.');
    let reads = 0;
    page.on('request', (request) => {
      if (request.url().includes('/ui/api/events')) reads += 1;
    });
    await fillDemo(ui.apiUrl);
    expect(await page.getByRole('table').count()).to.equal(0);
    expect(reads).to.equal(0);
    await pressRefresh(page);
    expect(await rowsOf(page, 'Message Start Events')).to.deep.equal(['pizza-order|pizzeria|Send message']);
    expect(await rowsOf(page, 'Signal Start Events')).to.deep.equal(['car-park-full|parking-sign|Send signal']);
    expect(await rowsOf(page, 'Conditional Start Events')).to.deep.equal([
      'parking-alert|nearly-full|occupied >= capacity * 0.9',
    ]);
    expect(reads).to.equal(1);
  });

  it('shortens ids, with the whole id as tooltip, and has no links', async () => {
    const page = await ui.visit('/events');
    const subscriptions = await rowsOf(page, 'Active Message Subscriptions');
    expect(subscriptions[0]).to.match(/\|[0-9a-f]{8}…\|[^|]+\|[0-9a-f]{8}…\|Send message$/);
    const id = page.getByRole('table', { name: 'Active Message Subscriptions' }).getByText(/…$/).first();
    await id.hover();
    await page
      .getByRole('tooltip')
      .getByText(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
      .waitFor();
    expect(await page.locator('main a').count()).to.equal(0);
  });
});
