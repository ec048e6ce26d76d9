import { expect } from 'chai';
import type { Page, Route } from 'playwright-core';
import { fillDemo } from '../../demo/demo-data.ts';
import { expectRows, expectText, untilRead, useUiPages } from '../support/ui-pages.ts';

/** Lists by page: what they read, the text when it fails, and the table when it works. */
const LISTS: readonly (readonly [path: string, reads: string, failure: string, table: string])[] = [
  ['/workflows', 'workflows?', 'Failed to load processes', 'Processes'],
  ['/process-instances/order-fulfilment', 'instances?', 'Failed to load instances', 'Instances'],
  ['/user-tasks?view=table', 'user-tasks?', 'Failed to load user tasks', 'User tasks'],
  ['/admin/custom-tasks', 'service/custom-tasks', 'Failed to load the catalog', 'Custom tasks'],
  ['/events', 'events', 'Failed to load registered events', 'Message Start Events'],
  ['/dashboard', 'dashboard', 'Failed to load the dashboard', 'Activations'],
];
const DETAIL = 'The database is not reachable.';

describe('what a list shows', function () {
  this.timeout(90_000);
  const ui = useUiPages((pages) => fillDemo(pages.apiUrl));

  for (const [path, reads, failure, table] of LISTS) {
    it(`at ${path} is a loading state, then the failure with Retry, then the rows`, async () => {
      const page = await ui.open({ allows: /Failed to load resource/ });
      const answer = await hold(page, reads);
      await page.goto(`${ui.url}${path}`);
      await page.locator('main').getByRole('status', { name: 'Loading' }).first().waitFor();
      await answer((route) => route.fulfill({ status: 503, contentType: 'application/problem+json', json: { detail: DETAIL } }));
      await page.getByRole('alert').getByText(`${failure}: ${DETAIL}`).waitFor();
      await answer((route) => route.continue());
      await page.getByRole('button', { name: 'Retry', exact: true }).click();
      await page.getByRole('table', { name: table, exact: true }).waitFor();
      expect(await page.getByRole('alert').count()).to.equal(0);
    });
  }

  for (const [path, reads] of LISTS.filter(([path]) => path === '/admin/custom-tasks' || path === '/dashboard')) {
    it(`at ${path} is read again every five seconds`, async () => {
      const page = await ui.open();
      await page.addInitScript(`(() => {
        const ask = window.fetch;
        Object.assign(window, { asked: 0, answered: 0 });
        window.fetch = async (address, ...more) => {
          const isCounted = address.endsWith('${reads}');
          if (isCounted) window.asked += 1;
          const answer = await ask(address, ...more);
          await answer.clone().text();
          if (isCounted) window.answered += 1;
          return answer;
        };
      })()`);
      await page.clock.install();
      await page.goto(`${ui.url}${path}`);
      await page.getByRole('table').first().waitFor();
      // from here on its time passes when the test lets it, however slow the machine is
      await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
      const asked = () => page.evaluate<number>('window.asked');
      const isAnswered = () => page.evaluate<boolean>('window.asked === window.answered');
      /** Lets time pass until it is read again. */
      const msUntilNext = async () => {
        await untilRead('the answer', isAnswered, (isThere) => isThere);
        const before = await asked();
        let ms = 0;
        for (; (await asked()) === before && ms < 20_000; ms += 100) await page.clock.runFor(100);
        return ms;
      };
      await msUntilNext(); // it is somewhere between two readings
      for (let round = 0; round < 2; round += 1) expect(await msUntilNext()).to.be.within(4900, 5100);
      await page.clock.resume(); // it is that of all pages here
    });
  }

  it('has twenty rows a page, and shows which page it is', async () => {
    for (let index = 0; index < 21; index += 1) {
      await ui.call('/Execution/start', { WorkflowId: 'invoice-approval-camunda-8', Variables: { amount: 1 } });
    }
    const page = await ui.visit('/process-instances/invoice-approval-camunda-8');
    await expectRows(page, 'Instances', 20);
    await expectText(page, 'Page 1 of 2');
    expect(await page.getByRole('button', { name: 'Previous' }).isDisabled()).to.equal(true);
    await page.getByRole('button', { name: 'Next' }).click();
    await expectText(page, 'Page 2 of 2');
    await expectRows(page, 'Instances', 1);
    expect(new URL(page.url()).searchParams.get('page')).to.equal('2');
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).to.equal(true);
  });

  /** Keeps the answers to one kind of read back; the returned function decides about those that wait and about later ones. */
  async function hold(page: Page, reads: string): Promise<(decide: (route: Route) => Promise<void>) => Promise<void>> {
    let decision: ((route: Route) => Promise<void>) | undefined;
    const waiting: Route[] = [];
    await page.route(
      (url) => url.href.includes(`/ui/api/${reads}`),
      async (route) => {
        if (decision === undefined) waiting.push(route);
        else await decision(route);
      },
    );
    return async (decide) => {
      decision = decide;
      await Promise.all(waiting.splice(0).map(decide));
    };
  }
});
