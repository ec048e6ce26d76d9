import { SyntaxProblem } from '../syntax-problem.ts';

/** Limit, because each group is parsed separately. */
export const MAX_GROUPS = 1000;

/** `offset`: content of the group (docs/contributing/spec/expressions.md#slots-and-dialects). */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'group'; readonly source: string; readonly offset: number };

export function hasGroup(text: string): boolean {
  return text.includes('${') || text.includes('#{');
}

/** Content if the whole text is one group. Throws {@link SyntaxProblem} if unclosed. */
export function singleGroup(text: string): string | undefined {
  if (!text.startsWith('${') && !text.startsWith('#{')) return undefined;
  const end = endOfGroup(text, 0);
  return end === text.length ? text.slice(2, -1) : undefined;
}

/** Parts in order. Throws {@link SyntaxProblem} for an unclosed group. */
export function templateParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let offset = 0;
  for (;;) {
    const start = nextGroup(text, offset);
    if (start > offset) parts.push({ kind: 'text', text: text.slice(offset, start) });
    if (start === text.length) return parts;
    offset = endOfGroup(text, start);
    parts.push({ kind: 'group', source: text.slice(start + 2, offset - 1), offset: start + 2 });
  }
}

const OPENING = /[$#]\{/g;

function nextGroup(text: string, from: number): number {
  OPENING.lastIndex = from;
  return OPENING.exec(text)?.index ?? text.length;
}

function endOfGroup(text: string, start: number): number {
  const end = closeOfGroup(text, start + 2, text.length);
  if (end === undefined) throw new SyntaxProblem("'}' expected but the text ends", start);
  return end;
}

/** Offset after the closing brace of a group with content at `inside`, before `limit`; ignores braces in strings. */
export function closeOfGroup(text: string, inside: number, limit: number): number | undefined {
  let depth = 1;
  let quote = '';
  for (let at = inside; at < limit; at++) {
    const char = text[at] as string;
    if (quote !== '') {
      if (char === '\\') at++;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}
