import { expect } from 'chai';
import { describeFailure } from '../support/simulation/report.ts';
import { runSeeds } from '../support/simulation/seed-range.ts';
import { type Result, simulate } from '../support/simulation/simulate.ts';

/** Seeds of the gate. `SIMULATION_SEEDS` runs more; `npm run simulate` runs as many as wanted on all processors. */
const SEEDS = Number(process.env['SIMULATION_SEEDS'] ?? 40);

describe('simulated courses of events', () => {
  it('keep every promise, whatever fails meanwhile', async function () {
    this.timeout(0);
    let failed: Result | undefined;
    await runSeeds(1, SEEDS, (result) => {
      if (result.broken.length > 0) failed = result;
      return failed !== undefined;
    });
    if (failed !== undefined) throw new Error(await describeFailure(failed));
  });

  it('are the same whenever a seed is run', async () => {
    const traceOf = async (seed: number) => {
      const lines: string[] = [];
      await simulate(seed, { trace: (line) => lines.push(line) });
      return lines;
    };
    for (const seed of [3, 34]) {
      const [once, again] = [await traceOf(seed), await traceOf(seed)];
      expect(once).to.have.length.greaterThan(100);
      expect(again).to.deep.equal(once);
    }
  });
});
