import { expect } from 'chai';
import { libraryOf } from '../../../../src/bpmn/decisions/decision-library.ts';
import { diagnosticsOf } from '../../../support/decisions.ts';
import { decision, decisionFile, decisionTable, literal, type ShortTable } from '../../../support/models/decisions.ts';
import { itFull } from '../../../support/tier.ts';

const TABLE: ShortTable = { inputs: ['a'], outputs: ['out'], rules: [['1', '2']] };
const table = (change: Partial<ShortTable>): string => decisionTable('d', { ...TABLE, ...change });

describe('a file of decisions is refused (docs/contributing/spec/decisions.md#files)', () => {
  const rows: readonly [when: string, body: string, text: string | RegExp][] = [
    ['a hit policy is unknown', table({ hitPolicy: 'LAST' }), "hit policy 'LAST' is not supported"],
    ['an aggregation is unknown', table({ hitPolicy: 'COLLECT', aggregation: 'AVG' }), "aggregation 'AVG' is not supported"],
    [
      'several outputs are aggregated',
      table({ hitPolicy: 'COLLECT', aggregation: 'SUM', outputs: ['a', 'b'], rules: [] }),
      'aggregation SUM needs a single output',
    ],
    [
      'a priority has no output values',
      table({ hitPolicy: 'PRIORITY' }),
      'hit policy PRIORITY needs output values in their order',
    ],
    ['two outputs have one name', table({ outputs: ['a', 'a'], rules: [] }), "two outputs are called 'a'"],
    [
      'an output has a name that nobody may use',
      table({ outputs: ['__proto__'], rules: [] }),
      "an output may not be called '__proto__'",
    ],
    ['a table has no output', table({ outputs: [], rules: [] }), 'the table has no output'],
    ['a rule lacks a cell', table({ rules: [['1']] }), 'rule 1 has 0 output entries for 1 outputs'],
    [
      'a cell does not parse',
      table({
        rules: [
          ['1', '2'],
          ['> 5 <', '2'],
        ],
      }),
      /^rule 2, input 'a': cannot parse '> 5 <': .* at 1:\d/,
    ],
    ['a cell calls an unknown function', table({ rules: [['lenght(?) > 1', '2']] }), /unknown function 'lenght'/],
    ['an output does not parse', table({ rules: [['1', '2 +']] }), /^rule 1, output 'out': cannot parse '2 \+'/],
    ['an input is empty', table({ inputs: [''] }), 'expression is empty'],
    [
      'a language is unknown',
      decision('d', literal('1', 'expressionLanguage="cobol"')),
      "expression: expression language 'cobol' is not supported",
    ],
    [
      'JavaScript does not parse',
      decision('d', literal('var = 1', 'expressionLanguage="javascript"')),
      /^expression: cannot parse/,
    ],
    ['a boxed expression lacks a part', decision('d', `<filter><in>${literal('1')}</in></filter>`), 'match has no expression'],
    [
      'a knowledge model is missing',
      decision('d', `<invocation>${literal('gone')}</invocation>`),
      "business knowledge model 'gone' is not in the file",
    ],
    [
      'an iterator has no variable',
      decision('d', `<for><in>${literal('1')}</in><return>${literal('1')}</return></for>`),
      'boxed for needs an iteratorVariable',
    ],
    [
      'a function is one of Java',
      decision('d', `<functionDefinition kind="Java">${literal('1')}</functionDefinition>`),
      "function kind 'Java' is not supported",
    ],
    [
      'a function is one of PMML',
      decision('d', `<functionDefinition kind="PMML">${literal('1')}</functionDefinition>`),
      "function kind 'PMML' is not supported",
    ],
    [
      'a knowledge model is given what it has no parameter for',
      `<businessKnowledgeModel name="k"><encapsulatedLogic>${literal('1')}</encapsulatedLogic></businessKnowledgeModel>${decision('d', `<invocation>${literal('k')}<binding><parameter name="x"/>${literal('1')}</binding></invocation>`)}`,
      "business knowledge model 'k' has no parameter 'x'",
    ],
    [
      'a required decision is missing',
      decision('d', literal('1'), ['gone']),
      "requires decision 'gone', which is not deployed with it",
    ],
    [
      'it requires itself',
      decision('d', literal('1'), ['d']),
      'what it requires goes in a circle, or more than 100 decisions deep',
    ],
    ['an id is there twice', decision('d', literal('1')) + decision('d', literal('2')), 'the id is used twice'],
  ];
  for (const [when, body, text] of rows) {
    it(`by name and place when ${when}`, () => {
      const [first = ''] = diagnosticsOf(decisionFile(body));
      const [, said = ''] = /^file\.dmn: decision 'd': (.*) \(line \d+, column \d+\)$/s.exec(first) ?? [];
      if (typeof text === 'string') expect(said, first).to.equal(text);
      else expect(said, first).to.match(text);
    });
  }

  it('when it is invalid, or declares entities', () => {
    expect(diagnosticsOf('<x/>')).to.deep.equal([
      'file.dmn: root element must be definitions of DMN 1.1 to 1.5 (line 1, column 1)',
    ]);
    expect(diagnosticsOf(' ')).to.deep.equal(['file.dmn: the file is empty']);
    expect(diagnosticsOf('<!DOCTYPE x [<!ENTITY a "b">]><x/>')[0]).to.contain('document type declarations are not allowed');
  });

  it('when another file has the decision too', () => {
    const one = decisionFile(decision('d', literal('1')));
    expect(diagnosticsOf(one, { 'other.dmn': one })[0]).to.match(/^other\.dmn: decision 'd': it is in file\.dmn too/);
  });

  // the paths through such models have no end: a search without a bound would not return
  itFull('when knowledge models invoke each other, or requirements go in circles', () => {
    const names = Array.from({ length: 60 }, (_, at) => `k${at}`);
    const models = names.map((name, at) => {
      const next = `<invocation>${literal(names[(at + 1) % names.length] ?? '')}</invocation>`;
      return `<businessKnowledgeModel name="${name}"><encapsulatedLogic><list>${next}${next}</list></encapsulatedLogic></businessKnowledgeModel>`;
    });
    expect(
      diagnosticsOf(decisionFile(`${models.join('')}${decision('d', `<invocation>${literal('k0')}</invocation>`)}`)).join(),
    ).to.contain('what it requires goes in a circle');
    const deep = `${'<list>'.repeat(201)}${literal('1')}${'</list>'.repeat(201)}`;
    expect(diagnosticsOf(decisionFile(decision('d', deep))).join()).to.contain('nesting too deep');
    const ids = Array.from({ length: 60 }, (_, at) => `d${at}`);
    expect(diagnosticsOf(decisionFile(ids.map((id) => decision(id, literal('1'), ids)).join(''))).join()).to.contain(
      'in a circle',
    );
  });

  // decisions-time.test.ts measures how long that takes
  itFull('when types name each other so often or so deep that they cannot be expanded', () => {
    const typed =
      '<decision id="d" name="d"><variable name="d" typeRef="t0"/><literalExpression><text>1</text></literalExpression></decision>';
    const chain = (count: number, of: (next: string) => string) =>
      Array.from({ length: count }, (_, at) => `<itemDefinition name="t${at}">${of(`t${at + 1}`)}</itemDefinition>`).join('');
    const member = (name: string, type: string) => `<itemComponent name="${name}"><typeRef>${type}</typeRef></itemComponent>`;
    const doubled = chain(40, (next) => member('a', next) + member('b', next));
    expect(diagnosticsOf(decisionFile(doubled + typed)).join()).to.match(/itemDefinition 't\d+': has more than 10000 parts/);
    const deep = chain(4000, (next) => member('a', next));
    expect(diagnosticsOf(decisionFile(deep + typed)).join()).to.match(/itemDefinition 't\d+': is more than 50 types deep/);
    const wide = `<itemDefinition name="t0">${Array.from({ length: 999 }, (_, at) => member(`m${at}`, 'string')).join('')}</itemDefinition>`;
    const users = Array.from({ length: 400 }, (_, at) => typed.replace('id="d"', `id="d${at}"`)).join('');
    expect(diagnosticsOf(decisionFile(wide + users)).join()).to.contain('the file names types of more than 300000 parts');
    expect(diagnosticsOf(decisionFile(wide + typed))).to.deep.equal([]);
    const members = (type: string) => Array.from({ length: 90 }, (_, at) => member(`m${at}`, type)).join('');
    const values = `<typeRef>number</typeRef><allowedValues><text>${Array.from({ length: 1000 }, (_, at) => at).join(',')}</text></allowedValues>`;
    const longName = `<itemComponent name="${'n'.repeat(10_000)}"><typeRef>string</typeRef></itemComponent>`;
    for (const inner of [values, longName]) {
      const item = (name: string, content: string) => `<itemDefinition name="${name}">${content}</itemDefinition>`;
      const nested = item('t0', members('t1')) + item('t1', members('t2')) + item('t2', inner);
      expect(diagnosticsOf(decisionFile(nested + typed)).join()).to.match(/itemDefinition 't[01]': has more than 10000 parts/);
      expect(diagnosticsOf(decisionFile(item('t0', inner) + typed))).to.deep.equal([]);
    }
  });

  itFull('when it has more elements than may refer to each other', () => {
    const many = Array.from({ length: 5001 }, (_, at) => `<inputData id="i${at}" name="i${at}"/>`).join('');
    expect(diagnosticsOf(decisionFile(many))).to.deep.equal([
      'file.dmn: the file has more than 5000 decisions, functions, inputs and types (line 2, column 177781)',
    ]);
  });

  itFull('when it has more texts than may be parsed', () => {
    const rules = Array.from({ length: 20_001 }, (_, at) => [`> ${at} + x`, '"a"']);
    const [first, ...more] = diagnosticsOf(decisionFile(table({ rules })));
    expect(first).to.contain('the file has more than 20000 texts to parse');
    expect(more).to.deep.equal([]);
  });
});

describe('a file of decisions warns (docs/contributing/spec/decisions.md#ignored-in-decisions)', () => {
  it('of what is in it and not done', () => {
    const body = `<itemDefinition name="t"><typeRef>string</typeRef><allowedValues><text>"a"</text></allowedValues></itemDefinition>
      <inputData name="a"/><knowledgeSource name="k"/><decision id="drawn" name="drawn"/><decisionService id="s" name="s"/>`;
    expect(libraryOf({ 'x.dmn': decisionFile(body) }).warnings).to.deep.equal([
      "x.dmn: decision 'drawn': it has no logic and decides nothing",
      "x.dmn: decisionService 's': it has no output decision and decides nothing",
    ]);
  });
});
