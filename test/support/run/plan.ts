import type { TestFile } from './files.ts';

/**
 * Runs files side by side, `jobs` at a time, longest first, of the browser's one at a time; then those that must run alone, one after the other.
 * `run` is told which lane a file runs on.
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
  let isBrowserBusy = false;
  // a browser keeps a processor busy by itself: two at once only wait for each other
  const next = () => {
    const index = together.findIndex(({ kind }) => !isBrowserBusy || kind !== 'browser');
    return index < 0 ? undefined : together.splice(index, 1)[0];
  };
  await Promise.all(
    Array.from({ length: jobs }, async (_, lane) => {
      for (let file = next(); file !== undefined; file = next()) {
        const hasBrowser = file.kind === 'browser';
        if (hasBrowser) isBrowserBusy = true;
        await run(file, lane);
        if (hasBrowser) isBrowserBusy = false;
      }
      if (lane > 0) await endOfLane(lane);
    }),
  );
  for (const file of alone) await run(file, 0);
  await endOfLane(0);
}
