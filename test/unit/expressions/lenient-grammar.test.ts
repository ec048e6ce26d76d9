// biome-ignore-all lint/suspicious/noTemplateCurlyInString: groups of JUEL are written like that
import { expect } from 'chai';
import { readExpression } from '../../../src/expressions/deploy.ts';
import { Bench, valueTable } from '../../support/engine/evaluating.ts';

const bench = new Bench();
const equal = (a: unknown, b: unknown) => expect(a).to.deep.equal(b);
const variables = {
  x: 7,
  y: 2,
  name: 'Ada',
  yes: true,
  no: false,
  nothing: null,
  items: [10, 20, 30],
  order: { total: 40, lines: [{ sku: 'a' }], 'odd key': 1 },
  not: 5,
  empty: 6,
  div: 8,
  mod: 3,
  or: 4,
  is: 9,
  größe: 1,
  $a_1: 11,
};

describe('lenient grammar: literals and names', () => {
  valueTable(
    () => bench,
    variables,
    [
      ['12', 12],
      ['0x1F', 31],
      ['1.5', 1.5],
      ['1e3', 1000],
      ['2.5e-1', 0.25],
      ['10L', 10],
      ['10ul', 10],
      ['1.5F', 1.5],
      ['"a\\"b"', 'a"b'],
      ["'it\\'s'", "it's"],
      ["'\\n\\t\\r\\\\\\0'", '\n\t\r\\\0'],
      ["'\\u0041'", 'A'],
      ['true', true],
      ['false', false],
      ['null', null],
      ['x', 7],
      ['X', null],
      ['größe', 1],
      ['$a_1', 11],
      ['_context.x', 7],
      ['context.x', 7],
      ['variables.x', 7],
      ['_context["x"]', 7],
      ["variables['unknown name']", null],
      ['_context.ContainsKey("x")', true],
      ['/* a */ x // b', 7],
    ],
    equal,
  );
});

describe('lenient grammar: operators', () => {
  valueTable(
    () => bench,
    variables,
    [
      ['1 + 2 * 3', 7],
      ['(1 + 2) * 3', 9],
      ['10 - 4 - 3', 3],
      ['-x + +y', -5],
      ['- -x', 7],
      ['x % y', 1],
      ['x div y', 3],
      ['x mod y', 1],
      ['1 < 2 == true', true],
      ['x >= 7 && y <= 2', true],
      ['x > 7 || y < 3', true],
      ['x == 7 & y == 2', true],
      ['x == 1 | y == 2', true],
      ['x eq 7 and y ne 3', true],
      ['x lt 8 and x le 7 and x gt 6 and x ge 7', true],
      ['x == 1 or yes', true],
      ['no or no or yes', true],
      ['yes || no && no', true],
      ['!no', true],
      ['!!yes', true],
      ['not no', true],
      ['not (x == 7)', false],
      ['not not yes', true],
      ['empty items', false],
      ['empty nothing', true],
      ['not empty name', true],
      ['x === 7', true],
      ['x !== 7', false],
      ['x != 7', false],
      ['nothing is null', true],
      ['x is not null', true],
      ['x is null or yes', true],
      ['nothing ?? 5', 5],
      ['nothing ?? nothing ?? 6', 6],
      ['x ?? 5', 7],
      ['nothing ?? no ? 1 : 2', 2],
      ['yes ? 1 : 2', 1],
      ['no ? 1 : yes ? 2 : 3', 2],
      ['yes ? no ? 1 : 2 : 3', 2],
      ['(int)7.9 + 1', 8],
      ['(string)x + 1', '71'],
      ['(double)x / y', 3.5],
      ['(bool)"true"', true],
      ['(int?)nothing', null],
      ['(object)x', 7],
      ['((IDictionary<string, object>)order).ContainsKey("total")', true],
      ['${x} + #{y}', 9],
      ['${x} > 5 and ${y} < 3', true],
    ],
    equal,
  );
});

