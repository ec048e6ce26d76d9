import { elementOf } from '../model.ts';
import type { ActivityInstanceOrdinal, CompensationItemOrdinal, ScopeOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { Step } from '../running/agenda.ts';
import { CANCELLED_BY_PARENT, type Cancellation } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, activityInstanceIn, type CompensationRun, compensationRunsOf, openScope } from '../state.ts';
import { scopeIn, type VariableScopeState } from '../values/variable-scopes.ts';
import { runInterruptedListeners } from './listeners.ts';
import { unsubscribeActivityInstance, unsubscribeScope } from './subscriptions.ts';
import { closeLocal, releaseVariableScope } from './variable-scope.ts';

/** Cancels newest first, but not `host` (docs/contributing/spec/execution.md#cancelling-a-host). */
export function cancelInside(run: Run, host: ActivityInstance, why: Cancellation): void {
  const bodies = [...(run.state.bodies.get(host.ordinal) ?? [])];
  for (const entry of bodies.flatMap((body) => activityInstancesWithin(run, body)).sort(newestFirst)) cancelOne(run, entry, why);
  for (const body of bodies.reverse()) closeBody(run, body);
}

/**
 * Cancels everything inside first. Variables are merged outward (docs/contributing/spec/variables.md#merging-variables).
 * @param inside reason for everything inside
 */
export function cancelActivityInstance(run: Run, entry: ActivityInstance, why: Cancellation, inside = why): void {
  cancelInside(run, entry, inside);
  cancelOne(run, entry, why);
}

/** Cancels everything inside, compensation runs and the called instance (docs/contributing/spec/loops-and-compensation.md#aborted-walk). */
export function cancelBegun(run: Run, entry: ActivityInstance, why: Cancellation): void {
  cancelInside(run, entry, why);
  endCompensationRunsOf(run, entry.ordinal, why);
  requestChildCancel(run, entry);
}

/** Sends no cancel request: the called instance has ended (docs/contributing/spec/calls.md#end-of-a-call). */
export function cancelCall(run: Run, entry: ActivityInstance, why: Cancellation): void {
  cancelOne(run, entry, why, false);
}

/** Cancels newest first, each with everything inside, and discards queued steps. The scope stays open. */
export function cancelOtherTokens(run: Run, scope: ScopeOrdinal, keep: ActivityInstanceOrdinal | null, why: Cancellation): void {
  dropSteps(run, scope);
  const ordinals = [...openScope(run.state, scope).entries].sort((a, b) => b - a);
  for (const ordinal of ordinals) if (ordinal !== keep) cancelActivityInstance(run, activityInstanceIn(run.state, ordinal), why);
}

/** Closes a scope without activity instances: cancels subscriptions of event sub-processes, discards queued steps, merges variables outward. */
export function closeBody(run: Run, body: ScopeOrdinal): void {
  unsubscribeScope(run, body);
  dropSteps(run, body);
  const { host, variableScope, parent, restores } = openScope(run.state, body);
  const hostVariables = activityInstanceIn(run.state, host as ActivityInstanceOrdinal).variableScope;
  run.emit({ type: 'ScopeClosed', scope: body });
  // the scope of a loop has no variables: iterations are below those of the loop
  if (variableScope === hostVariables) return;
  closeBelow(run, variableScope);
  if (restores === null) run.emit({ type: 'VariableScopeClosed', variableScope, into: hostVariables });
  else closeRestored(run, variableScope, openScope(run.state, parent as ScopeOrdinal).variableScope);
}

/** Closes scopes left by ended tokens, innermost first, for example of an event whose throw ended its scope. */
function closeBelow(run: Run, variableScope: VariableScopeOrdinal): void {
  if (run.usesOf(variableScope) === 0) return;
  const below = [...run.state.variables.values()].filter(
    (scope) => scope.ordinal > variableScope && isBelow(run, scope, variableScope),
  );
  for (const { ordinal, parent, kind } of below.sort((a, b) => b.ordinal - a.ordinal)) {
    run.emit({ type: 'VariableScopeClosed', variableScope: ordinal, into: kind === 'iteration' ? null : parent });
  }
}

function isBelow(run: Run, scope: VariableScopeState, ancestor: VariableScopeOrdinal): boolean {
  let at = scope.parent;
  while (at !== null && at > ancestor) at = scopeIn(run.state.variables, at).parent;
  return at === ancestor;
}

/** Merges written values outward, discards seeds (docs/contributing/spec/loops-and-compensation.md#handler-variables). */
export function closeRestored(run: Run, variableScope: VariableScopeOrdinal, into: VariableScopeOrdinal): void {
  const seeds = scopeIn(run.state.variables, variableScope).parent;
  run.emit({ type: 'VariableScopeClosed', variableScope, into });
  if (seeds !== null && seeds !== into) run.emit({ type: 'VariableScopeClosed', variableScope: seeds, into: null });
}

/** Ends its subscriptions, compensation runs and called instance too. */
function cancelOne(run: Run, entry: ActivityInstance, why: Cancellation, hasChild = true): void {
  // queued before a pause: its variables must not outlive the enclosing ones
  const queued = run.agenda.stepOf(entry.ordinal);
  if (queued !== undefined) run.agenda.remove(queued);
  for (const body of [...(run.state.bodies.get(entry.ordinal) ?? [])].reverse()) closeBody(run, body);
  unsubscribeActivityInstance(run, entry.ordinal);
  endCompensationRunsOf(run, entry.ordinal, why);
  if (queued === undefined) runInterruptedListeners(run, elementOf(run.model, entry.element), entry.variableScope, entry);
  if (hasChild) requestChildCancel(run, entry);
  run.cancel(entry, why);
  releaseHeld(run, entry);
}

