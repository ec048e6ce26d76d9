import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { TestFile } from './files.ts';
import type { RanFile } from './report.ts';

const ROOT = new URL('../../../', import.meta.url);
const TIMES = new URL('./times.json', import.meta.url);
/** Assumed for a file that was never measured, so that a long one does not start last. Unit: s. */
const UNKNOWN = 10;

/** How long a file takes, by times.json. Unit: s. */
export function secondsOf({ name }: Pick<TestFile, 'name'>): number {
  return measured()[name] ?? UNKNOWN;
}

export function isMeasured({ name }: Pick<TestFile, 'name'>): boolean {
  return Object.hasOwn(measured(), name);
}

/** Updates times.json with the files that ran, and removes files that no longer exist. */
export function writeTimes(ran: readonly RanFile[]): void {
  const now = ran.map(({ testFile, tookMs }) => [testFile.name, Math.round(tookMs / 100) / 10] as const);
  const times = Object.entries({ ...measured(), ...Object.fromEntries(now) }).filter(([name]) => existsSync(new URL(name, ROOT)));
  times.sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(TIMES, `${JSON.stringify(Object.fromEntries(times), undefined, 2)}\n`);
}

let known: Readonly<Record<string, number>> | undefined;
function measured(): Readonly<Record<string, number>> {
  known ??= existsSync(TIMES) ? (JSON.parse(readFileSync(TIMES, 'utf8')) as Record<string, number>) : {};
  return known;
}
