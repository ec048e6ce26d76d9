/** Spreadsheet programs run such texts as formulas (docs/contributing/spec/audit.md#csv). */
const FORMULA = /^[=+\-@\t\n\r＝＋－＠]/u;
/** A semicolon, which separates cells in many languages, and the start of a formula. */
const FORMULA_INSIDE = /;(?=["\s]*[=+\-@＝＋－＠])/gu;

/** RFC 4180, with headings. Puts an apostrophe before texts that a spreadsheet would run as formulas. */
export function csvOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return [headings, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(text: string): string {
  const inside = text.replaceAll(FORMULA_INSIDE, ";'");
  const harmless = FORMULA.test(inside) ? `'${inside}` : inside;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
