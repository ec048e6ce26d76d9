import { setFlagsFromString } from 'node:v8';
import { version } from '../platform/version.ts';

/** Growth of the heap between two full garbage collections. The default of V8 is up to 300. */
const PERCENT = 100;

/** Full garbage collections run earlier, so that a busy process keeps no hundreds of megabytes of garbage. No effect if the Node flags set the percentage. */
export function boundHeapGrowth(nodeFlags: readonly string[] = process.execArgv): void {
  const isSet = nodeFlags.some((flag) => /^--heap[-_]growing[-_]percent(=|$)/.test(flag));
  if (!isSet) setFlagsFromString(`--heap-growing-percent=${PERCENT}`);
}

/** Prints the version without loading other modules. */
export async function main(words: readonly string[]): Promise<void> {
  boundHeapGrowth();
  const [first = '', ...others] = words;
  if (['version', '--version', '-v'].includes(first) && others.length === 0) process.stdout.write(`${version}\n`);
  else await (await import('./run-words.ts')).runWords(words);
}
