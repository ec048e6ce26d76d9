import { cutText } from '../../engine/values/cut-text.ts';
import type { Cursor } from './cursor.ts';
import type { Stmt } from './syntax.ts';

/** Java, Groovy, Python and C#. */
const WORDS = new Set(['import', 'using', 'package', 'from']);

/** Characters of an import in a warning. */
const MAX_SHOWN = 80;

export function isImportAhead(cursor: Cursor): boolean {
  const word = cursor.peek();
  const next = cursor.peek(1);
  if (word.kind !== 'name' || !WORDS.has(word.text) || next.kind !== 'name' || next.newline) return false;
  return word.text !== 'from' || isFromAhead(cursor);
}

/** `from a.b import c` */
function isFromAhead(cursor: Cursor): boolean {
  let ahead = 2;
  while (cursor.isOperator('.', ahead)) ahead += 2;
  return cursor.isName('import', ahead);
}

/** Skips it up to the end of the line or a semicolon, with a warning: imports are not supported. */
export function parseImport(cursor: Cursor): Stmt {
  const words = [cursor.next().text];
  while (isPart(cursor)) {
    const token = cursor.next();
    const isWord = token.kind === 'name' || token.text === '*' || token.text === '=';
    words.push(isWord && words.at(-1) !== '.' ? ` ${token.text}` : token.text);
  }
  cursor.notes.push(`'${cutText(words.join(''), MAX_SHOWN)}' is skipped, there is nothing to import`);
  return { kind: 'block', body: [] };
}

function isPart(cursor: Cursor): boolean {
  const token = cursor.peek();
  if (token.kind === 'end' || token.newline) return false;
  return token.kind === 'name' || (token.kind === 'operator' && ['.', '*', ',', '='].includes(token.text));
}
