import type { RepeatOf } from '../events/incident-events.ts';
import { extOutputsOf, startOf } from '../model/model-shape.ts';
import {
  type BoundaryEventModel,
  type ComplexGatewayModel,
  type EndEventModel,
  type EventSubProcessModel,
  elementOf,
  type IntermediateThrowEventModel,
} from '../model.ts';
import { retryLead } from '../policies/ad-hoc-lead.ts';
import { followOutcome, workUnlessSkipped } from '../policies/begin-work.ts';
import { beginWith, leaveWith, subscribeBoundary } from '../policies/boundary.ts';
import { leave } from '../policies/leave.ts';
import { remapInputs } from '../policies/mapping.ts';
import { retryJoin } from '../policies/merging-joins.ts';
import { subscribeEventSubProcess } from '../policies/open-scope.ts';
import { failOwner } from '../policies/owner-failure.ts';
import { reenter } from '../policies/reenter.ts';
import { storeResult } from '../policies/result.ts';
import { completeInstance } from '../policies/scope-completion.ts';
import { close, unsubscribeScope } from '../policies/subscriptions.ts';
import { throwAfterCompensation, throwAfterListeners } from '../policies/throwing.ts';
import type { Run } from '../running/run.ts';
import type { FailedPart, Unfinished } from '../state/paused-runs.ts';
import { isSuspended } from '../state/suspension.ts';
import { type ActivityInstance, activityInstanceIn, type IncidentState, subscriptionIn } from '../state.ts';
import { unreachable, type Variables } from '../values.ts';
import { storeChildResult } from './child.ts';
import { completeWith } from './complete-with.ts';
import { storeJobResult } from './job.ts';
import { retryListener } from './listener-job.ts';
import { beginProcess, openProcess } from './start-instance.ts';

type Repeated = IncidentState & Pick<FailedPart, 'isRecorded'>;

/** Repeats the failed part of an incident (docs/contributing/spec/incidents.md#what-is-repeated). */
export function repeat(run: Run, incident: Repeated): void {
  if (incident.entry === null) repeatOfProcess(run, incident);
  else repeatOfEntry(run, activityInstanceIn(run.state, incident.entry), incident);
}

function repeatOfProcess(run: Run, { repeat: how }: IncidentState): void {
  switch (how.kind) {
    case 'begin': {
      const { kind: _, isHeard, ...beginning } = how;
      (isHeard === true ? beginProcess : openProcess)(run, beginning);
      return;
    }
    case 'end':
      completeInstance(run, run.state.startedAt);
      return;
    case 'listen':
      retryListener(run, null, how.listening, null);
      return;
    case 'arm':
      resubscribe(run, null, how);
      return;
    case 'condition':
      run.pending.add({ kind: 'checkNewCondition', subscription: how.subscription });
      return;
    default:
      // resumed by the command that ends the incident
      return;
  }
}

function repeatOfEntry(run: Run, entry: ActivityInstance, incident: Repeated): void {
  const { repeat: how } = incident;
  const element = elementOf(run.model, entry.element);
  switch (how.kind) {
    case 'enter':
      if (entry.childInstanceId === null) reenter(run, entry, incident, how);
      else restartWork(run, entry, how);
      return;
    case 'job':
      restartWork(run, entry, how);
      return;
    case 'store':
      (how.by === 'job' ? storeJobResult : storeChildResult)(run, entry, how.result);
      return;
    case 'storeGiven':
      completeWith(run, entry, how.result, how.cause, outputsOf(run, entry));
      return;
    case 'occur':
      repeatOccurrence(run, entry, how);
      return;
    case 'leave':
      leave(run, element, entry, how);
      return;
    case 'throw':
      (how.isHeard === true ? throwAfterListeners : throwAfterCompensation)(
        run,
        element as EndEventModel | IntermediateThrowEventModel,
        entry,
        how.next,
      );
      return;
    case 'join':
      retryJoin(run, element as ComplexGatewayModel, entry);
      return;
    case 'lead':
      retryLead(run, entry);
      return;
    case 'listen':
      retryListener(run, entry.ordinal, how.listening, null);
      return;
    case 'arm':
      resubscribe(run, entry, how);
      return;
    case 'loop':
    case 'adHoc':
    case 'body':
    case 'condition':
      requeueCheck(run, entry, how);
      return;
    case 'wait':
    case 'run':
    case 'begin':
    case 'end':
      return;
    default:
      unreachable(how);
  }
}

