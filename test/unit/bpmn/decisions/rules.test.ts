import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { checkDecisions } from '../../../../src/bpmn/decisions/check-decisions.ts';
import { decision, decisionFile, decisionTable, literal, type ShortTable } from '../../../support/models/decisions.ts';
import { itFull } from '../../../support/tier.ts';

const table = (given: Partial<ShortTable>) =>
  decisionTable('d', { inputs: [['n', 'number']], outputs: ['o'], rules: [['-', '1']], ...given });
const model = (body: string) =>
  `<businessKnowledgeModel id="k" name="k"><encapsulatedLogic><formalParameter name="a"/>${body}</encapsulatedLogic></businessKnowledgeModel>`;
const invocation = (parameter: string) =>
  decision('d', `<invocation>${literal('k')}<binding><parameter name="${parameter}"/>${literal('1')}</binding></invocation>`);
const needs = (href: string) => `<knowledgeRequirement><requiredKnowledge href="${href}"/></knowledgeRequirement>`;
const rows = (first: string, second: string) => [
  [first, '1'],
  [second, '2'],
];

/** By rule: a file that breaks it, and its twin that does not. */
const TWINS: Readonly<Record<string, readonly [broken: string, kept: string]>> = {
  'dmn-readable': ['<x/>', decisionFile(decision('d', literal('1')))],
  'dmn-size': [
    decisionFile(table({ rules: Array.from({ length: 20_001 }, (_, at) => [`> ${at} + 1`, '1']) })),
    decisionFile(table({})),
  ],
  'dmn-id': [
    decisionFile(decision('d', literal('1')) + decision('d', literal('2'))),
    decisionFile(decision('d', literal('1')) + decision('e', literal('2'))),
  ],
  'dmn-text': [decisionFile(decision('d', literal('1 +'))), decisionFile(decision('d', literal('1 + 1')))],
  'dmn-expression': [
    decisionFile(decision('d', `<conditional><if>${literal('true')}</if></conditional>`)),
    decisionFile(
      decision(
        'd',
        `<conditional><if>${literal('true')}</if><then>${literal('1')}</then><else>${literal('2')}</else></conditional>`,
      ),
    ),
  ],
  'dmn-function': [
    decisionFile(decision('d', `<functionDefinition kind="Java">${literal('1')}</functionDefinition>`)),
    decisionFile(decision('d', `<functionDefinition kind="FEEL">${literal('1')}</functionDefinition>`)),
  ],
  'dmn-invocation': [decisionFile(model(literal('a')) + invocation('b')), decisionFile(model(literal('a')) + invocation('a'))],
  'dmn-table': [decisionFile(table({ hitPolicy: 'LAST' })), decisionFile(table({ hitPolicy: 'FIRST' }))],
  'dmn-rule-length': [decisionFile(table({ rules: [['-']] })), decisionFile(table({ rules: [['-', '1']] }))],
  'dmn-requirement': [
    decisionFile(decision('d', literal('1'), ['e'])),
    decisionFile(decision('d', literal('1'), ['e']) + decision('e', literal('1'))),
  ],
  'dmn-not-executed': [decisionFile('<decision id="d" name="d"/>'), decisionFile(decision('d', literal('1')))],
  'dmn-required-function': [
    decisionFile(model(literal('a')) + decision('d', needs('#lost') + literal('1'))),
    decisionFile(model(literal('a')) + decision('d', needs('#k') + literal('1'))),
  ],
  'dmn-unknown-name': [decisionFile(model(literal('b')) + invocation('a')), decisionFile(model(literal('a')) + invocation('a'))],
  'dmn-text-fails': [
    decisionFile(decision('d', literal('execution.foo()', 'expressionLanguage="groovy"'))),
    decisionFile(decision('d', literal('execution.getId()', 'expressionLanguage="groovy"'))),
  ],
  'dmn-cell-type': [decisionFile(table({ rules: [['"5"', '1']] })), decisionFile(table({ rules: [['5', '1']] }))],
  'dmn-output-type': [decisionFile(table({ outputs: [['o', 'string']] })), decisionFile(table({ outputs: [['o', 'number']] }))],
  'dmn-unreachable-rule': [
    decisionFile(table({ hitPolicy: 'FIRST', rules: rows('-', '5') })),
    decisionFile(table({ hitPolicy: 'FIRST', rules: rows('5', '-') })),
  ],
  'dmn-rules-overlap': [
    decisionFile(table({ rules: rows('<= 5', '>= 5') })),
    decisionFile(table({ rules: rows('< 5', '>= 5') })),
  ],
  'dmn-table-gap': [decisionFile(table({ rules: rows('< 5', '> 5') })), decisionFile(table({ rules: rows('< 5', '>= 5') }))],
  'dmn-more': [
    decisionFile(
      table({ outputs: [['o', 'string']], hitPolicy: 'COLLECT', rules: Array.from({ length: 21 }, () => ['-', '1']) }),
    ),
    decisionFile(
      table({ outputs: [['o', 'number']], hitPolicy: 'COLLECT', rules: Array.from({ length: 21 }, () => ['-', '1']) }),
    ),
  ],
};

