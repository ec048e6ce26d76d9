import type { Expr, PathSegment, Stmt } from './syntax.ts';

/** Direct child expressions. */
export function operandsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'literal':
    case 'variable':
    case 'allVariables':
      return [];
    case 'unary':
    case 'cast':
      return [expr.operand];
    case 'chain':
      return [expr.first, ...expr.rest.flatMap(({ right }) => (right === undefined ? [] : [right]))];
    case 'logic':
    case 'coalesce':
      return expr.operands;
    case 'conditional':
      return [expr.test, expr.whenTrue, expr.otherwise];
    case 'elvis':
      return [expr.first, expr.otherwise];
    case 'path':
      return [expr.head, ...expr.steps.flatMap(argumentsOf)];
    case 'text':
      return expr.parts;
    case 'list':
      return [...expr.items, ...(expr.from === undefined ? [] : [expr.from])];
    case 'map':
      return [...expr.pairs.flatMap(({ key, value }) => [key, value]), ...(expr.from === undefined ? [] : [expr.from])];
  }
}

function argumentsOf(step: PathSegment): readonly Expr[] {
  if (step.kind === 'member') return [];
  return step.kind === 'index' ? [step.key] : step.args;
}

/** Direct child statements and expressions. */
export function partsOf(stmt: Stmt): { readonly stmts: readonly Stmt[]; readonly exprs: readonly Expr[] } {
  switch (stmt.kind) {
    case 'expression':
    case 'local':
      return { stmts: [], exprs: [stmt.expr] };
    case 'block':
    case 'several':
      return { stmts: stmt.body, exprs: [] };
    case 'if':
      return {
        stmts: [...stmt.branches.map((branch) => branch.whenTrue), ...present(stmt.otherwise)],
        exprs: stmt.branches.map((branch) => branch.test),
      };
    case 'throw':
      return { stmts: [], exprs: stmt.args };
    case 'return':
      return { stmts: [], exprs: present(stmt.expr) };
    case 'assign':
      return { stmts: [], exprs: [...stmt.target.steps, stmt.expr] };
    case 'each':
      return { stmts: [stmt.body], exprs: [stmt.items, ...present(stmt.upTo?.expr)] };
    case 'loop':
      return { stmts: [...present(stmt.init), ...present(stmt.step), stmt.body], exprs: present(stmt.test) };
    case 'break':
    case 'continue':
      return { stmts: [], exprs: [] };
  }
}

function present<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}
