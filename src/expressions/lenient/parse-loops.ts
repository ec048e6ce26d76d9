import type { Cursor } from './cursor.ts';
import { parseExpression } from './parse-expression.ts';
import { classWidth, typeAhead } from './parse-types.ts';
import type { Expr, Stmt } from './syntax.ts';

type ParseStmt = (cursor: Cursor) => Stmt;

const DECLARING = new Set(['var', 'let', 'const', 'def', 'final']);

/** `for`, `while` and `do` may also be variable names. */
export function isLoopAhead(cursor: Cursor): boolean {
  if (cursor.isName('do')) return cursor.isOperator('{', 1);
  if (cursor.isName('while')) return cursor.isOperator('(', 1);
  if (!cursor.isName('for') && !cursor.isName('foreach')) return false;
  return cursor.isOperator('(', 1) || (cursor.peek(1).kind === 'name' && (cursor.isName('in', 2) || cursor.isName('of', 2)));
}

/** `loop` of the grammar (docs/contributing/spec/expressions.md#lenient-grammar). */
export function parseLoop(cursor: Cursor, stmt: ParseStmt): Stmt {
  const word = cursor.next().text;
  if (word === 'do') return parseDo(cursor, stmt);
  if (word === 'while') return { kind: 'loop', test: parseTest(cursor), body: parseBody(cursor, stmt), testsFirst: true };
  if (!cursor.accept('(')) return parseEach(cursor, 0, stmt, false);
  const nameAhead = itemNameAhead(cursor);
  return nameAhead === undefined ? parseCounting(cursor, stmt) : parseEach(cursor, nameAhead, stmt, true);
}

function parseDo(cursor: Cursor, stmt: ParseStmt): Stmt {
  const body = parseBody(cursor, stmt);
  if (!cursor.isName('while')) throw cursor.problem(`'while' expected but found ${cursor.describe()}`);
  cursor.next();
  return { kind: 'loop', test: parseTest(cursor), body, testsFirst: false };
}

function parseTest(cursor: Cursor): Expr {
  cursor.expect('(');
  const test = cursor.inBrackets(() => parseExpression(cursor));
  cursor.expect(')');
  return test;
}

function parseBody(cursor: Cursor, stmt: ParseStmt): Stmt {
  return cursor.inLoop(() => cursor.nested(() => stmt(cursor)));
}

/** Tokens before the name in `for (final String x : items)`, with a known type or a single word; undefined for other loops. */
function itemNameAhead(cursor: Cursor): number | undefined {
  let ahead = 0;
  while (cursor.peek(ahead).kind === 'name' && DECLARING.has(cursor.peek(ahead).text)) ahead++;
  const namesItem = (at: number): boolean =>
    cursor.peek(at).kind === 'name' &&
    (cursor.isName('in', at + 1) || cursor.isName('of', at + 1) || cursor.isOperator(':', at + 1));
  if (namesItem(ahead)) return ahead;
  const type = (typeAhead(cursor, ahead, true)?.width ?? classWidth(cursor, ahead)) || 1;
  return cursor.peek(ahead).kind === 'name' && namesItem(ahead + type) ? ahead + type : undefined;
}

function parseEach(cursor: Cursor, nameAhead: number, stmt: ParseStmt, hasBrackets: boolean): Stmt {
  cursor.skip(nameAhead);
  const name = cursor.expectName().text;
  cursor.next();
  const parseItems = () => {
    const items = parseExpression(cursor);
    const isRange = cursor.isOperator('..') || cursor.isOperator('..<');
    if (!isRange) return { items };
    const isIncluded = cursor.next().text === '..';
    return { items, upTo: { expr: parseExpression(cursor), isIncluded } };
  };
  const range = hasBrackets ? cursor.inBrackets(parseItems) : parseItems();
  if (hasBrackets) cursor.expect(')');
  return { kind: 'each', name, ...range, body: parseBody(cursor, stmt) };
}

/** `for (int i = 0; i < n; i++)`; each part is optional, the first and last may be comma-separated. */
function parseCounting(cursor: Cursor, stmt: ParseStmt): Stmt {
  const header = cursor.inBrackets(() => {
    const init = cursor.isOperator(';') ? undefined : parseParts(cursor, stmt, ';');
    cursor.expect(';');
    const test = cursor.isOperator(';') ? undefined : parseExpression(cursor);
    cursor.expect(';');
    const step = cursor.isOperator(')') ? undefined : parseParts(cursor, stmt, ')');
    return {
      ...(init === undefined ? {} : { init }),
      ...(test === undefined ? {} : { test }),
      ...(step === undefined ? {} : { step }),
    };
  });
  cursor.expect(')');
  return { kind: 'loop', ...header, body: parseBody(cursor, stmt), testsFirst: true };
}

function parseParts(cursor: Cursor, stmt: ParseStmt, close: string): Stmt {
  const body = [stmt(cursor)];
  while (!cursor.isOperator(close) && cursor.accept(',')) body.push(stmt(cursor));
  return { kind: 'several', body };
}
