import { expect } from 'chai';
import type { Json } from '../../../../src/engine/values.ts';
import { DecisionBench, diagnosticsOf } from '../../../support/decisions.ts';
import { decision, decisionFile, decisionTable, literal } from '../../../support/models/decisions.ts';

const ITEMS = `<itemDefinition name="tGrade"><typeRef>string</typeRef><allowedValues><text>"a", "b"</text></allowedValues></itemDefinition>
  <itemDefinition name="tGrades" isCollection="true"><typeRef>tGrade</typeRef></itemDefinition>
  <itemDefinition name="tPair" isCollection="true"><typeRef>number</typeRef><typeConstraint><text>count(?) = 2</text></typeConstraint></itemDefinition>
  <itemDefinition name="tPerson"><itemComponent name="name"><typeRef>string</typeRef></itemComponent><itemComponent name="born"><typeRef>date</typeRef></itemComponent>
    <itemComponent name="friends" isCollection="true"><typeRef>tPerson</typeRef></itemComponent></itemDefinition>
  <itemDefinition name="tRule"><functionItem><parameters name="a"/></functionItem></itemDefinition>`;

const typed = (type: string, text = 'v', more = '') =>
  decisionFile(
    `${ITEMS}<inputData id="i" name="v"><variable name="v" typeRef="${type}"/></inputData><decision id="d" name="d">${more}
     <informationRequirement><requiredInput href="#i"/></informationRequirement>${literal(text)}</decision>`,
  );

