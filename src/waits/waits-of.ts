import { BEHAVIOURS } from '../engine/behaviours/registry.ts';
import type { SuspendedBy } from '../engine/events/scope-events.ts';
import { isParallelMultiple, workOf } from '../engine/model/model-shape.ts';
import { activityTypeOf, type ElementModel, type ProcessModel } from '../engine/model.ts';
import { iterationItemOf } from '../engine/state/iteration-item.ts';
import { isNonBlocking } from '../engine/state/open-incidents.ts';
import {
  type ActivityInstance,
  compensationRunsOf,
  type IncidentState,
  type InstanceState,
  incidentsOf,
  isTerminal,
  openScope,
  ownJobOf,
  queuedEntries,
} from '../engine/state.ts';
import { eventsText, listeningWaits, raceOf, waitedEvent } from './event-waits.ts';
import { JoinReader } from './join-waits.ts';
import { callWait, customTaskWait, titleOf, userTaskWait } from './task-waits.ts';
import type { Wait } from './wait.ts';
import type { WaitFacts } from './wait-facts.ts';
import { countText, namesText, timeText, wordsOfType } from './words.ts';

/** Incident that blocks the token of the activity instance. */
export function incidentAt(state: InstanceState, entry: number): IncidentState | undefined {
  return incidentsOf(state, entry).find(({ repeat }) => !isNonBlocking(repeat));
}

/** A token that an incident keeps. @param what the element, as the beginning of a sentence */
function incidentWait(
  what: string,
  { incident, element, code, message, count, since }: IncidentState,
): Pick<Wait, 'kind' | 'text' | 'incident'> {
  const times = count === 1 ? 'has failed' : `has failed ${countText(count, 'time')}`;
  const text = `${what} ${times} and waits for an operator: ${code}: ${message} (POST /Incidents/{incidentId}/retry).`;
  return { kind: 'Incident', text, incident: { ordinal: incident, element, code, message, count, firstAt: since } };
}

/** Incidents of the process itself, and of events that do not listen because of them. */
function incidentWaits(state: InstanceState): readonly Wait[] {
  return [...state.incidents.values()]
    .filter(({ entry, repeat }) => entry === null || isNonBlocking(repeat))
    .map((incident) => ({
      ...incidentWait(
        incident.entry === null ? `The process '${incident.element}'` : `What '${incident.element}' listens to`,
        incident,
      ),
      element: incident.entry === null ? null : incident.element,
      elementName: null,
      activityType: null,
      elementType: null,
      entry: incident.entry,
      since: incident.since,
    }));
}

type EntryWait = Omit<Wait, 'item' | 'element' | 'elementName' | 'activityType' | 'elementType' | 'entry' | 'since'>;

interface Reading {
  readonly state: InstanceState;
  readonly model: ProcessModel | undefined;
  readonly facts: WaitFacts;
  readonly joins: JoinReader;
  readonly queued: ReadonlySet<number>;
}

/**
 * See docs/contributing/spec/http/instances.md#why-an-instance-waits. First the waits of the whole instance, then one per activity instance, oldest first,
 * then listening event sub-processes.
 * @param model undefined: it cannot be read; names and the flows of joins are then missing
 */
export function waitsOf(state: InstanceState, model: ProcessModel | undefined, facts: WaitFacts): readonly Wait[] {
  if (isTerminal(state)) return [];
  const reading = { state, model, facts, joins: new JoinReader(state, model), queued: queuedEntries(state) };
  const entries = [...state.entries.values()].sort((a, b) => a.ordinal - b.ordinal);
  return [
    ...suspensionWait(state),
    ...facts.deadLetters.map(deadLetterWait),
    ...incidentWaits(state),
    ...pausedWait(state),
    ...processJobWait(reading),
    ...entries.map((entry) => ofEntry(reading, entry)),
    ...firedWaits(reading),
    ...listeningWaits(state, model),
  ];
}

