import { expect } from 'chai';
import { businessIdFault, isBlank, repeated } from '../../../src/requests/request-texts.ts';

const EMPTY = 'BusinessId must not be empty or white space.';
const EDGES = 'BusinessId must not have leading or trailing white space.';
const CONTROL = 'BusinessId must not contain control characters.';
const LENGTH = 'BusinessId must be at most 256 characters.';

describe('a business id', () => {
  const cases: readonly [businessId: string, fault: string | undefined][] = [
    ['PO-1001', undefined],
    ['A,1|2', undefined],
    ['a b', undefined],
    ['ä😀', undefined],
    ['x'.repeat(256), undefined],
    ['', EMPTY],
    ['  ', EMPTY],
    ['\u00a0\u3000\ufeff\u0085\u2028', EMPTY],
    ['\t\n', EMPTY],
    [' a', EDGES],
    ['a\u00a0', EDGES],
    ['\ufeffa', EDGES],
    ['a\u0085', EDGES],
    ['a\n', EDGES],
    [` ${'\u0001'}`, EDGES],
    ['a\u0000b', CONTROL],
    ['a\u0001', CONTROL],
    ['a\nb', CONTROL],
    ['a\u007fb', CONTROL],
    ['a\u009fb', CONTROL],
    [`a\u0001${'x'.repeat(300)}`, CONTROL],
    ['x'.repeat(257), LENGTH],
    ['😀'.repeat(129), LENGTH],
  ];
  for (const [businessId, fault] of cases) {
    it(`${fault ?? 'is good'} when it is ${JSON.stringify(businessId.slice(0, 8))} with ${businessId.length} units`, () => {
      expect(businessIdFault(businessId)).to.equal(fault);
    });
  }

  // business-id-time.test.ts measures how long that takes
  it('is refused, and not blank, when it is long', () => {
    const long = `${' '.repeat(1_000_000)}a`;
    expect([typeof businessIdFault(long), isBlank(long)]).to.deep.equal(['string', false]);
  });
});

describe('a repeated value', () => {
  it('is cut when it has more than 256 characters', () => {
    expect(repeated('x'.repeat(256))).to.equal('x'.repeat(256));
    expect(repeated('x'.repeat(257))).to.equal(`${'x'.repeat(256)}…`);
  });
});
