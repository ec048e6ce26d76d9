const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The first number literal in a top-level member of a JSON text that a double cannot keep: an integer beyond ±9007199254740991,
 * or a literal too large for a double (docs/contributing/spec/http.md#exact-numbers). Undefined if no such literal exists. The text must be a valid
 * JSON object; of a repeated member the last one counts. The scan is linear, so call it only when a parsed number is
 * suspicious.
 */
export function findInexactNumber(text: string, member: string): string | undefined {
  let found: string | undefined;
  let depth = 0;
  let isInMember = false;
  let isName = false;
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at);
    if (character === '"') {
      const end = endOfString(text, at);
      if (depth === 1 && isName) {
        isInMember = JSON.parse(text.slice(at, end)) === member;
        if (isInMember) found = undefined;
      }
      at = end;
      continue;
    }
    if (isNumberStart(character)) {
      const end = endOfNumber(text, at);
      if (isInMember) found ??= inexact(text.slice(at, end));
      at = end;
      continue;
    }
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    if (depth === 1) isName = character === '{' || character === ',' || (isName && character !== ':');
    at++;
  }
  return found;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

function isNumberStart(character: string): boolean {
  return character === '-' || (character >= '0' && character <= '9');
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && '0123456789+-.eE'.includes(text.charAt(at))) at++;
  return at;
}

function inexact(literal: string): string | undefined {
  const value = Number(literal);
  if (!Number.isFinite(value)) return literal;
  const isInteger = !/[.eE]/.test(literal);
  return isInteger && !Number.isSafeInteger(value) ? literal : undefined;
}
