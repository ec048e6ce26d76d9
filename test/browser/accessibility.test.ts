import { fillDemo } from '../../demo/demo-data.ts';
import { expectAccessible, useUiPages } from '../support/ui-pages.ts';

/** Pages by a text that they show when they are ready. */
const PAGES: readonly (readonly [path: string, ready: string])[] = [
  ['/workflows', 'order-fulfilment'],
  ['/process-instances/order-fulfilment', 'PO-1001'],
  ['/processes/order-fulfilment?period=all', 'Bottlenecks'],
  ['/processes/order-fulfilment?view=versions', 'Deployed By'],
  ['/processes/order-fulfilment?compare=1..2', '1 element is different.'],
  ['/decisions/postage', 'Try it'],
  ['/user-tasks', 'Assign an approver'],
  ['/user-tasks?view=table', 'assign-approver'],
  ['/admin/custom-tasks', 'Custom Tasks'],
  ['/events', 'Message Start Events'],
  ['/', 'Needs attention'],
  ['/dashboard', 'Projection lag'],
  ['/incidents', 'No open incidents.'],
  ['/timers', 'No overdue timers.'],
  ['/decisions', 'Postage'],
  ['/decision-editor', 'Create a decision'],
  ['/decision-editor?key=postage&version=1', 'Becomes version 2'],
  ['/dead-letters', 'No dead letters.'],
  ['/batches', 'No batches.'],
  ['/settings', 'Theme Mode'],
  ['/modeler', 'Documentation'],
  ['/no-such-page', 'Not Found'],
];
/** The status of a page that is not there, and of a service without plugins. */
const allows = /status of 404/;

describe('every page for everyone', function () {
  this.timeout(90_000);
  const ui = useUiPages((pages) => fillDemo(pages.apiUrl));

  for (const [path, ready] of PAGES) {
    it(`${path} is accessible in light and in dark`, async () => {
      const light = await ui.visit(path, { allows });
      await light.getByText(ready).first().waitFor();
      await expectAccessible(light);
      const dark = await ui.visit(path, { colorScheme: 'dark', allows });
      await dark.getByText(ready).first().waitFor();
      await expectAccessible(dark, { colorsOnly: true });
    });
  }

  for (const path of ['/process-instances/order-fulfilment', '/processes/order-fulfilment?period=all', '/decisions/postage'])
    it(`${path} is accessible in a window of 390 px`, async () => {
      const page = await ui.open({ allows });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${ui.url}${path}`);
      await page.locator('.diagram-badge, .decision-table table').first().waitFor();
      await expectAccessible(page);
    });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`an instance is accessible in every tab when the browser prefers ${colorScheme}`, async () => {
      const page = await ui.visit(`/process-instance/${await instance('PO-1006')}?element=pack`, { colorScheme });
      await page.getByRole('button', { name: 'Fit to the window' }).waitFor();
      for (const tab of ['Activities', 'Variables', 'Conditions', 'History', 'Waiting for']) {
        await page.getByRole('tab', { name: tab }).click();
        await page.getByRole('tabpanel').locator('table, p').first().waitFor();
        await expectAccessible(page, { colorsOnly: colorScheme === 'dark' });
      }
    });
  }

  const instance = async (businessId: string): Promise<string> => {
    const { items } = await ui.call<{ items: { instanceId: string }[] }>(
      `/Definitions/order-fulfilment/instances?businessId=${businessId}`,
    );
    return items[0]?.instanceId ?? '';
  };
});
