import type { DashboardView } from '../../../wire/dashboard.ts';
import { fieldTime } from '../../components/filter-text.ts';

const DAY_MS = 86_400_000;

/** Where a count of the dashboard leads: to the list of what it counts, filtered (docs/design.md#numbers). */
export function instancesLead(filters: Readonly<Record<string, string>>): string {
  return `/instances?${new URLSearchParams(filters)}`;
}

/** Instances that failed lately, as the failures are counted. `key`: left out: of all processes. */
export function failedLead(key?: string): string {
  return instancesLead({ ...(key !== undefined && { key }), status: 'Failed', endedFrom: fieldTime(Date.now() - DAY_MS) });
}

/** Since the first minute of the chart. */
export function sinceLead(name: 'from' | 'endedFrom', minutes: DashboardView['throughput']): string {
  return instancesLead({ [name]: fieldTime(Date.parse(minutes[0]?.minute ?? '') || Date.now()) });
}

const LEADS: Readonly<Record<string, string>> = {
  'running instances': instancesLead({ status: 'Running' }),
  'active entries': instancesLead({ status: 'Running' }),
  'waiting user tasks': '/user-tasks',
  'message subscriptions': '/events#active-message-subscriptions',
  'signal subscriptions': '/events#active-signal-subscriptions',
};

/** Where a row of the section Activations leads; undefined where no page lists what it counts. */
export function activationLead(kind: string): string | undefined {
  return Object.hasOwn(LEADS, kind) ? LEADS[kind] : undefined;
}
