import type { EngineEvent } from './events.ts';
import type { IncidentEnded, Repeat } from './incident-events.ts';
import type { EntryOrdinal } from './ordinals.ts';
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

/** What of an entry, or of the process, an incident is about. */
function subjectOf(repeat: Repeat): string {
  if (repeat.kind === 'condition') return `condition ${repeat.subscription}`;
  return repeat.kind === 'arm' ? `arm ${repeat.event} in ${repeat.scope}` : 'token';
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
      return incidentsOf(state, event.entry).filter(
        ({ repeat }) => repeat.kind === 'condition' && repeat.subscription === event.subscription,
      );
    case 'ScopeClosed':
    case 'ScopeInterrupted':
      return incidentsOf(state, null).filter(({ repeat }) => repeat.kind === 'arm' && repeat.scope === event.scope);
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

/** A condition that could not be evaluated does not fire before it is looked at again. */
export function isDeaf(state: InstanceState, entry: EntryOrdinal | null, subscription: number): boolean {
  if (state.incidents.size === 0) return false;
  return openIncident(state, entry, { kind: 'condition', subscription }) !== undefined;
}
