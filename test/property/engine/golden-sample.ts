import { CASES } from '../../support/golden/replay.ts';
import { randomRuns } from '../../support/tier.ts';

/** Walks; `PROPERTY_SEED` makes others. */
export const RUNS = randomRuns(120);

/** The golden case of a run: each in turn. If there are fewer runs than cases, they are spread evenly over the folder. */
export function caseOfRun(run: number, runs: number): string {
  const at = runs < CASES.length ? Math.floor((run * CASES.length) / runs) : run % CASES.length;
  return CASES[at] as string;
}
