import { type Failure, textFailed, wrongResult } from '../failures.ts';
import type { ElementModel, ExpressionModel, FlowModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';
import { evaluateText } from './evaluate-text.ts';

/** Flowable's switches, and those of Activiti before it; the first that is true or false counts. */
const SWITCHES = ['_ACTIVITI_SKIP_EXPRESSION_ENABLED', '_FLOWABLE_SKIP_EXPRESSION_ENABLED'];

/**
 * Whether an entry leaves without doing its work (docs/contributing/spec/elements.md#skip-expression); undefined: it works. Of a loop each iteration is asked for itself.
 */
export function skipOf(
  run: Run,
  element: ElementModel & { readonly skip?: ExpressionModel },
  { loop, variableScope }: EntryState,
): 'skipped' | Failure | undefined {
  if (element.skip === undefined || loop !== null || !isSwitchedOn(run, variableScope)) return undefined;
  const verdict = verdictOf(run, element.skip, element.id, variableScope);
  return verdict === true ? 'skipped' : verdict === false ? undefined : verdict;
}

/**
 * What the skip expression of a flow says, recorded as its condition is: taken without asking its condition, or not taken. Undefined: its condition
 * decides.
 * @param isOnly nothing else leads on: it is taken without asking either
 */
export function skipOfFlow(
  run: Run,
  flow: FlowModel,
  entry: EntryState,
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
