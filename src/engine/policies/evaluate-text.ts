import type { Evaluation } from '../evaluator.ts';
import type { Failure } from '../failures.ts';
import type { ExpressionModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import { noVariables, type Variables } from '../values.ts';
import { setVariables, writeVariables } from './variable-scope.ts';
import { checkSetSize, checkWriteSize } from './variable-size.ts';

/**
 * Evaluates a text of an element. What it stored through `execution` is written at once: the one effect a text may have. Only conditions of
 * events have none: they would ask for themselves again (docs/contributing/spec/variables.md#set-variable).
 * @param variableScope null: nothing but the overlay can be read, and nothing is stored
 * @param overlay values read before the variables
 */
export function evaluateText(
  run: Run,
  expression: ExpressionModel,
  element: string,
  variableScope: VariableScopeOrdinal | null,
  overlay?: Variables,
): Evaluation {
  const result = run.texts.evaluate(expression, element, variableScope, overlay);
  if (!result.ok || variableScope === null) return result;
  const tooLarge = storeResults(run, variableScope, result.writes, result.sets);
  return tooLarge === undefined ? result : { ok: false, code: tooLarge.code, reason: tooLarge.message, cause: tooLarge.cause };
}

/**
 * Writes what a script or text assigned and what it set elsewhere; too much is a failure, and then nothing is written
 * (docs/contributing/spec/variables.md#writing-variables).
 */
export function storeResults(
  run: Run,
  variableScope: VariableScopeOrdinal,
  writes: Variables = noVariables(),
  sets: Variables = noVariables(),
): Failure | undefined {
  const tooLarge = checkWriteSize(run, variableScope, writes) ?? checkSetSize(run, variableScope, sets);
  if (tooLarge !== undefined) return tooLarge;
  // In this order: where both name a variable, the evaluator has made the later one an assignment.
  setVariables(run, variableScope, sets);
  writeVariables(run, variableScope, writes);
  return undefined;
}
