/** Longest written list, in characters: as long as one text of a model may be. Longer ones have no items (docs/contributing/spec/expressions.md#expression-limits). */
export const MAX_LIST_LENGTH = 65_536;

/**
 * The items of a comma list, trimmed, blanks dropped. Commas inside `${…}`, `#{…}` and parentheses do not split,
 * and neither does a text that is FEEL as a whole (`=…`) (docs/contributing/spec/elements.md#user-task).
 */
export function splitList(text: string): string[] {
  if (text.length > MAX_LIST_LENGTH) return [];
  if (text.trim().startsWith('=')) return [text.trim()];
  const items: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; ) {
    if (text[at] === ',') {
      items.push(text.slice(start, at));
      start = at + 1;
      at += 1;
    } else {
      at = endOfGroup(text, at) ?? at + 1;
    }
  }
  items.push(text.slice(start));
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

/** The offset after the group that opens at `at`; `undefined` when none opens there. A group that is not closed reaches to the end. */
function endOfGroup(text: string, at: number): number | undefined {
  const isExpression = (text[at] === '$' || text[at] === '#') && text[at + 1] === '{';
  if (!isExpression && text[at] !== '(') return undefined;
  const [open, close] = isExpression ? ['{', '}'] : ['(', ')'];
  let depth = 0;
  for (let i = isExpression ? at + 1 : at; i < text.length; i += 1) {
    const quoted = isExpression ? endOfString(text, i) : undefined;
    if (quoted !== undefined) i = quoted;
    else if (text[i] === open) depth += 1;
    else if (text[i] === close) {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return text.length;
}

/** The offset of the quotation mark that ends the string that begins at `at`; the end of the text when none does. */
function endOfString(text: string, at: number): number | undefined {
  const mark = text[at];
  if (mark !== '"' && mark !== "'") return undefined;
  for (let i = at + 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === mark) return i;
  }
  return text.length;
}
