import { expect } from 'chai';
import { libraryOf } from '../../../../src/bpmn/decisions/decision-library.ts';
import { decisionFile, decisionTable, literal } from '../../../support/models/decisions.ts';
import { itFull } from '../../../support/tier.ts';

const DATA = '<inputData id="i" name="income"><variable name="income"/></inputData>';
const NEEDS = '<informationRequirement><requiredInput href="#i"/></informationRequirement>';
const decision = (logic: string, needs = NEEDS, id = 'd') => `<decision id="${id}" name="${id}">${needs}${logic}</decision>`;
const required = (id: string) => `<informationRequirement><requiredDecision href="#${id}"/></informationRequirement>`;
const warningsOf = (body: string, attributes = '') => libraryOf({ 'f.dmn': decisionFile(DATA + body, attributes) }).warnings;
const text = (source: string) => literal(source).replaceAll("'", '&apos;');
const entry = (name: string, logic: string) => `<contextEntry><variable name="${name}"/>${logic}</contextEntry>`;
const SERVICE = '<decisionService id="s" name="s"><outputDecision href="#d"/><inputData href="#age"/></decisionService>';

describe('words without quotes in columns of texts (docs/contributing/spec/decisions.md#unknown-names)', () => {
  const MODELER = 'exporter="Camunda Modeler"';
  const table = (type: string, rules: readonly (readonly string[])[]) =>
    decisionTable('d', { hitPolicy: 'FIRST', inputs: [['status', type], 'limit'], outputs: [['level', 'string']], rules });
  const said = (type: string, rules: readonly (readonly string[])[], made = MODELER) =>
    warningsOf(table(type, rules), made).filter((line) => line.includes('has quotes'));

  it('cause a warning with rule and column when the variables are not known', () => {
    expect(
      said('string', [
        ['"silver"', '-', '"a"'],
        ['gold', '-', '"b"'],
        ['not(very old, "x")', '1', 'high'],
      ]),
    ).to.deep.equal([
      `f.dmn: decision 'd': rule 2, input 1 'status': 'gold' is the name of a variable; a text has quotes: "gold"`,
      `f.dmn: decision 'd': rule 3, input 1 'status': 'very old' is the name of a variable; a text has quotes: "very old"`,
      `f.dmn: decision 'd': rule 3, output 1 'level': 'high' is the name of a variable; a text has quotes: "high"`,
    ]);
    expect(said('string', [['gold', '-', '"b"']], '')).to.have.length(1);
  });

  it('cause a warning when another cell of a column without a type is a text', () => {
    expect(
      said('Any', [
        ['"silver"', '-', '"a"'],
        ['gold', '-', '"b"'],
      ]),
    ).to.have.length(1);
    expect(
      said('Any', [
        ['1', '-', '"a"'],
        ['gold', '-', '"b"'],
      ]),
    ).to.deep.equal([]);
  });

  it('are not warned about when they are compared, are numbers, or an input of the table reads them', () => {
    expect(
      said('string', [
        ['> limit', '-', 'status'],
        ['limit', '-', 'upper case(other)'],
        ['cellInput', 'other', '-'],
      ]),
    ).to.deep.equal([]);
    expect(said('number', [['other', '-', '"a"']])).to.deep.equal([]);
  });
});

