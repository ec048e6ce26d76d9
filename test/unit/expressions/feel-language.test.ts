import { expect } from 'chai';
import { compileFeel } from '../../../src/expressions/feel/compiled.ts';
import { FeelFunction } from '../../../src/expressions/feel/values/function.ts';
import { FeelDate } from '../../../src/expressions/feel/values/temporal.ts';
import { SyntaxProblem } from '../../../src/expressions/syntax-problem.ts';
import { feelTable, feelText } from '../../support/engine/feel-values.ts';

const SITUATION = { now: 0 };

describe('names of FEEL', () => {
  feelTable(
    [
      ['unit price * 2', 8],
      ['unit   price * 2', 8],
      ['net-total + 1', 6],
      ['net - 1', 2],
      ['gross/net', 7],
      ['research and development', 'r&d'],
      ['order.ship-to.zip code', '10115'],
      ['orders[is-paid].id', [1]],
      ['lines[unit price > 2].unit price', [3]],
      ["don't ask", true],
      ['`unit price` + 1', 5],
      ['nobody knows it', null],
      ['{first name: "Ada", greeting: "Hi " + first name}.greeting', 'Hi Ada'],
      ['{a+b: 1, c: a+b}.c', 1],
      ['(function(tax rate) tax rate * 2)(4)', 8],
      ['for line item in [1, 2] return line item + 1', [2, 3]],
      ['some x-y in [1, 2] satisfies x-y = 2', true],
      ['{ä: 1}.ä', 1],
      ['{🐎: "horse"}.🐎', 'horse'],
      ['date', 'failure: result is a function'],
      ['{date: 5, x: date + 1}.x', 6],
    ],
    {
      'unit price': 4,
      'net-total': 5,
      net: 3,
      'gross/net': 7,
      "don't ask": true,
      'research and development': 'r&d',
      order: { 'ship-to': { 'zip code': '10115' } },
      orders: [
        { id: 1, 'is-paid': true },
        { id: 2, 'is-paid': false },
      ],
      lines: [{ 'unit price': 2 }, { 'unit price': 3 }],
    },
  );

  it('are the functions and values of the evaluator when a text is compiled', () => {
    const compiled = compileFeel('monthly fee(amount due, 12) + base-rate', {
      variables: ['monthly fee', 'amount due', 'base-rate'],
    });
    const fee = new FeelFunction('monthly fee', [['amount', 'months']], ([amount, months]) => Number(amount) / Number(months));
    expect(compiled.evaluate({ 'monthly fee': fee, 'amount due': 240, 'base-rate': 1 }, SITUATION)).to.equal(21);
  });

  it('are members that are known when members are given', () => {
    const compiled = compileFeel('order.ship-to', { variables: [], members: ['ship-to'] });
    expect(compiled.evaluate({ order: { 'ship-to': 'Rome' } }, SITUATION)).to.equal('Rome');
  });
});

describe('values of FEEL between two texts', () => {
  it('stay what they are when one gives them to the next', () => {
    const date = compileFeel('date("2026-02-28")').evaluate({}, SITUATION);
    expect(date).to.be.instanceOf(FeelDate);
    expect(compileFeel('d + duration("P1D") = date("2026-03-01")').evaluate({ d: date }, SITUATION)).to.equal(true);
    const add = compileFeel('function(x: number) x + 1').evaluate({}, SITUATION);
    expect(compileFeel('[1, 2][add(item) = 3]').evaluate({ add }, SITUATION)).to.deep.equal([2]);
  });
});

describe('filters of FEEL', () => {
  feelTable(
    [
      ['orders[paid].id', [1, 3]],
      ['orders[not(paid)].id', [2]],
      ['orders[item.paid].id', [1, 3]],
      ['orders[id > 1][paid].id', [3]],
      ['orders[n].id', 2],
      ['orders[-1].id', 3],
      ['orders[0]', null],
      ['orders[4]', null],
      ['orders[1.5]', null],
      ['orders[id = 9]', []],
      ['[{item: 1}, {item: 2}][item > 1]', [{ item: 2 }]],
      ['5[1]', 5],
      ['5[item > 3]', [5]],
      ['null[1]', null],
      ['null[item > 1]', []],
      ['[[1, 2], [3]][count(item) = 2]', [[1, 2]]],
      ['[1, 2, 3][item > x]', [3]],
      ['[{x: 5}, {y: 3}][x > 2].x', [5]],
    ],
    {
      n: 2,
      x: 2,
      orders: [
        { id: 1, paid: true },
        { id: 2, paid: false },
        { id: 3, paid: true },
      ],
    },
  );
});

