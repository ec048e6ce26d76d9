import type { IncidentEnded, Repeat, Tries } from '../events/incident-events.ts';
import type { EngineEvent } from '../events.ts';
import type { ActivityInstanceOrdinal, ScopeOrdinal } from '../ordinals.ts';
import { type IncidentState, type InstanceState, incidentsOf } from '../state.ts';

const NON_BLOCKING: ReadonlySet<Repeat['kind']> = new Set<Repeat['kind']>(['condition', 'arm', 'wait']);

/** True if the activity instance continues despite the incident. Otherwise its attempts are used up, or its result is there. */
export function isNonBlocking({ kind }: Repeat): boolean {
  return NON_BLOCKING.has(kind);
}

/** Incident of the same subject. A token has one, and each of its events another. */
export function openIncident(
  state: InstanceState,
  entry: ActivityInstanceOrdinal | null,
  repeat: Repeat,
): IncidentState | undefined {
  return incidentsOf(state, entry).find((incident) => subjectOf(incident.repeat) === subjectOf(repeat));
}

/**
 * Counter of an ended incident of the same subject; undefined: first failure.
 * @param ended by this command: a condition or event may fail again in the same run
 */
export function triesBefore(
  state: InstanceState,
  ended: IncidentState | null,
  entry: ActivityInstanceOrdinal | null,
  repeat: Repeat,
): Tries | undefined {
  const subject = subjectOf(repeat);
  if (ended !== null && ended.entry === entry && subjectOf(ended.repeat) === subject) return ended;
  if (entry === null) return state.tries?.of === subject ? state.tries : undefined;
  return subject === TOKEN ? (state.entries.get(entry)?.tries ?? undefined) : undefined;
}

/** Keeps the counter of a leaving incident. Those of conditions and events have none, because it would count for the token. */
export function noteTries(state: InstanceState, { incident, count, since, entry, repeat }: IncidentState): void {
  const of = subjectOf(repeat);
  if (repeat.kind === 'condition' || repeat.kind === 'arm') return;
  if (entry === null) state.tries = { of, incident, count, since };
  else {
    const failed = state.entries.get(entry);
    if (failed !== undefined) failed.tries = { incident, count, since };
  }
}

const TOKEN = 'token';

/** Returns the part of an activity instance or process that an incident concerns. */
function subjectOf(repeat: Repeat): string {
  if (repeat.kind === 'condition') return `condition ${repeat.subscription}`;
  if (repeat.kind === 'arm') return `arm ${repeat.event} in ${repeat.scope}`;
  return repeat.kind === 'run' ? 'run' : TOKEN;
}

/** Incidents whose failed part ends or continues. */
export function incidentsEndedBy(state: InstanceState, event: EngineEvent): IncidentEnded[] {
  return concerned(state, event).map(({ incident, entry, element }) => ({
    type: 'IncidentEnded',
    incident,
    entry,
    element,
    outcome: 'gone',
  }));
}

function concerned(state: InstanceState, event: EngineEvent): IncidentState[] {
  switch (event.type) {
    case 'ElementCompleted':
    case 'ElementFailed':
    case 'ElementCancelled':
      return incidentsOf(state, event.entry);
    case 'SubscriptionClosed':
      return incidentsOf(state, event.entry ?? hostOf(state, state.subscriptions.get(event.subscription)?.scope)).filter(
        ({ repeat }) => repeat.kind === 'condition' && repeat.subscription === event.subscription,
      );
    case 'ScopeClosed':
    case 'ScopeInterrupted':
      return incidentsOf(state, hostOf(state, event.scope)).filter(
        ({ repeat }) => repeat.kind === 'arm' && repeat.of === 'eventSubProcess' && repeat.scope === event.scope,
      );
    case 'RunResumed':
      return incidentsOf(state, null).filter(({ repeat }) => repeat.kind === 'run');
    case 'InstanceCompleted':
    case 'InstanceCancelled':
    case 'InstanceFailed':
      return [...state.incidents.values()];
    default:
      return [];
  }
}

/** Owner of an incident of an event sub-process in this scope. */
function hostOf(state: InstanceState, scope: ScopeOrdinal | undefined): ActivityInstanceOrdinal | null {
  return scope === undefined ? null : (state.scopes.get(scope)?.host ?? null);
}

/** True if its evaluation failed: it cannot fire until a retry of its incident. */
export function isConditionBlocked(state: InstanceState, entry: ActivityInstanceOrdinal | null, subscription: number): boolean {
  if (state.incidents.size === 0) return false;
  return openIncident(state, entry, { kind: 'condition', subscription }) !== undefined;
}
