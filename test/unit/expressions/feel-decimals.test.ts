import { expect } from 'chai';
import { Bench, valueTable } from '../../support/engine/evaluating.ts';

describe('numbers of FEEL', () => {
  let bench: Bench;
  before(() => {
    bench = new Bench();
  });
  after(() => bench.close());
  const variables = {
    price: 0.1,
    rate: 1.1,
    many: [0.1, 0.2, 0.3],
    n: 7,
    text: 'a',
    sum: 5,
    none: null,
    'net price': 0.7,
    m: { x: 0.3 },
  };
  const same = (a: unknown, b: unknown) => expect(a).to.deep.equal(b);

  describe('are decimal when they are computed with', () => {
    valueTable(
      () => bench,
      variables,
      [
        ['=0.1 + 0.2', 0.3],
        ['=0.1 + 0.2 = 0.3', true],
        ['=0.7 + 0.1', 0.8],
        ['=price * 3', 0.3],
        ['=rate * rate', 1.21],
        ['=rate ** 2', 1.21],
        ['=2 ** -2', 0.25],
        ['=4 ** 0.5', 2],
        ['=0.3 / price', 3],
        ['=1 / 3 * 3', 1],
        ['=(1 / 3 + 1 / 3) * 3', 2],
        ['=2 / 3', 0.6666666666666666],
        ['=1 - 0.9 - 0.1', 0],
        ['=-price + 0.3', 0.2],
        ['=-(0.1 + 0.2)', -0.3],
        ['=net price + price', 0.8],
        ['=m.x - price', 0.2],
        [
          '=9007199254740993 + 0',
          'failure: whole number 9007199254740993 cannot be stored exactly (at most ±9007199254740991); keep it as a string',
        ],
        [
          '=2 ** 60',
          'failure: whole number 1152921504606846976 cannot be stored exactly (at most ±9007199254740991); keep it as a string',
        ],
        ['=9007199254740993 - 9007199254740990', 3],
        [
          '=number("12345678901234567890")',
          'failure: whole number 12345678901234567890 cannot be stored exactly (at most ±9007199254740991); keep it as a string',
        ],
        [
          '=from json("{\\"a\\": [9007199254740993]}").a[1]',
          'failure: from json: whole number 9007199254740993 cannot be stored exactly (at most ±9007199254740991); keep it as a string',
        ],
        ['=from json("{\\"a\\": \\"9007199254740993\\"}").a', '9007199254740993'],
        ['=product(many)', 0.006],
        ['=mean(many)', 0.2],
        ['=sum + 0.1', 5.1],
        ['=for x in many return x + 0.2', [0.3, 0.4, 0.5]],
        ['=many[item + 0.2 = 0.3]', [0.1]],
        ['=if price + 0.2 = 0.3 then "even" else "odd"', 'even'],
        ['={a: price + 0.2, b: a * 2}', { a: 0.3, b: 0.6 }],
        ['=(function(x) x * 3)(price)', 0.3],
        ['=0.3 in [price + 0.1 .. price + 0.2]', true],
        ['=0.3 between price + 0.1 and price + 0.2', true],
        ['=0.1 /* one */ + /* two */ 0.2', 0.3],
        ['=decimal(rate * rate, 1)', 1.2],
      ],
      same,
    );
    valueTable(
      () => bench,
      { many: [0.1, 0.2, 0.3] },
      [
        ['=sum(many)', 0.6],
        ['=sum(0.1, 0.2)', 0.3],
        ['=sum(list: many)', 0.6],
        ['=sum([])', null],
        ['=mean([])', null],
        ['=sum(["a"])', null],
      ],
      same,
    );
  });

  describe('leave everything else as it is', () => {
    valueTable(
      () => bench,
      variables,
      [
        ['="a" + "b" + text', 'aba'],
        ['="a" + 1', null],
        ['=none + 1', null],
        ['=1 / 0', null],
        ['=1 / 0 + 1', null],
        ['=0 ** -1', null],
        ['=date("2026-01-31") + duration("P1M")', '2026-02-28'],
        ['=duration("PT1H") + duration("PT30M")', 'PT1H30M'],
        ['=date and time("2026-01-01T10:00:00Z") - date and time("2026-01-01T09:00:00Z") = duration("PT1H")', true],
        ['=n - 3 * 2', 1],
        ['=(n - 3) * 2', 8],
        ['=2 ** 3 ** 2', 64],
        ['=7 / 2', 3.5],
      ],
      same,
    );
  });
});