describe('loops of FEEL', () => {
  feelTable([
    ['for x in 1..3 return x * x', [1, 4, 9]],
    ['for x in 3..1 return x', [3, 2, 1]],
    ['for x in (1..4) return x', [2, 3]],
    ['for x in [2..2] return x', [2]],
    ['for x in [2..1] return x', []],
    ['for x in [@"2026-01-02T00:00:00"..@"2026-01-01T00:00:00"] return x', null],
    [
      'for x in 1..2, y in x..2 return [x, y]',
      [
        [1, 1],
        [1, 2],
        [2, 2],
      ],
    ],
    ['for x in 5 return x', [5]],
    ['for x in [] return x', []],
    ['for x in null return x', null],
    ['for x in 1..1.5 return x', null],
    ['for d in @"2024-02-28"..@"2024-03-01" return d', ['2024-02-28', '2024-02-29', '2024-03-01']],
    ['for i in 0..4 return if i = 0 then 1 else i * partial[-1]', [1, 1, 2, 6, 24]],
    ['for i in 1..3 return partial', [[], [[]], [[], [[]]]]],
    ['for i in 1..2 return [count(partial)]', [[0], [1]]],
    ['for x in [1, 2] return for y in [x] return x + y', [[2], [4]]],
    ['some x in [1, 2], y in [2, 3] satisfies x = y', true],
    ['every x in [1, 2], y in [2, 3] satisfies x < y', false],
    ['every x in [] satisfies false', true],
    ['some x in [null] satisfies x', false],
  ]);
});

describe('functions of a text', () => {
  feelTable([
    ['(function(x, y) x - y)(y: 1, x: 3)', 2],
    ['(function(x, y) x - y)(1)', null],
    ['(function(x, x) x)(1, 2)', null],
    ['(function(x: number) x)("a")', null],
    ['(function(x: number) x)(null)', null],
    ['(function(x: list<number>) x)(1)', [1]],
    ['(function(x: number) x)([1])', 1],
    ['(function(x) function(y) x + y)(1)(2)', 3],
    ['{f: function(n) if n < 2 then 1 else n * f(n - 1), r: f(5)}.r', 120],
    ['{a: {twice: function(x) 2 * x}}.a.twice(4)', 8],
    ['sort(["b", "a"], function(a, b) a < b)', ['a', 'b']],
    ['(function(f) f(3))(odd)', true],
    ['nobody(1)', null],
    ['(function() external {java: {class: "x"}})()', null],
    ['{f: function(n) f(n + 1)}.f(1)', 'failure: value is nested too deep'],
    ['round up(n: 1.25, scale: 1)', 1.3],
    ['round up(scale: 1, n: 1.25)', 1.3],
    ['round up(n: 1.25, digits: 1)', null],
    ['substring(string: "abc", start position: 2)', 'bc'],
  ]);
});

describe('instance of', () => {
  const yes = [
    ...['1 instance of number', '"a" instance of string', 'true instance of boolean', '[1, 2] instance of list<number>'],
    ...['[] instance of list<string>', '[1] instance of list', '{a: 1, b: 2} instance of context<a: number>'],
    ...['{a: {b: 1}} instance of context<a: context<b: number>>', '[1..2] instance of range<number>', 'null instance of Null'],
    ...['@"2026-01-01" instance of date', '@"10:00:00" instance of time', '@"2026-01-01T10:00:00" instance of date and time'],
    ...['@"P1Y" instance of years and months duration', '@"P1D" instance of days and time duration', '1 instance of Any'],
    ...['(function(a: number) a) instance of function<number> -> number', 'abs instance of function<number> -> number'],
    ...['1 + 2 instance of number', '1 instance of number and true'],
    '(function(p: context<x: number>) p.x) instance of function<context<x: number, y: number>> -> Any',
    '(function() {x: 1, y: "b"}) instance of function<> -> context<x: number>',
    '[(function(t: string) 1)] instance of list<function<string> -> number>',
    '(function(l: list) l) instance of function<list<number>> -> Any',
    '(function() [1, 2]) instance of function<> -> list<number>',
    '(function() null) instance of function<> -> number',
  ];
  const no = [
    ...['1 instance of string', 'null instance of Any', 'null instance of number', '[1, "a"] instance of list<number>'],
    ...['[1, null] instance of list<number>', '{a: "x"} instance of context<a: number>', '{} instance of context<a: number>'],
    ...[
      '@"2026-01-01" instance of date and time',
      '@"P1Y" instance of days and time duration',
      '[1..2] instance of range<string>',
    ],
    ...[
      '(function(a: number) a) instance of function<string> -> number',
      '(function(a) a) instance of function<Any, Any> -> Any',
      '(function(p: context<x: number, y: number>) p.x) instance of function<context<x: number>> -> Any',
      '(function() {x: 1}) instance of function<> -> context<x: number, y: number>',
      '(function() 1) instance of function<> -> string',
      '(function(l: list<number>) l) instance of function<list> -> Any',
    ],
  ];
  feelTable([
    ...yes.map((text) => [text, true] as const),
    ...no.map((text) => [text, false] as const),
    ['1 instance of nothing known', null],
  ]);
});

