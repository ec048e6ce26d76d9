import { expect } from 'chai';
import { FaultsInARow } from '../../../src/platform/loops.ts';

describe('faults in a row', () => {
  let now = 0;
  const made = () => {
    now = 1000;
    return new FaultsInARow('a commit', () => now);
  };
  const fail = (faults: FaultsInARow, times: number, everyMs: number) => {
    for (let left = times; left > 0; left -= 1) {
      faults.failed();
      now += everyMs;
    }
  };

  it('count as lasting when several come over seconds, with their number as the reason', async () => {
    const faults = made();
    fail(faults, 4, 2000);
    expect(faults.isLasting).to.equal(true);
    const reason = await faults.check().catch((error: Error) => error.message);
    expect(reason).to.equal('a commit failed 4 times in a row');
  });

  it('do not count when there was one, or many at one moment', () => {
    for (const times of [1, 2, 50]) {
      const faults = made();
      fail(faults, times, 0);
      expect(faults.isLasting, `${times} faults`).to.equal(false);
    }
  });

  it('end with a success, and when no failure follows', () => {
    const faults = made();
    fail(faults, 5, 1000);
    faults.succeeded();
    expect(faults.isLasting).to.equal(false);
    fail(faults, 5, 1000);
    expect(faults.isLasting).to.equal(true);
    now += 20_000;
    expect(faults.isLasting).to.equal(false);
    faults.failed();
    expect(faults.isLasting).to.equal(false);
  });
});
