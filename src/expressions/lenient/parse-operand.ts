import { cutText } from '../../engine/values/cut-text.ts';
import { inexactReason } from '../../engine/values/exact-numbers.ts';
import { InexactNumber, SyntaxProblem } from '../syntax-problem.ts';
import type { Cursor } from './cursor.ts';
import { typeAhead } from './parse-types.ts';
import type { Expr, Pair, PathSegment } from './syntax.ts';
import type { Token } from './tokens.ts';
import { isVariableFunctionAhead, parseVariableFunction } from './variable-functions.ts';

type ParseExpr = (cursor: Cursor) => Expr;

/** Characters of a group in a warning. */
const MAX_SHOWN = 80;

const CONTEXT_PREFIXES = new Set(['_context', 'context', 'variables']);

/** `postfix` of the grammar: a primary and its steps (docs/contributing/spec/expressions.md#lenient-grammar). */
export function parsePath(cursor: Cursor, expr: ParseExpr): Expr {
  const head = parsePrimary(cursor, expr);
  const steps: PathSegment[] = [];
  for (let step = parseStep(cursor, expr); step !== undefined; step = parseStep(cursor, expr)) steps.push(step);
  return steps.length === 0 ? head : { kind: 'path', head, steps };
}

function parseStep(cursor: Cursor, expr: ParseExpr): PathSegment | undefined {
  if (cursor.isOperator('.') || cursor.isOperator('?.')) {
    const safe = cursor.next().text === '?.';
    const name = cursor.expectName().text;
    return opensHere(cursor, '(') ? { kind: 'call', name, args: parseArgs(cursor, expr), safe } : { kind: 'member', name, safe };
  }
  if (opensHere(cursor, '[') || cursor.isOperator('?[')) {
    const safe = cursor.next().text === '?[';
    const key = cursor.inBrackets(() => expr(cursor));
    cursor.expect(']');
    return { kind: 'index', key, safe };
  }
  return opensHere(cursor, '(') ? { kind: 'invoke', args: parseArgs(cursor, expr), safe: false } : undefined;
}

/** False at the start of a line: there it starts a new statement. */
function opensHere(cursor: Cursor, bracket: '(' | '['): boolean {
  return cursor.isOperator(bracket) && !cursor.isAfterStatementEnd();
}

/** `"(" [ args ] ")"` */
export function parseArgs(cursor: Cursor, expr: ParseExpr): Expr[] {
  cursor.expect('(');
  return parseItems(cursor, expr, ')');
}

/** Takes also the closing bracket. */
function parseItems(cursor: Cursor, expr: ParseExpr, close: string): Expr[] {
  return cursor.inBrackets(() => {
    const items: Expr[] = [];
    while (!cursor.isOperator(close)) {
      items.push(expr(cursor));
      if (!cursor.accept(',')) break;
    }
    cursor.expect(close);
    return items;
  });
}

function parsePrimary(cursor: Cursor, expr: ParseExpr): Expr {
  const token = cursor.peek();
  if (token.kind === 'number') {
    cursor.next();
    const isDouble = token.isDouble === true;
    if (!isDouble && !Number.isSafeInteger(token.value))
      throw new InexactNumber(inexactReason(token.text.replace(/[lgu]+$/i, '')), token.start);
    const decimal = isDouble && /\d$/.test(token.text) ? { decimal: token.text } : {};
    return { kind: 'literal', value: token.value as number, isDouble, ...decimal };
  }
  if (token.kind === 'string') {
    cursor.next();
    if (token.parts !== undefined) return cursor.nested(() => parseText(cursor, token, expr));
    return { kind: 'literal', value: token.text, isDouble: false };
  }
  if (token.kind === 'name') return parseNamed(cursor, expr);
  if (cursor.accept('(')) return parseGroup(cursor, expr, ')');
  if (cursor.accept('${') || cursor.accept('#{')) return parseGroup(cursor, expr, '}');
  if (cursor.accept('['))
    return isEntryAhead(cursor) ? parseEntries(cursor, expr, ']') : { kind: 'list', items: parseItems(cursor, expr, ']') };
  if (cursor.isScript && cursor.accept('{')) return parseEntries(cursor, expr, '}');
  if (token.kind === 'operator' && token.text === '=') throw cursor.problem("unexpected '=' (comparison is '==')");
  throw cursor.problem(`unexpected ${cursor.describe()}`);
}

