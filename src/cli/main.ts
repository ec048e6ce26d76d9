import { setFlagsFromString } from 'node:v8';
import { version } from '../platform/version.ts';

/** Percent by which the heap may grow over the used size before V8 collects all of it. V8's own choice is up to 300. */
const PERCENT = 100;

/**
 * Makes V8 collect its whole heap earlier, so that a busy process does not keep hundreds of megabytes of garbage.
 * Does nothing if the Node flags already name a percentage.
 */
export function boundHeapGrowth(nodeFlags: readonly string[] = process.execArgv): void {
  const isSet = nodeFlags.some((flag) => /^--heap[-_]growing[-_]percent(=|$)/.test(flag));
  if (!isSet) setFlagsFromString(`--heap-growing-percent=${PERCENT}`);
}

/** Runs the command line. Prints the version before it loads anything else. */
export async function main(words: readonly string[]): Promise<void> {
  boundHeapGrowth();
  const [first = '', ...others] = words;
  if (['version', '--version', '-v'].includes(first) && others.length === 0) process.stdout.write(`${version}\n`);
  else await (await import('./run-words.ts')).runWords(words);
}