/** ioMapping outputs (ext, docs/contributing/spec/mappings.md), for variables of a client. */
function outputsOf(run: Run, entry: ActivityInstance) {
  const element = elementOf(run.model, entry.element);
  return entry.userTask === null ? run.behaviours[element.type].outputsForClient(element) : extOutputsOf(element);
}

function requeueCheck(run: Run, { ordinal }: ActivityInstance, how: RepeatOf<'loop' | 'adHoc' | 'body' | 'condition'>): void {
  switch (how.kind) {
    case 'loop':
      run.pending.add({ kind: 'advanceLoop', loop: ordinal, ...(how.isComplete === true && { isComplete: true }) });
      return;
    case 'adHoc':
      run.pending.add({ kind: 'checkAdHoc', host: ordinal });
      return;
    case 'body':
      run.pending.add({ kind: 'endScope', scope: how.scope, exit: { kind: 'normal' } });
      return;
    case 'condition':
      run.pending.add({ kind: 'checkNewCondition', subscription: how.subscription });
      return;
  }
}

/** Maps inputs again. The activity instance and its boundary events stay; a job gets new attempts, a called instance continues. */
function restartWork(run: Run, entry: ActivityInstance, how: RepeatOf<'job' | 'enter'>): void {
  const element = elementOf(run.model, entry.element);
  const failure = remapInputs(run, entry);
  if (failure === undefined)
    followOutcome(run, element, entry, workUnlessSkipped(run, element, entry, run.behaviours[element.type]));
  else run.fail(entry, entry.variableScope, failure, how);
}

/** Stores the payload again. Continues unless other definitions of a parallel multiple event are open. */
function repeatOccurrence(
  run: Run,
  entry: ActivityInstance,
  { payload, begins }: { readonly payload: Variables; readonly begins?: true },
): void {
  const event = elementOf(run.model, entry.element);
  if (begins === true) beginWith(run, event, entry, payload);
  else if ((run.state.subscriptionsOf.get(entry.ordinal)?.size ?? 0) === 0) leaveWith(run, event, entry, payload);
  else {
    const failure = storeResult(run, entry, payload, extOutputsOf(event));
    if (failure !== undefined) run.fail(entry, entry.variableScope, failure, { kind: 'occur', payload });
  }
}

/** Replaces subscriptions created before the failure. */
function resubscribe(run: Run, host: ActivityInstance | null, how: RepeatOf<'arm'>): void {
  const event = elementOf(run.model, how.event);
  const at = how.of === 'boundary' ? host : null;
  const element = at === null ? startOf(run.model, event as EventSubProcessModel).id : event.id;
  const openSubscriptions = at === null ? run.state.subscriptionsIn.get(how.scope) : run.state.subscriptionsOf.get(at.ordinal);
  for (const subscription of [...(openSubscriptions ?? [])].map((ordinal) => subscriptionIn(run.state, ordinal)))
    if (subscription.element === element) close(run, subscription, false);
  const failure =
    at === null
      ? subscribeEventSubProcess(run, how.scope, event as EventSubProcessModel, true)
      : subscribeBoundary(run, event as BoundaryEventModel, at, false, true);
  if (failure !== undefined) failOwner(run, { entry: at?.ordinal ?? null, scope: how.scope, element }, failure, how);
}

/**
 * Resumes a failed instance; a suspended one at its resume (docs/contributing/spec/forks.md#revive).
 * @param isInPlace the failures are in the event history of this instance
 */
export function resumeUnfinished(
  run: Run,
  { failed: parts, steps = [], signals, pending }: Unfinished,
  isInPlace: boolean,
): void {
  const failed = isInPlace ? parts.map((part) => ({ ...part, isRecorded: true as const })) : parts;
  const paused = { steps, stepsTaken: 0, ...(signals && { signals }), ...(pending && { pending }) };
  if (isSuspended(run.state)) {
    run.emit({ type: 'RunPaused', ...paused, failed });
    return;
  }
  run.resume(paused);
  repeatFailed(run, failed);
}

/** Skips parts that have ended in another way. */
export function repeatFailed(run: Run, failed: readonly FailedPart[]): void {
  for (const { joined, ...part } of failed) {
    const { entry, repeat: how } = part;
    if (entry !== null && !run.state.entries.has(entry)) continue;
    if (entry !== null && joined !== undefined) run.emit({ type: 'TokensGathered', entry, variableScope: joined });
    if (how.kind === 'begin' && how.isHeard === true) unsubscribeScope(run, run.state.rootScope);
    repeat(run, { ...part, incident: run.ordinals.nextIncident(), count: 1, since: run.context.now });
  }
}
