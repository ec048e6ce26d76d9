import type { Entry, ListedIncident, ShownInstanceState } from '../../api/service-types.ts';
import { endedOf } from './entries.ts';

/** `entryId` null: the process itself failed. */
export interface Trouble {
  readonly element: string;
  readonly entryId: string | null;
  readonly code: string;
  readonly message: string;
  /** failures of this activity instance */
  readonly count: number;
  /** incident to retry; null: no incident, because the activity instance has ended */
  readonly incidentId: string | null;
}

/** Current errors and earlier failures; oldest first. */
export interface Troubles {
  readonly open: readonly Trouble[];
  readonly past: readonly Trouble[];
}

/** Separates failures to repair from those that the model has handled. */
export function troublesOf(state: ShownInstanceState, incidents: readonly ListedIncident[]): Troubles {
  const failed = endedOf(state).filter(({ errorState }) => errorState !== null);
  const last = state.isFailed ? failed.at(-1) : undefined;
  // failures at the time of the last one belong to the command that failed the instance
  const blamed = failed.filter(({ completedAt }) => last !== undefined && completedAt === last.completedAt);
  const waiting = [...incidents].reverse().map(troubleOfIncident);
  // also those of an activity instance that a retry has continued
  const earlier = state.completedActivities.filter((entry) => entry.errorState !== null && !blamed.includes(entry));
  const past = earlier.map(troubleOfEntry);
  return { open: [...blamed.map(troubleOfEntry), ...waiting], past };
}

function troubleOfEntry({ activityId, activityInstanceId, errorState }: Entry): Trouble {
  const { code = '', message = '' } = errorState ?? {};
  return { element: activityId, entryId: activityInstanceId, code, message, count: 1, incidentId: null };
}

function troubleOfIncident({
  activityId,
  activityInstanceId,
  errorCode,
  errorMessage,
  count,
  incidentId,
}: ListedIncident): Trouble {
  return { element: activityId, entryId: activityInstanceId, code: errorCode, message: errorMessage, count, incidentId };
}
