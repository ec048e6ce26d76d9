import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { sharedBrowser, watchPage } from '../support/shared-browser.ts';
import { type SignedInPages, startSignedInPages } from '../support/sign-in/signed-in.ts';
import { expectAccessible } from '../support/ui-pages.ts';
import { openVisitor } from '../support/visitor.ts';

const RULES = {
  Authorization__Rules: 'admin=chiefs,worker=workers,viewer=clerks,operator:order-*=clerks,author:order-*=clerks',
  Authorization__Claims: 'groups',
};
const USERS = {
  chief: { password: 'secret', claims: { name: 'Chief', groups: ['chiefs'] } },
  wilma: { password: 'secret', claims: { name: 'Wilma', groups: ['workers'] } },
  clara: { password: 'secret', claims: { name: 'Clara', groups: ['clerks'] } },
  paul: { password: 'secret', claims: { name: 'Paul', groups: ['others'] } },
};
/** Message of the browser about a page with the answer 403. */
const isExpected = (fault: string) => /status of 403/.test(fault);
const isOurs = ({ hostname }: URL) => hostname === 'localhost' || hostname === '127.0.0.1';

describe('the pages of people with access roles', function () {
  this.timeout(60_000);
  let pages: SignedInPages;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let faults: string[];
  before(async () => {
    browser = await sharedBrowser();
    pages = await startSignedInPages(RULES, { users: USERS });
    await fill();
  });
  after(() => pages?.stop());
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    faults = [];
    watchPage(page, isOurs, (fault) => {
      if (!isExpected(fault)) faults.push(fault);
    });
  });
  afterEach(async () => {
    await context.close();
    expect(faults).to.deep.equal([]);
  });

  async function fill(): Promise<void> {
    const chief = openVisitor();
    await chief.signIn(await chief.get(`${pages.url}/settings`), 'chief', 'secret');
    const { csrfToken } = JSON.parse((await chief.get(`${pages.url}/ui/api/session`)).text);
    for (const key of ['order-review', 'bill-review']) {
      for (const [path, body] of [
        ['Definitions/deploy', { BpmnXml: sequence(key, userTask('review')) }],
        ['Execution/start', { WorkflowId: key }],
      ] as const) {
        await chief.postJson(`${pages.url}/ui/api/service/${path}`, body, { 'X-CSRF-Token': csrfToken });
      }
    }
    const countOf = async (list: string) => JSON.parse((await chief.get(`${pages.url}/ui/api/${list}`)).text).totalCount;
    for (const list of ['workflows', 'user-tasks']) await eventually(`two ${list}`, async () => (await countOf(list)) === 2);
  }
  async function signIn(name: keyof typeof USERS, path: string): Promise<void> {
    await page.goto(pages.url + path);
    await page.getByLabel('User name').fill(name);
    await page.getByLabel('Password').fill(USERS[name].password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(`Signed in as ${name}`).waitFor();
  }
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

  it('begin with the tasks of a worker, offer only the work, and report it where nothing is available', async () => {
    await signIn('wilma', '/');
    await button('Claim').first().waitFor();
    expect(new URL(page.url()).pathname).to.equal('/user-tasks');
    expect(await page.getByRole('region', { name: 'Variables', exact: true }).count()).to.equal(0);
    for (const name of ['Fail task', 'Cancel task']) expect(await button(name).count(), name).to.equal(0);
    await page.goto(`${pages.url}/user-tasks?view=table`);
    await button('Claim review').first().waitFor();
    expect(await button('Claim review').first().isEnabled()).to.equal(true);
    expect(await button('More review').first().isDisabled(), 'Fail and Cancel').to.equal(true);
    expect(await button('Edit review').count()).to.equal(0);
    const links = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts();
    expect(links.map((text) => text.split('\n')[0])).to.deep.equal(['Tasks', 'Custom Tasks']);
    await page.goto(`${pages.url}/workflows`);
    await page.getByRole('heading', { name: 'Forbidden' }).waitFor();
    await expectAccessible(page);
  });

  it('offer what may be done with each process key when a role is for some of them', async () => {
    await signIn('clara', '/workflows');
    await button('Start order-review').waitFor();
    for (const name of ['Start order-review', 'Disable order-review', 'Deploy']) {
      expect(await button(name).isEnabled(), name).to.equal(true);
    }
    for (const name of ['Start bill-review', 'Disable bill-review']) {
      expect(await button(name).isDisabled(), name).to.equal(true);
    }
    await expectAccessible(page);
    await page.goto(`${pages.url}/user-tasks?view=table`);
    const row = (key: string) => page.getByRole('row', { name: key });
    await row('order-review').getByRole('button', { name: 'Edit review' }).waitFor();
    expect(
      await row('bill-review')
        .getByRole('button', { name: /^Edit / })
        .count(),
    ).to.equal(0);
  });

  it('show a user without a role nothing but that, and the settings', async () => {
    await signIn('paul', '/workflows');
    await page.getByRole('heading', { name: 'Forbidden' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').count()).to.equal(0);
    await page.goto(`${pages.url}/settings`);
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
  });
});
