import type { Trigger } from '../causes.ts';
import type { Failure } from '../failures.ts';
import { extOutputsOf } from '../model/model-shape.ts';
import { type BoundaryEventModel, type ElementModel, elementOf, isSubscribing } from '../model.ts';
import { type Cancellation, interruptedByBoundary, scopeEnded } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, openScope } from '../state.ts';
import type { Variables } from '../values.ts';
import { beginWork } from './begin-work.ts';
import { cancelActivityInstance } from './cancellation.ts';
import { leave } from './leave.ts';
import { endRace, endRaceOfLeft } from './race.ts';
import { enclosingScope, storeResult } from './result.ts';
import { subscribe } from './subscriptions.ts';
import { openBranch } from './variable-scope.ts';

/** Events in document order. */
export function boundariesOf(run: Run, element: ElementModel): BoundaryEventModel[] {
  return element.boundaries.map((id) => elementOf(run.model, id) as BoundaryEventModel);
}

/**
 * Subscribes all in document order (docs/contributing/spec/execution.md#arming-boundaries).
 * @param onlyConditions the element ends within its step, so only a condition could fire
 */
export function subscribeBoundaries(
  run: Run,
  element: ElementModel,
  host: ActivityInstance,
  onlyConditions: boolean,
): Failure | undefined {
  for (const boundary of boundariesOf(run, element)) {
    const failure = subscribeBoundary(run, boundary, host, onlyConditions);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** @param onlyConditions skips other definitions @param again it has fired before */
export function subscribeBoundary(
  run: Run,
  boundary: BoundaryEventModel,
  host: ActivityInstance,
  onlyConditions = false,
  again = false,
): Failure | undefined {
  for (const [definition, trigger] of boundary.triggers.entries()) {
    if (!isSubscribing(trigger) || (onlyConditions && trigger.kind !== 'conditional')) continue;
    const owner = { owner: 'boundary', entry: host.ordinal, scope: host.scope, element: boundary.id, definition } as const;
    const failure = subscribe(run, owner, trigger, host.variableScope, again);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** `interrupting`: overrides the model. `why`: reason for the cancellation. */
interface Firing {
  readonly trigger: Trigger;
  readonly interrupting?: boolean;
  readonly why?: Cancellation;
}

/** docs/contributing/spec/execution.md#interrupting-boundary */
export function fireBoundary(
  run: Run,
  boundary: BoundaryEventModel,
  host: ActivityInstance,
  payload: Variables,
  { trigger, interrupting = boundary.interrupting, why = interruptedByBoundary(boundary.id) }: Firing,
): void {
  // variables of a compensation handler end with it, so the path uses the scope
  const outside = host.compensates === null ? enclosingScope(run, host) : openScope(run.state, host.scope).variableScope;
  const variableScope = interrupting ? outside : openBranch(run, outside);
  const entry = run.activate(boundary, { flow: null, scope: host.scope, variableScope }, { trigger });
  if (interrupting) {
    cancelActivityInstance(run, host, why, scopeEnded);
    endRace(run, { race: host.race, scope: host.scope, variableScope });
  }
  beginWith(run, boundary, entry, payload);
}

/** Maps the payload first. */
export function leaveWith(run: Run, event: ElementModel, entry: ActivityInstance, payload: Variables): void {
  const failure = storeResult(run, entry, payload, extOutputsOf(event));
  if (failure === undefined) leave(run, event, entry);
  else {
    run.fail(entry, entry.variableScope, failure, { kind: 'occur', payload });
    endRaceOfLeft(run, entry);
  }
}

/** The event is activated when it occurs: its start listeners have not run yet. */
export function beginWith(run: Run, event: ElementModel, entry: ActivityInstance, payload: Variables): void {
  const failure = storeResult(run, entry, payload, extOutputsOf(event));
  if (failure === undefined) beginWork(run, event, entry);
  else run.fail(entry, entry.variableScope, failure, { kind: 'occur', payload, begins: true });
}
