import type { Json } from '../../engine/values.ts';
import { isForbiddenName, MAX_ELEMENTS } from '../limits.ts';
import type { Code } from './code.ts';
import { compileExpression } from './compile-expression.ts';
import type { EvaluationContext } from './run.ts';
import type { Scope } from './scope.ts';
import type { EachStmt, LoopStmt, Stmt } from './syntax.ts';
import { fail, isList, isMap, numberOf, typeName, type Value } from './value.ts';

/** Ends with the next statement, or by leaving a loop or the script. */
export type Completion = 'next' | 'break' | 'continue' | 'return';
export type Action = (run: EvaluationContext) => Completion;
type CompileStmt = (stmt: Stmt, scope: Scope) => Action;

/** Each iteration counts a step, so that the limits of the run end every loop (docs/contributing/spec/expressions.md#expression-limits). */
export function compileLoop(loop: LoopStmt, outer: Scope, compile: CompileStmt): Action {
  const scope = outer.inner();
  const init = loop.init === undefined ? undefined : compile(loop.init, scope);
  const test = loop.test === undefined ? undefined : compileExpression(loop.test, scope);
  const step = loop.step === undefined ? undefined : compile(loop.step, scope);
  const body = compile(loop.body, scope.inner());
  const { truth } = scope.rules.operations;
  return (run) => {
    init?.(run);
    for (let isFirst = true; ; isFirst = false) {
      run.step();
      const isTested = test !== undefined && (loop.testsFirst || !isFirst);
      if (isTested && !truth(test(run), 'a loop')) return 'next';
      const completion = body(run);
      if (completion === 'return') return completion;
      if (completion === 'break') return 'next';
      step?.(run);
    }
  };
}

/** Items at the start of the loop; the name is local. */
export function compileEach(loop: EachStmt, outer: Scope, compile: CompileStmt): Action {
  const items = compileItems(loop, outer);
  const scope = outer.inner();
  const slot = scope.declare(loop.name);
  const body = compile(loop.body, scope.inner());
  return (run) => {
    for (const item of items(run)) {
      run.step();
      run.locals[slot] = item;
      const completion = body(run);
      if (completion === 'return') return completion;
      if (completion === 'break') return 'next';
    }
    return 'next';
  };
}

function compileItems({ items, upTo }: EachStmt, scope: Scope): (run: EvaluationContext) => Iterable<Json> {
  const from = compileExpression(items, scope);
  if (upTo === undefined) return (run) => itemsOf(run, from(run));
  const to: Code = compileExpression(upTo.expr, scope);
  return (run) => integersBetween(endOf(from(run)), endOf(to(run)), upTo.isIncluded);
}

/** List, or entries of a map with `key` and `value`. */
function itemsOf(run: EvaluationContext, value: Value): readonly Json[] {
  if (isList(value)) return value;
  if (!isMap(value)) return fail(`a loop needs a list or map, not ${typeName(value)}`);
  const keys = Object.keys(value).filter((key) => !isForbiddenName(key));
  run.elements(keys.length);
  return keys.map((key) => ({ key, value: value[key] as Json }));
}

function endOf(value: Value): number {
  const number = numberOf(value);
  return number !== undefined && Number.isSafeInteger(number)
    ? number
    : fail(`a range needs integers, not ${number === undefined ? typeName(value) : number}`);
}

/** Counts down if the end is smaller, as in Groovy. */
function* integersBetween(from: number, to: number, isIncluded: boolean): Iterable<number> {
  const step = from <= to ? 1 : -1;
  const count = Math.abs(to - from) + (isIncluded ? 1 : 0);
  if (count > MAX_ELEMENTS) fail(`a range has more than ${MAX_ELEMENTS} integers`);
  for (let i = 0; i < count; i++) yield from + i * step;
}
