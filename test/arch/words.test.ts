import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { SOURCE_FILES, type SourceFile } from './source-files.ts';

/** Words of the style guide that texts and comments avoid. Names in backticks are exempt. */
const BANNED: readonly string[] = [
  '(?:who|whom|whose)ever',
  '(?:some|no|any|every)body',
  'anew',
  'afresh',
  'meanwhile',
  'beside',
  'in (?:its |their )?place of',
  '(?:go|goes|going|went|gone) on',
  'tells?',
  'telling',
  'told',
  'stands?',
  'stood',
  '(?:gives?|gave|given|giving) up',
  '(?:puts?|putting) back',
  '(?:carry|carries|carried|carrying) out',
  'what is (?:new|over)',
  'of (?:ours|theirs)',
  '(?:has|have|had) come',
  '(?<!there )is no(?! longer| more)',
  'any more(?! than)',
  'says?',
  'said',
  'nudg(?:e|es|ed|ing)',
  'in vain',
  '(?:is|are|was|were) none(?! of)',
  'for ever',
  '(?:is|are) warned about',
  'of (?:its|their) own',
  'likewise',
  'by (?:itself|themselves)',
  'at once',
  'so many',
  '(?:holds?|held|holding) up',
  'once more',
  'again and again',
];
/** Openings of comments that do not name their subject (rule 6 of the style guide). */
const BANNED_OPENING = /^(?:\/\*\*?|\/\/)[\s*]*(?:what|whatever|who|whose|whom)(?![\w-])/i;
/** Private terms that pages for users and the OpenAPI document avoid too. */
const PRIVATE_TERMS: readonly string[] = [
  'envelopes?',
  'journals?',
  'misfits?',
  '(?:read|write) side',
  'remote workers?',
  'rule books?',
  'the house',
];
const wordsOf = (words: readonly string[]) => new RegExp(String.raw`(?<![\w-])(?:${words.join('|')})(?![\w-])`, 'gi');
const BANNED_WORD = wordsOf(BANNED);
const BANNED_FOR_USERS = wordsOf([...BANNED, ...PRIVATE_TERMS]);

/** Folders whose texts reach clients and operators. */
const FOLDERS_WITH_TEXTS: readonly string[] = [
  'api',
  'bpmn',
  'engine',
  'expressions',
  'client',
  'feed-out',
  'kafka',
  'mcp',
  'platform',
  'plugin-host',
  'plugins',
  'projector',
  'queries',
  'requests',
  'testing',
  'waits',
  'worker',
];
/** A comment, or the content of a string. */
interface Passage {
  readonly kind: 'comment' | 'text';
  readonly line: number;
  readonly text: string;
}

const TOKENS =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|(?<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`)|(?<=[(,=:[!&|?{};]\s*|return\s+)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g;

function passagesOf(code: string): Passage[] {
  return [...code.matchAll(TOKENS)].flatMap(({ index, groups = {} }): Passage[] => {
    const line = code.slice(0, index).split('\n').length;
    if (groups['comment'] !== undefined) return [{ kind: 'comment', line, text: groups['comment'] }];
    return groups['text'] === undefined ? [] : [{ kind: 'text', line, text: groups['text'] }];
  });
}

/** `path:line word` for each banned word in the comments or strings of a file. */
function bannedInCode(path: string, code: string, kind: Passage['kind']): string[] {
  return passagesOf(code)
    .filter((passage) => passage.kind === kind)
    .flatMap((passage) => {
      const words = passage.text.replace(kind === 'comment' ? /`[^`\n]*`|\s*\n\s*\*\s*/g : /\$\{[^}]*\}/g, ' ');
      return [...words.matchAll(BANNED_WORD)].map(([word]) => `${path}:${passage.line} ${word}`);
    });
}

/** `path:line word` for each banned word of files in `src`. */
function bannedIn(files: readonly SourceFile[], kind: Passage['kind']): string[] {
  return files.flatMap(({ path, text }) => bannedInCode(`src/${path}`, text, kind));
}

const ROOT = new URL('../../', import.meta.url);

/** The Markdown pages. The changelog is not checked: it is a record. */
const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...['docs', 'examples', 'clients', 'test', 'lab'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.md') && !path.includes('node_modules/')),
  ),
];

/** `.` for a page in the root. */
const folderOf = (path: string) => path.replace(/\/?[^/]*$/, '') || '.';

