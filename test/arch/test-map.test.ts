import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { findTestFiles, KINDS } from '../support/run/files.ts';

const MAP = read('../README.md');

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

/** The words written as code in the first column of the table under a heading. */
function firstColumn(heading: string): string[] {
  const section = MAP.slice(MAP.indexOf(`\n## ${heading}`)).split(/\n## /, 2)[1] ?? '';
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, word = '']) => word);
}

describe('the map of the tests', () => {
  it('lists every folder when one is added, the kinds in the order of the runner', () => {
    const folders = readdirSync(new URL('..', import.meta.url), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const listed = firstColumn('What goes where').map((path) => path.replace(/^test\//, ''));
    expect([...listed].sort(), 'The table of test/README.md.').to.deep.equal(folders.map(({ name }) => name).sort());
    expect(listed.filter((name) => name !== 'support' && name !== 'history')).to.deep.equal(KINDS);
  });

  it('names every option of the runner when one is added', () => {
    const known = [...read('../support/run/arguments.ts').matchAll(/^ {6}'?([a-z-]+)'?: \{ type: /gm)].map(
      ([, name]) => `--${name}`,
    );
    expect(known).to.include('--grep');
    const section = MAP.slice(MAP.indexOf('\n## Running')).split(/\n## /, 2)[1] ?? '';
    const named = [...section.matchAll(/^\| `(--[a-z-]+)`/gm)].map(([, name]) => name);
    expect(named.sort(), 'The table of options in test/README.md.').to.deep.equal(known.sort());
  });

  it('lets every test file be found by the runner when a folder is added', () => {
    const all = readdirSync(new URL('..', import.meta.url), { recursive: true, encoding: 'utf8' });
    const tests = all.map((path) => `test/${path.replaceAll('\\', '/')}`).filter((path) => path.endsWith('.test.ts'));
    expect(
      findTestFiles([])
        .map(({ name }) => name)
        .sort(),
    ).to.deep.equal(tests.sort());
  });
});

describe('commands in the pages', () => {
  const below = readdirSync(new URL('../../docs/', import.meta.url), { recursive: true, encoding: 'utf8' });
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'test/README.md',
    'lab/README.md',
    ...below.filter((path) => path.endsWith('.md')).map((path) => `docs/${path}`),
  ];
  const found = (pattern: RegExp) =>
    pages.flatMap((page) => [...read(`../../${page}`).matchAll(pattern)].map(([, rest = '']) => ({ page, rest: rest.trim() })));

  it('name scripts of package.json when one is renamed', () => {
    const { scripts } = JSON.parse(read('../../package.json')) as { scripts: Record<string, string> };
    const named = found(/\bnpm run (?:-s |--silent )?(\w[\w:-]*)/g);
    expect(named.length).to.be.greaterThan(20);
    expect(named.filter(({ rest }) => !Object.hasOwn(scripts, rest))).to.deep.equal([]);
  });

  it('find tests when files are renamed', () => {
    const named = [...found(/\b(?:npm test|npm run test:watch) -- ([^#`\n]+)/g), ...found(/\bnpx mocha ([^#`\n]+)/g)];
    expect(named.length).to.be.greaterThan(10);
    for (const { page, rest } of named) {
      const places = rest
        .replace(/--grep "[^"]*"/, '')
        .trim()
        .split(/\s+/);
      // of a pattern of names the folder has to be there
      const folders = places.map((place) => place.replaceAll("'", '').replace(/\/[^/]*\*.*$/, ''));
      for (const folder of folders) expect(findTestFiles([folder]), `${page}: ${rest}`).to.not.deep.equal([]);
    }
  });
});
