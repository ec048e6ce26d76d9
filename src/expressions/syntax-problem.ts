import { SyntaxProblem } from './feel/index.ts';

export { SyntaxProblem };

/** It would lose digits. The text can be deployed, with a warning, but its evaluation fails. */
export class InexactNumber extends SyntaxProblem {}

/** Both from 1. A line ends with `\n`, `\r\n` or `\r`. */
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
