// biome-ignore-all lint/suspicious/noTemplateCurlyInString: groups of JUEL are written like that
import { expect } from 'chai';
import type { Json, Variables } from '../../../src/engine/values.ts';
import {
  EARLIER_RULES,
  type NamedLanguage,
  readExpression,
  readScript,
  type TextRules,
} from '../../../src/expressions/deploy.ts';
import { createEvaluator } from '../../../src/expressions/evaluator.ts';
import { EXECUTION, reading, shown } from '../../support/engine/evaluating.ts';

const CAMUNDA_7: TextRules = { groups: 'juel', followsLanguages: true, storesAssigned: false };
const evaluator = createEvaluator({ timeoutMs: 5000, memoryMb: 32, maxOutputBytes: 65_536 });
const variables: Variables = {
  n: 3,
  text: '3',
  yes: true,
  word: 'true',
  nothing: null,
  items: [1, 2, 3],
  name: 'Ada',
  half: 0.5,
};

after(() => evaluator.close());

function resultOf(text: string, rules: TextRules, named?: NamedLanguage, kind: 'expression' | 'template' = 'expression'): Json {
  const read = readExpression(text, kind, 'condition', rules, named);
  return read.ok ? shown(evaluator.evaluate(read.expression, reading(variables), EXECUTION)) : `refused: ${read.reason}`;
}

function run(source: string, format: string, rules: TextRules = CAMUNDA_7, given = variables) {
  const read = readScript(source, format, undefined, rules);
  if (!read.ok) throw new Error(read.reason);
  return evaluator.run(read.script, reading(given), EXECUTION);
}

function table(title: string, valueIn: (text: string) => Json, rows: readonly (readonly [text: string, value: Json])[]): void {
  describe(title, () => {
    for (const [text, wanted] of rows) {
      it(`give ${JSON.stringify(wanted)} when the text is ${text}`, () => expect(valueIn(text)).to.deep.equal(wanted));
    }
  });
}

table('groups of Camunda 7 and Flowable', (text) => resultOf(text, CAMUNDA_7), [
  ['${n == "3"}', true],
  ['${text == 3}', true],
  ['${n != "3"}', false],
  ['${n == "three"}', "failure: '==' needs a number, not the text 'three'"],
  ["${yes == 'true'}", true],
  ['${word == true}', true],
  ['${n + "1"}', 4],
  ['${n + "1.5"}', 4.5],
  ['${nothing + 1}', 1],
  ['${nothing + nothing}', 0],
  ['${name + 1}', "failure: '+' needs a number, not the text 'Ada'"],
  ['${text > 2}', true],
  ['${!word}', false],
  ['${word && yes}', true],
  ['${n ? 1 : 2}', "failure: '?:' needs a boolean, not number"],
  ['${nothing <= nothing}', true],
  ['${nothing < 1}', false],
  ['${n div 2}', 1.5],
  ['${text mod 2}', 1],
  ['${-text}', -3],
  ['${items[7] == null}', true],
]);

table('edge cases of groups of Camunda 7 and Flowable', (text) => resultOf(text, CAMUNDA_7), [
  ['${n div 0}', 'failure: division by zero'],
  ['${nothing / nothing}', 0],
  ['${nothing mod 2}', 0],
  ['${"" + 1}', 1],
  ['${yes + 1}', "failure: '+' needs a number, not boolean"],
  ['${empty nothing && empty ""}', true],
  ['${empty 0}', false],
  ['${nothing ? 1 : 2}', 2],
  ['${not yes == false}', true],
  ['${nothing == ""}', false],
  ['${name += "x"}', "refused: assignment '+=' is not allowed here"],
  ['${yes | yes}', "refused: operator '|' is not supported in JUEL"],
  ['${yes & yes}', "refused: operator '&' is not supported in JUEL"],
  ['${n === 3}', "refused: operator '===' is not supported in JUEL"],
  ['${n ** 2}', "refused: operator '**' is not supported"],
  ['${n instanceof Long}', "refused: operator 'instanceof' is not supported"],
  ['${x -> x}', "refused: operator '->' is not supported"],
]);

table('texts with groups of Camunda 7', (text) => resultOf(text, CAMUNDA_7, undefined, 'template'), [
  ['is ${yes}, ${nothing}${n / 2}', 'is true, 1.5'],
]);

table('groups of versions that earlier releases stored', (text) => resultOf(text, EARLIER_RULES), [
  ['${n == "3"}', false],
  ['${n + "1"}', '31'],
  ['${n / 2}', 1.5],
]);

