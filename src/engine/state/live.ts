import type { InstanceRestored } from '../events/restore-events.ts';
import type {
  ChildStarted,
  ElementActivated,
  ElementCancelled,
  ElementCompleted,
  ElementFailed,
  EngineEvent,
  TokensGathered,
  UserTaskClaimed,
  UserTaskUnclaimed,
} from '../events.ts';
import { newIdOf, type Renamed, renamedBy } from '../migration/migrations.ts';
import type { EndedActivityInstance, LiveActivityInstance, LiveState, LiveVariableScope, Pause } from '../model/read-model.ts';
import { activityTypeOf } from '../model.ts';
import type { ActivityInstanceOrdinal } from '../ordinals.ts';
import { makeVariableScope, type VariableScopeState, type VariableScopes } from '../values/variable-scopes.ts';
import { applyToVariables } from './apply-variables.ts';

/**
 * Active activity instances and variables, from events without the model: the projector keeps them for the query tables. Mutable copy of {@link
 * LiveState}, so that an event costs the same in a long history.
 */
export interface Live {
  readonly entries: Map<ActivityInstanceOrdinal, LiveActivityInstance>;
  /** active instances by element; no zeros */
  readonly counts: Map<string, number>;
  readonly variableScopes: VariableScopes;
  /** the latest {@link MOST_PAUSES} */
  readonly pauses: Pause[];
}

/** Older ones are forgotten, so that an instance that is revived often does not grow. */
const MOST_PAUSES = 50;

/** @param state undefined: new instance */
export function openLive(state: LiveState | undefined): Live {
  const live: Live = { entries: new Map(), counts: new Map(), variableScopes: new Map(), pauses: [...(state?.pauses ?? [])] };
  for (const entry of state?.entries ?? []) addActivityInstance(live, entry);
  for (const { variableScope, kind, parent, values, locals } of state?.variableScopes ?? []) {
    live.variableScopes.set(
      variableScope,
      makeVariableScope(variableScope, kind, parent, values, locals.length === 0 ? null : new Set(locals)),
    );
  }
  return live;
}

/** State to store: activity instances oldest first, variable scopes root first, then by age (docs/contributing/spec/http/instances.md#state). */
export function liveStateOf(live: Live): LiveState {
  const entries = [...live.entries.values()].sort((a, b) => a.entry - b.entry);
  const variableScopes = [...live.variableScopes.values()].sort(byAge).map(storedScope);
  return { entries, variableScopes, ...(live.pauses.length > 0 && { pauses: [...live.pauses] }) };
}

/**
 * Changes it in place and returns the activity instance that ended. The end of the instance removes the remaining ones without returning them. Throws if
 * the event names one that is not active.
 * @param at ms since epoch
 */
export function applyToLive(live: Live, event: EngineEvent, at: number): EndedActivityInstance | undefined {
  switch (event.type) {
    case 'ElementActivated':
      addActivityInstance(live, activatedEntry(event, at));
      return undefined;
    case 'TokensGathered':
    case 'ChildStarted':
      changeEntry(live, event);
      return undefined;
    case 'ElementCompleted':
    case 'ElementFailed':
    case 'ElementCancelled':
      return endEntry(live, event, at);
    case 'UserTaskClaimed':
    case 'UserTaskUnclaimed':
      claim(live, event, at);
      return undefined;
    case 'IncidentRaised':
      if (event.entry !== null) raise(live, event.entry, event.element, at);
      return undefined;
    case 'IncidentEnded':
      if (event.entry !== null) settle(live, event.entry, at);
      return undefined;
    case 'InstanceMigrated':
      rename(live, renamedBy(event.elements));
      return undefined;
    case 'InstanceRestored':
      restore(live, event, at);
      return undefined;
    case 'InstanceCompleted':
    case 'InstanceCancelled':
    case 'InstanceFailed':
      if (event.type === 'InstanceFailed') pause(live, at);
      live.entries.clear();
      live.counts.clear();
      return undefined;
    default:
      applyToVariables(live.variableScopes, event);
      return undefined;
  }
}

function addActivityInstance(live: Live, entry: LiveActivityInstance): void {
  live.entries.set(entry.entry, entry);
  live.counts.set(entry.element, (live.counts.get(entry.element) ?? 0) + 1);
}

function activatedEntry(event: ElementActivated, at: number): LiveActivityInstance {
  return {
    entry: event.entry,
    element: event.element,
    activityType: activityTypeOf(event.elementType, event.loop),
    variableScope: event.variableScope,
    since: at,
    ...(event.again !== undefined && { isRepeated: true }),
  };
}

function rename(live: Live, elements: Renamed): void {
  if (elements.size === 0) return;
  const entries = [...live.entries.values()];
  live.entries.clear();
  live.counts.clear();
  for (const entry of entries) addActivityInstance(live, { ...entry, element: newIdOf(elements, entry.element) });
}

