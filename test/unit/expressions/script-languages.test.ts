// biome-ignore-all lint/suspicious/noTemplateCurlyInString: groups in strings are written like that
import { expect } from 'chai';
import type { Json, Variables } from '../../../src/engine/values.ts';
import { readExpression, readScript } from '../../../src/expressions/deploy.ts';
import { Bench } from '../../support/engine/evaluating.ts';
import { scriptRows, scriptValueOf } from '../../support/engine/script-rows.ts';
import { itFull } from '../../support/tier.ts';

const bench = new Bench();
const variables: Variables = { x: 7, name: 'Ada', order: { total: 4 }, nothing: null };

const value = scriptValueOf(bench, variables);
const rows = (table: readonly (readonly [string, Json])[]) => scriptRows(value, table);

/** Warnings of a script, or why it is refused. */
function warnings(source: string, format?: string): readonly string[] | string {
  const read = readScript(source, format, undefined);
  return read.ok ? read.warnings : read.reason;
}

describe('what Java writes for texts and the clock', () => {
  rows([
    ['String.valueOf(x) + String.valueOf(true)', '7true'],
    ['String.valueOf(null)', ''],
    ['"at " + new java.util.Date()', 'at 2026-03-04T05:06:07.008Z'],
    ['new Date()', '2026-03-04T05:06:07.008Z'],
  ]);
  it('is refused for other classes when they are named with their package', () => {
    expect(warnings('new java.sql.Date()')).to.contain("'new java' is not supported");
  });
});

describe('misspelt functions of names that a variable may have', () => {
  rows([
    ['UUID.foo()', "failure 500: unknown function 'UUID.foo'"],
    ['System.foo()', "failure 500: unknown function 'System.foo'"],
    ['console.lgo(1)', "failure 500: unknown function 'console.lgo'"],
    ['out.size()', "failure 500: cannot read 'size' of null"],
    ['UUID?.foo()', null],
    ['UUID = [1]; UUID.foo()', "failure 500: unknown function 'foo'"],
  ]);
});

describe('strings with groups in scripts', () => {
  rows([
    ['"${x}"', '7'],
    ['"Hello ${name}, ${x + 1} of ${order.total}"', 'Hello Ada, 8 of 4'],
    ['"${order.total > 3 ? "big" : "small"}"', 'big'],
    ['"${"${x}"}"', '7'],
    ['"${nothing}"', ''],
    ["'${x}'", '${x}'],
    ['"\\${x}"', '${x}'],
    ['"$x costs $"', '$x costs $'],
    ['"${"', '${'],
    ['"a ${b c} ${x}"', 'a ${b c} 7'],
    ['`two\nlines of ${name}`', 'two\nlines of Ada'],
    ['$"{name} {{x}} {x}"', 'Ada {x} 7'],
    ['"${"a".repeat(5)}"', "failure 500: unknown function 'repeat'"],
  ]);
  it('have groups without braces when the format is groovy', () => {
    const read = readScript('"$name has $order.total, \\$x and ${x}"', 'groovy', undefined);
    if (!read.ok) throw new Error(read.reason);
    expect(value(read.script.source)).to.equal('Ada has 4, $x and 7');
  });
  it('cause a warning when a text looks like a group but is not one', () => {
    expect(warnings('y = "${a b}"')).to.deep.equal(["script: '${a b}' in a string cannot be read and stays as it is"]);
  });
  itFull('are refused instead of overflowing the stack when groups are in groups without end', () => {
    expect(warnings(`x = ${'`${'.repeat(5000)}${'}`'.repeat(5000)}`)).to.be.a('string');
    expect(warnings(`x = ${'"${'.repeat(5000)}${'}"'.repeat(5000)}`)).to.have.length(1);
  });
});

describe('what scripts print', () => {
  rows([
    ['print(x); println("a" + x); printf("%d", x); x', 7],
    ['console.log(x, name); console.error("no"); x', 7],
    ['System.out.println(x); System.err.print(x); out.println(); Console.Write(x); x', 7],
  ]);
  it('causes no warning', () => {
    expect(warnings('println(x); console.log(x); System.out.println(x)')).to.deep.equal([]);
  });
});

describe('simple Java and MVEL statements', () => {
  rows([
    ['kcontext.setVariable("y", 1); kcontext.getVariable("y")', 1],
    ['String s = (String) kcontext.getVariable("name"); s.toUpperCase()', 'ADA'],
    ['com.acme.Order o = (com.acme.Order) kcontext.getVariable("order"); o.total', 4],
    ['Map<String, Object> m = new HashMap<String, Object>(); m.put("a", 1); m', { a: 1 }],
    ['new Integer("5") + Integer.parseInt("6")', 11],
    ['def m = [:]; m.a = [b: 1, "c d": 2]; m', { a: { b: 1, 'c d': 2 } }],
    ['def a\nint b, c = 5\na = c; a', 5],
    ['y = {a: 1, "b": [x]}; y', { a: 1, b: [7] }],
    ['new Date() == DateTime.UtcNow', true],
    ['kcontext.getProcessInstance().getId() == execution.getProcessInstanceId()', true],
    ['y = {__proto__: 1}', "failure 500: name '__proto__' is not allowed"],
    ['kcontext.constructor', "failure 500: unknown member 'execution.constructor'"],
  ]);
  it('mean a variable when it is called kcontext', () => {
    expect(bench.script('kcontext.a', { kcontext: { a: 1 } })).to.deep.include({ value: 1 });
  });
  it('write a name by setVariable', () => {
    expect(bench.script('kcontext.setVariable("y", x)', variables)).to.deep.include({ sets: { y: 7 } });
  });
  for (const format of ['java', 'mvel', 'http://www.java.com/java', 'http://www.mvel.org/2.0', 'application/groovy']) {
    it(`are read when the format is ${format}`, () => expect(warnings('int y = 1;\nreturn y;', format)).to.deep.equal([]));
  }
  it('are refused with a sentence that names it when they need a class', () => {
    expect(warnings('Order o = new Order();', 'java')).to.equal(
      "'new Order' is not supported, a script can make lists and maps only",
    );
  });
  it('cause a warning with the name when they call a method that no value has', () => {
    expect(
      warnings('o.save(); kcontext.getKieRuntime().halt(); notify(x); Math.abs(x); o.get("a").trim()', 'java'),
    ).to.deep.equal([
      "script: unknown function 'kcontext.getKieRuntime', it fails when it is reached",
      "script: unknown function 'notify', it fails when it is reached",
      "script: unknown function 'o.save', it fails when it is reached",
    ]);
  });
});

describe('conditions of jBPM', () => {
  const table: readonly (readonly [string, Json])[] = [
    ['return x > 5;', true],
    ['return x > 5', true],
    ['return KieFunctions.equalsTo(x, "7");', true],
    ['return KieFunctions.equalsTo(name, "ada");', true],
    ['return KieFunctions.between(x, "5", "6");', false],
    ['return KieFunctions.greaterThan(x, "6");', true],
    ['return KieFunctions.lessOrEqualThan(nothing, "6");', false],
    ['return KieFunctions.isNull(nothing) && KieFunctions.contains(name, "d");', true],
    ['return KieFunctions.isTrue(x);', false],
    ['return == null', true],
  ];
  for (const [text, wanted] of table) {
    it(`give ${JSON.stringify(wanted)} when the text is ${text}`, () => {
      expect(bench.expression(text, variables)).to.deep.include({ value: wanted });
    });
  }
  it('are refused at their own place when the inside does not parse', () => {
    expect(readExpression('return x > ;', 'expression', 'condition')).to.deep.include({ ok: false, line: 1, column: 12 });
  });
});
