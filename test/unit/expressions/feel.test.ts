import { expect } from 'chai';
import type { Json, Variables } from '../../../src/engine/values.ts';
import { analyseFeel } from '../../../src/expressions/feel/analysis.ts';
import { Bench } from '../../support/engine/evaluating.ts';
import { itFull } from '../../support/tier.ts';

const variables: Variables = {
  x: 7,
  y: 2,
  name: 'Ada',
  nothing: null,
  list: [1, 2, 3],
  order: { total: 40, lines: [{ price: 2 }, { price: 3 }] },
  'my-var': 3,
  'unit price': 4,
  count: 99,
  huge: { __proto__: null, constructor: 1 },
};

describe('FEEL', () => {
  let bench: Bench;
  before(() => {
    bench = new Bench({ timeoutMs: 60_000 });
  });
  after(() => bench.close());

  const rows: readonly (readonly [string, Json])[] = [
    ['= x + y', 9],
    ['= x / y', 3.5],
    ['= 6 / 3', 2],
    ['= x / 0', null],
    ['= 2 ** 10', 1024],
    ['= 2 ** 5000', 'failure: result is not a finite number'],
    ['= x > 5 and y < 3', true],
    ['= nothing > 5', null],
    ['= unknown', null],
    ['= unknown.a.b', null],
    ['= "a" + 1', null],
    ['= name = "Ada"', true],
    ['= if x > 5 then "big" else "small"', 'big'],
    ['= x in [1..7]', true],
    ['= x between 1 and 5', false],
    ['= order.total * 2', 80],
    ['= order.lines[1].price', 2],
    ['= order.lines.price', [2, 3]],
    ['= list[item > 1]', [2, 3]],
    ['= for i in list return i * 2', [2, 4, 6]],
    ['= some i in list satisfies i > 2', true],
    ['= every i in list satisfies i > 2', false],
    ['= count(list)', 3],
    ['= sum(list) + count', 105],
    ['= count', 99],
    ['= { a: 1, b: { c: x } }', { a: 1, b: { c: 7 } }],
    ['= my-var + 1', 4],
    ['= unit price * 2', 8],
    ['= now()', '2026-03-04T05:06:07.008Z'],
    ['= today()', '2026-03-04'],
    ['= date("2026-01-31") + duration("P1M")', '2026-02-28'],
    ['= date and time("2026-01-01T10:00:00+02:00")', '2026-01-01T10:00:00+02:00'],
    ['= date and time("2026-01-01T10:00:00")', '2026-01-01T10:00:00'],
    ['= time("10:00:00Z")', '10:00:00Z'],
    ['= duration("PT1H30M")', 'PT1H30M'],
    ['= [date("2026-01-01")]', ['2026-01-01']],
    ['= { due: now() }', { due: '2026-03-04T05:06:07.008Z' }],
    ['= string(1.0)', '1'],
    ['= substring("abc", 2)', 'bc'],
    ['= matches("abc", "a.c")', true],
    ['= replace("abc", "b", "x")', 'axc'],
    ['= split("a;b", ";")', ['a', 'b']],
    ['= function(a) a', 'failure: result is a function'],
    ['= [1..5]', 'failure: result is a range'],
    ['= constructor', null],
    ['= __proto__', null],
    ['= order.constructor', null],
    ['= order.__proto__', null],
    ['= huge.constructor', null],
  ];
  for (const [text, wanted] of rows) {
    it(`gives ${JSON.stringify(wanted)} when the text is ${text}`, () =>
      expect(bench.value(text, variables)).to.deep.equal(wanted));
  }

  it('gives the same value in both threads when the text is cheap or not', () => {
    const cheap = bench.value('= date("2026-01-01") + duration("P1D")');
    expect(bench.value('= [date("2026-01-01") + duration("P1D")][item != null]')).to.deep.equal([cheap]);
  });

  it('reports which texts leave the thread when they are analysed', () => {
    const cheap = [
      'x > 5',
      'date("2026-01-01") > today()',
      'list[1]',
      'if x then y else z',
      'not(contains(a, "b"))',
      '[1..9]',
      'a[item > 1]',
    ];
    const costly = [
      'matches(a, b)',
      'replace(a, b, c)',
      'split(a, b)',
      'for i in a return i',
      'a[contains(item, b)]',
      'a[b[item > 1][1] > item]',
      'sort(a, f)',
      `"${'a'.repeat(3000)}"`,
    ];
    expect(cheap.map((text) => analyseFeel(text).isCheap)).to.deep.equal(cheap.map(() => true));
    expect(costly.map((text) => analyseFeel(text).isCheap)).to.deep.equal(costly.map(() => false));
  });

  it('names only what is read when a text is analysed', () => {
    expect(analyseFeel('count(items) + order.total + "x y"').names).to.deep.equal(['items', 'order']);
  });

  itFull('cuts a regular expression or a loop that never ends, and the next text works', () => {
    const short = new Bench({ timeoutMs: 100 });
    expect(short.value('= replace("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "(a+)+$", "x")')).to.equal(
      'failure: time limit of 100 ms exceeded',
    );
    expect(short.value('= for i in 1..100000000 return "abc"')).to.match(
      /^failure: ((time|memory) limit|list or context has more than)/,
    );
    expect(bench.value('= replace("abc", "b", "x")')).to.equal('axc');
    return short.close();
  });
});