function pause(live: Live, at: number): void {
  live.pauses.push({ from: at, to: null });
  if (live.pauses.length > MOST_PAUSES) live.pauses.shift();
}

/** Activity instances keep their start, so the time until the restore is noted. */
function restore(live: Live, event: InstanceRestored, at: number): void {
  const last = live.pauses.at(-1);
  if (last?.to === null) live.pauses.splice(-1, 1, { from: last.from, to: at });
  applyToVariables(live.variableScopes, event);
  live.entries.clear();
  live.counts.clear();
  for (const { n: entry, element, type, vars: variableScope, since, loop } of event.state.entries) {
    const activityType = activityTypeOf(type, loop?.kind);
    addActivityInstance(live, {
      ...{ entry, element, activityType, variableScope, since, isRepeated: true },
      ...pausedSince(live.pauses, since),
    });
  }
}

function pausedSince(pauses: readonly Pause[], since: number): Pick<LiveActivityInstance, 'failedMs' | 'failedAt'> {
  let failedMs = 0;
  for (const { from, to } of pauses) failedMs += Math.max(0, (to ?? from) - Math.max(from, since));
  const last = pauses.at(-1);
  return failedMs === 0 || last === undefined ? {} : { failedMs, failedAt: Math.max(last.from, since) };
}

function changeEntry(live: Live, event: TokensGathered | ChildStarted): void {
  const entry = liveEntry(live, event);
  const change =
    event.type === 'ChildStarted' ? { childInstanceId: event.childInstanceId } : { variableScope: event.variableScope };
  live.entries.set(event.entry, { ...entry, ...change });
}

/** Work begins with the first claim, and with the first one after a release. */
function claim(live: Live, event: UserTaskClaimed | UserTaskUnclaimed, at: number): void {
  const { workSince, ...entry } = liveEntry(live, event);
  const isClaimed = event.type === 'UserTaskClaimed';
  live.entries.set(event.entry, isClaimed ? { ...entry, workSince: workSince ?? at } : entry);
}

/** Ignores an ended activity instance. A condition can be an incident of its owner, which is then not at a stop itself. */
function raise(live: Live, ordinal: ActivityInstanceOrdinal, element: string, at: number): void {
  const entry = live.entries.get(ordinal);
  if (entry === undefined) return;
  const failing = entry.element === element && entry.isFailing === undefined && ({ failedAt: at, isFailing: true } as const);
  live.entries.set(ordinal, { ...entry, isRepeated: true, ...failing });
}

function settle(live: Live, ordinal: ActivityInstanceOrdinal, at: number): void {
  const entry = live.entries.get(ordinal);
  if (entry?.isFailing !== undefined) live.entries.set(ordinal, settled(entry, at));
}

function settled({ isFailing, ...entry }: LiveActivityInstance, at: number): LiveActivityInstance {
  if (isFailing === undefined) return entry;
  return { ...entry, failedMs: (entry.failedMs ?? 0) + at - (entry.failedAt ?? at) };
}

function endEntry(
  live: Live,
  event: ElementCompleted | ElementFailed | ElementCancelled,
  at: number,
): EndedActivityInstance | undefined {
  const entry = liveEntry(live, event);
  live.entries.delete(event.entry);
  const left = (live.counts.get(entry.element) ?? 0) - 1;
  if (left > 0) live.counts.set(entry.element, left);
  else live.counts.delete(entry.element);
  const ended = { endedAt: at, ...settled(entry, at), ...(event.type === 'ElementCompleted' && workOf(event)) };
  if (event.type === 'ElementFailed' && event.isRecorded === true) return undefined;
  if (event.type === 'ElementFailed') return { ...ended, error: { code: event.code, message: event.message } };
  if (event.type === 'ElementCancelled') return { ...ended, cancelled: event.reason };
  return ended;
}

function workOf({ work }: ElementCompleted): Pick<LiveActivityInstance, 'workSince' | 'isRepeated'> {
  if (work === undefined) return {};
  return { workSince: work.since, ...(work.attempt > 1 && { isRepeated: true }) };
}

function liveEntry(live: Live, event: EngineEvent & { readonly entry: ActivityInstanceOrdinal }): LiveActivityInstance {
  const entry = live.entries.get(event.entry);
  if (entry === undefined) throw new Error(`${event.type} names entry ${event.entry}, which is not live`);
  return entry;
}

function byAge(a: VariableScopeState, b: VariableScopeState): number {
  return Number(b.parent === null) - Number(a.parent === null) || a.ordinal - b.ordinal;
}

function storedScope({ ordinal, kind, parent, values, locals }: VariableScopeState): LiveVariableScope {
  return { variableScope: ordinal, kind, parent, values, locals: locals === null ? [] : [...locals] };
}