/** docs/contributing/spec/calls.md#cancelled-call */
export function requestChildCancel(run: Run, { ordinal, element, childInstanceId }: ActivityInstance): void {
  if (childInstanceId === null) return;
  run.emit({ type: 'ChildCancelRequested', entry: ordinal, element, childInstanceId, reason: CANCELLED_BY_PARENT });
}

/** Cancels active and queued handlers in any scope. */
export function endCompensationRunsOf(run: Run, thrower: ActivityInstanceOrdinal, why: Cancellation): void {
  for (const compensation of compensationRunsOf(run.state, thrower)) {
    endCompensationRun(run, compensation);
    for (const step of run.agenda.handlersOf(compensation.items)) dropStep(run, step);
    for (const entry of activeHandlers(run, compensation)) cancelActivityInstance(run, entry, why);
    keepLogged(run, compensation);
  }
}

/** newest first */
function activeHandlers({ state }: Run, { items }: CompensationRun): ActivityInstance[] {
  const handlers = [...items].map((item) => state.handlers.get(item)).filter((entry) => entry !== undefined);
  return handlers.map((entry) => activityInstanceIn(state, entry)).sort(newestFirst);
}

/** Ends it early. Items compensated in this step are done; for cancelled ones see {@link keepLogged}. */
export function endCompensationRun(run: Run, compensation: CompensationRun): void {
  const { ordinal, thrower, element } = compensation;
  for (const item of [...compensation.items]) {
    if (run.pending.get('advanceWalk', item)?.outcome !== 'compensated') continue;
    run.pending.remove('advanceWalk', item);
    run.emit({ type: 'CompensationItemDone', walk: ordinal, item });
  }
  run.emit({ type: 'CompensationEnded', walk: ordinal, thrower, element });
}

/** Keeps the remaining items in the log: a run that starts in the same step can compensate them. */
export function keepLogged(run: Run, { items }: CompensationRun): void {
  for (const item of items) {
    run.pending.remove('advanceWalk', item);
    run.pending.remove('beginItem', item);
  }
}

/** Discards values of a cancelled iteration. */
function releaseHeld(run: Run, entry: ActivityInstance): void {
  if (entry.held !== null) {
    for (const tokens of entry.held.values()) for (const variableScope of tokens) releaseVariableScope(run, variableScope);
    return;
  }
  if (entry.compensates !== null) {
    closeHandler(run, entry.compensates, entry, 'cancelled');
    return;
  }
  const iteration = entry.index === null ? undefined : iterationScope(run, entry.variableScope);
  releaseVariableScope(run, entry.variableScope);
  if (iteration !== undefined) dropIteration(run, entry, iteration);
}

/** Variables of a standard loop are already in the scope of the loop. */
function dropIteration(run: Run, entry: ActivityInstance, iteration: VariableScopeOrdinal): void {
  const { parent } = scopeIn(run.state.variables, iteration);
  const wrapper = run.state.entries.get(openScope(run.state, entry.scope).host ?? 0);
  run.emit({
    type: 'VariableScopeClosed',
    variableScope: iteration,
    into: wrapper?.loop?.kind === 'standardLoop' ? parent : null,
  });
}

/**
 * Merges variables before the next handler starts.
 * @param outcome whether the item counts as compensated if its run ends before the next step
 * @returns the enclosing variable scope
 */
export function closeHandler(
  run: Run,
  item: CompensationItemOrdinal,
  { scope, variableScope }: Pick<ActivityInstance, 'scope' | 'variableScope'>,
  outcome: 'compensated' | 'cancelled',
): VariableScopeOrdinal {
  const handler = closeLocal(run, variableScope);
  const outside = openScope(run.state, scope).variableScope;
  closeRestored(run, handler, outside);
  run.pending.add({ kind: 'advanceWalk', item, outcome });
  return outside;
}

/** Scope of a multi-instance iteration, or the parent of its mapped inputs. Undefined in a standard loop. */
function iterationScope(run: Run, variableScope: VariableScopeOrdinal): VariableScopeOrdinal | undefined {
  const own = scopeIn(run.state.variables, variableScope);
  const scope = own.kind === 'local' && own.parent !== null ? scopeIn(run.state.variables, own.parent) : own;
  return scope.kind === 'iteration' ? scope.ordinal : undefined;
}

/** Discards their tokens too. */
function dropSteps(run: Run, scope: ScopeOrdinal): void {
  for (const step of [...run.agenda.stepsInto(scope)]) dropStep(run, step);
}

function dropStep(run: Run, step: Step): void {
  run.agenda.remove(step);
  if (step.compensates === undefined) releaseVariableScope(run, step.variableScope);
  else closeHandler(run, step.compensates, step, 'cancelled');
}

/** Includes scopes inside; newest first. */
export function activityInstancesWithin(run: Run, scope: ScopeOrdinal): ActivityInstance[] {
  const found: ActivityInstance[] = [];
  const pending = [scope];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const ordinal of openScope(run.state, at).entries) {
      found.push(activityInstanceIn(run.state, ordinal));
      pending.push(...(run.state.bodies.get(ordinal) ?? []));
    }
  }
  return found.sort(newestFirst);
}

function newestFirst(a: ActivityInstance, b: ActivityInstance): number {
  return b.ordinal - a.ordinal;
}
