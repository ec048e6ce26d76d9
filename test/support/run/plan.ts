import type { TestFile } from './files.ts';

/**
 * Runs files side by side, `jobs` at a time, longest first; then those that must run alone, one after the other.
 * `run` gets the worker that a file runs on.
 */
export async function runInWorkers(
  files: readonly TestFile[],
  jobs: number,
  secondsOf: (file: TestFile) => number,
  run: (file: TestFile, worker: number) => Promise<void>,
  endOfWorker: (worker: number) => Promise<void>,
): Promise<void> {
  const together = files.filter((file) => file.aloneBecause === undefined).sort((a, b) => secondsOf(b) - secondsOf(a));
  const alone = files.filter((file) => file.aloneBecause !== undefined);
  await Promise.all(
    Array.from({ length: jobs }, async (_, worker) => {
      for (let file = together.shift(); file !== undefined; file = together.shift()) await run(file, worker);
      if (worker > 0) await endOfWorker(worker);
    }),
  );
  for (const file of alone) await run(file, 0);
  await endOfWorker(0);
}
