import { expect } from 'chai';
import { fillDemo } from '../../demo/demo-data.ts';
import { useUiPages } from '../support/ui-pages.ts';

/** What a table must show in addition to its acts, also where the window is small. */
const PAGES: readonly (readonly [path: string, shown: string])[] = [
  ['/workflows', '.state-counts, [data-label="Instances by state"], [data-label="Instanzen nach Zustand"]'],
  ['/process-instances/order-fulfilment', '.error-text'],
  ['/instances?sort=CreatedAt', '.grid .process-cell'],
  ['/instances?status=Failed', '.error-text'],
  ['/user-tasks?view=table', '.grid .is-actions'],
];

describe('tables in a window of 1024 px (docs/contributing/ui-design.md#tables)', function () {
  this.timeout(120_000);
  const ui = useUiPages((pages) => fillDemo(pages.apiUrl));

  for (const language of ['en', 'de'] as const) {
    for (const [path, shown] of PAGES) {
      it(`hide nothing of ${path} behind the column of acts when the language is ${language}`, async () => {
        const page = await ui.visit(path);
        await page.evaluate(`localStorage.setItem('language', '"${language}"')`);
        await page.setViewportSize({ width: 1024, height: 900 });
        await page.reload();
        await page.locator(shown).first().waitFor();
        const [inner, outer] = await page
          .locator('.grid-scroll')
          .first()
          .evaluate((frame) => [frame.scrollWidth, frame.clientWidth]);
        expect(inner).to.be.most(outer ?? 0);
      });
    }
  }
});
