import { setFlagsFromString } from 'node:v8';

/** Percent by which the heap may grow over what was in use before V8 looks through all of it again. V8's own choice is up to 300. */
const PERCENT = 100;

/**
 * Has V8 look through its whole heap earlier, so that a process that answers much in short time does not keep hundreds of megabytes of garbage
 * (docs/adr/0115-the-heap-doubles-at-most.md). Stays away where whoever started Node has named a percentage.
 */
export function boundHeapGrowth(nodeFlags: readonly string[] = process.execArgv): void {
  const isSet = nodeFlags.some((flag) => /^--heap[-_]growing[-_]percent(=|$)/.test(flag));
  if (!isSet) setFlagsFromString(`--heap-growing-percent=${PERCENT}`);
}
