import { type Failure, textFailed, wrongResult } from '../failures.ts';
import type { ElementModel, ExpressionModel, FlowModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import type { ActivityInstance } from '../state.ts';
import { evaluateText } from './evaluate-text.ts';

/** Variables of Flowable, and before it of Activiti, that switch skipping on. The first boolean one counts. */
const SWITCHES = ['_ACTIVITI_SKIP_EXPRESSION_ENABLED', '_FLOWABLE_SKIP_EXPRESSION_ENABLED'];

/**
 * Evaluates the skip expression of an activity (docs/contributing/spec/elements.md#skip-expression). Returns undefined if the activity must do its
 * work: the expression is absent or false, skipping is off, or the activity is a loop, whose iterations evaluate it.
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
 * Evaluates and records the skip expression of a flow.
 * @returns true: take the flow, do not evaluate its condition; false: do not take the flow; undefined: the condition decides, because there is no skip
 * expression or skipping is off
 * @param isOnly true if the element has no other flow: the flow is taken without evaluation
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
