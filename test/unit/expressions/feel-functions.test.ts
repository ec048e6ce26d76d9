import { expect } from 'chai';
import type { Json, Variables } from '../../../src/engine/values.ts';
import { analyseFeel } from '../../../src/expressions/feel/analysis.ts';
import { evaluateFeel } from '../../../src/expressions/feel/evaluate.ts';
import { readTimer } from '../../../src/expressions/timers.ts';
import { Bench, GUID } from '../../support/engine/evaluating.ts';

const variables: Variables = {
  x: 7,
  text: ' a b ',
  nothing: null,
  numbers: [1, 2, 3, 2, 1],
  order: { total: 40, customer: { name: 'Ada' } },
  json: '{"a":[1,null],"__proto__":{"b":2}}',
  trim: 'kept',
  'my name': 'odd',
};

describe('the FEEL functions of Camunda 8', () => {
  let bench: Bench;
  before(() => {
    bench = new Bench();
  });
  after(() => bench.close());

  const rows: readonly (readonly [string, Json])[] = [
    ['= is defined(x)', true],
    ['= is defined(unknown)', false],
    ['= is defined(nothing)', false],
    ['= is defined(order.customer.name) and not(is defined(order.street))', true],
    ['= get or else(unknown, "none")', 'none'],
    ['= get or else(order.total, 0) + 1', 41],
    ['= get or else(value: nothing, default: 3)', 3],
    ['= assert(x, x > 5)', 7],
    ['= assert(x, x > 8)', 'failure: the condition of assert is not true'],
    ['= assert(x, x > 8, "x is too small")', 'failure: x is too small'],
    ['= is blank(" ")', true],
    ['= is blank(text)', false],
    ['= is blank(nothing)', null],
    ['= trim(" a b ")', 'a b'],
    ['= extract("order 12 of 34", "[0-9]+")', ['12', '34']],
    ['= extract("a", "[")', null],
    ['= to base64("FEEL")', 'RkVFTA=='],
    ['= is empty([])', true],
    ['= is empty(numbers)', false],
    ['= is empty(x)', null],
    ['= duplicate values(numbers)', [1, 2]],
    ['= duplicate values([{a: 1}, {a: 1}, 3])', [{ a: 1 }]],
    ['= partition(numbers, 2)', [[1, 2], [3, 2], [1]]],
    ['= partition(numbers, 0)', null],
    ['= string join(["a", null, "b"], ", ")', 'a, b'],
    ['= string join(["a", "b"], ", ", "[", "]")', '[a, b]'],
    ['= string join(["a", "b"], ", ", "[")', null],
    ['= string join(["a", 1])', null],
    ['= get value(order, "total")', 40],
    ['= get value(order, ["customer", "name"])', 'Ada'],
    ['= get value(order, ["customer", "street"])', null],
    ['= get value(order, "constructor")', null],
    ['= context put(order, "total", 1).total', 1],
    ['= put(order, "total", 1).total', 1],
    ['= put all({a: 1, b: 1}, {b: 2}, {c: 3})', { a: 1, b: 2, c: 3 }],
    ['= put all([{a: 1}, {b: 2}])', { a: 1, b: 2 }],
    ['= put all({a: 1}, 5)', null],
    ['= context put({x: 1}, ["y", "z"], 2)', { x: 1, y: { z: 2 } }],
    ['= context put({x: 1}, "__proto__", 2)', null],
    ['= to json({a: [1, "b"], d: date("2026-01-02")})', '{"a":[1,"b"],"d":"2026-01-02"}'],
    ['= from json("{\\"a\\": [true]}").a', [true]],
    ['= from json(json)', { a: [1, null] }],
    ['= from json("{")', null],
    ['= last day of month(date("2028-02-10"))', '2028-02-29'],
    ['= last day of month(date and time("2026-12-24T10:00:00Z"))', '2026-12-31'],
    ['= last day of month(time("10:00:00Z"))', null],
    ['= cycle(duration("PT1H"))', 'R/PT1H'],
    ['= cycle(3, duration("PT1H30M"))', 'R3/PT1H30M'],
    ['= cycle(null, duration("P1D"))', 'R/P1D'],
    ['= cycle("a", 1)', null],
    ['= fromAi(order.total, "what it costs", "number")', 40],
    ['= fromAi(value: order.total, type: "number")', 40],
    ['= trim', 'kept'],
    ['= `my name`', 'odd'],
    ['= `x` + 1', 8],
    ['= for n in [1, 2] return get or else(unknown, n)', [1, 2]],
  ];
  for (const [text, wanted] of rows) {
    it(`give ${JSON.stringify(wanted)} when the text is ${text}`, () =>
      expect(bench.value(text, variables)).to.deep.equal(wanted));
  }

  it('are null when a variable that does not exist has the name of one', () => {
    for (const text of ['= uuid', '= cycle', '= partition = null']) {
      expect(bench.value(text), text).to.equal(text.endsWith('null') ? true : null);
    }
  });

  it('draw the same ids and numbers when the command is decided again', () => {
    const text = '[uuid(), uuid(), random number(), random number()]';
    const situation = { now: 0, guid: 'ffffffff-7425-50de-944b-e07fc1f90ae7' };
    const drawn = evaluateFeel(text, {}, situation);
    expect(evaluateFeel(text, {}, situation)).to.deep.equal(drawn);
    const [first, second, third, fourth] = drawn.ok ? (drawn.value as Json[]) : [];
    expect([first, second]).to.deep.equal([situation.guid, '00000000-7425-50de-944b-e07fc1f90ae7']);
    for (const number of [third, fourth]) expect(number).to.be.within(0, 1);
    expect(third).not.to.equal(fourth);
  });

  it('draw from the sequence of the command in both threads when they are called', () => {
    expect(bench.value('= uuid()')).to.equal(GUID);
    expect(bench.value('= [uuid()][item != null]')).to.deep.equal([GUID]);
  });

  it('show whether they leave the thread and draw when they are analysed', () => {
    const analysed = (text: string) => {
      const { isCheap, needsRandom, names } = analyseFeel(text);
      return { isCheap, needsRandom, names };
    };
    expect(analysed('get or else(a.b, c)')).to.deep.equal({ isCheap: true, needsRandom: false, names: ['a', 'c'] });
    expect(analysed('extract(a, b)')).to.deep.equal({ isCheap: false, needsRandom: false, names: ['a', 'b'] });
    expect(analysed('uuid()')).to.deep.equal({ isCheap: true, needsRandom: true, names: [] });
  });
});

