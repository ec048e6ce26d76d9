import { extOutputsOf, startsEventSubProcess } from '../model/model-shape.ts';
import { flowsNamed } from '../model.ts';
import { jumpToCatch, leaveAfterListeners, leaveOnFlows } from '../policies/leave.ts';
import { runEndListeners } from '../policies/listeners.ts';
import { subscribeEventSubProcesses } from '../policies/open-scope.ts';
import { storeResult } from '../policies/result.ts';
import { subscribe, unsubscribeScope } from '../policies/subscriptions.ts';
import { throwAfterListeners, throwAll, throwBeforeWork } from '../policies/throwing.ts';
import { completeTriggered } from '../policies/triggered-start.ts';
import type { Behaviour } from '../running/behaviour.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, openScope } from '../state.ts';
import { noVariables } from '../values.ts';
import { outputsWithoutJob, serviceWork } from './service-task.ts';

/** Passes through. The payload is already in the scope; of several start events only this one is entered (docs/contributing/spec/elements.md#start-event). */
export const startEvent: Behaviour<'startEvent'> = {
  type: 'startEvent',
  onActivated: (run, element, entry) => {
    const outputs = element.triggers.length === 0 ? extOutputsOf(element) : [];
    return (outputs.length === 0 ? undefined : storeResult(run, entry, noVariables(), outputs)) ?? 'leave';
  },
  onLeave: (run, element, entry) => (element.armsScope === true ? subscribeScope(run, entry) : 'leave'),
  notEnteredByHand: (element, model) => (startsEventSubProcess(model, element) ? 'beginsByEvent' : undefined),
};

/** Subscribes event sub-processes of its scope, unless done: a token may enter the start event again (docs/contributing/spec/execution.md#opening-a-scope). */
function subscribeScope(run: Run, entry: ActivityInstance): 'leave' | 'done' {
  const { scope, variableScope } = entry;
  const isSubscribed = (run.state.subscriptionsIn.get(scope)?.size ?? 0) > 0;
  if (isSubscribed || openScope(run.state, scope).isInterrupted) return 'leave';
  const failure = subscribeEventSubProcesses(run, scope);
  if (failure === undefined) return 'leave';
  unsubscribeScope(run, scope);
  run.fail(entry, variableScope, failure, { kind: 'leave', done: 'stored' });
  return 'done';
}

/**
 * Activated by policies/boundary when it fires. Its token comes from the activity, and its path starts immediately
 * (docs/contributing/spec/elements.md#boundary-event).
 */
export const boundaryEvent: Behaviour<'boundaryEvent'> = {
  type: 'boundaryEvent',
  onActivated: () => 'leave',
  notEnteredByHand: () => 'beginsByEvent',
  jump: ({ attachedTo, id }) => ({ from: attachedTo, to: id }),
};

/** A link event passes through (docs/contributing/spec/elements.md#intermediate-catch-event). */
export const intermediateCatchEvent: Behaviour<'intermediateCatchEvent'> = {
  type: 'intermediateCatchEvent',
  onActivated: (run, element, entry) => {
    if (element.isLink === true) return 'leave';
    for (const [definition, trigger] of element.triggers.entries()) {
      const owner = { owner: 'catch', entry: entry.ordinal, scope: entry.scope, element: element.id, definition } as const;
      const failure = subscribe(run, owner, trigger, entry.variableScope);
      if (failure !== undefined) return failure;
    }
    return 'wait';
  },
  onTriggeredStart: completeTriggered,
};

/**
 * A message in the form of a service task. Only this form waits and can be completed by a client. Other definitions throw after the work
 * (docs/contributing/spec/elements.md#message-throw).
 */
const MESSAGE_WORK: Omit<Behaviour<'endEvent' | 'intermediateThrowEvent'>, 'type' | 'onActivated'> = {
  completableByClient: ({ work }) => (work === undefined ? 'ACTIVITY_NOT_COMPLETABLE' : 'completable'),
  outputsForClient: outputsWithoutJob,
  onLeave: (run, { work, throws }, entry) => {
    if (work === undefined || throws.length === 0) return 'leave';
    run.pending.add({ kind: 'throwAfterWork', entry: entry.ordinal });
    return 'done';
  },
};

/** Throw and end events continue to throw after listener jobs (docs/contributing/spec/elements.md#listener-jobs). */
const THROW_AFTER_LISTENERS: Required<
  Pick<Behaviour<'endEvent' | 'intermediateThrowEvent'>, 'afterEndListeners' | 'afterFlowListeners'>
> = {
  afterEndListeners: (run, element, entry, { next, result }) => {
    if (next === undefined) leaveAfterListeners(run, element, entry, result === undefined ? {} : { result });
    else throwAfterListeners(run, element, entry, next);
  },
  afterFlowListeners: (run, element, entry, { next, flows = [] }) => {
    const taken = flowsNamed(run.model, flows);
    if (next === undefined) leaveOnFlows(run, element, entry, taken);
    else throwAfterListeners(run, element, entry, next, taken);
  },
};

/** A link event jumps to its catch event (docs/contributing/spec/elements.md#link-events). */
export const intermediateThrowEvent: Behaviour<'intermediateThrowEvent'> = {
  type: 'intermediateThrowEvent',
  ...MESSAGE_WORK,
  ...THROW_AFTER_LISTENERS,
  onActivated: (run, element, entry) => {
    if (element.linkTarget !== undefined) {
      const listenerResult = runEndListeners(run, element, entry, entry.variableScope);
      if (listenerResult === undefined) jumpToCatch(run, element, entry);
      return listenerResult ?? 'done';
    }
    if (element.work !== undefined) return throwBeforeWork(run, element, entry) ?? serviceWork(run, element, entry, element.work);
    return element.throws.length === 0 ? 'leave' : throwAll(run, element, entry);
  },
  afterEndListeners: (run, element, entry, rest) => {
    if (element.linkTarget === undefined) THROW_AFTER_LISTENERS.afterEndListeners(run, element, entry, rest);
    else jumpToCatch(run, element, entry);
  },
  jump: ({ id, linkTarget }) => (linkTarget === undefined ? undefined : { from: id, to: linkTarget }),
};

/** Completes, then applies its definitions (docs/contributing/spec/elements.md#none-end-event). */
export const endEvent: Behaviour<'endEvent'> = {
  type: 'endEvent',
  ...MESSAGE_WORK,
  ...THROW_AFTER_LISTENERS,
  onActivated: (run, element, entry) => {
    if (element.work !== undefined) return throwBeforeWork(run, element, entry) ?? serviceWork(run, element, entry, element.work);
    return element.throws.length === 0 ? 'leave' : throwAll(run, element, entry);
  },
};
