import { LoopTurn } from '../platform/loops.ts';

/** Spreadsheet programs run such texts as formulas. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** A semicolon, which separates cells in many languages, before a formula. */
const FORMULA_INSIDE = /;(?=["\s]*[=+\-@＝＋－＠])/g;
/** Approximate, in characters. */
const PART_LENGTH = 65_536;

/** RFC 4180. Adds an apostrophe to a text that spreadsheet programs would run as a formula. Null becomes ''. */
export function csvField(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const inside = (value ?? '').replaceAll(FORMULA_INSIDE, ";'");
  const text = FORMULA.test(inside) ? `'${inside}` : inside;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of names, then the rows, in parts of limited length. Reads rows only when they are needed. */
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
