import type { ExpressionModel } from '../engine/model.ts';
import { isBuiltInMethod } from './lenient/built-in-methods.ts';
import { operandsOf } from './lenient/children.ts';
import { ENGINE_OBJECTS } from './lenient/execution-object.ts';
import { parseSingleExpression } from './lenient/parse-script.ts';
import { isStaticStep } from './lenient/statics.ts';
import type { Expr } from './lenient/syntax.ts';
import { templateParts } from './lenient/template.ts';
import { SyntaxProblem } from './syntax-problem.ts';

/**
 * True if a text calls a method of an application object (bean): it can never be evaluated by Sluice. Excludes built-in members, engine
 * objects and static names; FEEL has no methods (docs/contributing/spec/elements.md#service-task).
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
  return (expr.kind === 'path' && isForeignPath(expr)) || operandsOf(expr).some(isForeign);
}

function isForeignPath({ head, steps }: Extract<Expr, { kind: 'path' }>): boolean {
  if (head.kind !== 'variable' || head.explicit || ENGINE_OBJECTS.has(head.name) || head.name === 'System') return false;
  const [first] = steps;
  if (first?.kind === 'invoke') return head.name !== 'now';
  return !isStaticStep(head.name, first) && steps.some((step) => step.kind === 'call' && !isBuiltInMethod(step.name));
}
