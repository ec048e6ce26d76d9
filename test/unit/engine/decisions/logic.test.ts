// biome-ignore-all lint/suspicious/noTemplateCurlyInString: groups of JUEL are written like that
import { expect } from 'chai';
import type { Json, Variables } from '../../../../src/engine/values.ts';
import { DecisionBench } from '../../../support/decisions.ts';
import { decision, decisionFile, decisionTable, literal } from '../../../support/models/decisions.ts';

const entry = (name: string | undefined, logic: string, type = 'Any') =>
  `<contextEntry>${name === undefined ? '' : `<variable name="${name}" typeRef="${type}"/>`}${logic}</contextEntry>`;
const binding = (name: string, logic: string) => `<binding><parameter name="${name}"/>${logic}</binding>`;
const knowledge = (name: string, parameters: readonly string[], logic: string) =>
  `<businessKnowledgeModel id="${name}" name="${name}"><encapsulatedLogic>${parameters.map((one) => `<formalParameter name="${one}" typeRef="number"/>`).join('')}${logic}</encapsulatedLogic></businessKnowledgeModel>`;

describe('the logic of decisions (docs/contributing/spec/decisions.md#logic)', () => {
  const bench = new DecisionBench();
  after(() => bench.close());

  const rows: readonly [what: string, body: string, variables: Variables, expected: Json][] = [
    ['a literal expression', decision('d', literal('a * 2')), { a: 21 }, 42],
    ['a literal text', decision('d', literal('"plain"')), {}, 'plain'],
    ['JUEL in a group', decision('d', literal('$'.concat('{a + 1}'))), { a: 1 }, 2],
    ['JavaScript', decision('d', literal('a.map((x) => x * 2)', 'expressionLanguage="javascript"')), { a: [1, 2] }, [2, 4]],
    ['Groovy', decision('d', literal('def b = a + 1; return b', 'expressionLanguage="groovy"')), { a: 1 }, 2],
    ['Groovy that divides', decision('d', literal('10 / a', 'expressionLanguage="groovy"')), { a: 4 }, 2.5],
    ['JUEL that compares texts', decision('d', literal('a == "4"', 'expressionLanguage="juel"')), { a: 4 }, true],
    ['a group', decision('d', literal('${a + "1"}')), { a: 4 }, 5],
    ['a list', decision('d', `<list>${literal('1')}${literal('a')}</list>`), { a: 'x' }, [1, 'x']],
    [
      'a context',
      decision('d', `<context>${entry('x', literal('2'))}${entry('y', literal('x + a'))}</context>`),
      { a: 3 },
      { x: 2, y: 5 },
    ],
    [
      'a context with a result',
      decision('d', `<context>${entry('x', literal('2'))}${entry(undefined, literal('x * 10'))}</context>`),
      {},
      20,
    ],
    [
      'a relation',
      decision(
        'd',
        `<relation><column name="k"/><column name="v"/><row>${literal('"a"')}${literal('1')}</row><row>${literal('"b"')}${literal('n')}</row></relation>`,
      ),
      { n: 2 },
      [
        { k: 'a', v: 1 },
        { k: 'b', v: 2 },
      ],
    ],
    [
      'a conditional',
      decision(
        'd',
        `<conditional><if>${literal('a > 1')}</if><then>${literal('"big"')}</then><else>${literal('"small"')}</else></conditional>`,
      ),
      { a: 2 },
      'big',
    ],
    [
      'an invocation, which sees its parameters only',
      knowledge('fee', ['amount'], literal('if rate = null then amount / 4 else rate')) +
        decision('d', `<invocation>${literal('fee')}${binding('amount', literal('a * 2'))}</invocation>`),
      { a: 10, rate: 99 },
      5,
    ],
    [
      'an invocation inside an invocation',
      knowledge('twice', ['n'], literal('n * 2')) +
        knowledge('four', ['n'], `<invocation>${literal('twice')}${binding('n', literal('n * 2'))}</invocation>`) +
        decision('d', `<invocation>${literal('four')}${binding('n', literal('3'))}</invocation>`),
      {},
      12,
    ],
    [
      'a required decision, by id, name and variable',
      `<decision id="r" name="Risk Level"><variable name="risk"/>${literal('2')}</decision>${decision('d', literal('[r, Risk Level, risk]'), ['r'])}`,
      {},
      [2, 2, 2],
    ],
    [
      'the outputs of a required table by their names',
      decisionTable('r', { inputs: ['a'], outputs: ['grade', 'limit'], rules: [['1', '"A"', '10']] }) +
        decision('d', literal('grade + string(limit)'), ['r']),
      { a: 1 },
      'A10',
    ],
  ];
  for (const [what, body, variables, expected] of rows) {
    it(`has its value when it is ${what}`, () => {
      expect(bench.make(decisionFile(body), 'd', variables)).to.deep.equal({ value: expected });
    });
  }

  it('is made once when two decisions require it', () => {
    const body =
      decision('r', literal('uuid()')) + decision('a', literal('r'), ['r']) + decision('d', literal('a = r'), ['a', 'r']);
    expect(bench.make(decisionFile(body), 'd')).to.deep.equal({ value: true });
  });

  it('reads a decision of an imported file by the name of the import when it has one', () => {
    const rates = decisionFile(decision('rate', literal('7'))).replace(
      'namespace="http://example.org/file"',
      'namespace="http://example.org/rates"',
    );
    const body = `<import name="rates" namespace="http://example.org/rates" importType="https://www.omg.org/spec/DMN/20191111/MODEL/"/>
      <decision id="d" name="d"><informationRequirement><requiredDecision href="http://example.org/rates#rate"/></informationRequirement>${literal('rates.rate * 2')}</decision>`;
    expect(bench.make({ 'a.dmn': decisionFile(body), 'rates.dmn': rates }, 'd')).to.deep.equal({ value: 14 });
  });

  it('is read the same when the file is of another version of DMN', () => {
    for (const namespace of [
      'http://www.omg.org/spec/DMN/20151101/dmn.xsd',
      'http://www.omg.org/spec/DMN/20180521/MODEL/',
      'https://www.omg.org/spec/DMN/20211108/MODEL/',
      'https://www.omg.org/spec/DMN/20230324/MODEL/',
    ]) {
      expect(bench.make(decisionFile(decision('d', literal('1')), '', namespace), 'd'), namespace).to.deep.equal({ value: 1 });
    }
  });
});

