import type { TextLanguage } from '../../engine/model/model-texts.ts';
import { Cursor } from './cursor.ts';
import { parseExpression } from './parse-expression.ts';
import { isImportAhead, parseImport } from './parse-imports.ts';
import { isLoopAhead, parseLoop } from './parse-loops.ts';
import { parseArgs } from './parse-operand.ts';
import { classWidth, typeAhead } from './parse-types.ts';
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

/** Statements that need no separator after them. */
const ENDS_ITSELF: ReadonlySet<Stmt['kind']> = new Set(['block', 'if', 'each', 'loop']);

/** `expr` of the grammar (docs/contributing/spec/expressions.md#lenient-grammar). Throws SyntaxProblem. */
export function parseSingleExpression(source: string, language?: TextLanguage): Expr {
  const cursor = new Cursor(source, false, language);
  const expr = parseExpression(cursor);
  if (cursor.peek().kind === 'end') return expr;
  const isAssignment = ASSIGNMENTS.has(cursor.peek().text) || cursor.isOperator('++') || cursor.isOperator('--');
  if (cursor.isOperator('=')) throw cursor.problem("assignment is not allowed here (comparison is '==')");
  throw isAssignment ? cursor.problem(`assignment ${cursor.describe()} is not allowed here`) : cursor.unexpected();
}

/** `script` of the grammar; `notes` are warnings. Throws SyntaxProblem. */
export function parseScript(
  source: string,
  language?: TextLanguage,
): { readonly body: readonly Stmt[]; readonly notes: readonly string[] } {
  const cursor = new Cursor(source, true, language);
  const body = parseStatements(cursor);
  if (cursor.peek().kind !== 'end') throw cursor.unexpected();
  return { body, notes: cursor.notes };
}

function parseStatements(cursor: Cursor): Stmt[] {
  const body: Stmt[] = [];
  for (;;) {
    while (cursor.accept(';'));
    if (cursor.peek().kind === 'end' || cursor.isOperator('}')) return body;
    const stmt = parseStatement(cursor);
    body.push(stmt);
    const isSeparated = cursor.isOperator(';') || cursor.isOperator('}') || cursor.peek().kind === 'end' || cursor.peek().newline;
    if (!isSeparated && !ENDS_ITSELF.has(stmt.kind)) throw cursor.unexpected();
  }
}

function parseStatement(cursor: Cursor): Stmt {
  if (cursor.isOperator('{')) return parseBlock(cursor);
  if (cursor.isName('if') && cursor.isOperator('(', 1)) return parseIf(cursor);
  if (cursor.isName('throw') && cursor.peek(1).kind === 'name') return parseThrow(cursor);
  if (cursor.isName('return') && !cursor.isOperator('.', 1) && !ASSIGNMENTS.has(cursor.peek(1).text)) return parseReturn(cursor);
  if (isLoopAhead(cursor)) return parseLoop(cursor, parseStatement);
  if (cursor.isInLoop && isLeavingAhead(cursor)) return { kind: cursor.next().text as 'break' | 'continue' };
  if (isImportAhead(cursor)) return parseImport(cursor);
  if (isUnsupportedAhead(cursor))
    throw cursor.problem(`${cursor.describe()} is not supported here, a script has statements only`);
  const nameAhead = localNameAhead(cursor);
  return nameAhead === undefined ? parseAssignOrExpression(cursor) : parseLocals(cursor, nameAhead);
}

/** Keywords of the script languages. */
const UNSUPPORTED = new Set(['function', 'class', 'try', 'switch', 'synchronized', 'enum', 'interface']);

function isUnsupportedAhead(cursor: Cursor): boolean {
  if (cursor.isName('def') && cursor.peek(1).kind === 'name') return cursor.isOperator('(', 2);
  if (!UNSUPPORTED.has(cursor.peek().text) || cursor.peek().kind !== 'name') return false;
  return (cursor.peek(1).kind === 'name' && !cursor.peek(1).newline) || cursor.isOperator('{', 1) || cursor.isName('switch');
}

function isLeavingAhead(cursor: Cursor): boolean {
  if (!cursor.isName('break') && !cursor.isName('continue')) return false;
  const after = cursor.peek(1);
  return after.kind === 'end' || after.newline || cursor.isOperator(';', 1) || cursor.isOperator('}', 1);
}

/** Null without a value. */
function parseLocals(cursor: Cursor, nameAhead: number): Stmt {
  cursor.skip(nameAhead);
  const first = parseLocal(cursor);
  if (!cursor.isOperator(',')) return first;
  const body = [first];
  while (cursor.accept(',')) body.push(parseLocal(cursor));
  return { kind: 'several', body };
}

function parseLocal(cursor: Cursor): Stmt {
  const name = cursor.expectName().text;
  const expr: Expr = cursor.accept('=') ? parseExpression(cursor) : { kind: 'literal', value: null, isDouble: false };
  return { kind: 'local', name, expr };
}

function parseBlock(cursor: Cursor): Stmt {
  cursor.expect('{');
  const body = cursor.inBlock(() => parseStatements(cursor));
  cursor.expect('}');
  return { kind: 'block', body };
}

/** `else if` adds a branch, so that long chains stay flat. */
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

/** Tokens before the name of a local declaration; undefined for other statements. */
function localNameAhead(cursor: Cursor): number | undefined {
  let ahead = 0;
  while (LOCAL_WORDS.has(cursor.peek(ahead).text) && cursor.peek(ahead).kind === 'name') ahead++;
  for (let type = typeAhead(cursor, ahead, true); type !== undefined; type = typeAhead(cursor, ahead, true)) {
    // the last word is the name: `var list = …`, `let object = …`
    if (cursor.isOperator('=', ahead + type.width) && type.width === 1) break;
    ahead += type.width;
  }
  if (ahead === 0) ahead = classWidth(cursor, 0);
  const name = cursor.peek(ahead);
  if (ahead === 0 || name.kind !== 'name') return undefined;
  return cursor.isOperator('=', ahead + 1) || (!name.newline && endsLocalName(cursor, ahead + 1)) ? ahead : undefined;
}

/** Next name, or end of the statement, after a local name without value. */
function endsLocalName(cursor: Cursor, ahead: number): boolean {
  const token = cursor.peek(ahead);
  if (token.kind === 'end' || token.newline) return true;
  return [',', ';', '}'].some((text) => cursor.isOperator(text, ahead));
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

/** `target` of the grammar. */
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
