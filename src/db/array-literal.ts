/** Control characters. An array literal contains them unescaped; JSON escapes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches control characters
const CONTROLS = /([\u0000-\u001f]+)/;

/**
 * Text form of a Postgres array of texts, numbers and nulls; undefined for other items. The driver escapes each element with regular expressions: a
 * megabyte of quotation marks takes 0.2 s and fills the heap; this takes milliseconds.
 */
export function arrayLiteral(items: readonly unknown[]): string | undefined {
  const elements: string[] = [];
  for (const item of items) {
    if (item === null || item === undefined) elements.push('NULL');
    else if (typeof item === 'string') elements.push(quoted(item));
    else if (typeof item === 'number') elements.push(String(item));
    else return undefined;
  }
  return `{${elements.join(',')}}`;
}

/** Escapes quotation marks and backslashes as JSON does; an unpaired surrogate becomes U+FFFD, as always in UTF-8. */
function quoted(text: string): string {
  const wellFormed = text.toWellFormed();
  if (!CONTROLS.test(wellFormed)) return JSON.stringify(wellFormed);
  const parts = wellFormed.split(CONTROLS);
  return `"${parts.map((part, index) => (index % 2 === 1 ? part : JSON.stringify(part).slice(1, -1))).join('')}"`;
}
