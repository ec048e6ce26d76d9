import type { TimerSchedule } from '../evaluator.ts';
import type { SubscriptionSubject } from '../events/records.ts';
import type { Failure } from '../failures.ts';
import type { MigrationConflict } from '../migration/migration-conflict.ts';
import { catchesOf, workOf } from '../model/model-shape.ts';
import { elementOf, type SubscribingCatch, type UserTaskModel } from '../model.ts';
import type { ActivityInstanceOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import type { RestorePoint } from '../state/restore-point.ts';
import { type ActivityInstance, activityInstanceIn, openScope, type SubscriptionState } from '../state.ts';
import { callerOf, continuedBy } from './caller.ts';
import { remapInputs } from './mapping.ts';
import { subjectOf } from './subscriptions.ts';
import { describeUserTask, withItem } from './user-task.ts';

/** `isReevaluated`: variables or the version of the model have changed. */
interface Recreation {
  readonly run: Run;
  readonly point: RestorePoint;
  readonly isReevaluated: boolean;
}

/**
 * Creates what waits in a restored state again, with the same ordinals (docs/contributing/spec/forks.md#what-waits).
 * @returns the first conflict
 */
export function recreateWaits(recreation: Recreation): MigrationConflict | undefined {
  for (const conflict of recreateAll(recreation)) if (conflict !== undefined) return conflict;
  return undefined;
}

function* recreateAll(recreation: Recreation): Generator<MigrationConflict | undefined> {
  const { run, point } = recreation;
  const { state, open } = point;
  const { entered } = point;
  yield mapInputs(recreation);
  for (const subscription of state.subscriptions.values())
    if (subscription.entry === null || !entered.has(subscription.entry)) yield reopen(recreation, subscription);
  for (const { ordinal, userTask } of state.entries.values())
    if (userTask !== null && !entered.has(ordinal)) yield createTask(recreation, activityInstanceIn(run.state, ordinal));
  for (const entry of open.jobs.keys()) yield createJob(recreation, activityInstanceIn(run.state, entry));
  for (const entry of open.calls.keys()) yield recreateCall(recreation, activityInstanceIn(run.state, entry));
  for (const job of open.ownJobs.values()) run.emit({ ...job });
  for (const incident of state.incidents.values())
    if (incident.repeat.kind !== 'run') run.emit({ type: 'IncidentRaised', ...incident });
  if (state.paused !== null) run.resume(state.paused);
}

/** Maps the inputs of waiting activity instances, if expressions are evaluated again. */
function mapInputs({ run, point: { state, open, entered }, isReevaluated }: Recreation): MigrationConflict | undefined {
  if (!isReevaluated) return undefined;
  const waiting = new Set<ActivityInstanceOrdinal>([...open.jobs.keys(), ...open.calls.keys()]);
  for (const { ordinal, userTask } of state.entries.values()) if (userTask !== null) waiting.add(ordinal);
  for (const { entry, owner } of state.subscriptions.values()) if (entry !== null && owner === 'catch') waiting.add(entry);
  for (const ordinal of waiting) {
    if (entered.has(ordinal)) continue;
    const entry = activityInstanceIn(run.state, ordinal);
    const failure = remapInputs(run, entry);
    if (failure !== undefined) return conflict(entry.element, failure);
  }
  return undefined;
}

function reopen(recreation: Recreation, subscription: SubscriptionState): MigrationConflict | undefined {
  const { ordinal, owner, entry, scope, element, definition, gathered } = subscription;
  const subject = subjectOfReopened(recreation, subscription);
  if ('message' in subject) return conflict(element, subject);
  recreation.run.emit({
    type: 'SubscriptionOpened',
    subscription: ordinal,
    subject,
    owner,
    entry,
    scope,
    element,
    definition,
    ...(gathered === undefined ? {} : { gathered }),
  });
  return undefined;
}

/** A timer starts again. Names and keys stay, unless expressions are evaluated again. A condition keeps its last value. */
function subjectOfReopened(
  { run, point, isReevaluated }: Recreation,
  subscription: SubscriptionState,
): SubscriptionSubject | Failure {
  const { subject: before, element, definition, entry, scope } = subscription;
  if (before.kind === 'conditional' || (before.kind !== 'timer' && !isReevaluated)) return before;
  const caught = catchesOf(elementOf(run.model, element))[definition] as SubscribingCatch;
  const variableScope =
    entry === null ? openScope(run.state, scope).variableScope : activityInstanceIn(run.state, entry).variableScope;
  const subject = subjectOf(run, caught, element, variableScope);
  if (before.kind !== 'timer') return subject;
  if ('message' in subject) return isReevaluated ? subject : { kind: 'timer', schedule: shifted(before.schedule, run, point) };
  return subject.kind === 'timer' ? { kind: 'timer', schedule: withRemaining(subject.schedule, before.schedule) } : subject;
}

/** Schedule with the remaining time, for a timer whose text can no longer be evaluated. */
function shifted(schedule: TimerSchedule, { context: { now } }: Run, { at }: RestorePoint): TimerSchedule {
  return { ...schedule, dueAt: now + Math.max(0, schedule.dueAt - at) };
}

/** Limits the renewed schedule to the remaining repetitions. */
function withRemaining(renewed: TimerSchedule, before: TimerSchedule): TimerSchedule {
  const left = before.every?.remaining;
  if (renewed.every === undefined || left === undefined || left === null) return renewed;
  const { remaining } = renewed.every;
  return { ...renewed, every: { ...renewed.every, remaining: remaining === null ? left : Math.min(left, remaining) } };
}

/** Creates it not claimed. */
function createTask({ run, point, isReevaluated }: Recreation, entry: ActivityInstance): MigrationConflict | undefined {
  const before = point.open.userTasks.get(entry.ordinal);
  const task =
    isReevaluated || before === undefined
      ? describeUserTask(run, elementOf(run.model, entry.element) as UserTaskModel, entry)
      : before;
  if ('message' in task) return conflict(entry.element, task);
  run.emit(withItem(run, task, entry));
  return undefined;
}

/** Gives the job new attempts. The job of a message event keeps its inputs. */
function createJob({ run, point, isReevaluated }: Recreation, entry: ActivityInstance): MigrationConflict | undefined {
  const element = elementOf(run.model, entry.element);
  const before = point.open.jobs.get(entry.ordinal);
  if (before !== undefined && (!isReevaluated || workOf(element)?.kind !== 'typed' || !element.type.endsWith('Task'))) {
    run.emit({ ...before });
    return undefined;
  }
  const outcome = run.behaviours[element.type].onActivated(run, element, entry);
  return typeof outcome === 'object' ? conflict(entry.element, outcome) : undefined;
}

/** Continues the called instance, or starts a new one. */
function recreateCall({ run, point, isReevaluated }: Recreation, entry: ActivityInstance): MigrationConflict | undefined {
  const before = point.open.calls.get(entry.ordinal);
  if (before !== undefined && !isReevaluated) {
    const { continues: _, ...request } = before;
    const caller = callerOf(run, entry, (run.state.caller?.depth ?? 0) + 1);
    run.emit({ ...request, caller, ...continuedBy(run, entry) });
    return undefined;
  }
  const element = elementOf(run.model, entry.element);
  const outcome = run.behaviours[element.type].onActivated(run, element, entry);
  return typeof outcome === 'object' ? conflict(entry.element, outcome) : undefined;
}

function conflict(element: string, { message: reason }: Failure): MigrationConflict {
  return { element, reason };
}
