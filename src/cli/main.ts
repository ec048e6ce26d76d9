import { version } from '../platform/version.ts';
import { boundHeapGrowth } from './heap-growth.ts';

/** Runs the command line. Prints the version before it loads anything else. */
export async function main(words: readonly string[]): Promise<void> {
  boundHeapGrowth();
  const [first = '', ...others] = words;
  if (['version', '--version', '-v'].includes(first) && others.length === 0) process.stdout.write(`${version}\n`);
  else await (await import('./run-words.ts')).runWords(words);
}
