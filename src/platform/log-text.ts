/**
 * Characters that JSON allows but log viewers interpret: C1 controls, line and paragraph separators, direction marks, byte
 * order marks (docs/contributing/spec/observability.md#no-forged-lines).
 */
const ACTED_UPON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
/** The same, and the characters that JSON escapes. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** A line of JSON with interpreted characters escaped; its values stay the same. */
export function escapedLine(line: string): string {
  return line.replace(ACTED_UPON, escapeOf);
}

/** A text for a terminal, with control characters escaped that would move its cursor, turn its direction or change its colours. */
export function visibleText(text: string): string {
  return text.replace(UNPRINTABLE, escapeOf);
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
