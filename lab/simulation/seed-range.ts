import { withVirtualGlobals } from './globals.ts';
import { type Result, type RunOptions, simulate, startingPoint } from './simulate.ts';

/** Seeds that are run without a turn of the event loop of Node. */
const AT_ONCE = 20;

/** Runs seeds one after the other. Calls `onResult` with each result; true ends the run. */
export async function runSeeds(
  from: number,
  count: number,
  onResult: (result: Result) => boolean | undefined,
  options: RunOptions = {},
): Promise<void> {
  await startingPoint(from);
  let isOver = false;
  for (let next = from; next < from + count && !isOver; next += AT_ONCE) {
    const end = Math.min(next + AT_ONCE, from + count);
    await withVirtualGlobals(async () => {
      for (let seed = next; seed < end && !isOver; seed += 1) isOver = onResult(await simulate(seed, options)) === true;
    });
    await new Promise((resolve) => setImmediate(resolve));
  }
}
