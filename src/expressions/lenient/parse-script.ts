import { Cursor } from './cursor.ts';
import { parseExpression } from './parse-expression.ts';
import { parseArgs } from './parse-operand.ts';
import { typeAhead } from './parse-types.ts';
import type { AssignOperator, Branch, Expr, Stmt, Target } from './syntax.ts';

const ASSIGNMENTS: ReadonlyMap<string, AssignOperator> = new Map<string, AssignOperator>([
  ['=', '='],
  ['+=', '+'],
  ['-=', '-'],
  ['*=', '*'],
  ['/=', '/'],
  ['%=', '%'],
  ['??=', '??'],
]);
const LOCAL_WORDS = new Set(['var', 'let', 'const', 'def', 'final']);

/** One expression that fills the whole text: `expr` of the grammar (docs/spec/expressions.md#lenient-grammar). Throws a syntax problem. */
export function parseSingleExpression(source: string): Expr {
  const cursor = new Cursor(source, false);
  const expr = parseExpression(cursor);
  if (cursor.peek().kind === 'end') return expr;
  const isAssignment = ASSIGNMENTS.has(cursor.peek().text) || cursor.isOperator('++') || cursor.isOperator('--');
  if (cursor.isOperator('=')) throw cursor.problem("assignment is not allowed here (comparison is '==')");
  throw cursor.problem(isAssignment ? 'assignment is not allowed here' : `unexpected ${cursor.describe()}`);
}

/** Statements that fill the whole text: `script` of the grammar. Throws a syntax problem. */
export function parseScript(source: string): Stmt[] {
  const cursor = new Cursor(source, true);
  const body = parseStatements(cursor);
  if (cursor.peek().kind !== 'end') throw cursor.problem(`unexpected ${cursor.describe()}`);
  return body;
}

function parseStatements(cursor: Cursor): Stmt[] {
  const body: Stmt[] = [];
  for (;;) {
    while (cursor.accept(';'));
    if (cursor.peek().kind === 'end' || cursor.isOperator('}')) return body;
    const stmt = parseStatement(cursor);
    body.push(stmt);
    const isSeparated = cursor.isOperator(';') || cursor.isOperator('}') || cursor.peek().kind === 'end' || cursor.peek().newline;
    if (!isSeparated && stmt.kind !== 'block' && stmt.kind !== 'if') throw cursor.problem(`unexpected ${cursor.describe()}`);
  }
}

function parseStatement(cursor: Cursor): Stmt {
  if (cursor.isOperator('{')) return parseBlock(cursor);
  if (cursor.isName('if') && cursor.isOperator('(', 1)) return parseIf(cursor);
  if (cursor.isName('throw') && cursor.peek(1).kind === 'name') return parseThrow(cursor);
  if (cursor.isName('return') && !cursor.isOperator('.', 1) && !ASSIGNMENTS.has(cursor.peek(1).text)) return parseReturn(cursor);
  const nameAhead = localNameAhead(cursor);
  if (nameAhead !== undefined) {
    cursor.skip(nameAhead);
    const name = cursor.expectName().text;
    cursor.expect('=');
    return { kind: 'local', name, expr: parseExpression(cursor) };
  }
  return parseAssignOrExpression(cursor);
}

function parseBlock(cursor: Cursor): Stmt {
  cursor.expect('{');
  const body = cursor.inBlock(() => parseStatements(cursor));
  cursor.expect('}');
  return { kind: 'block', body };
}

/** `else if` becomes one more branch, so that a long ladder stays flat. */
function parseIf(cursor: Cursor): Stmt {
  const branches: Branch[] = [];
  for (;;) {
    cursor.next();
    cursor.expect('(');
    const test = cursor.inBrackets(() => parseExpression(cursor));
    cursor.expect(')');
    branches.push({ test, whenTrue: cursor.nested(() => parseStatement(cursor)) });
    if (cursor.isOperator(';') && cursor.isName('else', 1)) cursor.next();
    if (!cursor.isName('else')) return { kind: 'if', branches };
    cursor.next();
    if (cursor.isName('if') && cursor.isOperator('(', 1)) continue;
    return { kind: 'if', branches, otherwise: cursor.nested(() => parseStatement(cursor)) };
  }
}

function parseThrow(cursor: Cursor): Stmt {
  cursor.next();
  if (cursor.isName('new') && cursor.peek(1).kind === 'name') cursor.next();
  let name = cursor.expectName().text;
  while (cursor.accept('.')) name = cursor.expectName().text;
  return { kind: 'throw', name, args: parseArgs(cursor, parseExpression) };
}

function parseReturn(cursor: Cursor): Stmt {
  cursor.next();
  const isBare = cursor.peek().kind === 'end' || cursor.peek().newline || cursor.isOperator(';') || cursor.isOperator('}');
  return isBare ? { kind: 'return' } : { kind: 'return', expr: parseExpression(cursor) };
}

/** How many tokens stand before the name of a local declaration; undefined when this is none. */
function localNameAhead(cursor: Cursor): number | undefined {
  let ahead = 0;
  while (LOCAL_WORDS.has(cursor.peek(ahead).text) && cursor.peek(ahead).kind === 'name') ahead++;
  for (let type = typeAhead(cursor, ahead, true); type !== undefined; type = typeAhead(cursor, ahead, true)) {
    // the last word is the name itself: `var list = …`, `let object = …`
    if (cursor.isOperator('=', ahead + type.width) && type.width === 1) break;
    ahead += type.width;
  }
  const isDeclaration = ahead > 0 && cursor.peek(ahead).kind === 'name' && cursor.isOperator('=', ahead + 1);
  return isDeclaration ? ahead : undefined;
}

function parseAssignOrExpression(cursor: Cursor): Stmt {
  const start = cursor.peek();
  const expr = parseExpression(cursor);
  const after = cursor.peek();
  const operator = after.kind === 'operator' ? ASSIGNMENTS.get(after.text) : undefined;
  const isStep = (cursor.isOperator('++') || cursor.isOperator('--')) && !after.newline;
  if (operator === undefined && !isStep) return { kind: 'expression', expr };
  const target = asTarget(expr);
  if (target === undefined) throw cursor.problem(`cannot assign to what starts with '${start.text}'`);
  cursor.next();
  if (operator !== undefined) return { kind: 'assign', target, operator, expr: parseExpression(cursor) };
  const one: Expr = { kind: 'literal', value: 1, isDouble: false };
  return { kind: 'assign', target, operator: after.text === '++' ? '+' : '-', expr: one };
}

/** `target` of the grammar, or undefined when the expression is none. */
function asTarget(expr: Expr): Target | undefined {
  if (expr.kind === 'variable') return { root: expr, steps: [] };
  if (expr.kind !== 'path' || expr.head.kind !== 'variable') return undefined;
  const steps: Expr[] = [];
  for (const step of expr.steps) {
    if (step.kind === 'member' && !step.safe) steps.push({ kind: 'literal', value: step.name, isDouble: false });
    else if (step.kind === 'index' && !step.safe) steps.push(step.key);
    else return undefined;
  }
  return { root: expr.head, steps };
}