function ofEntry(reading: Reading, entry: ActivityInstance): Wait {
  const { state, model } = reading;
  const name = model?.elements.get(entry.element)?.name ?? null;
  const what = titleOf(wordsOfType(entry.elementType), entry.element, name);
  const events = [...(state.subscriptionsOf.get(entry.ordinal) ?? [])].flatMap(
    (ordinal) => state.subscriptions.get(ordinal) ?? [],
  );
  const heard = events.map((subscription) => waitedEvent(model, subscription));
  const wait = entryWait(reading, entry, what);
  const item = iterationItemOf(state, entry, model);
  return {
    ...wait,
    ...(item === undefined ? {} : { item }),
    element: entry.element,
    elementName: name,
    activityType: activityTypeOf(entry.elementType, entry.loop?.kind),
    elementType: activityTypeOf(entry.elementType),
    entry: entry.ordinal,
    since: entry.since,
    ...(heard.length === 0 ? {} : { events: heard }),
  };
}

/** First reasons outside the element, then those of the element. */
function entryWait(reading: Reading, entry: ActivityInstance, what: string): EntryWait {
  const { state, model, facts, joins, queued } = reading;
  if (queued.has(entry.ordinal))
    return { kind: 'PausedRun', text: `${what} has not begun: its run is paused and continues automatically.` };
  const incident = incidentAt(state, entry.ordinal);
  if (incident !== undefined) return { ...incidentWait(what, incident), ...calledOf(entry, facts) };
  const job = ownJobOf(state, entry.ordinal);
  if (job !== undefined) return customTaskWait(what, job.ordinal, facts.customTasks.get(job.ordinal), facts, job);
  if (entry.held !== null) return joins.waitOf(entry);
  const runs = compensationRunsOf(state, entry.ordinal);
  if (runs.length > 0)
    return compensationWait(
      reading,
      what,
      runs.flatMap(({ items }) => [...items]),
    );
  if (entry.loop !== null) return loopWait(what, entry.loop);
  if (entry.isHost) return bodyWait(reading, entry, what);
  if (entry.userTask !== null) return userTaskWait(what, entry.userTask);
  const task = facts.customTasks.get(entry.ordinal);
  if (task !== undefined) return customTaskWait(what, entry.ordinal, task, facts);
  if (entry.elementType === 'callActivity') return callWait(what, entry.childInstanceId, facts.children);
  const element = model?.elements.get(entry.element);
  if (element !== undefined && workOf(element)?.kind === 'typed') return customTaskWait(what, entry.ordinal, undefined, facts);
  return caughtWait(reading, entry, what) ?? elementWait(element, what);
}

/** The called instance that failed, at a call that waits for an operator. */
function calledOf({ childInstanceId }: ActivityInstance, { children }: WaitFacts): Pick<Wait, 'child'> {
  const child = childInstanceId === null ? undefined : children.get(childInstanceId);
  return child === undefined ? {} : { child };
}

function caughtWait({ state, model }: Reading, entry: ActivityInstance, what: string): EntryWait | undefined {
  const own = [...(state.subscriptionsOf.get(entry.ordinal) ?? [])]
    .flatMap((ordinal) => state.subscriptions.get(ordinal) ?? [])
    .filter(({ owner }) => owner === 'catch');
  if (own.length === 0) return undefined;
  const element = model?.elements.get(entry.element);
  const needsAll = element !== undefined && isParallelMultiple(element);
  const events = own.map((subscription) => waitedEvent(model, subscription));
  const text = `${what} waits for ${eventsText(events, needsAll)}`;
  if (entry.race === null) return { kind: 'Event', text: `${text}.`, needsAllEvents: needsAll };
  const { race, text: among } = raceOf(state, model, { race: entry.race, ordinal: entry.ordinal, element: entry.element });
  return { kind: 'Event', text: `${text}${among}.`, needsAllEvents: needsAll, race };
}

/** Wait of an element without one in the state. */
function elementWait(element: ElementModel | undefined, what: string): EntryWait {
  const isCompletable = element !== undefined && BEHAVIOURS[element.type].completableByClient(element) === 'completable';
  return isCompletable
    ? { kind: 'Completion', text: `${what} waits for a client to complete it (POST /Execution/complete-activity).` }
    : { kind: 'Other', text: `${what} is active.` };
}

function loopWait(
  what: string,
  { kind, total, created, completed, terminated }: NonNullable<ActivityInstance['loop']>,
): EntryWait {
  const active = Math.max(0, created - completed - terminated);
  const all = kind === 'multiInstance' ? total : null;
  const done =
    all === null ? `${countText(completed, 'iteration')} completed` : `${completed} of ${countText(all, 'iteration')} completed`;
  const text = `${what} waits for its iterations: ${done}, ${active} active.`;
  return { kind: 'Loop', text, loop: { total: all, completed, active } };
}

