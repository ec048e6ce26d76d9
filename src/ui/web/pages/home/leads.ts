import type { FailureGroupView, HomeView, OverdueGroupView } from '../../../wire/home.ts';
import { fieldTime } from '../../components/filter-text.ts';

const DAY_MS = 86_400_000;

/** The link of a count of the dashboard: the filtered list of the counted items (docs/contributing/ui-design.md#numbers). */
export function instancesLead(filters: Readonly<Record<string, string>> | URLSearchParams): string {
  return `/instances?${new URLSearchParams(filters)}`;
}

/** Instances that failed lately, as the failures are counted. `key`: left out: of all processes. */
export function failedLead(key?: string): string {
  return instancesLead({ ...(key !== undefined && { key }), status: 'Failed', endedFrom: fieldTime(Date.now() - DAY_MS) });
}

/** Since the first minute of the chart. */
export function sinceLead(name: 'from' | 'endedFrom', minutes: HomeView['throughput']): string {
  return instancesLead({ [name]: fieldTime(Date.parse(minutes[0]?.minute ?? '') || Date.now()) });
}

const LEADS: Readonly<Record<string, string>> = {
  'running instances': instancesLead({ status: 'Running' }),
  'waiting user tasks': '/user-tasks',
  'message subscriptions': '/events#active-message-subscriptions',
  'signal subscriptions': '/events#active-signal-subscriptions',
};

/** The link of a row of the section Activations; undefined if no page lists its items. */
export function activationLead(kind: string): string | undefined {
  return Object.hasOwn(LEADS, kind) ? LEADS[kind] : undefined;
}

/** The open incidents of a group. */
export function incidentsLead(group: FailureGroupView): string {
  return `/incidents?${parametersOf({ process: group.key, ...placeOf(group) })}`;
}

/** Returns the address of the list of failed instances in a group. `since`: start of the counted period (RFC 3339). */
export function failedGroupLead(group: FailureGroupView, since: string): string {
  return instancesLead(parametersOf({ key: group.key, status: 'Failed', ...placeOf(group), endedFrom: secondsOf(since) }));
}

function placeOf({ activityId, code, message }: FailureGroupView) {
  return { activity: activityId, code, message };
}

/** The overdue tasks of a group. */
export function overdueTasksLead({ key, activityId }: OverdueGroupView): string {
  return `/user-tasks?${parametersOf({ due: 'overdue', process: key, activity: activityId })}`;
}

/** The timers of a group that should have fired. */
export function lateTimersLead({ key, activityId }: OverdueGroupView): string {
  return `/timers?${parametersOf({ process: key, activity: activityId })}`;
}

/** The instances of a key that completed in the time of the chart. */
export function completedLead(key: string, minutes: HomeView['throughput']): string {
  const endedFrom = secondsOf(minutes[0]?.minute ?? new Date().toISOString());
  return instancesLead({ key, status: 'Completed', endedFrom });
}

/** Open tasks of a type that are not locked. */
export function tasksLead(taskType: string): string {
  return `/admin/custom-tasks?${new URLSearchParams({ type: taskType })}#open-tasks`;
}

/** Formats a time for time fields, to the second. */
function secondsOf(timestamp: string): string {
  return new Date(timestamp).toISOString().slice(0, 19);
}

/** Unknown values do not narrow a list. */
function parametersOf(filters: Readonly<Record<string, string | null>>): URLSearchParams {
  return new URLSearchParams(Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== null));
}
