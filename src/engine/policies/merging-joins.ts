import { type Failure, textFailed, wrongResult } from '../failures.ts';
import { type ComplexGatewayModel, elementOf } from '../model.ts';
import type { ActivityInstanceOrdinal, ScopeOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { Step } from '../running/agenda.ts';
import { lateToken } from '../running/cancellations.ts';
import type { LiveToken } from '../running/join-watch.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, activityInstanceIn, openScope } from '../state.ts';
import { evaluateText } from './evaluate-text.ts';
import { arriveAtJoin, fireJoin } from './join.ts';
import { endToken } from './leave.ts';
import { reachOf } from './reachability.ts';
import { joinVariableScopes } from './variable-scope.ts';

/** Handles several incoming flows (docs/contributing/spec/gateways.md#complex-join). */
export function arriveAtComplex(run: Run, element: ComplexGatewayModel, step: Step): void {
  const fired = openScope(run.state, step.scope).fired.get(element.id);
  const flow = step.flow as string;
  if (fired !== undefined && !fired.delivered.has(flow)) {
    discard(run, element, step);
    return;
  }
  const join = arriveAtJoin(run, element, step);
  if (fired === undefined) tryFire(run, element, join, step.variableScope);
}

/** Cancels a token that arrives after the gateway has fired. */
function discard(run: Run, element: ComplexGatewayModel, step: Step): void {
  const { scope, variableScope } = step;
  run.emit({ type: 'LateTokenArrived', scope, element: element.id, flow: step.flow as string });
  const entry = run.activate(element, step);
  run.cancel(entry, lateToken);
  endToken(run, scope, variableScope);
}

function tryFire(run: Run, element: ComplexGatewayModel, join: ActivityInstance, arriving: VariableScopeOrdinal): void {
  const held = join.held ?? new Map<string, VariableScopeOrdinal[]>();
  const isOn =
    element.activationCondition === undefined ? held.size === element.incoming.length : isActivated(run, element, held, arriving);
  if (typeof isOn === 'object') {
    if (run.leaveAsIncident(join, isOn, { kind: 'join' })) return;
    run.fail(join, joinVariableScopes(run, [...held.values()].flat()), isOn);
    return;
  }
  if (!isOn) return;
  if (element.activationCondition !== undefined) {
    run.emit({ type: 'JoinFired', scope: join.scope, element: element.id, delivered: [...held.keys()] });
  }
  fireJoin(run, element, join);
}

/** Evaluates with the variables of the arriving token and the number of waiting tokens. Fails if not boolean. */
function isActivated(
  run: Run,
  element: ComplexGatewayModel,
  held: ReadonlyMap<string, readonly VariableScopeOrdinal[]>,
  arriving: VariableScopeOrdinal,
): boolean | Failure {
  const condition = element.activationCondition;
  if (condition === undefined) return false;
  const count = [...held.values()].reduce((sum, tokens) => sum + tokens.length, 0);
  const result = evaluateText(run, condition, element.id, arriving, { activationCount: count, _nroftoken: count });
  if (!result.ok) return textFailed(result);
  if (typeof result.value === 'boolean') return result.value;
  return wrongResult(condition, 'true or false', result.value);
}

/**
 * Resets a gateway if every flow has delivered, or no token can reach the missing ones. Returns true if one was reset
 * (docs/contributing/spec/gateways.md#complex-join-reset).
 */
export function resetComplexJoins(run: Run): boolean {
  // oldest first: a restored state has another order
  for (const fired of [...run.state.firedIn].sort((a, b) => a - b)) {
    const scope = openScope(run.state, fired);
    for (const [id, { delivered }] of scope.fired) {
      const element = elementOf(run.model, id) as ComplexGatewayModel;
      const isOver = element.incoming.every((flow) => delivered.has(flow)) || !isAwaited(run, scope.ordinal, element, delivered);
      if (!isOver) continue;
      run.emit({ type: 'JoinReset', scope: scope.ordinal, element: id });
      const waiting = scope.joins.get(id);
      if (waiting !== undefined) retryJoin(run, element, activityInstanceIn(run.state, waiting));
      return true;
    }
  }
  return false;
}

/** Checks waiting tokens after a reset or an incident. */
export function retryJoin(run: Run, element: ComplexGatewayModel, join: ActivityInstance): void {
  const latest = [...(join.held?.values() ?? [])].flat().at(-1);
  if (latest !== undefined) tryFire(run, element, join, latest);
}

function isAwaited(run: Run, scope: ScopeOrdinal, element: ComplexGatewayModel, delivered: ReadonlySet<string>): boolean {
  const reach = reachOf(run, element);
  const missing = reach.setWith(element.incoming.filter((flow) => !delivered.has(flow)));
  const comes = (from: string) => reach.from(from).meets(missing);
  for (const step of run.agenda.stepsInto(scope)) {
    const isAtJoin = step.element === element.id;
    if (isAtJoin ? !delivered.has(step.flow as string) : comes(step.element)) return true;
  }
  for (const ordinal of openScope(run.state, scope).entries) {
    const entry = activityInstanceIn(run.state, ordinal);
    if (entry.element !== element.id && comes(entry.element)) return true;
  }
  return false;
}

/** Fires the oldest one that no further token can reach. Returns true if one fired (docs/contributing/spec/gateways.md#inclusive-join). */
export function fireEnabledInclusiveJoin(run: Run): boolean {
  for (const ordinal of run.joins.dueOf(run.state)) {
    const join = run.state.inclusiveJoins.has(ordinal) ? activityInstanceIn(run.state, ordinal) : undefined;
    const token = join === undefined ? undefined : awaitedToken(run, join);
    run.joins.noteChecked(ordinal, token);
    if (join === undefined || token !== undefined) continue;
    fireJoin(run, elementOf(run.model, join.element), join);
    return true;
  }
  return false;
}

/**
 * Fires, when no step is left, the oldest inclusive join of a scope in which only joins wait. Returns true if one fired
 * (docs/contributing/spec/execution.md#mutual-wait).
 */
export function breakMutualWait(run: Run): boolean {
  if (!run.agenda.isEmpty) return false;
  for (const ordinal of run.state.inclusiveJoins) {
    const join = activityInstanceIn(run.state, ordinal);
    const { entries, joins } = openScope(run.state, join.scope);
    // at most one waiting join per element
    if (joins.size < entries.size) continue;
    fireJoin(run, elementOf(run.model, join.element), join);
    return true;
  }
  return false;
}

/** Larger sets are compared with the set of all flows that have a token, at the cost of its size. */
const FEW_FLOWS = 4;

/**
 * Token for which the join must wait: it can reach a flow of the join without token, and none with one. Undefined: the join can fire. One token is
 * enough; its end causes the next check.
 */
function awaitedToken(run: Run, join: ActivityInstance): LiveToken | undefined {
  const element = elementOf(run.model, join.element);
  const held = join.held ?? new Map<string, unknown>();
  if (held.size === element.incoming.length) return undefined;
  const reach = reachOf(run, element);
  const heldFlows = () => run.joins.heldFlows(join.ordinal, () => reach.setWith(held.keys()));
  const comes = (from: string) => {
    const flows = reach.from(from);
    if (flows.size > FEW_FLOWS) return !flows.meets(heldFlows());
    for (const flow of flows) if (held.has(flow)) return false;
    return flows.size > 0;
  };
  const { entries } = openScope(run.state, join.scope);
  const isAwaited = (entry: ActivityInstanceOrdinal) =>
    entry !== join.ordinal && comes(activityInstanceIn(run.state, entry).element);
  const { newest, latest } = run.joins;
  for (const likely of [newest, latest]) if (likely !== null && entries.has(likely) && isAwaited(likely)) return likely;
  for (const step of run.agenda.stepsInto(join.scope)) {
    const isAtJoin = step.element === element.id;
    if (isAtJoin ? !held.has(step.flow as string) : comes(step.element)) return step;
  }
  for (const entry of entries) if (isAwaited(entry)) return entry;
  return undefined;
}
