/**
 * Operators of one level and steps of a path are flat lists, so that long texts create wide trees, not deep ones
 * (docs/contributing/spec/expressions.md#lenient-grammar).
 */

/** Operator with its right operand, except `isNull` and `isNotNull`. */
export interface ChainItem {
  readonly operator: BinaryOperator;
  readonly right?: Expr;
}
export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '<' | '<=' | '>' | '>=' | '==' | '!=' | 'isNull' | 'isNotNull';

/** `safe`: `?.` or `?[`. */
export type PathSegment =
  | { readonly kind: 'member'; readonly name: string; readonly safe: boolean }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expr[]; readonly safe: boolean }
  | { readonly kind: 'index'; readonly key: Expr; readonly safe: boolean }
  | { readonly kind: 'invoke'; readonly args: readonly Expr[]; readonly safe: false };

/** `explicit`: with prefix (`_context.x`), so no local name, engine object or static name. */
export interface VariableExpr {
  readonly kind: 'variable';
  readonly name: string;
  readonly explicit: boolean;
}

export type Expr =
  | {
      readonly kind: 'literal';
      readonly value: null | boolean | number | string;
      readonly isDouble: boolean;
      /** digits of a number with point or exponent, without suffix */
      readonly decimal?: string;
    }
  | VariableExpr
  /** The word `_context`: a map. */
  | { readonly kind: 'allVariables' }
  | { readonly kind: 'unary'; readonly operator: '!' | '-' | '+' | 'empty'; readonly operand: Expr }
  | { readonly kind: 'cast'; readonly type: CastType; readonly nullable: boolean; readonly operand: Expr }
  | { readonly kind: 'chain'; readonly first: Expr; readonly rest: readonly ChainItem[] }
  /** `isOfBits`: `&` or `|`. */
  | { readonly kind: 'logic'; readonly operator: '&&' | '||'; readonly operands: readonly Expr[]; readonly isOfBits?: boolean }
  | { readonly kind: 'coalesce'; readonly operands: readonly Expr[] }
  | { readonly kind: 'conditional'; readonly test: Expr; readonly whenTrue: Expr; readonly otherwise: Expr }
  | { readonly kind: 'elvis'; readonly first: Expr; readonly otherwise: Expr }
  | { readonly kind: 'path'; readonly head: Expr; readonly steps: readonly PathSegment[] }
  /** `from`: list whose items come first. */
  | { readonly kind: 'list'; readonly items: readonly Expr[]; readonly from?: Expr }
  | { readonly kind: 'map'; readonly pairs: readonly Pair[]; readonly from?: Expr }
  /** Concatenation of parts. */
  | { readonly kind: 'text'; readonly parts: readonly Expr[] };

export interface Pair {
  readonly key: Expr;
  readonly value: Expr;
}

/** Several spellings share one (`long` is `int`, `dynamic` is `object`). */
export type CastType = 'int' | 'double' | 'bool' | 'string' | 'object';

/** Variable or local name, with steps into its value. */
export interface Target {
  readonly root: VariableExpr;
  readonly steps: readonly Expr[];
}
export type AssignOperator = '=' | '+' | '-' | '*' | '/' | '%' | '??';

export type Stmt =
  | { readonly kind: 'expression'; readonly expr: Expr }
  | { readonly kind: 'block'; readonly body: readonly Stmt[] }
  | { readonly kind: 'if'; readonly branches: readonly Branch[]; readonly otherwise?: Stmt }
  | { readonly kind: 'throw'; readonly name: string; readonly args: readonly Expr[] }
  | { readonly kind: 'return'; readonly expr?: Expr }
  | { readonly kind: 'local'; readonly name: string; readonly expr: Expr }
  | { readonly kind: 'assign'; readonly target: Target; readonly operator: AssignOperator; readonly expr: Expr }
  /** Statements of one scope: `var a = 1, b = 2`. */
  | { readonly kind: 'several'; readonly body: readonly Stmt[] }
  | EachStmt
  | LoopStmt
  | { readonly kind: 'break' | 'continue' };

/** `for (x in items)`. `upTo`: integers from `items` to this value. */
export interface EachStmt {
  readonly kind: 'each';
  readonly name: string;
  readonly items: Expr;
  readonly upTo?: { readonly expr: Expr; readonly isIncluded: boolean };
  readonly body: Stmt;
}

/** `for (init; test; step)`, `while`, `do … while`. `testsFirst`: false if the body runs before the first test. */
export interface LoopStmt {
  readonly kind: 'loop';
  readonly init?: Stmt;
  readonly test?: Expr;
  readonly step?: Stmt;
  readonly body: Stmt;
  readonly testsFirst: boolean;
}

export interface Branch {
  readonly test: Expr;
  readonly whenTrue: Stmt;
}

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

/** Statements, or an expression. */
export interface TextTree {
  readonly stmts?: readonly Stmt[];
  readonly exprs?: readonly Expr[];
}

/** Expressions in undefined order. */
export function* expressionsIn(text: TextTree): Generator<Expr> {
  const stmts: Stmt[] = [...(text.stmts ?? [])];
  const exprs: Expr[] = [...(text.exprs ?? [])];
  for (let stmt = stmts.pop(); stmt !== undefined; stmt = stmts.pop()) {
    const parts = partsOf(stmt);
    stmts.push(...parts.stmts);
    exprs.push(...parts.exprs);
  }
  for (let expr = exprs.pop(); expr !== undefined; expr = exprs.pop()) {
    yield expr;
    exprs.push(...operandsOf(expr));
  }
}
