/** Longest list, equal to the longest text of a model. Longer lists have no items. Unit: characters (docs/contributing/spec/expressions.md#expression-limits). */
export const MAX_LIST_LENGTH = 65_536;

/**
 * Trimmed, non-empty items of a comma-separated list. Commas inside `${…}`, `#{…}` and parentheses do not split, and a FEEL text (`=…`) is
 * one item (docs/contributing/spec/elements.md#user-task).
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

/** Offset after the group that opens at `at`; `undefined` if there is none. An unclosed group extends to the end. */
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

/** Offset of the closing quotation mark of the string at `at`; the text length if it is unclosed. */
function endOfString(text: string, at: number): number | undefined {
  const mark = text[at];
  if (mark !== '"' && mark !== "'") return undefined;
  for (let i = at + 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === mark) return i;
  }
  return text.length;
}
