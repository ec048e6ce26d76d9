import type { Page } from 'playwright-core';

/** What came over the wire: bodies as they were sent, compressed. */
export interface Loaded {
  readonly files: number;
  readonly bytes: number;
}

/** Opens an address with an empty cache and counts what comes until the network is silent. */
export async function measureLoad(page: Page, url: string): Promise<Loaded> {
  await page.goto(url, { waitUntil: 'networkidle' });
  // a text, because the types of the page are not known here
  return page.evaluate<Loaded>(`(() => {
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    return { files: all.length, bytes: all.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) };
  })()`);
}
