import { expect } from 'chai';
import { FairShares } from '../../../src/worker/delivery/fair-shares.ts';

describe('the shares of follow-ups (docs/contributing/adr/0041-priority-classes-and-fair-shares.md)', () => {
  const turns = (shares: FairShares, count: number, sourceOf: (n: number) => { root: string; key?: string }) =>
    Array.from({ length: count }, (_, n) => shares.turnOf(sourceOf(n)));

  it('let a burst through, and delay further turns more and more', () => {
    const given = turns(new FairShares(4), 20_000, () => ({ root: 'r', key: 'k' }));
    expect(given.slice(0, 5)).to.deep.equal(given.slice(0, 5).map(() => undefined));
    const behind = given.slice(10).map((turn) => turn ?? 0);
    expect(behind[0]).to.be.within(2, 5);
    expect(behind).to.deep.equal([...behind].sort((a, b) => a - b));
    expect(behind.at(-1)).to.equal(3600);
  });

  it('leave other beginnings of the same process alone when one goes beyond its share', () => {
    const shares = new FairShares(4);
    turns(shares, 5000, () => ({ root: 'flood', key: 'k' }));
    shares.computed({ root: 'flood', key: 'k' }, 60_000);
    expect(shares.turnOf({ root: 'other', key: 'k' })).to.equal(undefined);
  });

  it('count all beginnings of a process together, and leave other processes alone', () => {
    const shares = new FairShares(4);
    const given = turns(shares, 200, (n) => ({ root: `r${n}`, key: 'k' }));
    expect(given.at(-1)).to.be.a('number');
    expect(shares.turnOf({ root: 'other', key: 'small' })).to.equal(undefined);
  });

  it('count the time that follow-ups take', () => {
    const shares = new FairShares(4);
    shares.computed({ root: 'r' }, 5000);
    expect(shares.turnOf({ root: 'r' })).to.be.within(9, 12);
    expect(shares.turnOf({ root: 'other' })).to.equal(undefined);
  });

  it('give commands whose texts take long later turns, the more of them a process has', () => {
    const shares = new FairShares(4);
    const given = Array.from({ length: 40 }, (_, n) => shares.turnOfLong({ root: `c${n}`, key: 'flood' }));
    expect(given).to.deep.equal([...given].sort((a, b) => a - b));
    expect(given.at(-1)).to.be.within(40, 42);
    expect(shares.turnOfLong({ root: 'other', key: 'small' })).to.be.at.most(given[2] as number);
    shares.computedInThreads({ root: 'other', key: 'small' }, 11_000);
    expect(shares.turnOfLong({ root: 'next', key: 'small' })).to.be.within(12, 14);
  });

  it('let commands whose texts take long have half of the slots, by process', () => {
    const shares = new FairShares(4);
    const begin = (root: string, key: string) => shares.beginLong({ root, key });
    const [first] = [begin('c1', 'flood'), begin('c2', 'flood')];
    expect(begin('c3', 'flood')).to.equal(undefined);
    expect(begin('c4', 'small')).to.be.a('function');
    first?.();
    expect(begin('c3', 'flood')).to.be.a('function');
  });

  it('give a source half of the slots at most, and all of its part back', () => {
    const shares = new FairShares(4);
    const [a, b] = [
      { root: 'a', key: 'k' },
      { root: 'b', key: 'k' },
    ];
    const ends = [shares.begin(a), shares.begin(b)];
    expect(shares.begin(a)).to.equal(undefined);
    expect(shares.begin({ root: 'c', key: 'other' })).to.be.a('function');
    for (const end of ends) end?.();
    expect(shares.begin(a)).to.be.a('function');
    expect(new FairShares(1).begin(a)).to.be.a('function');
  });

  it('remember a bounded number of sources', () => {
    const shares = new FairShares(4);
    turns(shares, 50_000, (n) => ({ root: `r${n}` }));
    expect((shares as unknown as { usedUntil: Map<string, number> }).usedUntil.size).to.be.at.most(5000);
  });
});
