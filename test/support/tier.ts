export const IN_COMMIT_TIER = process.env['TEST_TIER'] === 'commit';

/** A test that the commit tier leaves out: full counts or sizes of a rule that another of its tests shows. */
export function itFull(title: string, run: Mocha.Func | Mocha.AsyncFunc): void {
  if (!IN_COMMIT_TIER) it(title, run as Mocha.Func);
}

/** Number of random cases of a test: a quarter of `full` in the commit tier, or `PROPERTY_RUNS`. */
export function randomRuns(full: number): number {
  return Number(process.env['PROPERTY_RUNS'] ?? (IN_COMMIT_TIER ? Math.ceil(full / 4) : full));
}
