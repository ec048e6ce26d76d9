/** One fault that happened. Times in ms. */
export interface Happened {
  readonly name: string;
  /** until it was over; servers that it ended are up again */
  readonly tookMs: number;
  /** time until the first acknowledged write that was sent after the fault; undefined: none */
  recoveryMs: number | undefined;
}

/** The table of faults as text: how often each happened, and how soon the service answered again. */
export function faultTable(happened: readonly Happened[]): string {
  const names = [...new Set(happened.map(({ name }) => name))].sort();
  const rows = names.map((name) => {
    const of = happened.filter((one) => one.name === name);
    const recoveries = of.flatMap(({ recoveryMs }) => recoveryMs ?? []).sort((a, b) => a - b);
    const seconds = (ms: number | undefined) => (ms === undefined ? '-' : (ms / 1000).toFixed(2));
    return [
      name,
      String(of.length),
      seconds(Math.max(...of.map(({ tookMs }) => tookMs))),
      seconds(recoveries[Math.floor(recoveries.length / 2)]),
      seconds(recoveries.at(-1)),
    ];
  });
  const table = [['fault', 'times', 'longest s', 'recovery s', 'worst s'], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ');
  return table.map(line).join('\n');
}