describe('the types of decisions (docs/contributing/spec/decisions.md#types)', () => {
  const bench = new DecisionBench();
  after(() => bench.close());
  const given = (type: string, value: Json, more = '') =>
    bench.make(
      decisionFile(more + decisionTable('d', { inputs: [['v', type]], outputs: [['out', type]], rules: [['-', 'v']] })),
      'd',
      { v: value },
    );

  it('take what is of them when a value is given', () => {
    for (const [type, value, expected] of [
      ['number', 5, 5],
      ['integer', 5, 5],
      ['feel:string', 'x', 'x'],
      ['number', [5], 5],
      ['boolean', false, false],
      ['date', '2026-03-01', '2026-03-01'],
      ['dayTimeDuration', 'PT48H', 'P2D'],
      ['number', null, null],
      ['somethingElse', { a: 1 }, { a: 1 }],
    ] as const)
      expect(given(type, value), type).to.deep.equal({ value: expected });
  });

  it('fail the decision with its input and value when something else is given', () => {
    for (const [type, value, why] of [
      ['number', '5', "'5' is not of type number"],
      ['string', 5, '5 is not of type string'],
      ['boolean', 'true', "'true' is not of type boolean"],
      ['date', 'tomorrow', "'tomorrow' is not of type date"],
      ['date', 5, '5 is not of type date'],
      ['number', [1, 2], 'a list of 2 is not of type number'],
    ] as const)
      expect(given(type, value), type).to.deep.equal({ reason: `decision 'd': input 'v': ${why}` });
  });

  it('are those that item definitions lead to when these have names', () => {
    const items = `<itemDefinition name="tAge"><typeRef>tNumber</typeRef></itemDefinition><itemDefinition name="tNumber"><typeRef>number</typeRef></itemDefinition>
      <itemDefinition name="tRound"><typeRef>tRound</typeRef></itemDefinition><itemDefinition name="tList" isCollection="true"><typeRef>number</typeRef></itemDefinition>`;
    expect(given('tAge', 'x', items)).to.deep.equal({ reason: "decision 'd': input 'v': 'x' is not of type number" });
    expect(given('tList', [1, 2], items)).to.deep.equal({ value: [1, 2] });
    expect(given('tRound', 'x', items)).to.deep.equal({ value: 'x' });
  });

  it('hold input and output values against what is given, but for files of a modeler that means them as hints', () => {
    const allowed = '<inputValues><text>"a","b"</text></inputValues>';
    const offered = '<outputValues><text>"A","B"</text></outputValues>';
    const table = decisionTable('d', {
      inputs: [['v', 'string', allowed]],
      outputs: [['out', 'string', offered]],
      rules: [
        ['"a"', '"A"'],
        ['-', '"C"'],
      ],
    }).replace('<decisionTable>', '<decisionTable hitPolicy="FIRST">');
    const make = (v: Json, attributes = '') => bench.make(decisionFile(table, attributes), 'd', { v });
    expect(make('a')).to.deep.equal({ value: 'A' });
    expect(make('x')).to.deep.equal({ reason: "decision 'd': input 'v': 'x' is none of the input values" });
    expect(make('b')).to.deep.equal({ reason: "decision 'd': rule 2: output 'out': 'C' is none of the output values" });
    expect(make('x', 'exporter="Camunda Modeler"')).to.deep.equal({ value: 'C' });
  });
});

describe('a decision that fails (docs/contributing/spec/decisions.md#failures)', () => {
  const bench = new DecisionBench();
  after(() => bench.close());

  it('names decision, rule, input and value when a cell cannot be evaluated', () => {
    const table = decisionTable('d', {
      inputs: ['a'],
      outputs: ['out'],
      rules: [
        ['1', '1'],
        ['assert(? > 3, false, "too small")', '2'],
      ],
    });
    const { reason } = bench.make(decisionFile(table), 'd', { a: 2 }) as { reason: string };
    expect(reason).to.match(/^decision 'd': rule 2: input 'a' with 2: .*too small/);
  });

  it('is that of the decision at fault when another one requires it', () => {
    const body = decision('r', literal('assert(1, false, "no")')) + decision('d', literal('r'), ['r']);
    expect((bench.make(decisionFile(body), 'd') as { reason: string }).reason).to.match(/^decision 'r': .*no/);
  });
});
