import type { AttackResult, CorpusResult } from './attack.ts';

const HEADINGS = ['corpus', 'inputs', 'requests', '2xx', '3xx', '4xx', '5xx', 'closed', 'slowest', 'over time', 'loop'];
const WIDTHS = [12, 7, 9, 6, 6, 6, 5, 7, 10, 10, 9];

const line = (cells: readonly string[]) =>
  cells.map((cell, n) => (n === 0 ? cell.padEnd(WIDTHS[n] ?? 0) : cell.padStart(WIDTHS[n] ?? 0))).join('');

/** The headings of the table. */
export const HEADING = line(HEADINGS);

/** The row of one corpus. */
export function rowOf({ name, inputs, requests, byClass, slowestMs, loopMs, failures }: CorpusResult): string {
  const of = (status: number) => String(byClass.get(status) ?? 0);
  const late = failures.filter(({ what }) => what.includes(' ms, more than ')).length;
  const times = [`${Math.round(slowestMs)} ms`, String(late), `${Math.round(loopMs)} ms`];
  return line([name, String(inputs), String(requests), of(2), of(3), of(4), of(5), of(0), ...times]);
}

/** Everything that went wrong, a line each; empty: nothing. */
export function faultsOf({ corpora, alarms }: AttackResult): readonly string[] {
  const failures = corpora.flatMap((corpus) => corpus.failures);
  return [...failures.map(({ corpus, n, name, what }) => `${corpus} ${n} (${name}): ${what}`), ...alarms];
}
