import type { TestFile } from './files.ts';

/**
 * Runs files side by side, `jobs` at a time, longest first; then those that must run alone, one after the other.
 * `run` gets the lane that a file runs on.
 */
export async function runInLanes(
  files: readonly TestFile[],
  jobs: number,
  secondsOf: (file: TestFile) => number,
  run: (file: TestFile, lane: number) => Promise<void>,
  endOfLane: (lane: number) => Promise<void>,
): Promise<void> {
  const together = files.filter((file) => file.aloneBecause === undefined).sort((a, b) => secondsOf(b) - secondsOf(a));
  const alone = files.filter((file) => file.aloneBecause !== undefined);
  await Promise.all(
    Array.from({ length: jobs }, async (_, lane) => {
      for (let file = together.shift(); file !== undefined; file = together.shift()) await run(file, lane);
      if (lane > 0) await endOfLane(lane);
    }),
  );
  for (const file of alone) await run(file, 0);
  await endOfLane(0);
}
