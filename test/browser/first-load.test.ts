import { get } from 'node:http';
import { expect } from 'chai';
import { fillDemo } from '../../demo/demo-data.ts';
import { measureLoad } from '../support/first-load.ts';
import { useUiPages } from '../support/ui-pages.ts';

/** Issue of the operator UI; gzip. Unit: bytes. */
const LIMIT = 200_000;
const LIMIT_WITH_DIAGRAM = 299_000;

/** Bytes of a body for a client that takes gzip alone. */
function gzippedSize(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'Accept-Encoding': 'gzip' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      answer.on('end', () => resolve(bytes));
    });
    request.on('error', reject);
  });
}

describe('the first load', function () {
  this.timeout(90_000);
  const ui = useUiPages((pages) => fillDemo(pages.apiUrl));

  /** Bytes as sent to this browser with the font, or to a client that takes gzip alone without it: the larger one. The font is one file. */
  async function sizeOf(path: string): Promise<number> {
    const page = await ui.open();
    const { urls, bytes } = await measureLoad(page, `${ui.url}${path}`);
    expect(await page.evaluate("document.fonts.check('400 14px \"Figtree Variable\"', 'Sluice')")).to.equal(true);
    const isFont = (url: string) => url.endsWith('.woff2');
    expect(urls.filter(isFont)).to.have.length(1);
    const sizes = await Promise.all(urls.filter((url) => !isFont(url) && !url.includes('/live')).map(gzippedSize));
    return Math.max(
      bytes,
      sizes.reduce((sum, size) => sum + size, 0),
    );
  }

  for (const path of ['/', '/workflows', '/instances', '/incidents', '/dashboard', '/events', '/user-tasks']) {
    it(`of ${path} stays below 200 kB with data`, async () => {
      expect(await sizeOf(path))
        .to.be.greaterThan(50_000)
        .and.lessThan(LIMIT);
    });
  }

  it('of an instance with its diagram stays below its limit', async () => {
    const { items } = await ui.call<{ items: { instanceId: string }[] }>('/Definitions/order-fulfilment/instances');
    expect(await sizeOf(`/process-instance/${items.at(-1)?.instanceId}`))
      .to.be.greaterThan(LIMIT)
      .and.lessThan(LIMIT_WITH_DIAGRAM);
  });

  it('of an instance shows its facts and actions below 200 kB, before its diagram, which then moves nothing', async () => {
    const { items } = await ui.call<{ items: { instanceId: string }[] }>(
      '/Definitions/order-fulfilment/instances?businessId=PO-1006',
    );
    const page = await ui.open();
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const asked: string[] = [];
    let isDiagram = false;
    // the library, and all that is asked for after it
    await page.route(/\/assets\/|\/ui\/api\//, async (route) => {
      const url = route.request().url();
      isDiagram ||= /open-viewer|below-stage/.test(url);
      if (isDiagram && url.includes('/assets/')) await held;
      else asked.push(url);
      await route.continue();
    });
    await page.goto(`${ui.url}/process-instance/${items[0]?.instanceId}`);
    await page.getByRole('heading', { name: /PO-1006/ }).waitFor();
    await page.getByText('The warehouse is flooded').first().waitFor();
    for (const name of ['Retry', 'Edit variables', 'Fork', 'Refresh'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).to.equal(1);
    expect(isDiagram, 'the library is held').to.equal(true);
    const isFont = (url: string) => url.endsWith('.woff2');
    const document = page.url();
    const sizes = await Promise.all(
      [document, ...asked].filter((url) => !isFont(url) && !url.includes('/live')).map(gzippedSize),
    );
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes).to.be.greaterThan(50_000).and.lessThan(LIMIT);
    const frame = page.locator('.diagram');
    const before = await frame.boundingBox();
    await page.evaluate(
      "globalThis.moved = 0; new PerformanceObserver((list) => { for (const { value } of list.getEntries()) globalThis.moved += value; }).observe({ type: 'layout-shift' })",
    );
    go();
    await page.locator('[data-element-id=pack].is-failed').waitFor();
    await page.getByRole('treeitem').first().waitFor();
    expect(await frame.boundingBox()).to.deep.equal(before);
    expect(await page.evaluate<number>('globalThis.moved')).to.be.below(0.02);
  });

  it('of the drawing tools waits for the first diagram, of dialogs for the first page that has one', async () => {
    const page = await ui.open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await measureLoad(page, `${ui.url}/dashboard`);
    expect(asked.filter((url) => /viewer|modeler|dialog-frame/i.test(url))).to.deep.equal([]);
  });
});