describe('names that nothing gives (docs/contributing/spec/decisions.md#unknown-names)', () => {
  const known: readonly [when: string, body: string, attributes?: string][] = [
    ['they are input data', decision(text('income * 2'))],
    ['a function of FEEL is handed on', decision(text('[count, income]'))],
    ['the text gives them itself', decision(text('for x in [income] return x + count(partial)'))],
    ['a quantified expression does', decision(text('some x in [income], y in [x] satisfies x > y'))],
    ['a function of the text does', decision(text('(function(a, b) a + b)(income, 1)'))],
    ['entries of a context see those before them', decision(text('{a: income, b: a + 1}.b'))],
    ['a filter may name members', decision(text('[income][weight > 3 and item > 1]'))],
    ['they are members', decision(text('income.of.year'))],
    ['a parameter is named in a call', decision(text('substring(string: string(income), start position: 1)'))],
    ['the decision has no input data', decision(text('weight'), '')],
    ['it requires decisions only', decision(text('1'), '', 'e') + decision(text('e + weight'), required('e'))],
    ['the file is of a modeler that draws input data', decision(text('weight')), 'exporter="Camunda Modeler"'],
    ['a required decision gives them', decision(text('1'), '', 'e') + decision(text('e + income'), NEEDS + required('e'))],
    [
      'they are outputs of a required table',
      decisionTable('e', { inputs: ['-1'], outputs: ['rate', 'days'], rules: [['-', '1', '2']] }) +
        decision(text('rate * days * income'), NEEDS + required('e')),
    ],
    [
      'a boxed function, an iterator and a filter give them',
      decision(
        `<context>${entry('f', `<functionDefinition><formalParameter name="a"/>${text('if a = 0 then a else f(a - 1)')}</functionDefinition>`)}${entry(
          'g',
          `<for iteratorVariable="x"><in>${text('[income]')}</in><return>${text('f(x) + count(partial)')}</return></for>`,
        )}${entry('h', `<filter><in>${text('g')}</in><match>${text('item > weight')}</match></filter>`)}</context>`,
      ),
    ],
    [
      'a service is called with them',
      `<inputData id="age" name="age"><variable name="age"/></inputData>${SERVICE}${decision(text('income + age'))}`,
    ],
    [
      'a cell names its value',
      `<decision id="d" name="d">${NEEDS}<decisionTable><input><inputExpression><text>income</text></inputExpression></input><output name="o"/><rule><inputEntry><text>? &gt; cellInput - 1</text></inputEntry><outputEntry><text>income</text></outputEntry></rule></decisionTable></decision>`,
    ],
    [
      'names have signs and words of the language',
      `<inputData id="j" name="pre-tax income for a year"><variable name="pre-tax income for a year"/></inputData>${decision(
        text('pre-tax income for a year * 2'),
        '<informationRequirement><requiredInput href="#j"/></informationRequirement>',
      )}`,
    ],
    [
      'a knowledge model reads its parameters',
      `<businessKnowledgeModel id="k" name="k"><encapsulatedLogic><formalParameter name="a"/>${text('a + 1')}</encapsulatedLogic></businessKnowledgeModel>${decision(text('k(income)'))}`,
    ],
  ];
  for (const [when, body, attributes] of known) {
    it(`are not warned about when ${when}`, () => {
      expect(warningsOf(body, attributes)).to.deep.equal([]);
    });
  }

  const unknown: readonly [when: string, body: string, warning: string][] = [
    ['one is misspelt', decision(text('incme * 2')), "expression: 'incme' is unknown; the nearest known name is income"],
    [
      'a decision is not required',
      decision(text('1'), '', 'rate') + decision(text('rate * income')),
      "expression: 'rate' is unknown; decision 'rate' is not required",
    ],
    [
      'input data is not required',
      `<inputData id="w" name="body-weight"/>${decision(text('body-weight * income'))}`,
      "expression: 'body-weight' is unknown; inputData 'w' is not required",
    ],
    [
      'it is in an entry of a context',
      decision(`<context>${entry('a', text('income'))}${entry('b', text('zzzzzzzz + a'))}</context>`),
      "entry 'b', expression: 'zzzzzzzz' is unknown",
    ],
    ['an entry comes later', decision(`<context>${entry('a', text('later'))}${entry('later', text('1'))}</context>`), "'later'"],
    ['the name of an iterator is over', decision(text('[for xs in [income] return xs, xs]')), "expression: 'xs' is unknown"],
    [
      'a knowledge model reads what is none of its parameters',
      `<businessKnowledgeModel id="k" name="k"><encapsulatedLogic><formalParameter name="a"/>${text('a + weight')}</encapsulatedLogic></businessKnowledgeModel>${decision(text('k(income)'))}`,
      "businessKnowledgeModel 'k': expression: 'weight' is unknown",
    ],
  ];
  for (const [when, body, warning] of unknown) {
    it(`cause a warning when ${when}`, () => {
      const found = warningsOf(body);
      expect(found).to.have.lengthOf(1);
      expect(found[0]).to.contain(warning);
    });
  }

  it('are reported with row and column, and their place, when they are in cells', () => {
    const body = `<decision id="d" name="d">${NEEDS}<decisionTable hitPolicy="FIRST">
      <input label="Money"><inputExpression><text>income</text></inputExpression></input><output name="o"/>
      <rule><inputEntry><text>&gt; limt</text></inputEntry><outputEntry><text>1</text></outputEntry></rule>
      <rule><inputEntry><text>-</text></inputEntry>
        <outputEntry><text>incomes</text></outputEntry></rule></decisionTable></decision>`;
    const { warnings } = libraryOf({ 'f.dmn': decisionFile(DATA + body) }).reports.get('f.dmn') ?? { warnings: [] };
    expect(
      warnings.map(({ rule, row, input, output, place, text }) => ({ rule, row, input, output, line: place?.line, text })),
    ).to.deep.equal([
      {
        rule: 'dmn-unknown-name',
        row: 1,
        input: 1,
        output: undefined,
        line: 4,
        text: "rule 1, input 1 'Money': 'limt' is unknown",
      },
      {
        rule: 'dmn-unknown-name',
        row: 2,
        input: undefined,
        output: 1,
        line: 6,
        text: "rule 2, output 1 'o': 'incomes' is unknown; the nearest known name is income",
      },
    ]);
  });

  // decisions-time.test.ts measures how long thousands take
  itFull('are reported up to a limit when there are hundreds of them', () => {
    const texts = Array.from({ length: 300 }, (_, at) => text(`lost${at} + income`));
    const names = Array.from({ length: 300 }, (_, at) => entry(`a b-${at}`, text(`income + ${at}`)));
    const found = warningsOf(decision(`<context>${names.join('')}${entry('all', `<list>${texts.join('')}</list>`)}</context>`));
    expect(found).to.have.lengthOf(21);
    expect(found[20]).to.contain('more findings for its names were omitted');
  });
});
