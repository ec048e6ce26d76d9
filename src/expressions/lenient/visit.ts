import { operandsOf, partsOf } from './children.ts';
import type { Expr, Stmt } from './syntax.ts';

/** Content of a text: statements, or an expression. */
export interface TextTree {
  readonly stmts?: readonly Stmt[];
  readonly exprs?: readonly Expr[];
}

/** All expressions of a text in undefined order. */
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
