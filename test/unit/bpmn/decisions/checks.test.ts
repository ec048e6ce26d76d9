import { expect } from 'chai';
import { libraryOf } from '../../../../src/bpmn/decisions/decision-library.ts';
import { decisionFile, decisionTable, type ShortTable } from '../../../support/models/decisions.ts';
import { itFull } from '../../../support/tier.ts';

const said = (table: Partial<ShortTable>, more = '') =>
  libraryOf({
    'f.dmn': decisionFile(more + decisionTable('d', { inputs: [['n', 'number']], outputs: ['o'], rules: [], ...table })),
  }).warnings.map((text) => text.replace("f.dmn: decision 'd': ", ''));
const rules = (...cells: readonly (string | readonly string[])[]) =>
  cells.map((cell) => [...(typeof cell === 'string' ? [cell] : cell), '1']);
const allowed = (list: string) => `<inputValues><text>${list.replaceAll('"', '&quot;')}</text></inputValues>`;
const date = (text: string) => `date("${text}")`;

describe('the checks of a table (docs/contributing/spec/decisions.md#checks)', () => {
  const rows: readonly [when: string, table: Partial<ShortTable>, expected: readonly string[]][] = [
    ['numbers are covered without overlap', { rules: rules('< 10', '[10..20)', '>= 20') }, []],
    ['whole numbers follow each other', { rules: rules('<= 17', '[18..65]', '> 65') }, []],
    [
      'two intervals share an end',
      { rules: rules('[0..10]', '[10..20]') },
      ["rule 1 and rule 2 match together when input 1 'n' is 10, UNIQUE allows one"],
    ],
    [
      'an interval is inside another',
      { rules: rules('[0..100]', '[10..20]') },
      ['rule 2 never decides alone: rule 1 matches all that it matches, UNIQUE allows one'],
    ],
    [
      'a rule of dashes stands beside another',
      { rules: rules('5', '-') },
      ['rule 1 never decides alone: rule 2 matches all that it matches, UNIQUE allows one'],
    ],
    ['numbers have a gap', { rules: rules('< 10', '>= 20') }, ["no rule matches when input 1 'n' is 10"]],
    ['an end is left out', { rules: rules('< 10', '> 10') }, ["no rule matches when input 1 'n' is 10"]],
    [
      'a gap has a default',
      { rules: rules('< 10', '>= 20'), outputs: [['o', 'Any', '<defaultOutputEntry><text>0</text></defaultOutputEntry>']] },
      [],
    ],
    ['what is outside of all rules has none', { rules: rules('[1..5]', '[6..9]') }, []],
    [
      'input values have more than the rules',
      { inputs: [['n', 'string', allowed('"a","b","c"')]], rules: rules('"a"', '"b"') },
      ['no rule matches when input 1 \'n\' is "c"'],
    ],
    ['texts have no values to compare with', { inputs: [['n', 'string']], rules: rules('"a"', '"b"') }, []],
    [
      'one truth value has no rule',
      { inputs: [['n', 'boolean']], rules: rules('true') },
      ["no rule matches when input 1 'n' is false"],
    ],
    [
      'dates overlap',
      { inputs: [['n', 'date']], rules: rules(`<= ${date('2026-03-01')}`, `>= ${date('2026-03-01')}`) },
      ["rule 1 and rule 2 match together when input 1 'n' is 2026-03-01, UNIQUE allows one"],
    ],
    [
      'dates have a gap',
      { inputs: [['n', 'date']], rules: rules(`< ${date('2026-03-01')}`, `> ${date('2026-03-01')}`) },
      ["no rule matches when input 1 'n' is 2026-03-01"],
    ],
    [
      'days follow each other',
      { inputs: [['n', 'date']], rules: rules(`<= ${date('2026-03-01')}`, `>= ${date('2026-03-02')}`) },
      [],
    ],
    [
      'durations overlap',
      { inputs: [['n', 'dayTimeDuration']], rules: rules('< duration("P2D")', '> duration("PT24H")') },
      ["rule 1 and rule 2 match together when input 1 'n' is between PT24H and P2D, UNIQUE allows one"],
    ],
    [
      'two inputs are told apart together',
      {
        inputs: [
          ['n', 'number'],
          ['b', 'boolean'],
        ],
        rules: rules(['< 5', 'true'], ['< 5', 'false'], ['>= 5', '-']),
      },
      [],
    ],
    [
      'two inputs have a gap together',
      {
        inputs: [
          ['n', 'number'],
          ['b', 'boolean'],
        ],
        rules: rules(['<= 5', 'true'], ['> 5', '-']),
      },
      ["no rule matches when input 1 'n' is 5 and input 2 'b' is false"],
    ],
    [
      'a rule stands behind wider ones',
      { hitPolicy: 'FIRST', rules: rules('< 10', '>= 10', '15') },
      ['rule 3 never decides: the rules before it match all that it matches'],
    ],
    ['a rule of dashes is the last', { hitPolicy: 'FIRST', rules: rules('< 10', '-') }, []],
    ['null has a rule of its own', { hitPolicy: 'FIRST', rules: rules('< 10', '>= 10', '-') }, []],
    ['a rule can only be evaluated', { rules: rules('> x', '> y', '-') }, []],
    ['a table collects', { hitPolicy: 'COLLECT', rules: rules('-', '5') }, []],
    [
      'a cell has a text for a number',
      { hitPolicy: 'FIRST', rules: rules('"5"', '-') },
      ['rule 1, input 1 \'n\': "5" is compared with number, which it never is'],
    ],
    [
      'an output has a number for a text',
      { outputs: [['o', 'string']], rules: [['-', '5']] },
      ["rule 1, output 1 'o': 5 is not a string"],
    ],
    ['an output has a text for a date', { outputs: [['o', 'date']], rules: [['-', '"2026-03-01"']] }, []],
  ];
  for (const [when, table, expected] of rows) {
    it(`report ${expected.length === 0 ? 'nothing' : expected.join()} when ${when}`, () => {
      expect(said(table)).to.deep.equal(expected);
    });
  }

  it('name rules and inputs by their ids when they have some', () => {
    const text = decisionFile(decisionTable('d', { inputs: [['n', 'number']], outputs: ['o'], rules: rules('1', '1') }))
      .replace('<input ', '<input id="in" ')
      .replace('<rule>', '<rule id="first">');
    expect(libraryOf({ 'f.dmn': text }).warnings).to.deep.equal([
      "f.dmn: decision 'd': rule 2 never decides alone: rule 1 (first) matches all that it matches, UNIQUE allows one",
    ]);
  });

  // decisions-time.test.ts measures how long larger tables take
  itFull('report little when a table is large', () => {
    const many = Array.from({ length: 120 }, (_, at) => [`[${at}..${at + 2}]`, `> ${at}`, `not(${at})`, '1']);
    const inputs = ['a', 'b', 'c'].map((name) => [name, 'number'] as const);
    expect(said({ inputs, rules: many })).to.have.length(21);
    expect(said({ inputs, rules: many, hitPolicy: 'FIRST' }).length).to.be.lessThan(22);
  });
});
