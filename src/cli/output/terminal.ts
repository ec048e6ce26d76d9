import { styleText } from 'node:util';
import { eastAsianWidth } from 'get-east-asian-width';
import { escapedLine } from '../../platform/redact.ts';

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
const PLAIN = /^[\x20-\x7e]*$/;
const DRAWN_WIDE = /\p{Emoji_Presentation}|\ufe0f/u;

/** Terminal columns of a text without control characters. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** Measured characters per terminal column; longer texts are cut before. */
export const CHARACTERS_PER_COLUMN = 8;

/** Cuts a text to `most` terminal columns (minimum 1). A cut text ends with `…`. */
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

/** Terminal columns; undefined without terminal. */
export function terminalWidth(): number | undefined {
  const { isTTY, columns } = process.stdout;
  return isTTY === true && columns > 0 ? columns : undefined;
}

/** Rewritten while a command runs. */
interface ProgressLine {
  show(text: string): void;
  end(): void;
}

/** Creates a progress line. Without terminal, prints each new text on a new line. */
export function openProgress(): ProgressLine {
  const width = terminalWidth();
  if (process.stdout.isTTY !== true) {
    let shown = '';
    return {
      show(text) {
        if (text !== shown) process.stdout.write(`${text}\n`);
        shown = text;
      },
      end() {},
    };
  }
  // some terminals wrap after the last column
  return {
    show: (text) => void process.stdout.write(`\r${width === undefined ? text : cutText(text, Math.max(1, width - 1))}\x1b[K`),
    end: () => void process.stdout.write('\r\x1b[K'),
  };
}

type Colour = Parameters<typeof styleText>[0];

const OF_STATUS: ReadonlyMap<string, Colour> = new Map([
  ...['Failed', 'Parked', 'Refused', 'refused', 'failed'].map((status): [string, Colour] => [status, 'red']),
  ...['Completed', 'Succeeded', 'CarriedOut', 'accepted'].map((status): [string, Colour] => [status, 'green']),
  ...['Suspended', 'Paused', 'Stopping', 'Cancelled'].map((status): [string, Colour] => [status, 'yellow']),
]);

let areForbidden = false;

/** Overrides the environment. */
export function forbidColours(): void {
  areForbidden = true;
}

/** Colours a text if standard output is a terminal with colours or FORCE_COLOR is set, unless NO_COLOR or --no-color. */
export function coloured(colour: Colour, text: string): string {
  return areForbidden ? text : styleText(colour, text, { stream: process.stdout });
}

/** Table cell by status; others stay unchanged. */
export function statusColoured(cell: string): string {
  const colour = OF_STATUS.get(cell.trimEnd());
  return colour === undefined ? cell : coloured(colour, cell);
}

/** Adds a line break. @returns true (done) */
export function print(text: string): true {
  process.stdout.write(`${text}\n`);
  return true;
}

/** Escapes characters that a terminal interprets, which does not change the JSON. */
export function printJson(value: unknown): true {
  return print(escapedLine(JSON.stringify(value, null, 2)));
}
