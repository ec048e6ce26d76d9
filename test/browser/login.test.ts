import { expect } from 'chai';
import pg from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { sequence, task } from '../support/models/models.ts';
import { sharedBrowser, watchPage } from '../support/shared-browser.ts';
import { type SignedInPages, startSignedInPages, USERS } from '../support/sign-in/signed-in.ts';
import { pressRefresh } from '../support/ui-pages.ts';

/** Messages of the browser about answers the tests want, and about pages of the provider. */
const isExpected = (fault: string) => /status of (?:401|404)|dynamically imported module|Refused to apply style/.test(fault);
/** The pages, their replica and the provider. */
const isOurs = ({ hostname }: URL) => hostname === 'localhost' || hostname === '127.0.0.1';

describe('signing in with a browser', function () {
  this.timeout(60_000);
  let pages: SignedInPages;
  let replicaUrl: string;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let faults: string[];
  before(async () => {
    browser = await sharedBrowser();
    pages = await startSignedInPages();
    replicaUrl = await pages.replica();
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

  const fillIn = async (name: keyof typeof USERS = 'ada') => {
    await page.getByLabel('User name').fill(name);
    await page.getByLabel('Password').fill(USERS[name].password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const signIn = async (path = '/workflows') => {
    await page.goto(pages.url + path);
    await fillIn();
    await page.getByText('Signed in as ada').waitFor();
  };

  it('leads to the provider and back to the deep link when no one has signed in', async () => {
    await page.goto(`${pages.url}/user-tasks?assignee=ada`);
    expect(new URL(page.url()).origin).to.equal(pages.provider.url);
    await fillIn();
    await page.getByRole('heading', { name: 'Tasks', exact: true }).waitFor();
    expect(page.url()).to.equal(`${pages.url}/user-tasks?assignee=ada`);
    await page.getByText('Signed in as ada').waitFor();
  });

  it('is named in the history of an instance when a user has started it', async () => {
    await signIn();
    const { csrfToken } = await (await context.request.get(`${pages.url}/ui/api/session`)).json();
    const send = async (path: string, data: object) =>
      (await context.request.post(`${pages.url}/ui/api/service${path}`, { data, headers: { 'X-CSRF-Token': csrfToken } })).json();
    await send('/Definitions/deploy', { BpmnXml: sequence('order', task('pack')) });
    const { WorkflowInstanceId } = await send('/Execution/start', { WorkflowId: 'order' });
    // a page that is asked for before what it is about can be read is a 404
    await eventually('the pages know it', async () =>
      (await context.request.get(`${pages.url}/ui/api/instances/${WorkflowInstanceId}`)).ok(),
    );
    await page.goto(`${pages.url}/process-instance/${WorkflowInstanceId}`);
    await page.getByRole('tab', { name: 'History' }).click();
    const first = page.getByRole('table', { name: 'History' }).getByRole('row').nth(1);
    await first.getByText('WorkflowStarted').waitFor();
    expect(await first.getByRole('cell').allInnerTexts()).to.include('ada');
  });

  it('stays outside when the password is wrong', async () => {
    await page.goto(`${pages.url}/workflows`);
    await page.getByLabel('User name').fill('ada');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Wrong name or password.').waitFor();
    const answer = await context.request.get(`${pages.url}/ui/api/session`);
    expect(answer.status()).to.equal(401);
  });

  it('ends the session here and at the provider when a user signs out', async () => {
    await signIn();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
    expect(new URL(page.url()).origin).to.equal(pages.provider.url);
    await page.goto(`${pages.url}/workflows`);
    await page.getByLabel('Password').waitFor();
    await fillIn('bob');
    await page.getByText('Signed in as bob').waitFor();
  });

  it('ends the session of another browser too when a user signs out everywhere in the settings', async () => {
    await signIn('/settings');
    const other = await browser.newContext();
    try {
      const elsewhere = await other.newPage();
      await elsewhere.goto(`${pages.url}/settings`);
      await elsewhere.getByLabel('User name').fill('ada');
      await elsewhere.getByLabel('Password').fill(USERS.ada.password);
      await elsewhere.getByRole('button', { name: 'Sign in' }).click();
      await elsewhere.getByRole('group', { name: 'Sign-in' }).waitFor();
      await page.getByRole('button', { name: 'Sign out everywhere' }).click();
      await page.getByLabel('Password').waitFor();
      expect(new URL(page.url()).origin).to.equal(pages.provider.url);
      expect((await other.request.get(`${pages.url}/ui/api/session`)).status()).to.equal(401);
    } finally {
      await other.close();
    }
  });

  it('shows the pages of another replica without a second sign-in', async () => {
    await signIn();
    await page.goto(`${replicaUrl}/events`);
    await page.getByRole('heading', { name: 'Registered Events' }).waitFor();
    await page.getByText('Signed in as ada').waitFor();
    expect(new URL(page.url()).origin).to.equal(replicaUrl);
  });

  it('reports that the sign-in has expired and leads back to the same page when the visit has ended', async () => {
    await signIn('/events?x=1');
    await page.getByRole('heading', { name: 'Registered Events' }).waitFor();
    await forgetVisits(pages.service.databaseUrl);
    await pressRefresh(page);
    await page.getByRole('dialog').getByText('Your sign-in has expired.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Registered Events' }).waitFor();
    expect(page.url()).to.equal(`${pages.url}/events?x=1`);
  });

  it('leads to the sign-in and then to the page when one is opened from the menu after the visit has ended', async () => {
    await signIn('/events');
    await page.getByRole('heading', { name: 'Registered Events' }).waitFor();
    await forgetVisits(pages.service.databaseUrl);
    await page.getByRole('link', { name: 'System' }).click();
    await page.getByRole('heading', { name: 'System' }).waitFor();
    await page.getByText('Signed in as ada').waitFor();
  });

  it('cannot read the cookie when a script of the page tries', async () => {
    await signIn();
    expect(await page.evaluate('document.cookie')).to.equal('');
    const [cookie] = (await context.cookies(pages.url)).filter(({ name }) => name === 'sluice.visit');
    expect(cookie).to.include({ httpOnly: true, sameSite: 'Lax', secure: false });
  });
});

async function forgetVisits(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('delete from ui_session');
  await client.end();
}
