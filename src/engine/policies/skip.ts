import { type Failure, textFailed, wrongResult } from '../failures.ts';
import type { ElementModel, ExpressionModel, FlowModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import type { ActivityInstance } from '../state.ts';
import { evaluateText } from './evaluate-text.ts';

/** Variables of Flowable and Activiti that switch skipping on. The first boolean one counts. */
const SWITCHES = ['_ACTIVITI_SKIP_EXPRESSION_ENABLED', '_FLOWABLE_SKIP_EXPRESSION_ENABLED'];

/**
 * Undefined: do the work, because the expression is absent or false, skipping is off, or the iterations of this loop evaluate it
 * (docs/contributing/spec/elements.md#skip-expression).
 */
export function skipOf(
  run: Run,
  element: ElementModel & { readonly skip?: ExpressionModel },
  { loop, variableScope }: ActivityInstance,
): 'skipped' | Failure | undefined {
  if (element.skip === undefined || loop !== null || !isSwitchedOn(run, variableScope)) return undefined;
  const verdict = verdictOf(run, element.skip, element.id, variableScope);
  return verdict === true ? 'skipped' : verdict === false ? undefined : verdict;
}

/**
 * Records the result.
 * @returns true: take the flow without its condition; false: do not take it; undefined: no skip expression, or skipping is off
 * @param isOnly the only flow is taken without evaluation
 */
export function skipOfFlow(
  run: Run,
  flow: FlowModel,
  entry: ActivityInstance,
  variableScope: VariableScopeOrdinal,
  isOnly: boolean,
): boolean | Failure | undefined {
  const { id, source, target, skip } = flow;
  if (skip === undefined || !isSwitchedOn(run, variableScope)) return undefined;
  if (isOnly) return true;
  const result = verdictOf(run, skip, entry.element, variableScope);
  if (typeof result !== 'boolean') return result;
  run.emit({ type: 'ConditionEvaluated', entry: entry.ordinal, flow: id, condition: skip.text, source, target, result });
  return result;
}

function isSwitchedOn(run: Run, variableScope: VariableScopeOrdinal): boolean {
  const variables = run.texts.readerOf(variableScope);
  return SWITCHES.map((name) => variables.get(name)).find((value) => typeof value === 'boolean') === true;
}

function verdictOf(run: Run, skip: ExpressionModel, element: string, variableScope: VariableScopeOrdinal): boolean | Failure {
  const result = evaluateText(run, skip, element, variableScope);
  if (!result.ok) return textFailed(result);
  return typeof result.value === 'boolean' ? result.value : wrongResult(skip, 'true or false', result.value);
}
