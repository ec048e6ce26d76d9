import { expect } from 'chai';
import { isLike } from '../../../src/queries/search.ts';

describe('texts with wildcards in memory', () => {
  it('match as in the database when a pattern has *, ? and escaped characters', () => {
    const cases: readonly [text: string, pattern: string, isMatch: boolean][] = [
      ['order-7', 'order-*', true],
      ['order-7', 'order-?', true],
      ['order-77', 'order-?', false],
      ['order-7', '*7*', true],
      ['a*b', 'a\\*b', true],
      ['axb', 'a\\*b', false],
      ['a\\b', 'a\\\\b', true],
      ['100%', '100_', false],
      ['', '', true],
      ['', '*', true],
      ['x', '', false],
    ];
    for (const [text, pattern, isMatch] of cases) expect(isLike(text, pattern), `${text} like ${pattern}`).to.equal(isMatch);
  });

  it('do not match when a pattern is longer than 1000 characters', () => {
    expect(isLike('a'.repeat(9000), `${'*a'.repeat(499)}*b`)).to.equal(false);
    expect(isLike('a', '*'.repeat(1001))).to.equal(false);
  });
});
