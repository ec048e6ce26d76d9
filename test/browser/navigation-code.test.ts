import { expect } from 'chai';
import { useUiPages } from '../support/ui-pages.ts';

describe('going from page to page', function () {
  this.timeout(60_000);
  const ui = useUiPages();

  for (const way of ['hover', 'focus'] as const) {
    it(`waits for no code of the page when the link has had the ${way === 'hover' ? 'pointer' : 'focus'}`, async () => {
      // also while the first page loads
      const page = await ui.visit('/settings');
      const link = page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: 'Events' });
      const came = page.waitForResponse(/assets\/events-page[^/]*\.js/);
      await link[way]();
      await came;
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await link.click();
      await page.getByRole('heading', { name: 'Registered Events' }).waitFor();
      expect(asked.filter((url) => /events-page/.test(url))).to.deep.equal([]);
    });
  }

  it('leaves a page that cannot be shown', async () => {
    const page = await ui.visit('/settings', { allows: /./ });
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    await page.route(/ui\/api\/workflows/, (route) => route.fulfill({ json: { items: 1, totalCount: 1 } }));
    await page.getByRole('link', { name: 'Processes', exact: true }).first().click();
    await page.getByText(/^This page could not be shown: /).waitFor();
    await page.evaluate('history.back()');
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
  });
});
