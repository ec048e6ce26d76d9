import { version } from '../platform/version.ts';
import { boundHeapGrowth } from './heap-growth.ts';

/** Does what the words behind `sluice` say. The version is there before anything else is loaded. */
export async function main(words: readonly string[]): Promise<void> {
  boundHeapGrowth();
  const [first = '', ...others] = words;
  if (['version', '--version', '-v'].includes(first) && others.length === 0) process.stdout.write(`${version}\n`);
  else await (await import('./run-words.ts')).runWords(words);
}
