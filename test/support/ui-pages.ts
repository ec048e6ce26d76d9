import axeCore from 'axe-core';
import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { RoleConfig, RoleRuntime } from '../../src/platform/role.ts';
import { startUi } from '../../src/ui/main.ts';
import { eventually } from './eventually.ts';
import { startService, type TestService } from './service.ts';
import { sharedBrowser, watchPage } from './shared-browser.ts';

/** Parts that the browser tests of one file share. */
export interface UiPages {
  /** address of the UI */
  readonly url: string;
  /** address of the API */
  readonly apiUrl: string;
  readonly databaseUrl: string;
  /** Opens a page of the UI; what goes wrong in it fails the test. */
  visit(path: string, look?: Look): Promise<Page>;
  /** Opens an empty page. */
  open(look?: Look): Promise<Page>;
  /** Calls the API. Returns the answer's JSON. */
  call<T = unknown>(path: string, body?: object): Promise<T>;
}

/** How the visitor's browser is set up. */
export interface Look {
  readonly colorScheme?: 'light' | 'dark';
  /** console lines that belong to the case */
  readonly allows?: RegExp;
}

const WAIT_MS = 60_000;
const VIEWPORT = { width: 1360, height: 900 };

/**
 * Sets up a service with its UI and a browser for the tests of one `describe`; `fill` puts something into it. `uiConfig`: what of its
 * configuration only the UI sees. `env`: settings of the whole service, in environment form.
 */
export function useUiPages(
  fill: (ui: UiPages) => Promise<void> = async () => {},
  uiConfig: Partial<RoleConfig> = {},
  env: Readonly<Record<string, string>> = {},
): UiPages {
  let service: TestService;
  let browser: Browser;
  let position: string | null = null;
  const contexts = new Map<string, BrowserContext>();
  let faults: string[] = [];
  const ui = {
    url: '',
    apiUrl: '',
    databaseUrl: '',
    async open({ colorScheme = 'light', allows }: Look = {}) {
      const context =
        contexts.get(colorScheme) ?? (await browser.newContext({ viewport: VIEWPORT, colorScheme, timezoneId: 'UTC' }));
      contexts.set(colorScheme, context);
      context.setDefaultTimeout(WAIT_MS);
      const page = await context.newPage();
      const isOwn = ({ origin }: URL) => origin === ui.url;
      watchPage(page, isOwn, (fault) => {
        if (allows === undefined || !allows.test(fault)) faults.push(fault);
      });
      return page;
    },
    async visit(path: string, look?: Look) {
      const page = await ui.open(look);
      // a page that is asked for before what it is about can be read is a 404
      if (position !== null) await ui.call('/UserTasks?pageSize=1');
      await page.goto(`${ui.url}${path}`);
      return page;
    },
    async call<T>(path: string, body?: object): Promise<T> {
      const headers = { 'Content-Type': 'application/json', ...(position !== null && { 'Service-Min-Position': position }) };
      const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await fetch(`${ui.apiUrl}${path}`, init);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
      position = answer.headers.get('Service-Position') ?? position;
      return (text === '' ? undefined : JSON.parse(text)) as T;
    },
  };
  before(async function () {
    this.timeout(300_000);
    browser = await sharedBrowser();
    service = await startService({ env: { UI_PORT: '0', ...env } });
    ui.apiUrl = service.url;
    ui.databaseUrl = service.databaseUrl;
    const asUi = (runtime: RoleRuntime) => ({ ...runtime, config: { ...runtime.config, ...uiConfig }, apiUrl: service.url });
    ui.url = (await service.start((runtime) => startUi(asUi(runtime)))).url ?? '';
    await fill(ui);
  });
  beforeEach(() => {
    faults = [];
  });
  afterEach(async () => {
    for (const page of [...contexts.values()].flatMap((context) => context.pages())) {
      await page.evaluate('localStorage.clear()').catch(() => {}); // a page that never opened has none
      await page.close();
    }
    expect(faults).to.deep.equal([]);
  });
  after(async () => {
    for (const context of contexts.values()) await context.close();
    contexts.clear();
    await service?.stop();
  });
  return ui;
}

/** Expects an accessible page (WCAG 2.2 A and AA, names of landmarks and headers), or only accessible colours. */
export async function expectAccessible(page: Page, { colorsOnly = false } = {}): Promise<void> {
  await page.evaluate(axeCore.source);
  const told = await page.evaluate(async (onlyColors) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const more = ['target-size', 'landmark-unique', 'empty-table-header'];
    const rules = onlyColors ? {} : Object.fromEntries(more.map((id) => [id, { enabled: true }]));
    const runOnly = onlyColors ? { type: 'rule' as const, values: ['color-contrast'] } : { type: 'tag' as const, values: tags };
    // the scope is a selector because the types of the page are not known here
    const { violations } = await axe.run('body', { runOnly, rules, resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`,
    );
  }, colorsOnly);
  expect(told).to.deep.equal([]);
}

/** The text of every row of a table, cells joined by `|`. */
export async function rowsOf(page: Page, table: string): Promise<string[]> {
  const rows = page.getByRole('table', { name: table, exact: true }).locator('tbody tr');
  await rows.first().waitFor();
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim().replaceAll(/\s+/g, ' ')).join('|')),
  );
}

/** Waits until a table has exactly that many rows, at least one; their texts as of `rowsOf`. */
export async function expectRows(page: Page, table: string, count: number): Promise<string[]> {
  const rows = page.getByRole('table', { name: table, exact: true }).locator('tbody tr');
  await rows.nth(count - 1).waitFor();
  await rows.nth(count).waitFor({ state: 'detached' });
  return rowsOf(page, table);
}

/** Waits until a value of a page is as expected, and resolves to it, because a page may show parts of an answer one by one. The failure contains the last value. */
export async function untilRead<T>(what: string, read: () => Promise<T>, isWanted: (seen: T) => boolean): Promise<T> {
  const look = async () => {
    const seen = await read();
    if (!isWanted(seen)) throw new Error(JSON.stringify(seen));
    return { seen };
  };
  return (await eventually(what, look, { withinMs: WAIT_MS })).seen;
}

/** Adds a filter of a list, as `status: failed` or `customer = 42`. */
export async function addFilter(page: Page, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Filter', exact: true });
  await field.fill(text);
  await field.press('Enter');
}

/** The filters that are set, as `status: Failed`. */
export function filtersOf(page: Page): Promise<string[]> {
  return page.locator('.filter-chip button:first-child').allInnerTexts();
}

/** Presses Refresh. While a page reads the button does nothing, and what is on its way may be older than what has just been done. */
export async function pressRefresh(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Refresh' });
  await button.and(page.locator('[aria-busy=false]')).waitFor();
  await button.click();
}

/** Enters the name of the user on the page of user tasks, as a user does while sign-in is off. */
export async function actAs(page: Page, user: string, groups = ''): Promise<void> {
  await page.getByRole('button', { name: /^(Enter your name|Working as )/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Who are you?' });
  await dialog.getByLabel('Your name').fill(user);
  await dialog.getByLabel('Your groups (comma separated)').fill(groups);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Waits until a text is on the page. */
export async function expectText(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor();
}
