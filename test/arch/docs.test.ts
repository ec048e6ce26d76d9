import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { expect } from 'chai';
import { LOG_EVENTS } from '../../src/platform/log-events.ts';
import { COMPOSITION_FOLDER, MAY_IMPORT } from './import-rules.ts';
import { anchorsIn, prose } from './page-anchors.ts';
import { SOURCE_FILES } from './source-files.ts';

const ROOT = new URL('../../', import.meta.url);
const ENTRIES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'test/README.md', 'lab/README.md'];
const PAGES = [...ENTRIES, ...below('docs')].map((path) => ({ path, text: read(path) }));

function below(folder: string): string[] {
  return readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'))
    .sort();
}

function read(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

interface Link {
  readonly page: string;
  readonly target: string;
}

function linksOf({ path, text }: { readonly path: string; readonly text: string }): Link[] {
  return [...prose(text).matchAll(/\]\(([^)\s]*)\)/g)]
    .map(([, target = '']) => ({ page: path, target }))
    .filter(({ target }) => !/^[a-z]+:/.test(target));
}

/** The rows of the table under a heading, cell by cell; the first two lines are its head. */
function tableUnder(text: string, heading: string): string[][] {
  const section = text.slice(text.indexOf(heading)).split(/\n#{1,6} /, 1)[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function wordsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
}

describe('links of the pages', () => {
  const links = PAGES.flatMap(linksOf);

  it('lead to files that exist when a user follows them', () => {
    expect(links.length).to.be.greaterThan(100);
    const dead = links.filter(({ page, target }) => {
      const path = target.split('#', 1)[0] ?? '';
      return target === '' || (path !== '' && !existsSync(new URL(path, new URL(page, ROOT))));
    });
    expect(dead, 'A file was moved or renamed: change the link.').to.deep.equal([]);
  });

  it('lead from no page for users to one for contributors, because those have another reader', () => {
    const users = links.filter(({ page }) => page === 'README.md' || /^docs\/(?!contributing\/)/.test(page));
    const wrong = users.filter(({ page, target }) =>
      new URL(target, new URL(page, ROOT)).pathname.includes('/docs/contributing/'),
    );
    expect(users.length).to.be.greaterThan(300);
    expect(wrong, 'Move the fact to a page for users, or drop the link.').to.deep.equal([]);
  });

  // slow: reads every page and the files that it links
  it('lead to headings that exist when they name one', () => {
    const dead = links.filter(({ page, target }) => {
      const [path = '', anchor] = target.split('#');
      if (anchor === undefined) return false;
      const url = path === '' ? new URL(page, ROOT) : new URL(path, new URL(page, ROOT));
      return !anchorsIn(readFileSync(url, 'utf8')).includes(anchor);
    });
    expect(dead, 'A heading was renamed: change the link.').to.deep.equal([]);
  });

  it('reach every page when one starts at the README', () => {
    const reached = new Set(['README.md']);
    for (const page of reached) {
      for (const { target } of linksOf({ path: page, text: read(page) })) {
        const url = new URL(target.split('#', 1)[0] ?? '', new URL(page, ROOT));
        const path = url.pathname.slice(ROOT.pathname.length);
        if (path.endsWith('.md') && existsSync(url)) reached.add(path);
      }
    }
    const lost = PAGES.map(({ path }) => path).filter((path) => !reached.has(path));
    expect(lost, 'Link the page from one that readers come to.').to.deep.equal([]);
  });
});

describe('paths in the text of the pages', () => {
  it('exist when they are written as code, unless the page adds them', () => {
    const wrong: string[] = [];
    for (const { path, text } of PAGES) {
      for (const named of wordsIn(prose(text))) {
        if (!/^(?:src|test|docs|migrations|bench|bin|examples|deploy)\/[\w./-]+$/.test(named)) continue;
        const isAdded = path.startsWith('docs/contributing/') && text.includes('new') && !existsSync(new URL(named, ROOT));
        const folder = named.slice(0, named.lastIndexOf('/'));
        if (!existsSync(new URL(isAdded ? folder : named, ROOT))) wrong.push(`${path}: ${named}`);
      }
    }
    expect(wrong, 'Change the path in the page.').to.deep.equal([]);
  });

  it('name no place on a user’s machine when output is copied', () => {
    const wrong = PAGES.filter(({ text }) => /\/(?:home|root|tmp|work|Users)\/\w/.test(text)).map(({ path }) => path);
    expect(wrong, 'Leave the path of your machine out.').to.deep.equal([]);
  });
});

describe('the invariants', () => {
  const sections = read('docs/contributing/invariants.md').split(/^### /m).slice(1);

  it('name a place in the code and a test that exist when files are moved', () => {
    expect(sections.length).to.be.greaterThan(20);
    for (const section of sections) {
      const title = section.split('\n', 1)[0];
      const tests = [...section.matchAll(/\]\((?:\.\.\/)+(test\/[^)]+\.test\.ts)\)/g)].map(([, path = '']) => path);
      expect(section, `${title}: say where it is enforced`).to.match(/^- Where: /m);
      expect(tests, `${title}: name the test that proves it`).to.not.deep.equal([]);
      for (const path of tests) {
        const url = new URL(path, ROOT);
        expect(existsSync(url) && statSync(url).isFile(), `${title}: ${path} does not exist`).to.equal(true);
      }
    }
  });

  it('have one number each when some are added', () => {
    const numbers = sections.map((section) => section.split(' ', 1)[0]);
    expect(new Set(numbers).size).to.equal(numbers.length);
  });
});

