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
  ['/processes/order-fulfilment', '.heat-element'],
];
const WIDTHS = [1024, 1280, 1440];
/** Figures of a process that waits for days. */
const LONG_FIGURES = `for (const cell of document.querySelectorAll('.compact td.is-number')) cell.textContent = cell.textContent.length > 5 ? '12 (median 3 d 23 h)' : '12 h 30 min'`;

describe('tables in windows of 1024 to 1440 px (docs/contributing/ui-design.md#tables)', function () {
  this.timeout(120_000);
  const ui = useUiPages(async ({ apiUrl, call }) => {
    await fillDemo(apiUrl);
    // an own task has the most actions
    const tasks = await call<{ data: readonly { activityInstanceId: string; activityId: string }[] }>('/UserTasks');
    const packing = tasks.data.find(({ activityId }) => activityId === 'pack')?.activityInstanceId;
    await call(`/UserTasks/${packing}/claim`, { UserId: 'margaret-hamilton', UserGroups: ['warehouse'] });
  });

  for (const language of ['en', 'de'] as const) {
    for (const [path, shown] of PAGES) {
      it(`hide nothing of ${path} behind the column of acts, and do not scroll sideways, when the language is ${language}`, async () => {
        const page = await ui.visit(path);
        await page.evaluate(
          `localStorage.setItem('language', '"${language}"'); localStorage.setItem('acting-user', '"margaret-hamilton"')`,
        );
        await page.reload();
        await page.locator(shown).first().waitFor();
        await page.evaluate(LONG_FIGURES);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          const over = await page.evaluate<number[]>(
            '[...document.querySelectorAll(".grid-scroll")].map((frame) => frame.scrollWidth - frame.clientWidth)',
          );
          expect(Math.max(...over), `px too wide at ${width} px`).to.equal(0);
        }
      });
    }
  }
});