function bodyWait({ state }: Reading, { ordinal }: ActivityInstance, what: string): EntryWait {
  const inside = new Set<string>();
  for (const scope of state.bodies.get(ordinal) ?? []) {
    for (const entry of openScope(state, scope).entries) inside.add(state.entries.get(entry)?.element ?? '');
    for (const step of state.paused?.steps ?? []) if (step.scope === scope) inside.add(step.element);
  }
  const names = [...inside];
  const text = names.length === 0 ? 'waits for its body to end' : `waits for what is active inside: ${namesText(names)}`;
  return { kind: 'Body', text: `${what} ${text}.`, inside: names };
}

function compensationWait({ state }: Reading, what: string, items: readonly number[]): EntryWait {
  const active = items.flatMap((item) => {
    const handler = state.handlers.get(item);
    return handler === undefined ? [] : [state.entries.get(handler)?.element ?? ''];
  });
  const by = active.length === 0 ? '' : `; active: ${namesText(active)}`;
  const text = `${what} waits until what was done before is compensated: ${countText(items.length, 'activity', 'activities')} left${by}.`;
  return { kind: 'Compensation', text, inside: active, leftCount: items.length };
}

/** A job of the process itself, as the listener to its start or end has. */
function processJobWait({ state, model, facts }: Reading): readonly Wait[] {
  const job = ownJobOf(state, null);
  if (job === undefined) return [];
  const fact = facts.customTasks.get(job.ordinal);
  const wait = customTaskWait(titleOf('process', state.key, model?.name ?? null), job.ordinal, fact, facts, job);
  return [{ ...ofInstance, ...wait, since: fact?.createdAt ?? null }];
}

const ofInstance = { element: null, elementName: null, activityType: null, elementType: null, entry: null, since: null } as const;

const HOLDERS: Readonly<Record<SuspendedBy, string>> = {
  operator: 'an operator',
  callingInstance: 'the instance that called it',
  processKey: 'its process key, which is suspended as a whole',
};

function suspensionWait({ suspendedBy }: InstanceState): readonly Wait[] {
  if (suspendedBy.size === 0) return [];
  const holders = [...suspendedBy];
  const text = `It is suspended by ${holders.map((by) => HOLDERS[by]).join(', and by ')}: nothing moves until it is resumed.`;
  return [{ ...ofInstance, kind: 'Suspension', text, suspendedBy: holders }];
}

function pausedWait({ paused }: InstanceState): readonly Wait[] {
  // a stopped run does not continue on its own: its incident is shown
  if (paused === null || paused.isStopped === true) return [];
  if (paused.begins !== undefined)
    return [
      { ...ofInstance, kind: 'PausedRun', text: 'It was suspended before it began, and begins when it is resumed.', inside: [] },
    ];
  const next = [...new Set(paused.steps.map(({ element }) => element))];
  const at = next.length === 0 ? '' : ` at ${namesText(next)}`;
  const text = `A long run is paused after ${countText(paused.stepsTaken, 'step')} and continues automatically${at}.`;
  return [{ ...ofInstance, kind: 'PausedRun', text, inside: next, stepsTaken: paused.stepsTaken }];
}

function deadLetterWait(letter: WaitFacts['deadLetters'][number]): Wait {
  const { letterId, commandKind, attempts, message, parkedAt } = letter;
  const times = attempts === 1 ? 'once' : `${attempts} times`;
  const text =
    `The command ${commandKind} for this instance failed permanently ${times}, last at ${timeText(parkedAt)} (${message}). ` +
    `Retry or drop the dead letter ${letterId}.`;
  return { ...ofInstance, kind: 'DeadLetter', text, since: parkedAt, deadLetter: letter };
}

function firedWaits({ state, model, joins }: Reading): readonly Wait[] {
  return [...state.firedIn].flatMap((ordinal) => {
    const scope = openScope(state, ordinal);
    return [...scope.fired.keys()].map((id) => ({
      ...ofInstance,
      ...joins.firedWait(scope, id),
      element: id,
      elementName: model?.elements.get(id)?.name ?? null,
      activityType: 'ComplexGateway',
      elementType: 'ComplexGateway',
    }));
  });
}
