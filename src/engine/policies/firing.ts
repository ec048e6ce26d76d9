import type { RepeatOf } from '../events/incident-events.ts';
import type { Failure } from '../failures.ts';
import { extOutputsOf, isInterrupting, isParallelMultiple } from '../model/model-shape.ts';
import { type BoundaryEventModel, type EventSubProcessModel, elementOf, type StartEventModel } from '../model.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, activityInstanceIn, isTerminal, type SubscriptionState, subscriptionIn } from '../state.ts';
import type { Variables } from '../values.ts';
import { fireBoundary, leaveWith, subscribeBoundary } from './boundary.ts';
import { propagateRaised } from './error-propagation.ts';
import { fireEventSubProcess, subscribeEventSubProcess } from './open-scope.ts';
import { failOwner } from './owner-failure.ts';
import { storeResult } from './result.ts';
import { close, open } from './subscriptions.ts';

/** Closes the subscription and continues its owner (docs/contributing/spec/events-and-errors.md#where-events-may-stand). */
export function fire(run: Run, subscription: SubscriptionState, payload: Variables): void {
  switch (subscription.owner) {
    case 'catch':
      fireCatch(run, subscription, payload);
      return;
    case 'boundary':
      fireOnBoundary(run, subscription, payload);
      return;
    case 'eventSubProcess':
      fireOnScope(run, subscription, payload);
      return;
  }
}

/** Completes the activity instance at the first definition, or at the last one if parallelMultiple. */
function fireCatch(run: Run, subscription: SubscriptionState, payload: Variables): void {
  const entry = activityInstanceIn(run.state, subscription.entry as number);
  const element = elementOf(run.model, entry.element);
  const outputs = extOutputsOf(element);
  const needsAll = isParallelMultiple(element);
  const isWaitingForMore = needsAll && ownSubscriptions(run, entry, element.id).length > 1;
  // output mappings read all payloads, so these are kept until the last event; without mappings each is stored immediately
  const isKept = needsAll && outputs.length > 0;
  close(run, subscription, true, isKept && isWaitingForMore ? payload : undefined);
  const allPayloads = isKept ? { ...subscription.gathered, ...payload } : payload;
  if (!isWaitingForMore) {
    leaveWith(run, element, entry, allPayloads);
    return;
  }
  const failure = storeResult(run, entry, allPayloads, outputs);
  if (failure !== undefined) run.fail(entry, entry.variableScope, failure, { kind: 'occur', payload: allPayloads });
}

function fireOnBoundary(run: Run, subscription: SubscriptionState, payload: Variables): void {
  const host = activityInstanceIn(run.state, subscription.entry as number);
  const boundary = elementOf(run.model, subscription.element) as BoundaryEventModel;
  const { isDone, again } = occurred(run, subscription, boundary, payload, () => ownSubscriptions(run, host, boundary.id));
  if (!isDone) return;
  const failure = again === 'all' ? subscribeBoundary(run, boundary, host, false, true) : undefined;
  fireBoundary(run, boundary, host, { ...subscription.gathered, ...payload }, { trigger: { kind: subscription.subject.kind } });
  if (failure !== undefined) failSubscription(run, subscription, { of: 'boundary', event: boundary.id }, failure);
}

function fireOnScope(run: Run, subscription: SubscriptionState, payload: Variables): void {
  const start = elementOf(run.model, subscription.element) as StartEventModel;
  const eventSubProcess = elementOf(run.model, start.container) as EventSubProcessModel;
  const { scope } = subscription;
  const { isDone, again } = occurred(run, subscription, start, payload, () => subscriptionsIn(run, scope, start.id));
  if (!isDone) return;
  const failure = again === 'all' ? subscribeEventSubProcess(run, scope, eventSubProcess, true) : undefined;
  fireEventSubProcess(run, scope, eventSubProcess, { ...subscription.gathered, ...payload }, { kind: subscription.subject.kind });
  if (failure !== undefined) failSubscription(run, subscription, { of: 'eventSubProcess', event: eventSubProcess.id }, failure);
}

/** Fails the owner: its path has started, but the next subscription could not be created. */
function failSubscription(
  run: Run,
  subscription: SubscriptionState,
  what: Pick<RepeatOf<'arm'>, 'of' | 'event'>,
  failure: Failure,
): void {
  propagateRaised(run);
  const { scope } = subscription;
  if (!isTerminal(run.state)) failOwner(run, subscription, failure, { kind: 'arm', ...what, scope });
}

/**
 * Closes the subscription, and creates the next one if the event does not interrupt. A condition stays open.
 * @param opened open subscriptions of the event, with this one
 * @returns `isDone` false: other definitions of a parallel multiple event have not occurred. `again`: `all` if each definition needs a new subscription
 */
function occurred(
  run: Run,
  subscription: SubscriptionState,
  event: BoundaryEventModel | StartEventModel,
  payload: Variables,
  opened: () => readonly SubscriptionState[],
): { isDone: boolean; again: 'all' | 'none' } {
  const { subject } = subscription;
  const interrupts = isInterrupting(run.model, event);
  if (isParallelMultiple(event)) {
    const isDone = opened().length === 1;
    close(run, subscription, true, isDone ? undefined : payload);
    return { isDone, again: interrupts ? 'none' : 'all' };
  }
  if (interrupts) {
    close(run, subscription, true);
    return { isDone: true, again: 'none' };
  }
  if (subject.kind === 'conditional') {
    if (!subject.isTrue) run.emit({ type: 'ConditionObserved', subscription: subscription.ordinal, isTrue: true });
    return { isDone: true, again: 'none' };
  }
  close(run, subscription, true);
  if (subject.kind === 'timer') {
    const next = run.context.timers.next(subject.schedule, run.context.now);
    if (next !== undefined) open(run, subscription, { kind: 'timer', schedule: next });
  } else open(run, subscription, subject);
  return { isDone: true, again: 'none' };
}

function ownSubscriptions(run: Run, entry: ActivityInstance, element: string): SubscriptionState[] {
  return [...(run.state.subscriptionsOf.get(entry.ordinal) ?? [])]
    .map((o) => subscriptionIn(run.state, o))
    .filter((s) => s.element === element);
}

function subscriptionsIn(run: Run, scope: number, element: string): SubscriptionState[] {
  return [...(run.state.subscriptionsIn.get(scope) ?? [])]
    .map((o) => subscriptionIn(run.state, o))
    .filter((s) => s.element === element);
}
