import { expect } from 'chai';
import { isWithin, limitsOf, splitPatterns } from '../../../src/platform/access-roles.ts';

describe('key patterns', () => {
  const cases: readonly [patterns: readonly string[], within: readonly string[], outside: readonly (string | null)[]][] = [
    [['order'], ['order'], ['order-a', 'orde', 'Order', '', null]],
    [['order-*'], ['order-', 'order-a', 'order-a-b'], ['order', 'xorder-a', 'ORDER-a', null]],
    [
      ['a', 'b*'],
      ['a', 'b', 'bc'],
      ['ab', 'c', null],
    ],
    [[], [], ['a', '', null]],
    [['a.b*'], ['a.b', 'a.bc'], ['axb']],
  ];
  for (const [patterns, within, outside] of cases) {
    it(`have exactly the keys that fit when they are ${JSON.stringify(patterns)}`, () => {
      for (const key of within) expect(isWithin(patterns, key), key).to.equal(true);
      for (const key of outside) expect(isWithin(patterns, key), String(key)).to.equal(false);
    });
  }

  it('are no limit when one of them covers everything, also what has no key', () => {
    expect(limitsOf(['order', '*'])).to.equal(undefined);
    expect(isWithin(undefined, null)).to.equal(true);
    expect(limitsOf(['order'])).to.deep.equal(['order']);
  });

  it('are whole keys and beginnings when a database is asked', () => {
    expect(splitPatterns(['a', 'b-*', 'c'])).to.deep.equal({ keys: ['a', 'c'], beginnings: ['b-'] });
  });
});
