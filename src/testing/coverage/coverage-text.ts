import type { ProcessCoverage } from '../api.ts';

/** Things that were not reached and are named; more are counted. */
const MOST_NAMED = 12;

/** A row for each process, and below it the elements that were not covered. */
export function coverageText(processes: readonly ProcessCoverage[]): string {
  const rows = processes.map(({ key, elements, flows, share }) => [key, shareOf(elements), shareOf(flows), percent(share)]);
  const table = [['process', 'elements', 'flows', 'covered'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  const lines: string[] = [];
  for (const [at, row] of table.entries()) {
    lines.push(
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
    );
    const process = processes[at - 1];
    if (process === undefined) continue;
    lines.push(...missing('elements', process.elements), ...missing('flows', process.flows));
  }
  return `${lines.join('\n')}\n`;
}

/** `87 %`: rounded down, so that 100 % means complete. */
export function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}

function shareOf(counts: Readonly<Record<string, number>>): string {
  const all = Object.values(counts);
  return `${all.filter((count) => count > 0).length}/${all.length}`;
}

function missing(what: string, counts: Readonly<Record<string, number>>): string[] {
  const names = Object.keys(counts).filter((id) => counts[id] === 0);
  if (names.length === 0) return [];
  const rest = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return [`  ${what} not reached: ${names.slice(0, MOST_NAMED).join(', ')}${rest}`];
}
