import type { FailureGroupView, HomeView, OverdueGroupView } from '../../../wire/home.ts';
import { fieldTime, textsValue } from '../../components/filter-text.ts';

const DAY_MS = 86_400_000;

/** List of instances as link of a count (docs/contributing/ui-design.md#numbers). */
export function instancesLead(filters: Readonly<Record<string, string>> | URLSearchParams): string {
  return `/instances?${new URLSearchParams(filters)}`;
}

/** Instances that failed in the last 24 hours. `key` absent: of all processes. */
export function failedLead(key?: string): string {
  return instancesLead({ ...(key !== undefined && { key }), status: 'Failed', endedFrom: fieldTime(Date.now() - DAY_MS) });
}

/** Failed instances of any age, and those with an open incident, their own or of an instance that they call. */
export function problemsLead(): string {
  return instancesLead({ problem: 'topmost' });
}

/** Instances that started (`from`) or ended (`endedFrom`) since the first minute of the chart. */
export function sinceLead(name: 'from' | 'endedFrom', minutes: HomeView['throughput']): string {
  return instancesLead({ [name]: fieldTime(Date.parse(minutes[0]?.minute ?? '') || Date.now()) });
}

const LEADS: Readonly<Record<string, string>> = {
  'running instances': instancesLead({ status: 'Running' }),
  'waiting user tasks': '/user-tasks',
  'message subscriptions': '/events#active-message-subscriptions',
  'signal subscriptions': '/events#active-signal-subscriptions',
};

/** Link of a row of Activations; undefined if no page lists its items. */
export function activationLead(kind: string): string | undefined {
  return Object.hasOwn(LEADS, kind) ? LEADS[kind] : undefined;
}

export function incidentsLead(group: FailureGroupView): string {
  return `/incidents?${parametersOf({ process: group.key, ...placeOf(group) })}`;
}

/** `since`: start of the counted period (RFC 3339). */
export function failedGroupLead(group: FailureGroupView, since: string): string {
  return instancesLead(parametersOf({ key: group.key, status: 'Failed', ...placeOf(group), endedFrom: secondsOf(since) }));
}

function placeOf({ activityId, code, message, excluded }: FailureGroupView) {
  return { activity: activityId, code, message, notMessage: textsValue(excluded) || null };
}

export function overdueTasksLead({ key, activityId }: OverdueGroupView): string {
  return `/user-tasks?${parametersOf({ due: 'overdue', process: key, activity: activityId })}`;
}

export function lateTimersLead({ key, activityId }: OverdueGroupView): string {
  return `/timers?${parametersOf({ process: key, activity: activityId })}`;
}

/** Instances completed since the first minute of the chart. */
export function completedLead(key: string, minutes: HomeView['throughput']): string {
  const endedFrom = secondsOf(minutes[0]?.minute ?? new Date().toISOString());
  return instancesLead({ key, status: 'Completed', endedFrom });
}

export function tasksLead(taskType: string): string {
  return `/admin/custom-tasks?${new URLSearchParams({ type: taskType })}#open-tasks`;
}

/** Text for time fields: UTC, with seconds, without zone. */
function secondsOf(timestamp: string): string {
  return new Date(timestamp).toISOString().slice(0, 19);
}

/** Address parameters without null. */
function parametersOf(filters: Readonly<Record<string, string | null>>): URLSearchParams {
  return new URLSearchParams(Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== null));
}
