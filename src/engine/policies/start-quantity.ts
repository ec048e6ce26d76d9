import type { Step } from '../agenda.ts';
import type { Failure } from '../failures.ts';
import type { ActivityElement } from '../model.ts';
import type { ActivationExtra, Run } from '../run.ts';
import { type EntryState, entryIn, openScope } from '../state.ts';
import { openInputs } from './activation.ts';
import { joinVariableScopes } from './variable-scope.ts';

/**
 * Collects the tokens of an activity with a start quantity (docs/contributing/spec/execution.md#start-quantity).
 * @param extra activation fields
 * @returns the activity instance once all tokens have arrived, with merged variables and mapped inputs, or a failure; undefined
 * while it waits
 */
export function gather(
  run: Run,
  element: ActivityElement,
  step: Step,
  needed: number,
  extra: ActivationExtra,
): { entry: EntryState; failure?: Failure } | undefined {
  run.ownSignals.handleAll();
  const flow = step.flow ?? '';
  const waiting = openScope(run.state, step.scope).joins.get(element.id);
  if (waiting === undefined) {
    run.activate(element, { ...step, flow }, { ...extra, isJoin: true });
    return undefined;
  }
  run.emit({ type: 'TokenArrived', entry: waiting, element: element.id, flow, variableScope: step.variableScope });
  const entry = entryIn(run.state, waiting);
  const tokens = [...(entry.held?.values() ?? [])].flat();
  if (tokens.length < needed) return undefined;
  const joined = joinVariableScopes(run, tokens);
  // mappings of a loop apply to its iterations
  const inputs = extra.loop === undefined ? openInputs(run, element, joined) : joined;
  const failure = typeof inputs === 'object' ? { failure: inputs } : {};
  run.emit({ type: 'TokensGathered', entry: waiting, variableScope: typeof inputs === 'object' ? joined : inputs });
  return { entry, ...failure };
}