/** A map: `[:]` and `[name: value]` in Groovy, `{name: value}` in JavaScript. */
function isEntryAhead(cursor: Cursor): boolean {
  if (cursor.isOperator(':')) return cursor.isOperator(']', 1);
  return (cursor.peek().kind === 'name' || cursor.peek().kind === 'string') && cursor.isOperator(':', 1);
}

/** `name: value` up to and including the closing bracket. */
function parseEntries(cursor: Cursor, expr: ParseExpr, close: string): Expr {
  return cursor.inBrackets(() => {
    const pairs: Pair[] = [];
    cursor.accept(':');
    while (!cursor.isOperator(close)) {
      const name = cursor.peek().kind === 'string' ? cursor.next() : cursor.expectName();
      cursor.expect(':');
      pairs.push({ key: { kind: 'literal', value: name.text, isDouble: false }, value: expr(cursor) });
      if (!cursor.accept(',')) break;
    }
    cursor.expect(close);
    return { kind: 'map', pairs };
  });
}

/** Each group is an expression. */
function parseText(cursor: Cursor, { parts = [], isPlainToo = false }: Token, expr: ParseExpr): Expr {
  const text = (value: string): Expr => ({ kind: 'literal', value, isDouble: false });
  const parsed = parts.map((part): Expr => {
    if (part.kind === 'text') return text(part.text);
    try {
      return parseInside(cursor.inGroup(part.source), expr);
    } catch (error) {
      if (!(error instanceof SyntaxProblem) || error instanceof InexactNumber) throw error;
      if (!isPlainToo) throw new SyntaxProblem(error.reason, error.offset + part.offset);
      cursor.notes.push(`'\${${cutText(part.source, MAX_SHOWN)}}' in a string cannot be read and stays as it is`);
      return text(`\${${part.source}}`);
    }
  });
  return { kind: 'text', parts: parsed };
}

function parseInside(cursor: Cursor, expr: ParseExpr): Expr {
  const value = cursor.inBrackets(() => expr(cursor));
  if (cursor.peek().kind !== 'end') throw cursor.problem(`unexpected ${cursor.describe()}`);
  return value;
}

function parseGroup(cursor: Cursor, expr: ParseExpr, close: string): Expr {
  const inner = cursor.inBrackets(() => expr(cursor));
  cursor.expect(close);
  return inner;
}

function parseNamed(cursor: Cursor, expr: ParseExpr): Expr {
  const { text } = cursor.peek();
  if (text === 'new' && (cursor.peek(1).kind === 'name' || cursor.isOperator('[', 1) || cursor.isOperator('{', 1))) {
    cursor.next();
    return parseNew(cursor, expr);
  }
  if (isVariableFunctionAhead(cursor)) return parseVariableFunction(cursor, () => parseArgs(cursor, expr));
  if (CONTEXT_PREFIXES.has(text)) {
    const variable = parseContextVariable(cursor);
    if (variable !== undefined) return variable;
  }
  cursor.next();
  if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true', isDouble: false };
  if (text === 'null') return { kind: 'literal', value: null, isDouble: false };
  return text === '_context' ? { kind: 'allVariables' } : { kind: 'variable', name: text, explicit: false };
}

