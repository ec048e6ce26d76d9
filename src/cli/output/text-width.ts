import { eastAsianWidth } from 'get-east-asian-width';

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
const PLAIN = /^[\x20-\x7e]*$/;
const DRAWN_WIDE = /\p{Emoji_Presentation}|\ufe0f/u;

/** Columns that a text takes on a terminal; it has no control characters. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** Characters per column that are measured; the rest is never shown. */
export const CHARACTERS_PER_COLUMN = 8;

/** Cuts a text to at most so many columns. A cut text ends with …, so the minimum is one. */
export function cutText(text: string, most: number): string {
  const looked = most * CHARACTERS_PER_COLUMN;
  const shown = text.length > looked ? text.slice(0, looked) : text;
  if (shown.length === text.length && textWidth(text) <= most) return text;
  let cut = '';
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(shown)) {
    width += graphemeWidth(segment);
    if (width > most - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

function graphemeWidth(grapheme: string): number {
  if (DRAWN_WIDE.test(grapheme)) return 2;
  return eastAsianWidth(grapheme.codePointAt(0) ?? 0x20);
}
