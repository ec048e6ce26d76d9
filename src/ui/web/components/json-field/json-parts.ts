/** `name`: of a member. `mark`: bracket, colon or comma. */
export interface JsonPart {
  readonly kind: 'name' | 'text' | 'number' | 'word' | 'mark';
  readonly from: number;
  readonly to: number;
}

/** Parts up to the first fault. `fault`: start of the first wrong or unfinished part; length of the text if its end is missing; undefined: valid. */
export interface JsonParts {
  readonly parts: readonly JsonPart[];
  readonly fault: number | undefined;
}

const SPACE = /[ \t\n\r]*/y;
const TOKEN =
  /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/uy;

/** `first`: value, or end of an empty list. `member`: name, or end of an empty object. */
type Expected = 'value' | 'first' | 'member' | 'name' | 'colon' | 'more' | 'end';

/** Accepts what `JSON.parse` accepts. */
export function jsonParts(text: string): JsonParts {
  const parts: JsonPart[] = [];
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    at += matchAt(SPACE, text, at).length;
    if (at === text.length) return { parts, fault: expected === 'end' ? undefined : at };
    const token = matchAt(TOKEN, text, at);
    const next = nextAfter(token, expected, open);
    if (next === undefined) return { parts, fault: at };
    parts.push({ kind: kindOf(token, expected), from: at, to: at + token.length });
    expected = next;
    at += token.length;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Returns undefined if the token is a fault. Updates the open brackets. */
function nextAfter(token: string, expected: Expected, open: ('{' | '[')[]): Expected | undefined {
  const inner = open.at(-1);
  switch (token) {
    case '':
      return undefined;
    case '{':
    case '[':
      if (expected !== 'value' && expected !== 'first') return undefined;
      open.push(token);
      return token === '{' ? 'member' : 'first';
    case '}':
    case ']': {
      const isEmpty = expected === (token === '}' ? 'member' : 'first');
      if (!isEmpty && !(expected === 'more' && inner === (token === '}' ? '{' : '['))) return undefined;
      open.pop();
      return open.length === 0 ? 'end' : 'more';
    }
    case ':':
      return expected === 'colon' ? 'value' : undefined;
    case ',':
      return expected === 'more' ? (inner === '{' ? 'name' : 'value') : undefined;
    default:
      if (expected === 'member' || expected === 'name') return token.startsWith('"') ? 'colon' : undefined;
      if (expected !== 'value' && expected !== 'first') return undefined;
      return open.length === 0 ? 'end' : 'more';
  }
}

function kindOf(token: string, expected: Expected): JsonPart['kind'] {
  if (token.startsWith('"')) return expected === 'member' || expected === 'name' ? 'name' : 'text';
  if (/^[{}[\],:]/.test(token)) return 'mark';
  return /^[a-z]/.test(token) ? 'word' : 'number';
}

/** Line and column, from 1. */
export function placeOf(text: string, position: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, position).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