/** The prose of a page: without code, names in backticks and addresses of links, on the same lines. */
function proseOf(markdown: string): string {
  return markdown.replace(/```[\s\S]*?```|<!--[\s\S]*?-->|`[^`\n]*`|\]\([^)\n]*\)/g, (code) => code.replace(/[^\n]/g, ' '));
}

/** `path:line word` for each banned word of a page. */
function bannedInPage(path: string, banned: RegExp, markdown = readFileSync(new URL(path, ROOT), 'utf8')): string[] {
  const prose = proseOf(markdown);
  return [...prose.matchAll(banned)].map(({ 0: word, index }) => `${path}:${prose.slice(0, index).split('\n').length} ${word}`);
}

/** Summaries and descriptions of the OpenAPI document with their place in it. */
function apiTexts(node: unknown, place = ''): { readonly place: string; readonly text: string }[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if ((key === 'summary' || key === 'description') && typeof value === 'string')
      return [{ place: `${place}/${key}`, text: value }];
    return apiTexts(value, `${place}/${key}`);
  });
}

/** Code that a command writes from the OpenAPI document. */
const isGenerated = ({ path }: SourceFile) => path.startsWith('client/generated/');
const CLI = SOURCE_FILES.filter(({ path }) => path.startsWith('cli/'));
const UI_TEXTS = SOURCE_FILES.filter(({ path }) => path.startsWith('ui/web/texts/en/'));

describe('plain words', () => {
  const folders = new Set(SOURCE_FILES.map(({ folder }) => folder));
  for (const folder of folders)
    it(`are used in the comments of src/${folder}`, () => {
      const found = bannedIn(
        SOURCE_FILES.filter((file) => file.folder === folder && !isGenerated(file)),
        'comment',
      );
      expect(found).to.deep.equal([]);
    });
  it('open no comment of src without its subject', () => {
    const comments = SOURCE_FILES.flatMap(({ path, text }) => passagesOf(text).map((passage) => ({ path, ...passage })));
    const found = comments.filter(({ kind, text }) => kind === 'comment' && BANNED_OPENING.test(text));
    expect(found.map(({ path, line }) => `src/${path}:${line}`)).to.deep.equal([]);
  });

  for (const folder of FOLDERS_WITH_TEXTS)
    it(`are used in the texts of src/${folder}`, () => {
      const found = bannedIn(
        SOURCE_FILES.filter((file) => file.folder === folder),
        'text',
      );
      expect(found).to.deep.equal([]);
    });

  it('are used in the texts of the pages', () => expect(bannedIn(UI_TEXTS, 'text')).to.deep.equal([]));
  it('are used in help and messages of the command line', () => expect(bannedIn(CLI, 'text')).to.deep.equal([]));
  it('are used in the OpenAPI document', () => {
    const texts = apiTexts(openApiDocument());
    expect(texts.length).to.be.greaterThan(300);
    expect(texts.flatMap(({ place, text }) => bannedInPage(place, BANNED_FOR_USERS, text))).to.deep.equal([]);
  });
  for (const folder of new Set(PAGES.map(folderOf)))
    it(`are used on the pages of ${folder}`, () => {
      const banned = /^(?:docs\/contributing|test)/.test(folder) ? BANNED_WORD : BANNED_FOR_USERS;
      const found = PAGES.filter((path) => folderOf(path) === folder).flatMap((path) => bannedInPage(path, banned));
      expect(found).to.deep.equal([]);
    });
});

const TITLE = /\b(?:it|itFull|describe)(?:\.\w+)*\(\s*('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`)/g;

/** `path: words` for each title of a test with banned words. Values of templates and cited pages are not checked. */
function bannedInTitles(path: string, code: string): string[] {
  return [...code.matchAll(TITLE)].flatMap(([, title = '']) => {
    const words = title.replace(/\$\{[^}]*\}|\(docs\/[^)]*\)/g, ' ').match(BANNED_WORD);
    return words === null ? [] : [`${path}: ${words.join(', ')}`];
  });
}

/** Its comment describes a notation with banned words. */
const NOTATION = 'test/support/process-builder.ts';
const FOLDERS_WITH_COMMENTS: readonly string[] = ['bin', 'demo', 'lab', 'test'];

describe('plain words in comments outside src', () => {
  for (const folder of FOLDERS_WITH_COMMENTS)
    it(`are used in ${folder}`, () => {
      const found = readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, encoding: 'utf8' })
        .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
        .filter((path) => /\.(?:ts|mjs)$/.test(path) && path !== NOTATION)
        .flatMap((path) => bannedInCode(path, readFileSync(new URL(path, ROOT), 'utf8'), 'comment'));
      expect(found).to.deep.equal([]);
    });
});

describe('plain words in titles of tests', () => {
  it('are used in all of them', () => {
    const files = readdirSync(new URL('test/', ROOT), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.ts'),
    );
    expect(files.length).to.be.greaterThan(500);
    expect(files.flatMap((path) => bannedInTitles(path, readFileSync(new URL(`test/${path}`, ROOT), 'utf8')))).to.deep.equal([]);
  });
});

describe('the search for banned words', () => {
  it('reads the prose of a page, but neither code nor links', () => {
    const page = 'It goes on.\n```sh\necho anew\n```\n`nobody` [waits](#goes-on) <!-- says -->\nNo one says so.';
    expect(bannedInPage('page.md', BANNED_WORD, page)).to.deep.equal(['page.md:1 goes on', 'page.md:6 says']);
  });
  it('reads comments and strings, but neither code nor names in backticks', () => {
    const code = "/** It goes on.\n * `nobody` is a name. */\nconst says = 'put back'; // no more\nconst r = /meanwhile/;\n";
    const file: SourceFile = { path: 'a/b.ts', folder: 'a', text: code, imports: [], runtimeImports: [] };
    expect(bannedIn([file], 'comment')).to.deep.equal(['src/a/b.ts:1 goes on']);
    expect(bannedIn([file], 'text')).to.deep.equal(['src/a/b.ts:3 put back']);
  });
});
