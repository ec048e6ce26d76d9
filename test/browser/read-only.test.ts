import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { fillDemo } from '../../demo/demo-data.ts';
import type { AuthenticationConfig } from '../../src/platform/config/config-security.ts';
import { deploy } from '../support/http/steps.ts';
import { sequence, task } from '../support/models/models.ts';
import { expectAccessible, expectText, untilRead, useUiPages } from '../support/ui-pages.ts';

/** Of an API that asks for tokens; the pages themselves never ask this issuer. */
const authentication: AuthenticationConfig = {
  authority: 'https://issuer.example',
  audience: 'service-api',
  requiresHttps: true,
  userIdClaim: 'sub',
  groupsClaim: 'groups',
};
/** A text of a page when it is ready, and how many buttons there lead to a write. */
const PAGES: readonly (readonly [path: string, ready: string, writes: number])[] = [
  ['/workflows', 'order-fulfilment', 9],
  ['/process-instances/order-fulfilment', 'PO-1001', 1],
  ['/user-tasks?view=table', 'assign-approver', 8],
  ['/user-tasks', 'Assign an approver', 2],
  ['/modeler', 'Documentation', 2],
];
const WRITES = /^(?:Deploy|Start|Disable|Enable|Claim|Unclaim|Complete|Edit|Fail|Cancel|Send)\b/;

describe('the pages when the API asks for tokens and no one can sign in', function () {
  this.timeout(90_000);
  const ui = useUiPages(
    async ({ apiUrl }) => {
      await fillDemo(apiUrl);
      await deploy(apiUrl, sequence('never-started', task('pack')));
    },
    { authentication },
  );

  const writes = (page: Page) => page.getByRole('main').getByRole('button', { name: WRITES });

  for (const [path, ready, count] of PAGES) {
    it(`${path} reports that it is read-only and why, and offers no write`, async () => {
      const page = await ui.visit(path);
      await expectText(page, ready);
      expect(await page.getByRole('note').innerText()).to.match(/^These pages are read-only: .*:ClientSecret /);
      await writes(page) // some appear after their data
        .nth(count - 1)
        .waitFor();
      const all = await writes(page).all();
      expect(all.length).to.be.least(count);
      for (const button of all) expect(await button.isDisabled(), await button.innerText()).to.equal(true);
      await expectAccessible(page);
    });
  }

  it('offers no write on the page of events', async () => {
    const page = await ui.visit('/events');
    await page.getByRole('note').waitFor();
    await expectText(page, 'pizza-order');
    expect(await writes(page).count()).to.equal(0);
  });

  it('offers no write on the page of an instance', async () => {
    const { items } = await ui.call<{ items: { instanceId: string }[] }>(
      '/Definitions/order-fulfilment/instances?filters=IsCompleted==false',
    );
    const page = await ui.visit(`/process-instance/${items[0]?.instanceId}?element=pack`);
    await page.getByLabel('Selected element').waitFor();
    await page.getByRole('note').waitFor(); // until the session is known nothing is hidden
    expect(await writes(page).count()).to.equal(0);
  });

  it('stays within a narrow window', async () => {
    const page = await ui.visit('/workflows?search=order');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectText(page, 'order-fulfilment');
    const note = await page.getByRole('note').boundingBox();
    expect((note?.x ?? 0) + (note?.width ?? 0)).to.be.most(360);
    await expectAccessible(page);
  });

  it('shows the command for an empty list with a token', async () => {
    const page = await ui.visit('/process-instances/never-started');
    const command = page.getByLabel('Command', { exact: true });
    await untilRead(
      'the command',
      () => command.innerText(),
      (text) => text.includes('Authorization: Bearer $TOKEN'),
    );
  });
});
