import { SyntaxProblem } from './feel/index.ts';

export { SyntaxProblem };

/** An integer that would lose digits. A text with one can be deployed, with a warning, but fails when it is evaluated. */
export class InexactNumber extends SyntaxProblem {}

/** Line and column of an offset, both from 1. A line ends with `\n`, `\r\n` or `\r`. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  const end = Math.min(offset, text.length);
  for (let i = 0; i < end; i++) {
    const char = text[i];
    const isBreak = char === '\n' || (char === '\r' && text[i + 1] !== '\n');
    if (!isBreak) continue;
    line++;
    lineStart = i + 1;
  }
  return { line, column: end - lineStart + 1 };
}
