import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import axeCore from 'axe-core';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { buildBook } from '../support/book/build.ts';
import { sharedBrowser, watchPage } from '../support/shared-browser.ts';

describe('the book, opened from a folder', function () {
  this.timeout(90_000);
  let folder: string;
  let browser: Browser;
  let faults: string[];
  before(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'sluice-book-')), 'book');
    await buildBook(folder);
    browser = await sharedBrowser();
  });
  beforeEach(() => {
    faults = [];
  });
  afterEach(() => expect(faults).to.deep.equal([]));
  after(() => rm(join(folder, '..'), { recursive: true }));

  async function open(address: string, look: { colorScheme?: 'light' | 'dark'; width?: number } = {}): Promise<Page> {
    const { colorScheme = 'light', width = 1300 } = look;
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    const page = await context.newPage();
    // every request that is not for a file of the book leaves this server
    watchPage(
      page,
      () => false,
      (fault) => faults.push(fault),
    );
    await page.goto(pathToFileURL(join(folder, address)).href);
    return page;
  }

  async function search(page: Page, words: string): Promise<readonly string[]> {
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill(words);
    await page.locator('html[data-search="ready"]').waitFor({ state: 'attached' });
    await page.locator('#found > *').first().waitFor();
    return page.locator('#found > *').allInnerTexts();
  }

  it('leads to files and headings that exist when a link of any page is followed', async () => {
    const files = new Set((await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/')));
    const pages = new Map<string, string>();
    for (const name of files) if (name.endsWith('.html')) pages.set(name, await readFile(join(folder, name), 'utf8'));
    const anchors = new Map(
      [...pages].map(([name, html]) => [name, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))]),
    );
    const links = [...pages].flatMap(([page, html]) =>
      [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, target = '']) => ({ page, target })),
    );
    const dead = links.filter(({ page, target }) => {
      if (/^[a-z]+:/.test(target)) return false;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : posix.join(posix.dirname(page), path);
      return target === '' || !files.has(file) || (anchor !== undefined && anchors.get(file)?.has(anchor) !== true);
    });
    expect(links.length).to.be.greaterThan(1000);
    expect(dead).to.deep.equal([]);
  });

  for (const [words, page] of [
    ['sslmode', 'Set up TLS'],
    ['correlation key', 'Send messages and signals'],
    ['Engine:OnFailure', 'Repair failed instances'],
    ['sluice_projection_lag_seconds', 'Metrics'],
    ['fetch-and-lock', 'Endpoints'],
    ['backup', 'Back up and restore'],
    ['idempotencyy', 'HTTP API specification'],
  ] as const)
    it(`finds ${page} when a user searches for ${words}`, async () => {
      const hits = await search(await open('index.html'), words);
      expect(
        hits.some((hit) => hit.startsWith(page)),
        hits.join('\n'),
      ).to.equal(true);
    });

  it('leads to the section that was found when Enter is pressed, also from a page further down', async () => {
    const page = await open('contributing/spec/http/lists.html');
    await search(page, 'the drill');
    await page.keyboard.press('Enter');
    await page.waitForURL(/how-to\/back-up-and-restore\.html#practise-with-a-drill$/);
    await page.locator('#practise-with-a-drill').waitFor({ state: 'visible' });
  });

  it('reports it when nothing is found, and shows what was typed as text', async () => {
    const hits = await search(await open('index.html'), '<img src=x onerror=alert(1)> zzzz');
    expect(hits).to.deep.equal(['Nothing has «<img src=x onerror=alert(1)> zzzz».']);
  });

  it('is light or dark as the reader’s system is, until the reader chooses, and stays so on the next page', async () => {
    const page = await open('index.html', { colorScheme: 'dark' });
    const theme = () => page.locator('html').getAttribute('data-theme');
    expect(await theme()).to.equal('dark');
    await page.getByRole('button', { name: 'Light or dark' }).click();
    expect(await theme()).to.equal('light');
    await page.getByRole('link', { name: /^Next/ }).click();
    await page.waitForURL(/\/contents\.html$/);
    expect(await theme()).to.equal('light');
  });

  it('copies a block of commands when its button is pressed', async () => {
    const page = await open('tutorials/approval-process.html');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('.code[data-language="sh"]').first().hover();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: /Copied|Selected/ }).waitFor();
  });

  it('fits a narrow screen: contents behind a button, nothing wider than the window', async () => {
    for (const address of [
      'index.html',
      'reference/endpoints.html',
      'how-to/troubleshoot.html',
      'contributing/spec/roles.html',
    ]) {
      const page = await open(address, { width: 380 });
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'), address).to.equal(true);
      expect(await page.locator('.contents').isVisible()).to.equal(false);
      await page.getByRole('button', { name: 'Contents' }).click();
      await page.getByRole('link', { name: 'Known limits', exact: true }).waitFor();
      await page.context().close();
    }
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`can be read by everyone when it is ${colorScheme}`, async () => {
      for (const address of ['index.html', 'tutorials/worker-in-python.html', 'reference/settings.html']) {
        const page = await open(address, { colorScheme });
        await search(page, 'timer');
        await page.evaluate(axeCore.source);
        const found = await page.evaluate<string>(`axe.run({ preload: false }).then(({ violations }) =>
          violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)].join(' ')).join('; '))`);
        expect(found, address).to.equal('');
        await page.context().close();
      }
    });
});
