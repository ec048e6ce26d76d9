import { styleText } from 'node:util';
import { eastAsianWidth } from 'get-east-asian-width';
import { escapedLine } from '../../platform/redact.ts';

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

/** Cuts a text to at most `most` columns. A cut text ends with …, so the minimum is one. */
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

/** Columns of the terminal of standard output; undefined: not a terminal, or unknown. */
export function terminalWidth(): number | undefined {
  const { isTTY, columns } = process.stdout;
  return isTTY === true && columns > 0 ? columns : undefined;
}

/** A line that is rewritten while a command runs. */
interface ProgressLine {
  show(text: string): void;
  /** leaves nothing of it on a terminal */
  end(): void;
}

/** On a terminal: one line that changes. Elsewhere: a new line for each change of the text. */
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

/** `--no-color`: overrides the environment. */
export function forbidColours(): void {
  areForbidden = true;
}

/** Colours a text if standard output is a terminal with colours or FORCE_COLOR is set. NO_COLOR and --no-color turn colours off. */
export function coloured(colour: Colour, text: string): string {
  return areForbidden ? text : styleText(colour, text, { stream: process.stdout });
}

/** A cell of a table, in the colour of the status that it is; other texts are as they are. */
export function statusColoured(cell: string): string {
  const colour = OF_STATUS.get(cell.trimEnd());
  return colour === undefined ? cell : coloured(colour, cell);
}

/** Prints a text and the end of its line. @returns true: it is done */
export function print(text: string): true {
  process.stdout.write(`${text}\n`);
  return true;
}

/** Prints a value as JSON, for programs. Characters that a terminal acts upon are escaped: they are the same JSON. */
export function printJson(value: unknown): true {
  return print(escapedLine(JSON.stringify(value, null, 2)));
}
