// tier all: tests the site, not the product

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { expect } from 'chai';
import { buildBook } from '../../support/book/build.ts';
import { type BookPage, pagesBelow, readContents } from '../../support/book/contents.ts';
import { pageHtml } from '../../support/book/page-html.ts';
import { searchSections } from '../../support/book/search-sections.ts';

const ALONE = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'test/README.md', 'lab/README.md'];
const parts = readContents();
const pages = parts.flatMap((part) => part.pages);

describe('the contents of the book', () => {
  it('have every page once when one is added', () => {
    const paths = pages.map(({ path }) => path);
    const hint = 'Give the folder of the page to a part of test/support/book/contents.ts.';
    expect([...paths].sort(), hint).to.deep.equal([...ALONE, ...pagesBelow('docs')].sort());
  });

  it('have a title and its own address for every page', () => {
    expect(new Set(pages.map(({ address }) => address)).size).to.equal(pages.length);
    for (const { title, path } of pages) expect(title, path).to.match(/\S/);
  });

  it('have pages in every part, and the tutorials before the specification', () => {
    for (const part of parts) expect(part.pages, part.title).not.to.deep.equal([]);
    const titles = parts.map(({ title }) => title);
    expect(titles.indexOf('Tutorials')).to.be.below(titles.indexOf('Specification'));
  });
});

describe('the book, built', () => {
  let folder: string;
  let files: readonly string[];
  before(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'sluice-book-')), 'book');
    await buildBook(folder);
    files = (await readdir(folder, { recursive: true })).map((path) => path.replaceAll('\\', '/'));
  });
  after(() => rm(join(folder, '..'), { recursive: true }));

  const read = (address: string) => readFile(join(folder, address), 'utf8');
  const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

  it('has a file for every page, with its title, and the pages before and after it', async () => {
    for (const [index, { address, title }] of pages.entries()) {
      const html = await read(address);
      if (index > 0) expect(/<title>([^<]*)</.exec(html)?.[1], address).to.equal(`${title.replaceAll('&', '&amp;')} · Sluice`);
      const before = pages[index - 1]?.address;
      const after = pages[index + 1]?.address;
      const up = '../'.repeat(address.split('/').length - 1);
      expect(/rel="prev" class="prev" href="([^"]+)"/.exec(html)?.[1], address).to.equal(before && up + before);
      expect(/rel="next" class="next" href="([^"]+)"/.exec(html)?.[1], address).to.equal(after && up + after);
      expect(html.split(' aria-current="page"'), address).to.have.length(2);
    }
  });

  it('leads to files and anchors that are there when a link is followed', async () => {
    const htmls = new Map(await Promise.all(pages.map(async ({ address }) => [address, await read(address)] as const)));
    const dead: string[] = [];
    for (const [address, html] of htmls) {
      for (const [, target = ''] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
        if (/^(?:https?:|mailto:|data:)/.test(target)) continue;
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? address : posix.normalize(posix.join(posix.dirname(address), path));
        const isThere = anchor === undefined || idsIn(htmls.get(file) ?? '').includes(anchor);
        if (!files.includes(file) || !isThere) dead.push(`${address}: ${target}`);
      }
    }
    expect(dead).to.deep.equal([]);
  });

  it('gives no id twice in a page, and loads nothing from elsewhere', async () => {
    for (const { address } of pages) {
      const html = await read(address);
      const ids = idsIn(html);
      expect(
        ids.filter((id, at) => ids.indexOf(id) !== at),
        address,
      ).to.deep.equal([]);
      expect(html, address).to.contain("default-src 'none'");
      expect(html, address).not.to.match(/ (?:src|style|on\w+)="(?!(?:\.\.\/)*(?:assets|images)\/)/);
      expect(html, address).not.to.match(/<script(?! src="(?:\.\.\/)*assets\/)|<link rel="stylesheet" href="http/);
    }
    for (const name of ['book.css', 'book.js', 'search.js'])
      expect(await read(`assets/${name}`), name).not.to.match(/(?:fetch\(|import\(|url\(|src = ['"]http|@import)/);
  });

  it('is built again in its folder, and not in one that has something else in it', async () => {
    const again = await buildBook(folder);
    expect(again.pageCount).to.equal(pages.length);
    const other = await mkdtemp(join(tmpdir(), 'sluice-other-'));
    await writeFile(join(other, 'letter.txt'), 'mine');
    const refused = await buildBook(other).catch((error: Error) => error.message);
    expect(refused).to.equal(`${other} has something else in it`);
    expect(await readdir(other)).to.deep.equal(['letter.txt']);
    await rm(other, { recursive: true });
  });
});

describe('a page of the book', () => {
  const page = (text: string): BookPage => ({ path: 'docs/a/page.md', address: 'a/page.html', title: 'Page', text });
  const addresses = new Map([
    ['docs/a/other.md', 'a/other.html'],
    ['docs/b/README.md', 'b/index.html'],
  ]);
  const html = (text: string) => pageHtml(page(text), addresses).html;

  it('leads to the HTML of other pages, to folders by their first page, and names files of the repository', () => {
    expect(html('[x](other.md#here)')).to.contain('<a href="../a/other.html#here">x</a>');
    expect(html('[x](../b)')).to.contain('<a href="../b/index.html">x</a>');
    expect(html('[x](../../src/a.ts)')).to.contain('title="src/a.ts, in the repository">x</span>');
  });

  it('numbers headings of one name, and keeps an anchor once that a rule has too', () => {
    expect(html('# A b\n\n## A b\n')).to.contain('<h1 id="a-b">').and.to.contain('<h2 id="a-b-1">');
    expect(html('## Rule\n<a id="rule"></a>\n').match(/id="rule"/g)).to.have.length(1);
  });

  it('shows code as text, whatever is in it, and leaves notes to writers out', () => {
    expect(html('```\n<script>alert(1)</script>\n```')).to.contain('&lt;script&gt;');
    expect(html('```sh\necho "<b>"\n```')).to.contain('data-language="sh"').and.not.to.contain('<b>');
    expect(html('a\n\n<!-- not run: why -->\n\nb')).not.to.contain('not run');
  });

  it('is searched by section, as plain text with its address', () => {
    const body = pageHtml(page("# Page\n\nFirst.\n\n## `GET /x` & more\n\nIt's `a < b`.\n"), addresses);
    expect(searchSections(page(''), body, 7)).to.deep.equal([
      { id: 7, page: 'Page', heading: '', address: 'a/page.html', text: 'First.', weight: 1 },
      { id: 8, page: 'Page', heading: 'GET /x & more', address: 'a/page.html#get-x--more', text: "It's a < b.", weight: 1 },
    ]);
  });
});
