import { visibleText } from '../../platform/log-text.ts';
import { CHARACTERS_PER_COLUMN, coloured, cutText, statusColoured, terminalWidth, textWidth } from './terminal.ts';

/** Longest text of a cell when the output width is unknown. Unit: columns. */
const WIDEST = 60;
/** A column that gives way keeps so much, while others can give way instead. Unit: columns. */
const LEAST = 8;
const GAP = '  ';

/**
 * Rows under their headings as columns of text. What is not fit for a terminal is escaped. On a terminal every row fits its width: columns give way,
 * the widest first and the first column last, for it names the row.
 */
export function tableText(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  width: number | undefined = terminalWidth(),
): string {
  const most = width ?? WIDEST;
  const lines = [headings, ...rows].map((row) => row.map((text) => cutText(visibleText(firstOf(text, most)), most)));
  const natural = headings.map((_, column) => widest(lines.map((line) => textWidth(line[column] ?? ''))));
  const widths = width === undefined ? natural : fitted(natural, width);
  const drawn = lines.map((line, index) => {
    const cells = line.map((cell, column) => {
      const wide = widths[column] ?? 0;
      return wide === 0 ? '' : padded(cutText(cell, wide), column === line.length - 1 ? 0 : wide);
    });
    return cells.map((cell) => (index === 0 ? headed(cell) : statusColoured(cell))).filter((_, column) => widths[column] !== 0);
  });
  return drawn.map((cells) => cells.join(GAP).trimEnd()).join('\n');
}

/** Escaping makes a text longer, never shorter. The rest is cut off anyway. */
function firstOf(text: string, most: number): string {
  const looked = most * CHARACTERS_PER_COLUMN;
  return text.length > looked ? text.slice(0, looked + 1) : text;
}

function widest(widths: readonly number[]): number {
  return widths.reduce((most, width) => Math.max(most, width), 0);
}

function headed(cell: string): string {
  return cell === '' ? cell : coloured('bold', cell);
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** Widths that fit. A terminal too narrow for a column each has the first ones only. */
function fitted(natural: readonly number[], width: number): readonly number[] {
  const widths = [...natural];
  const over = () =>
    widths.reduce((sum, one) => sum + one, 0) + GAP.length * (widths.filter((one) => one > 0).length - 1) - width;
  for (const least of [LEAST, 1]) {
    for (let missing = over(); missing > 0; missing = over()) {
      const others = widths.map((one, column) => (column === 0 ? 0 : one));
      const place = others.indexOf(widest(others));
      if ((others[place] ?? 0) <= least) break;
      // down to the next widest one, so that wide tables take few turns
      const next = Math.max(least, ...others.filter((one) => one < (others[place] ?? 0)));
      widths[place] = Math.max(next, (widths[place] ?? 0) - missing, least);
    }
  }
  for (let column = widths.length - 1; column > 0 && over() > 0; column -= 1) widths[column] = 0;
  if (over() > 0) widths[0] = Math.max(1, width);
  return widths;
}
