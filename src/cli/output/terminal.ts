import { cutText } from './text-width.ts';

/** Columns of the terminal of standard output; undefined: not a terminal, or unknown. */
export function terminalWidth(): number | undefined {
  const { isTTY, columns } = process.stdout;
  return isTTY === true && columns > 0 ? columns : undefined;
}

/** A line that is rewritten while a command runs. */
export interface ProgressLine {
  show(text: string): void;
  /** leaves nothing of it on a terminal */
  end(): void;
}

/** On a terminal one line that changes; elsewhere a line whenever the text is another one. */
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