/** `_context.x`, `variables["x y"]`; undefined for an ordinary name. A call refers to the map of all variables: `_context.ContainsKey("x")`. */
function parseContextVariable(cursor: Cursor): Expr | undefined {
  if ((cursor.isOperator('.', 1) || cursor.isOperator('?.', 1)) && cursor.peek(2).kind === 'name') {
    const isCall = cursor.isOperator('(', 3);
    if (isCall) return cursor.isName('_context') ? undefined : keepWord(cursor);
    const name = cursor.peek(2).text;
    cursor.skip(3);
    return { kind: 'variable', name, explicit: true };
  }
  if (cursor.isOperator('[', 1) && cursor.peek(2).kind === 'string' && cursor.isOperator(']', 3)) {
    const name = cursor.peek(2).text;
    cursor.skip(4);
    return { kind: 'variable', name, explicit: true };
  }
  return undefined;
}

function keepWord(cursor: Cursor): Expr {
  cursor.next();
  return { kind: 'allVariables' };
}

/** Called after the keyword; lists and maps only. */
function parseNew(cursor: Cursor, expr: ParseExpr): Expr {
  if (cursor.accept('{')) return { kind: 'map', pairs: parsePairs(cursor, expr) };
  if (cursor.isOperator('[')) return parseNewArray(cursor, expr);
  const type = typeAhead(cursor, 0, false);
  if (type === undefined) return parseNewObject(cursor);
  cursor.skip(type.width);
  if (cursor.isOperator('[') || cursor.isOperator('?[')) return parseNewArray(cursor, expr);
  const args = cursor.isOperator('(') ? parseArgs(cursor, expr) : [];
  if (args.length > 1) throw cursor.problem('a new list or map takes at most one argument');
  if (type.collection === undefined && type.cast !== 'object' && args[0] !== undefined) {
    return { kind: 'cast', type: type.cast, nullable: false, operand: args[0] };
  }
  const from = args[0] === undefined ? {} : { from: args[0] };
  if (type.collection === 'list')
    return { kind: 'list', items: cursor.accept('{') ? parseItems(cursor, expr, '}') : [], ...from };
  return { kind: 'map', pairs: cursor.accept('{') ? parsePairs(cursor, expr) : [], ...from };
}

/** Accepts only `new Date()`, as clock. */
function parseNewObject(cursor: Cursor): Expr {
  const start = cursor.peek();
  const isQualified = ['java', '.', 'util', '.', 'Date'].every((text, index) => cursor.peek(index).text === text);
  const width = isQualified ? 5 : 1;
  if ((isQualified || start.text === 'Date') && cursor.isOperator('(', width) && cursor.isOperator(')', width + 1)) {
    cursor.skip(width + 2);
    const head = { kind: 'variable', name: 'DateTime', explicit: false } as const;
    return { kind: 'path', head, steps: [{ kind: 'member', name: 'UtcNow', safe: false }] };
  }
  if (!cursor.isScript) throw cursor.problem(`cannot create ${cursor.describe()}`);
  throw cursor.problem(`'new ${start.text}' is not supported, a script can make lists and maps only`);
}

function parseNewArray(cursor: Cursor, expr: ParseExpr): Expr {
  cursor.next();
  cursor.expect(']');
  cursor.expect('{');
  return { kind: 'list', items: parseItems(cursor, expr, '}') };
}

/** `pairs` of the grammar, up to and including the closing brace. */
function parsePairs(cursor: Cursor, expr: ParseExpr): Pair[] {
  return cursor.inBrackets(() => {
    const pairs: Pair[] = [];
    while (!cursor.isOperator('}')) {
      pairs.push(parsePair(cursor, expr));
      if (!cursor.accept(',')) break;
    }
    cursor.expect('}');
    return pairs;
  });
}

function parsePair(cursor: Cursor, expr: ParseExpr): Pair {
  if (cursor.accept('{')) {
    const key = expr(cursor);
    cursor.expect(',');
    const value = expr(cursor);
    cursor.expect('}');
    return { key, value };
  }
  let key: Expr;
  if (cursor.accept('[')) {
    key = expr(cursor);
    cursor.expect(']');
  } else {
    key = { kind: 'literal', value: cursor.expectName().text, isDouble: false };
  }
  cursor.expect('=');
  return { key, value: expr(cursor) };
}
