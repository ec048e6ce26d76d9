import { Router } from 'express';
import { type MethodStatistics, percentileMs, sumOfMethods, WINDOW_MS } from '../../../platform/call-statistics.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import type { QueueCount } from '../../../platform/metrics/metrics.ts';
import { withTimeout } from '../../../platform/retry.ts';
import { listDeadLetters, listMembers, type MemberRow, readProjectionLag } from '../../../queries/operator/health-of-service.ts';
import { type Activations, countActivations } from '../../../queries/operator/statistics.ts';
import { listReminders } from '../../../queries/operator/waiting.ts';
import type { ActivationView, DashboardView, MethodView } from '../../wire/dashboard.ts';
import { view } from '../http/answer.ts';
import { shared } from '../http/shared.ts';
import type { UiPorts } from '../ports.ts';

/** Cache time of the read that all users share. */
const FRESH_MS = 2000;
/** Afterwards the jobs of the queue are shown as 0. */
const QUEUE_TIMEOUT_MS = 1000;

/** See docs/contributing/spec/pages.md#dashboard. */
export function dashboardRoutes(ports: UiPorts): Router {
  const read = shared(FRESH_MS, () => readDashboard(ports));
  return Router().get('/dashboard', view<DashboardView>(read));
}

async function readDashboard({ db, queueCounts }: UiPorts): Promise<DashboardView> {
  const [projection, members, activations, reminders, deadLetters, queue] = await Promise.all([
    readProjectionLag(db),
    listMembers(db),
    countActivations(db),
    listReminders(db),
    listDeadLetters(db),
    withTimeout(queueCounts(), QUEUE_TIMEOUT_MS, 'counting jobs').catch((): readonly QueueCount[] => []),
  ]);
  return {
    projection,
    cluster: members.map(({ statistics: _, ...member }) => ({
      ...member,
      startedAt: formatTimestamp(member.startedAt),
      heartbeatAt: formatTimestamp(member.heartbeatAt),
    })),
    activations: activationViews(activations, queue, members),
    reminders: { ...reminders, items: reminders.items.map((item) => ({ ...item, dueAt: formatTimestamp(item.dueAt) })) },
    methods: methodViews(members),
    deadLetters: { ...deadLetters, items: deadLetters.items.map((item) => ({ ...item, at: formatTimestamp(item.at) })) },
  };
}

function activationViews(
  activations: Activations,
  queue: readonly QueueCount[],
  members: readonly MemberRow[],
): readonly ActivationView[] {
  const ofAll = (kind: string, count: number): ActivationView => ({ kind, processName: null, count });
  const jobs = (state: QueueCount['state']) =>
    queue.filter((row) => row.state === state).reduce((sum, { count }) => sum + count, 0);
  const alive = members.filter(({ status }) => status !== 'Lost');
  const workers = alive.filter(({ role }) => role === 'worker' || role === 'all');
  const hosts = alive.filter(({ role }) => role === 'worker' || role === 'all' || role === 'plugin-host');
  return [
    ofAll('running instances', activations.runningInstances),
    ofAll('active entries', activations.activeEntries),
    ofAll('waiting user tasks', activations.userTasks),
    ofAll('message subscriptions', activations.messageSubscriptions),
    ofAll('signal subscriptions', activations.signalSubscriptions),
    ofAll('queue jobs waiting', jobs('waiting')),
    ofAll('queue jobs active', jobs('active')),
    ...workers.map(({ processName, statistics }) => ({ kind: 'queue jobs active', processName, count: statistics.jobsActive })),
    ...hosts.map(({ processName, statistics }) => ({
      kind: 'plugin runs active',
      processName,
      count: statistics.pluginRunsActive,
    })),
  ];
}

/** Omits processes with the status `Lost`. */
function methodViews(members: readonly MemberRow[]): readonly MethodView[] {
  const alive = members.filter(({ status }) => status !== 'Lost');
  return sumOfMethods(alive.flatMap(({ statistics }) => statistics.methods)).map(methodView);
}

function methodView(method: MethodStatistics): MethodView {
  const { name, calls, failures, totalMs } = method;
  const callsPerMinute = rounded((calls * 60_000) / WINDOW_MS);
  return { name, calls, callsPerMinute, failures, averageMs: rounded(totalMs / calls), p99Ms: rounded(percentileMs(method, 99)) };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
