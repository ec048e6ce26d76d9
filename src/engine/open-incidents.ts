import type { EngineEvent } from './events.ts';
import type { IncidentEnded, Repeat, Tries } from './incident-events.ts';
import type { EntryOrdinal, ScopeOrdinal } from './ordinals.ts';
import { type IncidentState, type InstanceState, incidentsOf } from './state.ts';

/** What fails beside the work of an entry, which goes on. */
const GOES_ON: ReadonlySet<Repeat['kind']> = new Set<Repeat['kind']>(['condition', 'arm', 'wait']);

/** Whether an entry works on while it has an incident of this kind; of the others its attempts are used up, or its result has come. */
export function goesOnBeside({ kind }: Repeat): boolean {
  return GOES_ON.has(kind);
}

/** The open incident about the same thing: a token has one, and each of the events that belong to it another. */
export function openIncident(state: InstanceState, entry: EntryOrdinal | null, repeat: Repeat): IncidentState | undefined {
  return incidentsOf(state, entry).find((incident) => subjectOf(incident.repeat) === subjectOf(repeat));
}

/**
 * What is known of an incident about the same thing that has ended, so that it counts on.
 * @param ended the incident that this command has ended: a condition or an event is looked at in the same run
 */
export function triesBefore(
  state: InstanceState,
  ended: IncidentState | null,
  entry: EntryOrdinal | null,
  repeat: Repeat,
): Tries | undefined {
  const subject = subjectOf(repeat);
  if (ended !== null && ended.entry === entry && subjectOf(ended.repeat) === subject) return ended;
  if (entry === null) return state.tries?.of === subject ? state.tries : undefined;
  return subject === TOKEN ? (state.entries.get(entry)?.tries ?? undefined) : undefined;
}

/** Remembers an incident that is about to leave the state. What waits beside a token is not remembered: it would be taken for the token's. */
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

/** What of an entry, or of the process, an incident is about. */
function subjectOf(repeat: Repeat): string {
  if (repeat.kind === 'condition') return `condition ${repeat.subscription}`;
  if (repeat.kind === 'arm') return `arm ${repeat.event} in ${repeat.scope}`;
  return repeat.kind === 'run' ? 'run' : TOKEN;
}

/** The incidents that are about to end because what had failed ends, or goes on. */
export function goneWith(state: InstanceState, event: EngineEvent): IncidentEnded[] {
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

/** Whose incident it is when an event sub-process of a scope cannot wait. */
function hostOf(state: InstanceState, scope: ScopeOrdinal | undefined): EntryOrdinal | null {
  return scope === undefined ? null : (state.scopes.get(scope)?.host ?? null);
}

/** A condition that could not be evaluated does not fire before it is looked at again. */
export function isDeaf(state: InstanceState, entry: EntryOrdinal | null, subscription: number): boolean {
  if (state.incidents.size === 0) return false;
  return openIncident(state, entry, { kind: 'condition', subscription }) !== undefined;
}