describe('groups that add a text that is not a number', () => {
  it('are refused when they are new', () => {
    const read = readExpression("${'a' + n}", 'expression', 'condition', CAMUNDA_7);
    expect(read.ok && read.faults.map(({ reason }) => reason)).to.deep.equal([
      "'+' adds numbers here, and the text 'a' is not a number; write texts outside of the group",
    ]);
  });
});

describe('texts with many groups', () => {
  it('are refused when they are new and have more than 1000', () => {
    const faultsOf = (count: number) => {
      const read = readExpression(`${'${n}'.repeat(count)} `, 'template', 'assignee', CAMUNDA_7);
      return read.ok && read.faults.map(({ reason }) => reason);
    };
    expect(faultsOf(1000)).to.deep.equal([]);
    expect(faultsOf(1001)).to.deep.equal(['text has more than 1000 groups']);
  });
});

describe('unknown functions and members of groups', () => {
  const rows: readonly (readonly [text: string, kind: 'expression' | 'template', warnings: readonly string[]])[] = [
    ['${dateTime().plusDays(3)}', 'template', ["due date: unknown function 'dateTime', it fails when it is reached"]],
    ['on ${name.matches("A")}', 'template', ["due date: unknown function 'name.matches', it fails when it is reached"]],
    [
      '${execution.processDefinitionId}',
      'expression',
      ["due date: unknown member 'execution.processDefinitionId', it fails when it is reached"],
    ],
    ['${now()} ${execution.processInstanceId}', 'template', []],
  ];
  for (const [text, kind, warnings] of rows) {
    it(`are ${warnings.length === 0 ? 'not ' : ''}warned about when the text is ${text}`, () => {
      const read = readExpression(text, kind, 'due date', CAMUNDA_7);
      expect(read.ok && read.warnings).to.deep.equal(warnings);
    });
  }
});

describe('unknown functions and members in JavaScript', () => {
  const rows: readonly (readonly [source: string, ...uses: string[]])[] = [
    ['execution.foo(); kcontext.bar()', "function 'execution.foo'", "function 'kcontext.bar'"],
    [
      'x = execution.processDefinitionId + execution?.getTenantId()',
      "function 'execution.getTenantId'",
      "member 'execution.processDefinitionId'",
    ],
    ['throw new BpmnError("E1")', "function 'BpmnError'"],
    ['throw new org.camunda.bpm.engine.delegate.BpmnError("E1")'],
    ['var Fault = Java.type("org.flowable.engine.delegate.BpmnError"); throw new Fault("E1")'],
    ['throw new com.example.Fault("E1")', "function 'com.example.Fault'"],
    ['var List = Java.type("java.util.ArrayList"); new List()', "function 'Java.type'"],
    ['java.lang.System.out.println(total)', "function 'java.lang.System.out.println'"],
    ['if (a) { S(order).prop("x") }', "function 'S'"],
    ['execution.setVariable("a", execution.getVariable("b")); execution.getProcessInstance().getId(); execution.businessKey'],
    ['function half(n) { return n / 2 } half(total)'],
    ['const twice = (n) => n * 2; [1].map(twice).map((n) => twice(n)); new Date(); parseInt("1")'],
    ['const { parse: read } = JSON; const o = { sum(a) { return a } }; read("1"); o.sum(1); while (f) {} '],
    ['// execution.foo()\n"execution.foo()" + /* S(1) */ `execution.foo() ${execution.getId()}`'],
    ['var execution = { foo: 1 }; execution.foo()'],
    ['items.forEach(function (item, at) { item(at) }); async function load() { await load() }'],
  ];
  for (const [source, ...uses] of rows) {
    it(`are ${uses.length === 0 ? 'not ' : ''}warned about when the script is ${source}`, () => {
      const warnings = uses.map((use) => `script: unknown ${use}, it fails when it is reached`);
      const read = readScript(source, 'javascript', undefined, CAMUNDA_7);
      expect(read.ok && read.warnings).to.deep.equal(warnings);
      const text = readExpression(source, 'expression', 'condition', CAMUNDA_7, 'javascript');
      expect(text.ok && text.warnings.length).to.equal(warnings.length);
    });
  }
});

