import { styleText } from 'node:util';
import { eastAsianWidth } from 'get-east-asian-width';
import { escapedLine } from '../../platform/redact.ts';

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
const PLAIN = /^[\x20-\x7e]*$/;
const DRAWN_WIDE = /\p{Emoji_Presentation}|\ufe0f/u;

/** Returns the width of a text on a terminal. The text must not contain control characters. Unit: terminal columns. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** Number of characters per terminal column that are measured; longer texts are cut before. */
export const CHARACTERS_PER_COLUMN = 8;

/** Cuts a text to at most `most` terminal columns, at least 1. A cut text ends with `…`. */
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

/** Returns the width of the terminal of standard output in columns; undefined without a terminal. */
export function terminalWidth(): number | undefined {
  const { isTTY, columns } = process.stdout;
  return isTTY === true && columns > 0 ? columns : undefined;
}

/** A line that is rewritten while a command runs. */
interface ProgressLine {
  show(text: string): void;
  /** Removes the line from a terminal. */
  end(): void;
}

/** Creates a progress line. If the output is not a terminal, prints a new line for each change of the text. */
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
  // the last column stays empty, because some terminals wrap after it
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

/** Turns colours off for `--no-color`, also if the environment turns them on. */
export function forbidColours(): void {
  areForbidden = true;
}

/** Colours a text if standard output is a terminal with colours or FORCE_COLOR is set. NO_COLOR and --no-color turn colours off. */
export function coloured(colour: Colour, text: string): string {
  return areForbidden ? text : styleText(colour, text, { stream: process.stdout });
}

/** Colours a table cell by its status; other texts stay unchanged. */
export function statusColoured(cell: string): string {
  const colour = OF_STATUS.get(cell.trimEnd());
  return colour === undefined ? cell : coloured(colour, cell);
}

/** Prints a text and a line break. @returns true (done) */
export function print(text: string): true {
  process.stdout.write(`${text}\n`);
  return true;
}

/** Prints a value as JSON, for programs. Escapes characters that a terminal interprets, which does not change the JSON. */
export function printJson(value: unknown): true {
  return print(escapedLine(JSON.stringify(value, null, 2)));
}
