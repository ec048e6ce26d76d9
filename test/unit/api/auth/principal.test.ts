import { expect } from 'chai';
import { principalOf } from '../../../../src/api/auth/principal.ts';

const CONFIG = { authority: '', audience: '', requiresHttps: true, userIdClaim: 'preferred_username', groupsClaim: 'groups' };
const caller = (claims: Record<string, unknown>) => principalOf(claims, CONFIG);

describe('the caller', () => {
  it('has no user id when the claim is missing, blank, no text, or cannot be stored', () => {
    for (const value of [undefined, null, '', ' \t', 7, true, {}, ['alice'], 'a\0b', '\ud800']) {
      expect(caller({ preferred_username: value, sub: 'alice', name: 'alice' }).userId, String(value)).to.equal(undefined);
    }
  });

  it('has the value of the claim as it is when it is a text', () => {
    expect(caller({ preferred_username: ' Alice ' }).userId).to.equal(' Alice ');
  });

  const groups: readonly [claim: unknown, expected: readonly string[]][] = [
    [undefined, []],
    [null, []],
    [[], []],
    ['a,b', ['a,b']],
    [
      ['a', 'b,c', ''],
      ['a', 'b,c', ''],
    ],
    [['a', 1, null, { name: 'b' }, ['c']], ['a']],
    [7, []],
    [{ a: 1 }, []],
    [['a\0', 'b'], ['b']],
  ];
  for (const [claim, expected] of groups) {
    it(`has the groups ${JSON.stringify(expected)} when the claim is ${JSON.stringify(claim)}`, () => {
      expect(caller({ groups: claim }).groups).to.deep.equal(expected);
    });
  }

  it('is named by its subject, else by its user id, and by nothing secret', () => {
    expect(caller({ sub: 's-1', preferred_username: 'alice' }).actor).to.equal('s-1');
    expect(caller({ preferred_username: 'alice' }).actor).to.equal('alice');
    for (const sub of [undefined, null, '', 7, {}, ['s-1'], 'a\0'])
      expect(caller({ sub }).actor, String(sub)).to.equal(undefined);
  });

  it('is named by 255 characters, and by no half of one, when its subject is longer', () => {
    expect(caller({ sub: 'x'.repeat(5000) }).actor).to.equal('x'.repeat(255));
    expect(caller({ sub: `${'x'.repeat(254)}👍` }).actor).to.equal('x'.repeat(254));
  });

  it('keeps ten thousand groups when a token brings them', () => {
    expect(caller({ groups: Array.from({ length: 10_000 }, (_, n) => `g${n}`) }).groups).to.have.length(10_000);
  });

  it('owns its keys by subject, else by user id, and both are distinguished when they are equal texts', () => {
    const bySubject = caller({ sub: 'x', preferred_username: 'a' }).keyOwner;
    expect(bySubject).to.equal(caller({ sub: 'x', preferred_username: 'b' }).keyOwner);
    expect(bySubject).not.to.equal(caller({ preferred_username: 'x' }).keyOwner);
  });

  it('reads own members only when a claim is named like one of every object', () => {
    expect(principalOf({}, { ...CONFIG, userIdClaim: 'constructor', groupsClaim: '__proto__' })).to.include({
      userId: undefined,
    });
  });
});