table('conditions in Groovy', (text) => resultOf(text, CAMUNDA_7, 'groovy'), [
  ['10 / 4', 2.5],
  ['10 / 3', 3.3333333333],
  ['1.1 + 2.2 == 3.3', true],
  ['half + 0.1', 0.6],
  ['"a" + null + true', 'anulltrue'],
  ['"" + [1, "b"]', '[1, b]'],
  ['items[-1]', 3],
  ['items[9]', null],
  ['name ?: "nobody"', 'Ada'],
  ['nothing ?: "nobody"', 'nobody'],
  ['!items && name', false],
  ['n == "3"', false],
  ['null < 1', true],
  ['5 & 3', "failure: '&' needs a boolean, not number"],
  ['yes | !yes && !yes', false],
  ['!yes & !yes || yes', true],
  ['name * 2', 'AdaAda'],
  ['"a" * 0', ''],
  ['"a" * -1', "failure: '*' needs a number of at least 0 behind a string"],
  ['"abcdefgh" * 1000000', 'failure: text is longer than 65536 characters'],
  ['3 * "a"', "failure: '*' needs numbers, not number and string"],
  ['[1, 2] * 2', [1, 2, 1, 2]],
  ['"banana" - "an"', 'bana'],
  ['"a1" - 1', 'a'],
  ['[1, 2, 1] - 1', [2]],
  ['items - [1, 3]', [2]],
  ['[1] + "a"', [1, 'a']],
  ['5.3 % 2', 1.3],
  ['-7 % 3', -1],
  ['7 % 0', 'failure: division by zero'],
  ['"${name}-$n"', 'Ada-3'],
  ["'${name}'", '${name}'],
  ['items === items', "refused: operator '===' is not supported in Groovy"],
  ['n <=> 2', "refused: operator '<=>' is not supported"],
  ['n >> 2', "refused: operator '>>' is not supported"],
  ['name =~ "A"', "refused: operator '=~' is not supported"],
  ['name ==~ "A"', "refused: operator '==~' is not supported"],
  ['n in items', "refused: operator 'in' is not supported"],
  ['n as String', "refused: operator 'as' is not supported"],
  ['items*.size()', "refused: operator '*.' is not supported"],
  ['1..3', "refused: operator '..' is not supported"],
  ['missing', "failure: unknown name 'missing'"],
]);

table('conditions in MVEL', (text) => resultOf(text, CAMUNDA_7, 'mvel'), [
  ['10 / 4', 2.5],
  ['n == "3"', true],
  ['"10" > "9"', true],
  ['yes == "true"', true],
  ['"a" + null', 'anull'],
  ['name ? 1 : 2', "failure: '?:' needs a boolean, not string"],
]);

table('conditions in Java', (text) => resultOf(text, CAMUNDA_7, 'java'), [
  ['yes | !yes && !yes', false],
  ['n == 3 | n == 4', true],
  ['n << 2', "refused: operator '<<' is not supported"],
  ['return 10 / 4;', 2],
  ['10 / 4.0', 2.5],
  ['"a" + null + true', 'anulltrue'],
  ['nothing > 1', "failure: '>' needs numbers, not null and number"],
]);

table('conditions in JavaScript', (text) => resultOf(text, CAMUNDA_7, 'javascript'), [
  ['n == "3"', true],
  ['n === "3"', false],
  ['!name', false],
  ['n + "1"', '31'],
  ['return n > 2;', true],
]);

describe('names that scripts assign', () => {
  for (const format of ['groovy', 'javascript', 'java', 'mvel']) {
    it(`stay in the script when a file of another engine has them in ${format}`, () => {
      const source = 'n = n + 1; fresh = 5; execution.setVariable("sum", n + fresh)';
      const result = run(source, format);
      expect(result).to.deep.include({ ok: true, sets: { sum: 9 } });
      expect(result).to.not.have.property('writes');
    });
  }
  it('do not hide the variable when it is asked for by its name', () => {
    expect(run('n = 7; execution.getVariable("n")', 'groovy')).to.deep.include({ value: 3 });
  });
  it('become variables when a member of a variable changes', () => {
    const result = run('order.total = 2', 'groovy', CAMUNDA_7, { order: { total: 1 } });
    expect(result).to.deep.include({ writes: { order: { total: 2 } } });
  });
  it('become variables when the file was stored by an earlier release', () => {
    expect(run('n = 7', 'groovy', EARLIER_RULES)).to.deep.include({ writes: { n: 7 } });
  });
  it('become variables in JavaScript when the script specifies it', () => {
    const read = readScript('fresh = 5; var other = 6', 'javascript', undefined, CAMUNDA_7);
    if (!read.ok) throw new Error(read.reason);
    const result = evaluator.run({ ...read.script, storesAssigned: true }, reading({}), EXECUTION);
    expect(result).to.deep.include({ writes: { fresh: 5, other: 6 } });
  });
});
