import { expect } from 'chai';
import { TimeLimit } from '../../../src/expressions/time-limit.ts';
import { itFull } from '../../support/tier.ts';

function busyFor(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

describe('the time limit of an evaluation', () => {
  it('is not reached before its wall-clock time, whatever processor time was used', () => {
    let used = 0;
    const limit = new TimeLimit(600_000, () => (used += 1e6));
    expect(limit.isReached).to.equal(false);
    expect(limit.isReached).to.equal(false);
  });

  it('is reached after its wall-clock time if the process had half of it', () => {
    let used = 0;
    const limit = new TimeLimit(2, () => (used += 1.1));
    limit.start();
    busyFor(3);
    expect(limit.isReached).to.equal(true);
  });

  itFull('is extended up to ten times while the process gets less', () => {
    const limit = new TimeLimit(200, () => 0);
    limit.start();
    busyFor(210);
    expect(limit.isReached).to.equal(false);
    busyFor(1800);
    expect(limit.isReached).to.equal(true);
  });

  it('is wall-clock time if the processor time is not known', () => {
    const limit = new TimeLimit(2, () => undefined);
    busyFor(3);
    expect(limit.isReached).to.equal(true);
  });
});
