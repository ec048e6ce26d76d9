import type { ExpressionModel } from '../engine/model.ts';
import { LIST_METHODS, MAP_METHODS, SCALAR_METHODS } from './lenient/collection-members.ts';
import { lowerFirst } from './lenient/method.ts';
import { isMutating } from './lenient/mutations.ts';
import { parseSingleExpression } from './lenient/parse-script.ts';
import { isStaticName } from './lenient/statics.ts';
import { STRING_METHODS } from './lenient/string-members.ts';
import type { Expr, PathSegment } from './lenient/syntax.ts';
import { templateParts } from './lenient/template.ts';
import { SyntaxProblem } from './syntax-problem.ts';

const BUILT_IN: readonly ReadonlyMap<string, unknown>[] = [STRING_METHODS, LIST_METHODS, MAP_METHODS, SCALAR_METHODS];

/**
 * True when a text calls a method on a name that can only be an object of its author's own program, a bean: such a text can never be
 * evaluated here. Calls of built-in members, of engine objects and of static names are none of these; FEEL has no methods (docs/spec/elements.md#service-task).
 */
export function callsForeignObject({ dialect, source }: ExpressionModel): boolean {
  try {
    if (dialect === 'juel' || dialect === 'lenient') return isForeign(parseSingleExpression(source));
    if (dialect !== 'template') return false;
    return templateParts(source).some((part) => part.kind === 'group' && isForeign(parseSingleExpression(part.source)));
  } catch (error) {
    if (error instanceof SyntaxProblem) return false;
    throw error;
  }
}

function isForeign(expr: Expr): boolean {
  return (expr.kind === 'path' && isForeignPath(expr)) || childrenOf(expr).some(isForeign);
}

function isForeignPath({ head, steps }: Extract<Expr, { kind: 'path' }>): boolean {
  if (head.kind !== 'variable' || head.explicit || head.name === 'execution' || head.name === 'System') return false;
  const [first] = steps;
  if (first?.kind === 'invoke') return head.name !== 'now';
  return !isStaticName(head.name) && steps.some((step) => step.kind === 'call' && !isBuiltIn(step.name));
}

function isBuiltIn(name: string): boolean {
  return BUILT_IN.some((table) => table.has(lowerFirst(name))) || isMutating(name);
}

function childrenOf(expr: Expr): readonly Expr[] {
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
    case 'path':
      return [expr.head, ...expr.steps.flatMap(operandsOf)];
    case 'list':
      return [...expr.items, ...(expr.from === undefined ? [] : [expr.from])];
    case 'map':
      return [...expr.pairs.flatMap(({ key, value }) => [key, value]), ...(expr.from === undefined ? [] : [expr.from])];
  }
}

function operandsOf(step: PathSegment): readonly Expr[] {
  if (step.kind === 'member') return [];
  return step.kind === 'index' ? [step.key] : step.args;
}
