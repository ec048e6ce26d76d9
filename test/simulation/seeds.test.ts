import { expect } from 'chai';
import { describeFailure } from '../../lab/simulation/report.ts';
import { runSeeds } from '../../lab/simulation/seed-range.ts';
import { type Result, type RunOptions, simulate } from '../../lab/simulation/simulate.ts';

/** Seeds of the gate. `SIMULATION_SEEDS` runs more; `npm run simulate` runs as many as wanted on all processors. */
const SEEDS = Number(process.env['SIMULATION_SEEDS'] ?? 40);

async function runAll(options: RunOptions): Promise<void> {
  let failed: Result | undefined;
  const onResult = (result: Result) => {
    if (result.broken.length > 0) failed = result;
    return failed !== undefined;
  };
  await runSeeds(1, SEEDS, onResult, options);
  if (failed !== undefined) throw new Error(await describeFailure(failed, options));
}

describe('simulated courses of events', () => {
  it('keep every promise, whatever fails in the meantime', async function () {
    this.timeout(0);
    await runAll({});
  });

  it('keep every promise with two databases, one of which may stop (docs/contributing/spec/shards.md)', async function () {
    this.timeout(0);
    await runAll({ shards: 2 });
  });

  it('store large states from time to time only, in many of them', async () => {
    const asked = new Map<string, number>();
    for (let seed = 1; seed <= 20; seed += 1) {
      const onSent = (_: number, { name }: { name: string }) => void asked.set(name, (asked.get(name) ?? 0) + 1);
      await simulate(seed, { watch: () => ({ onSent, onAnswered() {}, onEnded() {} }) });
    }
    for (const name of ['bring-instances-forward', 'read-state', 'read-journal-2', 'projector-bring-instance-forward'])
      expect(asked.get(name), name).to.be.greaterThan(4);
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