describe('lenient grammar: word operators as names', () => {
  valueTable(
    () => bench,
    variables,
    [
      ['not', 5],
      ['not + 1', 6],
      ['not - 1', 4],
      ['empty', 6],
      ['empty == 6', true],
      ['div div mod', 2],
      ['or', 4],
      ['or or yes', "failure: '||' needs a boolean, not number"],
      ['is', 9],
      ['is is null', false],
      ['order.div', null],
    ],
    equal,
  );
});

describe('lenient grammar: paths, lists, maps', () => {
  valueTable(
    () => bench,
    variables,
    [
      ['order.total', 40],
      ["order['odd key']", 1],
      ['order.lines[0].sku', 'a'],
      ['order.lines[0]["sku"]', 'a'],
      ['items[1]', 20],
      ['items[x - 6]', 20],
      ['name[0]', 'A'],
      ['nothing?.a', null],
      ['nothing?.a.b.c()', null],
      ['nothing?[0]', null],
      ['items?[9]', null],
      ['items?[1]', 20],
      ['order?.total', 40],
      ['order.missing', null],
      ['[1, "a", null]', [1, 'a', null]],
      ['[]', []],
      ['[1,2,3][2]', 3],
      ['new List<int> { 1, 2 }', [1, 2]],
      ['new List<string>()', []],
      ['new List<int>(items) { 40 }', [10, 20, 30, 40]],
      ['new System.Collections.Generic.List<object>()', []],
      ['new[] { 1, 2 }', [1, 2]],
      ['new string[] { "a" }', ['a']],
      ['new Dictionary<string, object> { ["a"] = 1, ["b"] = x }', { a: 1, b: 7 }],
      ['new Dictionary<string, List<int>> { { "a", [1] } }', { a: [1] }],
      ['new Dictionary<string, object>(order) { ["total"] = 1 }', { ...variables.order, total: 1 }],
      ['new { a = 1, b = "c" }', { a: 1, b: 'c' }],
      ['new object { a = 1 }', { a: 1 }],
      ['new ArrayList()', []],
      ['new HashMap()', {}],
      ['new ExpandoObject()', {}],
      ['1.ToString()', '1'],
      ['_context\n  .x\n  + 1', 8],
    ],
    equal,
  );
});

describe('lenient grammar: texts that do not parse', () => {
  const rows: readonly (readonly [string, string, number, number])[] = [
    ['', 'unexpected end of text', 1, 1],
    ['x +', 'unexpected end of text', 1, 4],
    ['x ==\n  )', "unexpected ')'", 2, 3],
    ['x = 5', "assignment is not allowed here (comparison is '==')", 1, 3],
    ['x += 5', "assignment '+=' is not allowed here", 1, 3],
    ['x++', "assignment '++' is not allowed here", 1, 2],
    ['x y', "unexpected 'y'", 1, 3],
    ['(x', "')' expected but found end of text", 1, 3],
    ['[1, 2', "']' expected but found end of text", 1, 6],
    ['x.5', "unexpected '5'", 1, 2],
    ['a.', 'name expected but found end of text', 1, 3],
    ['"abc', 'string is not closed', 1, 1],
    ["'a\nb'", 'string is not closed', 1, 1],
    ["'\\q'", "unknown escape '\\q'", 1, 2],
    ["'\\u12'", '\\u needs four hexadecimal digits', 1, 2],
    ['12abc', "unexpected 'a' in a number", 1, 3],
    ['1e999', 'number is too large', 1, 1],
    ['x /* y', 'comment is not closed', 1, 3],
    ['x @ y', "unexpected '@'", 1, 3],
    ['x ? 1', "':' expected but found end of text", 1, 6],
    ['new Foo()', "cannot create 'Foo'", 1, 5],
    ['i => i > 3', "assignment is not allowed here (comparison is '==')", 1, 3],
    ['{ a: 1 }', "unexpected '{'", 1, 1],
    ['\r\nx\r\n!', "unexpected '!'", 2, 1],
  ];
  for (const [text, reason, line, column] of rows) {
    it(`is refused at ${line}:${column} when the text is ${JSON.stringify(text)}`, () => {
      const read = readExpression(text, 'expression', 'condition');
      if (text.startsWith('x.5')) expect(read.ok).to.equal(false);
      else expect(read).to.deep.equal({ ok: false, reason, line, column });
    });
  }
});
