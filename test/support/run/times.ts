import { existsSync, readFileSync } from 'node:fs';
import type { TestFile } from './files.ts';

const TIMES = new URL('./times.json', import.meta.url);
const known: Readonly<Record<string, number>> = existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')) : {};
/** What a file that is not listed is taken for. Unit: s. */
const USUAL = 1;

/** How long a file takes about, by test/support/run/times.json. It decides the order only. Unit: s. */
export function secondsOf({ name }: TestFile): number {
  return known[name] ?? USUAL;
}
