import { setFlagsFromString } from 'node:v8';
import { version } from '../platform/version.ts';

/** Percentage by which the heap may grow after a full garbage collection before the next one. The default of V8 is up to 300. */
const PERCENT = 100;

/**
 * Makes V8 run full garbage collections earlier, so that a busy process does not keep hundreds of megabytes of garbage.
 * Does nothing if the Node flags already set the percentage.
 */
export function boundHeapGrowth(nodeFlags: readonly string[] = process.execArgv): void {
  const isSet = nodeFlags.some((flag) => /^--heap[-_]growing[-_]percent(=|$)/.test(flag));
  if (!isSet) setFlagsFromString(`--heap-growing-percent=${PERCENT}`);
}

/** Runs the command line. Prints the version without loading other modules. */
export async function main(words: readonly string[]): Promise<void> {
  boundHeapGrowth();
  const [first = '', ...others] = words;
  if (['version', '--version', '-v'].includes(first) && others.length === 0) process.stdout.write(`${version}\n`);
  else await (await import('./run-words.ts')).runWords(words);
}
