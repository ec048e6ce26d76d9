import type { TimerSchedule } from '../evaluator.ts';
import type { SubscriptionSubject } from '../events.ts';
import type { Failure } from '../failures.ts';
import type { Misfit } from '../misfit.ts';
import { elementOf, type SubscribingCatch, type UserTaskModel } from '../model.ts';
import { catchesOf, workOf } from '../model-shape.ts';
import type { EntryOrdinal } from '../ordinals.ts';
import type { RestorePoint } from '../restore-point.ts';
import type { Run } from '../run.ts';
import { type EntryState, entryIn, openScope, type SubscriptionState } from '../state.ts';
import { callerOf, continuedBy } from './caller.ts';
import { mapAnew } from './map-anew.ts';
import { subjectOf } from './subscriptions.ts';
import { describeUserTask } from './user-task.ts';

/** What waits is made to wait again. `isAnew`: its texts read other variables, or another version of the model, than they did. */
interface Rearming {
  readonly run: Run;
  readonly point: RestorePoint;
  readonly isAnew: boolean;
}

/**
 * Everything that waited in a restored state waits again, under the numbers it had (docs/contributing/spec/forks.md#what-waits).
 * @returns what cannot
 */
export function rearm(rearming: Rearming): Misfit | undefined {
  for (const misfit of rearmAll(rearming)) if (misfit !== undefined) return misfit;
  return undefined;
}

function* rearmAll(rearming: Rearming): Generator<Misfit | undefined> {
  const { run, point } = rearming;
  const { state, open } = point;
  const { entered } = point;
  yield mapInputs(rearming);
  for (const subscription of state.subscriptions.values())
    if (subscription.entry === null || !entered.has(subscription.entry)) yield openAgain(rearming, subscription);
  for (const { ordinal, userTask } of state.entries.values())
    if (userTask !== null && !entered.has(ordinal)) yield createTask(rearming, entryIn(run.state, ordinal));
  for (const entry of open.jobs.keys()) yield createJob(rearming, entryIn(run.state, entry));
  for (const entry of open.calls.keys()) yield callAgain(rearming, entryIn(run.state, entry));
  for (const job of open.ownJobs.values()) run.emit({ ...job });
  for (const incident of state.incidents.values())
    if (incident.repeat.kind !== 'run') run.emit({ type: 'IncidentRaised', ...incident });
  if (state.paused !== null) run.takeUp(state.paused);
}

/** The inputs of what waits, as far as they are mapped. */
function mapInputs({ run, point: { state, open, entered }, isAnew }: Rearming): Misfit | undefined {
  if (!isAnew) return undefined;
  const waiting = new Set<EntryOrdinal>([...open.jobs.keys(), ...open.calls.keys()]);
  for (const { ordinal, userTask } of state.entries.values()) if (userTask !== null) waiting.add(ordinal);
  for (const { entry, owner } of state.subscriptions.values()) if (entry !== null && owner === 'catch') waiting.add(entry);
  for (const ordinal of waiting) {
    if (entered.has(ordinal)) continue;
    const entry = entryIn(run.state, ordinal);
    const failure = mapAnew(run, entry);
    if (failure !== undefined) return misfit(entry.element, failure);
  }
  return undefined;
}

function openAgain(rearming: Rearming, subscription: SubscriptionState): Misfit | undefined {
  const { ordinal, owner, entry, scope, element, definition, gathered } = subscription;
  const subject = subjectAgain(rearming, subscription);
  if ('message' in subject) return misfit(element, subject);
  rearming.run.emit({
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

/** A timer begins anew. Names, keys and what a condition said last stay as they were, unless what they read has changed. */
function subjectAgain({ run, point, isAnew }: Rearming, subscription: SubscriptionState): SubscriptionSubject | Failure {
  const { subject: before, element, definition, entry, scope } = subscription;
  if (before.kind === 'conditional' || (before.kind !== 'timer' && !isAnew)) return before;
  const caught = catchesOf(elementOf(run.model, element))[definition] as SubscribingCatch;
  const variableScope = entry === null ? openScope(run.state, scope).variableScope : entryIn(run.state, entry).variableScope;
  const subject = subjectOf(run, caught, element, variableScope);
  if (before.kind !== 'timer') return subject;
  if ('message' in subject) return isAnew ? subject : { kind: 'timer', schedule: shifted(before.schedule, run, point) };
  return subject.kind === 'timer' ? { kind: 'timer', schedule: withRemaining(subject.schedule, before.schedule) } : subject;
}

/** Its text can no longer be read, but nobody has changed it: what was left of the time is left. */
function shifted(schedule: TimerSchedule, { context: { now } }: Run, { at }: RestorePoint): TimerSchedule {
  return { ...schedule, dueAt: now + Math.max(0, schedule.dueAt - at) };
}

/** Repetitions that are over are not repeated. */
function withRemaining(anew: TimerSchedule, before: TimerSchedule): TimerSchedule {
  const left = before.every?.remaining;
  if (anew.every === undefined || left === undefined || left === null) return anew;
  const { remaining } = anew.every;
  return { ...anew, every: { ...anew.every, remaining: remaining === null ? left : Math.min(left, remaining) } };
}

/** Open, and claimed by nobody. */
function createTask({ run, point, isAnew }: Rearming, entry: EntryState): Misfit | undefined {
  const before = point.open.userTasks.get(entry.ordinal);
  const task =
    isAnew || before === undefined ? describeUserTask(run, elementOf(run.model, entry.element) as UserTaskModel, entry) : before;
  if ('message' in task) return misfit(entry.element, task);
  run.emit({ ...task });
  return undefined;
}

/** With new attempts. The job of a message event keeps its inputs. */
function createJob({ run, point, isAnew }: Rearming, entry: EntryState): Misfit | undefined {
  const element = elementOf(run.model, entry.element);
  const before = point.open.jobs.get(entry.ordinal);
  if (before !== undefined && (!isAnew || workOf(element)?.kind !== 'typed' || !element.type.endsWith('Task'))) {
    run.emit({ ...before });
    return undefined;
  }
  const outcome = run.behaviours[element.type].onActivated(run, element, entry);
  return typeof outcome === 'object' ? misfit(entry.element, outcome) : undefined;
}

/** The child of before continues where the instance does; else another one begins, under the number of the same call. */
function callAgain({ run, point, isAnew }: Rearming, entry: EntryState): Misfit | undefined {
  const before = point.open.calls.get(entry.ordinal);
  if (before !== undefined && !isAnew) {
    const { continues: _, ...request } = before;
    const caller = callerOf(run, entry, (run.state.caller?.depth ?? 0) + 1);
    run.emit({ ...request, caller, ...continuedBy(run, entry) });
    return undefined;
  }
  const element = elementOf(run.model, entry.element);
  const outcome = run.behaviours[element.type].onActivated(run, element, entry);
  return typeof outcome === 'object' ? misfit(entry.element, outcome) : undefined;
}

function misfit(element: string, { message: reason }: Failure): Misfit {
  return { element, reason };
}
