/**
 * What viewers of logs act upon although JSON lets it stand: C1 controls, separators of lines and paragraphs, marks of direction, marks of the
 * order of bytes (docs/spec/observability.md#no-forged-lines).
 */
const ACTED_UPON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
/** The same, and what JSON escapes by itself. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** A line of JSON, with escapes in place of what a viewer acts upon: it reads as the same values. */
export function escapedLine(line: string): string {
  return line.replace(ACTED_UPON, escapeOf);
}

/** A text for a terminal: escapes stand where characters would move its cursor, turn its direction or change its colours. */
export function visibleText(text: string): string {
  return text.replace(UNPRINTABLE, escapeOf);
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