describe('the page about the way of the data', () => {
  const text = read('docs/contributing/architecture.md');

  it('has the import table that is enforced when that changes', () => {
    const rows = tableUnder(text, '## Who may import whom');
    const documented = Object.fromEntries(
      rows.map(([folder = '', allowed = '']) => [wordsIn(folder)[0], wordsIn(allowed).sort()]),
    );
    const folders = new Set(SOURCE_FILES.map(({ folder }) => folder));
    const present = Object.entries(MAY_IMPORT).filter(([folder]) => folders.has(folder));
    const enforced = present.map(([folder, allowed]) => [folder, allowed.filter((other) => folders.has(other)).sort()]);
    expect(documented, 'The table of test/arch/import-rules.ts counts.').to.deep.equal(Object.fromEntries(enforced));
    expect(folders.has(COMPOSITION_FOLDER)).to.equal(true);
  });

  it('has every table when a migration adds one', () => {
    const sql = readdirSync(new URL('migrations/', ROOT)).map((name) => read(`migrations/${name}`));
    const made = sql.flatMap((file) => [...file.matchAll(/create table (\w+)/g)].map(([, name = '']) => name));
    const dropped = new Set(sql.flatMap((file) => [...file.matchAll(/^drop table (\w+)/gm)].map(([, name = '']) => name)));
    const documented = new Set(tableUnder(text, '## Tables').flatMap(([names = '']) => wordsIn(names)));
    expect(made.filter((name) => !documented.has(name) && !dropped.has(name))).to.deep.equal([]);
  });
});

describe('the glossary', () => {
  it('has every event when the engine has a new one', () => {
    const events = SOURCE_FILES.find(({ path }) => path === 'engine/events.ts')?.text ?? '';
    const made = [...events.matchAll(/Fact<\s*'(\w+)'/g)].map(([, name = '']) => name);
    expect(made.length).to.be.greaterThan(20);
    const documented = new Set(
      tableUnder(read('docs/contributing/glossary.md'), '## Events').flatMap(([names = '']) => wordsIn(names)),
    );
    expect(
      made.filter((name) => !documented.has(name)),
      'Add the event to docs/contributing/glossary.md.',
    ).to.deep.equal([]);
  });
});

describe('the page about log events', () => {
  it('has every event with its level, its name and its properties when the catalogue changes', () => {
    const page = read('docs/reference/log-events.md');
    const rows = page
      .split(/^(?=## \d)/m)
      .slice(1)
      .flatMap((section) => tableUnder(section, '## '));
    const documented = rows.map(([id, level, name, , properties]) => [id, level, name, properties]);
    const known = Object.entries(LOG_EVENTS).map(([name, { id, level, properties }]) => [
      String(id),
      level.charAt(0),
      name,
      properties.join(', ') || '–',
    ]);
    expect(documented).to.deep.equal(known);
  });
});

describe('the list of important log events', () => {
  it('gives log events the level of the catalogue when it names them', () => {
    for (const [ids = '', level = ''] of tableUnder(read('docs/reference/log-events.md'), '| Id | Level ')) {
      for (const id of ids.split(', ')) {
        const event = Object.values(LOG_EVENTS).find((known) => String(known.id) === id);
        expect(event?.level, `log event ${id}`).to.equal(level);
      }
    }
  });
});

describe('the path of a start', () => {
  const rows = tableUnder(read('docs/contributing/architecture.md'), '### One start request, file by file');

  it('has at most 34 hops when functions are added to it', () => {
    expect(rows.length).to.be.within(20, 34);
    expect(rows.map(([number]) => Number(number))).to.deep.equal(rows.map((_, at) => at + 1));
  });

  it('names functions that their files have when files are changed', () => {
    const gone = rows.filter(([, file = '', cell = '']) => {
      const path = /\]\(\.\.\/\.\.\/([^)]+)\)/.exec(file)?.[1] ?? '';
      const [name = ''] = wordsIn(cell);
      return !existsSync(new URL(path, ROOT)) || !new RegExp(`\\b${name}\\b[<(:]`).test(read(path));
    });
    expect(gone, 'Change the path of a start in docs/contributing/architecture.md.').to.deep.equal([]);
  });
});
