import type { Failure } from '../failures.ts';
import type { ExpressionModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import type { Evaluation } from '../values/evaluation.ts';
import { scopeIn } from '../values/variable-scopes.ts';
import { noVariables, type Variables } from '../values.ts';
import { checkSetSize, checkWriteSize, setVariables, writeLocally, writeVariables } from './variable-scope.ts';

/**
 * Writes also variables set through `execution`; fails if they are too large. Conditions of events use {@link isTrueNow} without this effect: a write
 * would trigger their evaluation again (docs/contributing/spec/variables.md#set-variable).
 * @param variableScope null: reads only the overlay, writes nothing
 * @param overlay hides variables
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
  const tooLarge = storeResults(run, variableScope, result);
  return tooLarge === undefined ? result : { ok: false, code: tooLarge.code, reason: tooLarge.message, cause: tooLarge.cause };
}

/** Writes assigned variables, and those set through `execution`. If too large, writes nothing (docs/contributing/spec/variables.md#writing-variables). */
export function storeResults(
  run: Run,
  variableScope: VariableScopeOrdinal,
  { writes = noVariables(), sets = noVariables(), localNames = [] }: Pick<Evaluation, 'writes' | 'sets' | 'localNames'>,
): Failure | undefined {
  const tooLarge = checkWriteSize(run, variableScope, writes) ?? checkSetSize(run, variableScope, sets);
  if (tooLarge !== undefined) return tooLarge;
  // in this order: the evaluator has put the later value of a name into the assignments
  setVariables(run, variableScope, sets);
  // an activity of Flowable has its own scope: its local names are not those of the process
  const isShared = scopeIn(run.state.variables, variableScope).parent === null && run.model.platform !== 'Flowable';
  if (localNames.length === 0 || isShared || run.model.followsPlatform !== true) {
    writeVariables(run, variableScope, writes);
    return undefined;
  }
  const [local, others] = [noVariables(), noVariables()];
  for (const [name, value] of Object.entries(writes)) (localNames.includes(name) ? local : others)[name] = value;
  writeVariables(run, variableScope, others);
  writeLocally(run, variableScope, local);
  return undefined;
}
