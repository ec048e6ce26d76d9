import { isNonBlocking } from '../engine/state/open-incidents.ts';
import { type IncidentState, type InstanceState, incidentsOf } from '../engine/state.ts';
import type { Wait } from './wait.ts';
import { countText } from './words.ts';

/** What keeps the token of an entry; undefined when nothing has failed there. */
export function incidentAt(state: InstanceState, entry: number): IncidentState | undefined {
  return incidentsOf(state, entry).find(({ repeat }) => !isNonBlocking(repeat));
}

/** The wait of a token that an incident keeps. @param what the element, as the beginning of a sentence */
export function incidentWait(
  what: string,
  { incident, code, message, count, since }: IncidentState,
): Pick<Wait, 'kind' | 'text' | 'incident'> {
  const times = count === 1 ? 'has failed' : `has failed ${countText(count, 'time')}`;
  const text = `${what} ${times} and waits for an operator: ${code}: ${message} (POST /Incidents/{incidentId}/retry).`;
  return { kind: 'Incident', text, incident: { ordinal: incident, code, message, count, firstAt: since } };
}

/** Incidents of the process itself, and of events that do not listen because of them. */
export function incidentsBeside(state: InstanceState): readonly Wait[] {
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
      entry: incident.entry,
      since: incident.since,
    }));
}