describe('the rules of decisions (docs/contributing/spec/validation.md#decision-rules)', () => {
  const rulesOf = (text: string) => checkDecisions(text, 'executable').map(({ rule }) => rule);
  for (const [rule, [broken, kept]] of Object.entries(TWINS)) {
    // slow: the file of `dmn-size` is as large as a file may be
    it(`name ${rule} when a file breaks it, and not when its twin does not`, () => {
      expect(rulesOf(broken)).to.include(rule);
      expect(rulesOf(kept)).to.not.include(rule);
    });
  }

  it('are those of the page when they are listed', () => {
    const page = readFileSync(new URL('../../../../docs/contributing/spec/validation.md', import.meta.url), 'utf8');
    const listed = [...page.matchAll(/^\| `(dmn-[a-z-]+)` \|/gm)].map(([, rule]) => rule);
    expect(listed).to.deep.equal(Object.keys(TWINS));
  });

  it('have row and column when they are about a cell', () => {
    const [finding] = checkDecisions(
      decisionFile(
        table({
          rules: [
            ['5', '1'],
            ['"5"', '2'],
          ],
        }),
      ),
      'strict',
    );
    expect(finding).to.deep.equal({
      severity: 'warning',
      rule: 'dmn-cell-type',
      element: "decision 'd'",
      text: 'rule 2, input 1 \'n\': "5" is compared with number, which it never is',
      line: 6,
      column: 7,
      row: 2,
      input: 1,
    });
  });

  it('refuse a value that would be rounded, and no cell that compares with one', () => {
    expect(rulesOf(decisionFile(table({ rules: [['-', '9007199254740993']] })))).to.include('dmn-text');
    expect(rulesOf(decisionFile(table({ rules: [['< 12345678901234567890', '1']] })))).to.not.include('dmn-text');
  });

  it('leave the file alone when the level is off and it can be read', () => {
    expect(checkDecisions(decisionFile(decision('d', literal('1 +'))), 'off')).to.deep.equal([]);
    expect(checkDecisions('<x/>', 'off')).to.have.lengthOf(1);
  });

  // decisions-time.test.ts measures how long larger tables take
  itFull('end when there are 500 rules, 100 inputs or names of signs and keywords', () => {
    const many = Array.from({ length: 500 }, (_, at) => [`[${at}..${at + 1})`, '1']);
    expect(rulesOf(decisionFile(table({ rules: many })))).to.not.include('dmn-readable');
    const inputs = Array.from({ length: 100 }, (_, at) => `v${at}`);
    rulesOf(decisionFile(table({ inputs, rules: Array.from({ length: 20 }, () => [...inputs.map((_, at) => `< ${at}`), '1']) })));
    const odd = ['if', 'a "b"', "c'd", 'for x in y', '__proto__', '', '?', 'date and time', 'a+b.c', '('];
    const data = odd.map((name, at) => `<inputData id="i${at}" name="${name.replaceAll('"', '&quot;')}"/>`).join('');
    const requires = odd
      .map((_, at) => `<informationRequirement><requiredInput href="#i${at}"/></informationRequirement>`)
      .join('');
    rulesOf(decisionFile(data + decision('d', requires + literal('a+b.c + constructor + hasOwnProperty'))));
    const imports = '<import name="b" namespace="http://example.org/file" importType="x"/>';
    rulesOf(decisionFile(imports + decision('d', literal('b.d + [1..1000000000000][item > 1]'))));
    const nested = `${'<list>'.repeat(190)}${literal('x')}${'</list>'.repeat(190)}`;
    rulesOf(decisionFile(model(nested) + invocation('a')));
  });
});
