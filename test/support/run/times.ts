import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { TestFile } from './files.ts';
import type { RanFile } from './report.ts';

const TIMES = new URL('./times.json', import.meta.url);
const known: Readonly<Record<string, number>> = existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')) : {};
/** Files that take less are not worth a line. Unit: s. */
const SHORT = 2;

/** How long a file takes about, by times.json. It decides the order only: a file that is not listed comes late. Unit: s. */
export function secondsOf({ name }: TestFile): number {
  return known[name] ?? SHORT / 2;
}

/** Writes times.json anew after a run of everything. */
export function writeTimes(ran: readonly RanFile[]): void {
  const long = ran.map(({ testFile, tookMs }) => [testFile.name, Math.round(tookMs / 1000)] as const);
  const listed = long.filter(([, seconds]) => seconds >= SHORT).sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  writeFileSync(TIMES, `${JSON.stringify(Object.fromEntries(listed), undefined, 2)}\n`);
}
