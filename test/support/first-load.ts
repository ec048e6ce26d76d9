import type { Page } from 'playwright-core';

/** Transferred data: bodies as they were sent, compressed. */
export interface Loaded {
  readonly files: number;
  readonly bytes: number;
  readonly urls: readonly string[];
}

/** A request this long after the last read of data belongs to a loaded page: pages listen for changes after a second. */
const AFTER_MS = 900;

/** Opens an address with an empty cache and counts what comes until the network is silent. */
export async function measureLoad(page: Page, url: string): Promise<Loaded> {
  await page.goto(url, { waitUntil: 'networkidle' });
  // on a busy machine the network may be silent between two parts of one load
  await page.locator('main').getByRole('heading').first().waitFor();
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.waitForLoadState('networkidle');
  // a text, because the types of the page are not known here
  return page.evaluate<Loaded>(`(() => {
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const reads = all.filter(({ name }) => /\\/ui\\/api\\/(?!live)/.test(name)).map(({ responseEnd }) => responseEnd);
    const loaded = all.filter(({ startTime }) => startTime < Math.max(...reads) + ${AFTER_MS});
    const bytes = loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return { files: loaded.length, bytes, urls: loaded.map(({ name }) => name) };
  })()`);
}
