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
import type { EndedActivityInstance, LiveActivityInstance, LiveState, LiveVariableScope } from '../model/read-model.ts';
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
}

/** @param state undefined: new instance */
export function openLive(state: LiveState | undefined): Live {
  const live: Live = { entries: new Map(), counts: new Map(), variableScopes: new Map() };
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
  return { entries, variableScopes };
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
      if (event.entry !== null) repeat(live, event.entry);
      return undefined;
    case 'InstanceMigrated':
      rename(live, renamedBy(event.elements));
      return undefined;
    case 'InstanceRestored':
      restore(live, event);
      return undefined;
    case 'InstanceCompleted':
    case 'InstanceCancelled':
    case 'InstanceFailed':
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

function restore(live: Live, event: InstanceRestored): void {
  applyToVariables(live.variableScopes, event);
  live.entries.clear();
  live.counts.clear();
  for (const { n: entry, element, type, vars: variableScope, since, loop } of event.state.entries) {
    const activityType = activityTypeOf(type, loop?.kind);
    addActivityInstance(live, { entry, element, activityType, variableScope, since, isRepeated: true });
  }
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

/** Ignores an ended activity instance: a condition can be an incident of its owner. */
function repeat(live: Live, ordinal: ActivityInstanceOrdinal): void {
  const entry = live.entries.get(ordinal);
  if (entry !== undefined) live.entries.set(ordinal, { ...entry, isRepeated: true });
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
  const ended = { endedAt: at, ...entry, ...(event.type === 'ElementCompleted' && workOf(event)) };
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
