import { LoopTurn } from '../platform/loops.ts';

/** Matches the first character of a text that spreadsheet programs run as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** Matches a semicolon before a formula, because a semicolon separates cells in many languages. */
const FORMULA_INSIDE = /;(?=["\s]*[=+\-@＝＋－＠])/g;
/** Approximate size of one part. Unit: characters. */
const PART_LENGTH = 65_536;

/** Formats a value for CSV (RFC 4180). Adds an apostrophe to a text that spreadsheet programs would run as a formula. Null becomes ''. */
export function csvField(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const inside = (value ?? '').replaceAll(FORMULA_INSIDE, ";'");
  const text = FORMULA.test(inside) ? `'${inside}` : inside;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Yields a CSV in parts of limited length: a line of names, then the rows. Reads the next batch of rows only when it is needed. */
export async function* csvParts(
  names: readonly string[],
  portions: AsyncIterable<readonly (readonly (string | number | null)[])[]>,
): AsyncGenerator<string> {
  const turn = new LoopTurn();
  let text = lineOf(names);
  for await (const portion of portions) {
    for (const row of portion) {
      if (turn.isOver) await turn.begin();
      text += lineOf(row);
      if (text.length < PART_LENGTH) continue;
      yield text;
      text = '';
    }
    turn.end();
  }
  yield text;
}

function lineOf(values: readonly (string | number | null)[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}