describe('a FEEL duration', () => {
  let bench: Bench;
  before(() => {
    bench = new Bench();
  });
  after(() => bench.close());

  const rows: readonly (readonly [text: string, wanted: string])[] = [
    ['= date("2026-03-10") - date("2026-03-04")', 'P6D'],
    ['= date("2026-03-01") - date("2026-03-04")', '-P3D'],
    ['= date and time("2026-03-04T05:00:00Z") - now()', '-PT6M7.008S'],
    ['= date and time("2026-03-05T06:07:08Z") - now()', 'P1DT1H1M0.992S'],
    ['= duration("PT1H") - duration("PT2H")', '-PT1H'],
    ['= duration("P1D") - duration("PT1H")', 'PT23H'],
    ['= duration("-PT5M")', '-PT5M'],
    ['= duration("PT90M")', 'PT1H30M'],
    ['= duration("P1Y2M") - duration("P3M")', 'P11M'],
    ['= duration("P14M")', 'P1Y2M'],
    ['= today() - today()', 'PT0S'],
  ];
  for (const [text, wanted] of rows) {
    it(`is written as ${wanted}, which a timer can read, when the text is ${text}`, () => {
      expect(bench.value(text)).to.equal(wanted);
      expect(readTimer('timeDuration', wanted, 0).ok).to.equal(true);
    });
  }
});
