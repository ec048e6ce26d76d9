import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { citationsIn, filesThatCite, foreignCitationsIn, RULES } from './citations.ts';
import { anchorsIn } from './page-anchors.ts';

const FILES = filesThatCite();
const RULE_PAGES = new Map(FILES.filter(({ path }) => path.startsWith(`${RULES}/`)).map(({ path, text }) => [path, text]));

/** Their texts are fixed: databases compare the digest of what they have run. */
const SEALED: ReadonlySet<string> = new Set(
  Object.keys(JSON.parse(readFileSync(new URL('sealed-migrations.json', import.meta.url), 'utf8')) as Record<string, string>).map(
    (name) => `migrations/${name}`,
  ),
);

describe('citations of rules', () => {
  it('lead to a rule when a user looks it up', () => {
    const cited = FILES.flatMap(({ path, text }) => citationsIn(text).map((citation) => ({ path, ...citation })));
    expect(cited.length).to.be.greaterThan(500);
    const dead = cited.filter(({ page, anchor }) => {
      const rules = RULE_PAGES.get(page);
      return rules === undefined || (anchor !== undefined && !anchorsIn(rules).includes(anchor));
    });
    const places = dead.map(({ path, page, anchor }) => `${path}: ${page}${anchor === undefined ? '' : `#${anchor}`}`);
    expect(places, 'A rule was renamed or moved: cite the anchor it has now.').to.deep.equal([]);
  });

  it('can only mean one rule when a page gives its anchors', () => {
    const doubled = [...RULE_PAGES].flatMap(([path, text]) => {
      const anchors = anchorsIn(text);
      return anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at).map((anchor) => `${path}#${anchor}`);
    });
    expect(doubled, 'Name one of the two rules otherwise.').to.deep.equal([]);
  });

  it('name no rule book that is not in the repository', () => {
    const foreign = FILES.filter(({ path }) => !SEALED.has(path)).flatMap(({ path, text }) =>
      foreignCitationsIn(text).map((found) => `${path}: ${found}`),
    );
    expect(foreign, 'Say the rule, or cite its page and anchor: docs/contributing/spec/README.md.').to.deep.equal([]);
  });
});

/** Made here of two parts, so that this file does not find itself. */
const outside = (start: string, rest: string): string => start + rest;

describe('the reader of citations', () => {
  it('finds page and anchor when a text cites a rule', () => {
    const text = `/** Waits (${RULES}/made-up.md#to-wait). See ${RULES}/part/made-up.md and docs/made-up.md. */`;
    expect(citationsIn(text)).to.deep.equal([
      { page: `${RULES}/made-up.md`, anchor: 'to-wait' },
      { page: `${RULES}/part/made-up.md`, anchor: undefined },
    ]);
  });

  it('finds every anchor when a page has some, and reports a repeated one twice', () => {
    const page = '## To wait\n<a id="to-wait"></a>\n\n- <a id="to-go"></a>**Going.**\n\n```\n# no heading\n```\n\n## To go!\n';
    expect(anchorsIn(page)).to.deep.equal(['to-go', 'to-wait', 'to-go']);
  });

  for (const [what, text] of [
    ['the file of a book', outside('/** Joins (bpmn', '.md 4.2). */')],
    ['a section of a book', outside('// as con', 'tract 2.9 says')],
    ['a section at the start of a sentence', outside('/** Con', 'tract 2.9: the oldest entry. */')],
    ['a point of the failure model', outside("it('survives (reliab", "ility F5)', () => {")],
    ['a rule about building', outside('/** One transaction (ho', 'use 5). */')],
    ['the code of a check', outside('/** CH', 'K22: boundary events. */')],
    ['one code', outside("it('merges (V", "4)', () => {")],
    ['several codes', outside('  /** what is left to do (K', '4, W7) */')],
    ['a code behind a section', outside("it('completes (3.1", "2, M4)', () => {")],
    ['sections in a comment', outside(' * the body of a loop (7', '.1, 11.2)')],
    ['a section in a title', outside("  describe('an ad-hoc body (3", ".21)', () => {")],
    ['a line of a section', outside("  it('wins before its host (2.2, li", "ne 5)', () => {")],
    ['a code in front of a comment', outside('/** K', '5: the handler, else what is inside. */')],
  ] as const) {
    it(`finds ${what} when a text names it`, () => expect(foreignCitationsIn(text)).to.not.deep.equal([]));
  }

  it('finds nothing when letters and numbers mean something else', () => {
    const text = [
      '/** Waits until no token can come (docs/contributing/spec/gateways.md#inclusive-join). */',
      "given('s: script throw new BpmnError(\"E1\")').then('!s E1');",
      'const half = Math.round(2.5); // of R5/PT1M',
      "expect(evaluate('= string(1.0)')).to.equal('1');",
      'Node 20.19 or newer, UTF-8, the contract of an interface, a house of cards.',
    ].join('\n');
    expect(foreignCitationsIn(text)).to.deep.equal([]);
  });
});
