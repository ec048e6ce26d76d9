import { expect } from 'chai';
import { SlotShares } from '../../../src/plugin-host/type-runner.ts';

/** Claims for one key until it gets nothing more; gives how many it has got. */
function fill(shares: SlotShares, key: string): number {
  let taken = 0;
  for (;;) {
    const { limit, without } = shares.claimable(128);
    if (shares.free === 0 || without.includes(key)) return taken;
    for (let n = 0; n < limit; n += 1) shares.begin(key);
    taken += limit;
  }
}

describe('the slots of a task type (docs/contributing/spec/http/custom-tasks.md#shared-slots)', () => {
  it('are left to others by a quarter when one key takes what it can get, and so on', () => {
    const shares = new SlotShares(16);
    expect(['a', 'b', 'c'].map((key) => fill(shares, key))).to.deep.equal([12, 3, 1]);
    expect(shares.free).to.equal(0);
  });

  for (const [slots, first] of [
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 3],
    [100, 75],
  ] as const) {
    it(`are ${first} of ${slots} for one key when no other uses any`, () => {
      expect(fill(new SlotShares(slots), 'a')).to.equal(first);
    });
  }

  it('are free again for the same key when its tasks end', () => {
    const shares = new SlotShares(16);
    fill(shares, 'a');
    expect(shares.claimable(128)).to.deep.equal({ limit: 3, without: ['a'] });
    shares.end('a');
    expect(shares.claimable(128)).to.deep.equal({ limit: 1, without: [] });
    for (let n = 0; n < 11; n += 1) shares.end('a');
    expect([shares.free, shares.claimable(128)]).to.deep.equal([16, { limit: 12, without: [] }]);
  });

  it('are never given beyond what the caller has room for', () => {
    expect(new SlotShares(16).claimable(5)).to.deep.equal({ limit: 5, without: [] });
  });
});
