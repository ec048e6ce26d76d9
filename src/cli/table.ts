import { visibleText } from '../platform/log-text.ts';

/** Longest text of a cell that is shown. Unit: characters. */
const WIDEST = 60;

/** Rows under their headings as columns of text. What is not fit for a terminal is escaped. */
export function tableText(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map(cellText));
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cellText(text: string): string {
  const visible = visibleText(text);
  return visible.length > WIDEST ? `${visible.slice(0, WIDEST - 1)}…` : visible;
}
