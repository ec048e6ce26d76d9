/** Characters that make spreadsheet programs run a text as a formula (docs/contributing/spec/audit.md#csv). */
const FORMULA = /^[=+\-@\t\n\r＝＋－＠]/u;
/** Matches a semicolon and the start of a formula. In many languages, a semicolon separates cells. */
const FORMULA_INSIDE = /;(?=["\s]*[=+\-@＝＋－＠])/gu;

/** Rows of texts as CSV (RFC 4180), with a line of headings. Puts an apostrophe before texts that a spreadsheet would run as formulas. */
export function csvOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return [headings, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(text: string): string {
  const inside = text.replaceAll(FORMULA_INSIDE, ";'");
  const harmless = FORMULA.test(inside) ? `'${inside}` : inside;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
