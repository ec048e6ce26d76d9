import type { Failure } from '../failures.ts';
import type { ActivityElement, ElementModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Step } from '../running/agenda.ts';
import type { ActivationExtra, Run } from '../running/run.ts';
import { type ActivityInstance, activityInstanceIn, openScope } from '../state.ts';
import { openInputs } from './activation.ts';
import { beginWork } from './begin-work.ts';
import { leave } from './leave.ts';
import { hasListenerJobs } from './listeners.ts';
import { joinVariableScopes } from './variable-scope.ts';

/** True if the token arrives at a join. A gateway with one incoming flow never waits (docs/contributing/spec/gateways.md#single-incoming-flow). */
export function isJoin(element: ElementModel, step: Step): boolean {
  return element.incoming.length > 1 && step.flow !== null;
}

/** A modification cannot enter an element with several incoming flows, because its tokens need one. */
export function needsFlow({ incoming }: ElementModel): 'isJoin' | undefined {
  return incoming.length > 1 ? 'isJoin' : undefined;
}

/** Adds a token to the waiting join of its scope, or activates one (docs/contributing/spec/gateways.md#join-state). */
export function arriveAtJoin(run: Run, element: ElementModel, step: Step): ActivityInstance {
  run.ownSignals.handleAll();
  const waiting = openScope(run.state, step.scope).joins.get(element.id);
  if (waiting === undefined) return run.activate(element, step, { isJoin: true });
  const { flow, variableScope } = step;
  run.emit({ type: 'TokenArrived', entry: waiting, element: element.id, flow: flow as string, variableScope });
  return activityInstanceIn(run.state, waiting);
}

/** Consumes the oldest token of each flow that has one, merges their variables and leaves. Remaining tokens arrive again. */
export function fireJoin(run: Run, element: ElementModel, join: ActivityInstance): void {
  const { scope } = join;
  const consumed: VariableScopeOrdinal[] = [];
  const leftOver: Step[] = [];
  for (const [flow, tokens] of join.held ?? []) {
    tokens.forEach((variableScope, position) => {
      if (position === 0) consumed.push(variableScope);
      else leftOver.push({ element: element.id, flow, scope, variableScope });
    });
  }
  const joined = joinVariableScopes(run, consumed);
  // queued steps keep their variable scopes open until the join leaves, and are discarded with the scope if it fails
  for (const step of leftOver) run.agenda.add(step);
  if (hasListenerJobs(element)) beginJoined(run, element, join, joined);
  else leave(run, element, join, { variableScope: joined });
  if (run.pending.has('findCatcher')) return;
  for (const step of leftOver) {
    run.agenda.remove(step);
    arriveAtJoin(run, element, step);
  }
}

/** Runs listener jobs. Later tokens activate a new join. */
function beginJoined(run: Run, element: ElementModel, join: ActivityInstance, joined: VariableScopeOrdinal): void {
  const inputs = openInputs(run, element, joined);
  const variableScope = typeof inputs === 'object' ? joined : inputs;
  run.emit({ type: 'TokensGathered', entry: join.ordinal, variableScope });
  if (typeof inputs === 'object') run.fail(join, joined, inputs);
  else beginWork(run, element, join);
}

/**
 * Collects tokens of a start quantity (docs/contributing/spec/execution.md#start-quantity).
 * @param extra members of the activation event
 * @returns the activity instance with merged variables and mapped inputs; `failure`: the mapping failed. Undefined if tokens are missing
 */
export function gather(
  run: Run,
  element: ActivityElement,
  step: Step,
  needed: number,
  extra: ActivationExtra,
): { entry: ActivityInstance; failure?: Failure } | undefined {
  run.ownSignals.handleAll();
  const flow = step.flow ?? '';
  const waiting = openScope(run.state, step.scope).joins.get(element.id);
  if (waiting === undefined) {
    run.activate(element, { ...step, flow }, { ...extra, isJoin: true });
    return undefined;
  }
  run.emit({ type: 'TokenArrived', entry: waiting, element: element.id, flow, variableScope: step.variableScope });
  const entry = activityInstanceIn(run.state, waiting);
  const tokens = [...(entry.held?.values() ?? [])].flat();
  if (tokens.length < needed) return undefined;
  const joined = joinVariableScopes(run, tokens);
  // those of a loop apply to its iterations
  const inputs = extra.loop === undefined ? openInputs(run, element, joined) : joined;
  const failure = typeof inputs === 'object' ? { failure: inputs } : {};
  run.emit({ type: 'TokensGathered', entry: waiting, variableScope: typeof inputs === 'object' ? joined : inputs });
  return { entry, ...failure };
}