describe('item definitions (docs/contributing/spec/decisions.md#types)', () => {
  const bench = new DecisionBench();
  after(() => bench.close());

  const rows: readonly [type: string, given: Json, expected: Json | { reason: string }][] = [
    ['tGrade', 'a', 'a'],
    ['tGrade', null, null],
    ['tGrade', ['b'], 'b'],
    ['tGrade', 'c', { reason: "'c' is none of the allowed values of tGrade" }],
    ['tGrade', 5, { reason: '5 is not of type string' }],
    ['tGrades', ['a', 'b', 'a'], ['a', 'b', 'a']],
    ['tGrades', 'a', ['a']],
    ['tGrades', ['a', 'x'], { reason: "item 2: 'x' is none of the allowed values of tGrade" }],
    ['tPair', [1, 2], [1, 2]],
    ['tPair', [1, 2, 3], { reason: 'a list of 3 is none of the allowed values of tPair' }],
    ['tPerson', { name: 'Ann', born: '2000-02-29', more: 1 }, { name: 'Ann', born: '2000-02-29', more: 1 }],
    ['tPerson', { name: 'Ann', born: 'long ago' }, { reason: "'born': 'long ago' is not of type date" }],
    ['tPerson', 'Ann', { reason: "'Ann' is not of type context" }],
    ['tRule', 5, { reason: '5 is not of type function' }],
    ['date', '2026-03-01', '2026-03-01'],
    ['number', 'x', { reason: "'x' is not of type number" }],
    ['number', [[7]], 7],
    ['number', [[7, 8]], { reason: 'a list of 1 is not of type number' }],
  ];
  const named: readonly [text: string, given: Json, expected: Json][] = [
    ['v instance of tGrade', 'a', true],
    ['v instance of tGrade', 'far from allowed', true],
    ['v instance of tGrade', 5, false],
    ['v instance of tGrades', ['a', 'x'], true],
    ['v instance of tGrades', 'a', false],
    ['v instance of list<tGrade>', ['a', 1], false],
    ['v instance of t-half open', { 'low end': 1 }, true],
    ['v instance of t-half open', { low: 1 }, false],
    ['{name: "Ann", born: @"2000-02-29", friends: []} instance of tPerson', null, true],
    ['{name: "Ann", friends: []} instance of tPerson', null, false],
    ['(function(a) a) instance of tRule', null, true],
    ['v instance of tNobody', 1, null],
    ['(function(g: tGrade) upper case(g))(v)', 'a', 'A'],
    ['(function(g: tGrade) g)(v)', 5, null],
    ['v[item instance of tGrade]', ['a', 1, 'b'], ['a', 'b']],
  ];
  const functions: typeof named = [
    ['(function() 5) instance of tNothing', null, true],
    ['(function(a) a) instance of tNothing', null, false],
    ['(function(a: number, b: string) "x") instance of tSay', null, true],
    ['(function(a, b) "x") instance of tSay', null, true],
    ['(function(a: string, b: string) "x") instance of tSay', null, false],
    ['(function(a: number, b: string) 5) instance of tSay', null, false],
    ['(function(a: number) "x") instance of tSay', null, false],
    ['[(function(a: number, b: string) "x"), (function(c: number, d: string) "y")] instance of tSays', null, true],
    // functions of one list differ in a parameter, which takes anything then
    ['[(function(a: number, b: string) "x"), (function(c: date, d: string) "y")] instance of tSays', null, true],
    ['[(function(a: number, b: string) "x"), (function(c: number, d: string) 5)] instance of tSays', null, false],
    ['[(function(a: number, b: string) "x"), (function(c: number) "y")] instance of tSays', null, false],
    ['[(function(a: number, b: string) "x"), "y"] instance of tSays', null, false],
    ['{say: (function(a: number, b: string) "x")} instance of tHolder', null, true],
    ['{say: (function(a: string, b: string) "x")} instance of tHolder', null, false],
  ];
  const more = `<itemDefinition name="t-half open"><itemComponent name="low end"><typeRef>number</typeRef></itemComponent></itemDefinition>
    <itemDefinition name="tNothing"><functionItem/></itemDefinition>
    <itemDefinition name="tSays" isCollection="true"><typeRef>tSay</typeRef></itemDefinition>
    <itemDefinition name="tHolder"><itemComponent name="say"><typeRef>tSay</typeRef></itemComponent></itemDefinition>
    <itemDefinition name="tSay"><functionItem outputTypeRef="string"><parameters name="a" typeRef="number"/><parameters name="b" typeRef="string"/></functionItem></itemDefinition>`;
  for (const [text, given, expected] of [...named, ...functions]) {
    it(`are known to texts: ${JSON.stringify(expected)} when ${text} has ${JSON.stringify(given)}`, () => {
      const body = `${ITEMS}${more}<decision id="d" name="d">${literal(text)}</decision>`;
      expect(bench.make(decisionFile(body), 'd', { v: given })).to.deep.equal({ value: expected });
    });
  }

  it('distinguish equal names of two files when both decide in one process', () => {
    const of = (type: string) =>
      decisionFile(`<itemDefinition name="tOne"><typeRef>${type}</typeRef></itemDefinition>
        <decision id="d" name="d">${literal('v instance of tOne')}</decision>`);
    expect(bench.make(of('string'), 'd', { v: 'x' })).to.deep.equal({ value: true });
    expect(bench.make(of('number'), 'd', { v: 'x' })).to.deep.equal({ value: false });
  });

  it('are known in cells when a test asks for a type', () => {
    const table = decisionTable('d', {
      inputs: ['v'],
      outputs: ['o'],
      rules: [
        ['? instance of tGrade', '"text"'],
        ['not(? instance of tGrade)', '"other"'],
      ],
    });
    expect(bench.make(decisionFile(ITEMS + table), 'd', { v: 'b' })).to.deep.equal({ value: 'text' });
    expect(bench.make(decisionFile(ITEMS + table), 'd', { v: 7 })).to.deep.equal({ value: 'other' });
  });

  for (const [type, given, expected] of rows) {
    it(`give ${JSON.stringify(expected)} when ${type} is given ${JSON.stringify(given)}`, () => {
      const made = bench.make(typed(type), 'd', { v: given });
      const isFailure = typeof expected === 'object' && expected !== null && 'reason' in expected;
      expect(made).to.deep.equal(
        isFailure ? { reason: `decision 'd': input data 'v': ${String(expected.reason)}` } : { value: expected },
      );
    });
  }

  it('give texts a date with its members when the input data is one', () => {
    expect(bench.make(typed('date', 'v.year + 1'), 'd', { v: '2026-03-01' })).to.deep.equal({ value: 2027 });
    expect(bench.make(typed('tPerson', 'v.born.month'), 'd', { v: { born: '2000-02-29' } })).to.deep.equal({ value: 2 });
    expect(bench.make(typed('date', 'v > date("2026-01-01")'), 'd', { v: '2026-03-01' })).to.deep.equal({ value: true });
  });

  it('hold the value of a decision against the type of its variable', () => {
    const named = '<variable name="d" typeRef="tGrade"/>';
    expect(bench.make(typed('string', 'v', named), 'd', { v: 'b' })).to.deep.equal({ value: 'b' });
    expect(bench.make(typed('string', 'v', named), 'd', { v: 'x' })).to.deep.equal({
      reason: "decision 'd': 'x' is none of the allowed values of tGrade",
    });
  });

  it('are found in an imported file when its name is in front', () => {
    const types = decisionFile(ITEMS).replace('namespace="http://example.org/file"', 'namespace="http://example.org/types"');
    const body = `<import name="t" namespace="http://example.org/types" importType="https://www.omg.org/spec/DMN/20191111/MODEL/"/>
      <decision id="d" name="d"><variable name="d" typeRef="t.tGrade"/>${literal('"c"')}</decision>`;
    expect(bench.make({ 'a.dmn': decisionFile(body), 'types.dmn': types }, 'd')).to.deep.equal({
      reason: "decision 'd': 'c' is none of the allowed values of tGrade",
    });
  });

  it('let any value pass when the file is of a modeler that means types as hints', () => {
    const hints = typed('number').replace('<definitions', '<definitions exporter="Camunda Modeler"');
    expect(bench.make(hints, 'd', { v: 'x' })).to.deep.equal({ value: 'x' });
  });

  it('refuse the file by their name when allowed values do not parse', () => {
    const body = `<itemDefinition name="t"><typeRef>string</typeRef><allowedValues><text>> 5 &lt;</text></allowedValues></itemDefinition>${decision('d', literal('1'))}`;
    expect(diagnosticsOf(decisionFile(body))[0]).to.match(/^file\.dmn: itemDefinition 't': allowedValues: cannot parse/);
  });

  it('of another file are reached by the name of the import, and so are its functions and input data', () => {
    const other = decisionFile(
      `<inputData id="i" name="rate"><variable name="rate" typeRef="number"/></inputData>
       <businessKnowledgeModel id="k" name="scaled"><encapsulatedLogic><formalParameter name="a" typeRef="number"/>${literal('a * 10')}</encapsulatedLogic></businessKnowledgeModel>`,
    ).replace('namespace="http://example.org/file"', 'namespace="http://example.org/other"');
    const body = `<import name="o" namespace="http://example.org/other" importType="https://www.omg.org/spec/DMN/20191111/MODEL/"/>
      <decision id="d" name="d"><informationRequirement><requiredInput href="http://example.org/other#i"/></informationRequirement>
      <knowledgeRequirement><requiredKnowledge href="http://example.org/other#k"/></knowledgeRequirement>${literal('o.scaled(o.rate)')}</decision>`;
    const files = { 'a.dmn': decisionFile(body), 'other.dmn': other };
    expect(bench.make(files, 'd', { rate: 2 })).to.deep.equal({ value: 20 });
    expect(bench.make(files, 'd', { o: { rate: 3 } })).to.deep.equal({ value: 30 });
  });

  it('of another file are reached by their bare names when the import has no name, and so are all its imports', () => {
    const of = (name: string, body: string) => decisionFile(body).replace('example.org/file', `example.org/${name}`);
    const without = (name: string) =>
      `<import name="" namespace="http://example.org/${name}" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/>`;
    const needs = ['Input" href="#rate', 'Decision" href="#ten', 'Knowledge" href="#scaled']
      .map((one) => one.split('" href='))
      .map(([kind, id]) => {
        const around = kind === 'Knowledge' ? 'knowledge' : 'information';
        return `<${around}Requirement><required${kind} href=${id}"/></${around}Requirement>`;
      });
    const files = {
      'a.dmn': of(
        'a',
        `${without('b')}<decision id="d" name="d"><variable name="d" typeRef="tSmall"/>${needs.join('')}${literal('scaled(rate) + ten')}</decision>`,
      ),
      // imports that go in a circle are followed once
      'b.dmn': of(
        'b',
        `${without('c')}${without('a')}<inputData id="rate" name="rate"><variable name="rate" typeRef="number"/></inputData>`,
      ),
      'c.dmn': of(
        'c',
        `<itemDefinition name="tSmall"><typeRef>number</typeRef><allowedValues><text>&lt; 50</text></allowedValues></itemDefinition>
         <businessKnowledgeModel id="scaled" name="scaled"><encapsulatedLogic><formalParameter name="a"/>${literal('a * 10')}</encapsulatedLogic></businessKnowledgeModel>
         ${decision('ten', literal('10'))}`,
      ),
    };
    expect(bench.make(files, 'd', { rate: 2 })).to.deep.equal({ value: 30 });
    expect(bench.make(files, 'd', { rate: 4 })).to.deep.equal({
      reason: "decision 'd': 50 is none of the allowed values of tSmall",
    });
    expect(bench.make(files, 'd', { rate: 'x' }))
      .to.have.property('reason')
      .that.matches(/rate/);
  });
});
