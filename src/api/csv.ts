import { LoopTurn } from '../platform/loops.ts';

/** Spreadsheet programs run a text with one of these first characters as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** Start of a formula after a semicolon, which separates cells in many languages. */
const FORMULA_INSIDE = /;(?=["\s]*[=+\-@＝＋－＠])/g;
/** Characters of one part, about. */
const PART_LENGTH = 65_536;

/** A value in CSV (RFC 4180). An apostrophe keeps spreadsheets from running it as a formula. */
export function csvField(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const inside = (value ?? '').replaceAll(FORMULA_INSIDE, ";'");
  const text = FORMULA.test(inside) ? `'${inside}` : inside;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A CSV as parts of bounded length: names, then rows in batches that are read on demand. */
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