describe('the grammar of FEEL', () => {
  feelTable([
    ['-2 ** 2', 4],
    ['2 ** 3 ** 2', 64],
    ['- -1', 1],
    ['2 * -3', -6],
    ['1 // behind', 1],
    ['1 /* between */ + 1', 2],
    ['1 = 1 = true', true],
    ['1 < 2 and 2 < 3 or false', true],
    ['1 between 0 and 2 and true', true],
    ['if false then 1 else if true then 2 else 3', 2],
    ['if "x" then 1 else 2', 2],
    ['true and null', null],
    ['false and null', false],
    ['true or null', true],
    ['null or false', null],
    ['"a" and true', null],
    ['{a: 1, a: 2}', null],
    ['{a: 1, b: a + 1}.b', 2],
    ['"\\u0041\\U01F40E"', 'A🐎'],
    ['"a\\nb\\d"', 'a\nb\\d'],
    ['1.5e-3', 0.0015],
    ['.5', 0.5],
    ['@"nothing"', null],
    ['5 in (> 3, < 1)', true],
    ['5 in ]1..5[', false],
    ['[1, 2] in [[1, 2], [3]]', true],
    ['(< 5).end', 5],
    ['3 in (< 5)', true],
    ['[1..3].start included', true],
  ]);

  const broken = [
    '1 +',
    '(1',
    '[1',
    '{a: 1',
    '{a 1}',
    'if 1 then 2',
    'for x return 1',
    '1 = = 2',
    'x = > 5',
    '"open',
    '1 2',
    'a b 3',
    '1..2',
    '/* open',
    'f(a: 1, a: 2)',
  ];
  for (const text of broken) {
    it(`refuses a text with its place when it is ${text}`, () => expect(() => compileFeel(text)).to.throw(SyntaxProblem));
  }

  it('takes long chains, and refuses deep ones before the stack ends', () => {
    const value = (text: string) => compileFeel(text).evaluate({}, SITUATION);
    expect(value(Array(4000).fill('1').join(' + '))).to.equal(4000);
    expect(value(Array(4000).fill('true').join(' and '))).to.equal(true);
    expect(value(`${Array(1500).fill('if false then 1').join(' else ')} else 2`)).to.equal(2);
    for (const [open, close] of [
      ['(', ')'],
      ['[', ']'],
      ['- ', ''],
      ['for x in 1 return ', ''],
      ['function() ', ''],
    ] as const) {
      expect(() => compileFeel(`${open.repeat(5000)}1${close.repeat(5000)}`), open).to.throw(
        SyntaxProblem,
        'nesting is deeper than 200',
      );
    }
  });
});

describe('the text of a value', () => {
  const rows: readonly (readonly [string, unknown])[] = [
    ['1.10', '1.1'],
    ['1e10', '10000000000'],
    ['0.00001', '0.00001'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['[1, "a", null]', '[1, "a", null]'],
    ['{a: 1, b: "x"}', '{a: 1, b: "x"}'],
    ['[1..3)', '[1 .. 3)'],
    ['@"P14M"', 'P1Y2M'],
    ['@"-PT36H"', '-P1DT12H'],
    ['@"10:00:00+01:30"', '10:00:00+01:30'],
    ['@"2026-01-01T10:00:00@Europe/Berlin"', '2026-01-01T10:00:00@Europe/Berlin'],
    ['null', null],
  ];
  for (const [text, wanted] of rows) it(`is ${wanted} when the value is ${text}`, () => expect(feelText(text)).to.equal(wanted));
});
