import { expect } from 'chai';
import { measureLoad } from '../support/first-load.ts';
import { useUiPages } from '../support/ui-pages.ts';

/** Issue of the operator UI; gzip. Unit: bytes. */
const LIMIT = 200_000;

describe('the first load', function () {
  this.timeout(90_000);
  const ui = useUiPages();

  for (const path of ['/workflows', '/user-tasks', '/dashboard', '/events']) {
    it(`of ${path} stays below 200 kB`, async () => {
      const { bytes } = await measureLoad(await ui.open(), `${ui.url}${path}`);
      expect(bytes).to.be.greaterThan(50_000).and.lessThan(LIMIT);
    });
  }

  it('of the drawing tools waits for the first diagram', async () => {
    const page = await ui.open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await measureLoad(page, `${ui.url}/workflows`);
    expect(asked.filter((url) => /viewer|modeler/i.test(url))).to.deep.equal([]);
  });
});
