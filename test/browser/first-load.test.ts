import { get } from 'node:http';
import { expect } from 'chai';
import { measureLoad } from '../support/first-load.ts';
import { useUiPages } from '../support/ui-pages.ts';

/** Issue of the operator UI; gzip. Unit: bytes. */
const LIMIT = 200_000;

/** Bytes of a body as a client gets it that takes gzip alone. */
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
  const ui = useUiPages();

  for (const path of ['/', '/workflows', '/user-tasks', '/dashboard', '/events']) {
    it(`of ${path} stays below 200 kB`, async () => {
      const { bytes } = await measureLoad(await ui.open(), `${ui.url}${path}`);
      expect(bytes).to.be.greaterThan(50_000).and.lessThan(LIMIT);
    });
  }

  it('of the font is one file, and the rest stays below 200 kB for a browser that takes gzip alone', async () => {
    const page = await ui.open();
    const { urls } = await measureLoad(page, `${ui.url}/dashboard`);
    expect(await page.evaluate("document.fonts.check('400 14px \"Figtree Variable\"', 'Sluice')")).to.equal(true);
    const isFont = (url: string) => url.endsWith('.woff2');
    expect(urls.filter(isFont)).to.have.length(1);
    const sizes = await Promise.all(urls.filter((url) => !isFont(url) && url !== `${ui.url}/dashboard`).map(gzippedSize));
    expect(sizes.reduce((sum, size) => sum + size, 0))
      .to.be.greaterThan(50_000)
      .and.lessThan(LIMIT);
  });

  it('of the drawing tools waits for the first diagram, of dialogs for the first page that has one', async () => {
    const page = await ui.open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await measureLoad(page, `${ui.url}/dashboard`);
    expect(asked.filter((url) => /viewer|modeler|dialog-frame/i.test(url))).to.deep.equal([]);
  });
});
