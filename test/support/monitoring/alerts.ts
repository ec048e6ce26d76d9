import { SERIES } from '../../../src/platform/metrics/metric-series.ts';

/** One alert; docs/runbooks.md has a section for each, of the same name. */
export interface Alert {
  readonly name: string;
  readonly expr: string;
  /** how long it must hold; absent: not at all */
  readonly holdsFor?: string;
  readonly severity: 'critical' | 'warning';
  readonly summary: string;
  readonly description: string;
}

const {
  auditEntriesLost,
  buildInfo,
  commandsParked,
  customTaskStarted,
  customTaskWaiting,
  deadLetters,
  exportFailures,
  incidents,
  instancesEnded,
  kafkaLag,
  replicaPassedBy,
  lockWait,
  longTexts,
  outboxAge,
  projectionLag,
  queueJobs,
  ready,
  requestDuration,
  retentionLag,
  webhookLag,
  webhookParked,
} = SERIES;
/** Names that other services also have need the job. */
const OURS = 'job=~"sluice.*"';
const value = '{{ $value }}';
const share = '{{ $value | humanizePercentage }}';

/** Replicas: are they there, and can they work? */
const REPLICAS: readonly Alert[] = [
  {
    name: 'SluiceDown',
    expr: `up{${OURS}} == 0`,
    holdsFor: '1m',
    severity: 'critical',
    summary: '{{ $labels.instance }} does not answer',
    description: 'The process has ended, hangs, or cannot be reached.',
  },
  {
    name: 'SluiceNotReady',
    expr: `${ready.name} == 0`,
    holdsFor: '1m',
    severity: 'critical',
    summary: '{{ $labels.instance }} is not ready',
    description: 'The database or the queue does not respond, or the process waits for a migration. GET /ready shows the reason.',
  },
  {
    name: 'SluiceReleasesMixed',
    expr: `count(count by (version) (${buildInfo.name})) > 1`,
    holdsFor: '2h',
    severity: 'warning',
    summary: `${value} releases run at the same time`,
    description: 'An upgrade is not complete: some replicas still run another release.',
  },
];

/** Symptoms for clients. */
const REQUESTS: readonly Alert[] = [
  {
    name: 'SluiceRequestsFail',
    expr: `sum(rate(${requestDuration.name}_count{${OURS},status_code=~"5.."}[5m])) / sum(rate(${requestDuration.name}_count{${OURS}}[5m])) > 0.05`,
    holdsFor: '5m',
    severity: 'critical',
    summary: `${share} of the requests are answered with 5xx`,
    description: '503: no worker answered in time, or a server is not reachable. 500: an internal error, log event 7030.',
  },
  {
    name: 'SluiceRequestsSlow',
    expr: `histogram_quantile(0.99, sum by (le) (rate(${requestDuration.name}_bucket{${OURS},route!~".*/fetch-and-lock"}[5m]))) > 5`,
    holdsFor: '10m',
    severity: 'warning',
    summary: `One of a hundred requests takes longer than ${value} s`,
    description: 'Workers or the database do not keep up.',
  },
];

/** Results of commands and instances. */
const WORK: readonly Alert[] = [
  {
    name: 'SluiceQueueWaits',
    expr: `max by (queue) (${queueJobs.name}{state="waiting",queue=~"administration|commands"}) > 1000`,
    holdsFor: '5m',
    severity: 'warning',
    summary: `${value} jobs wait in the queue {{ $labels.queue }}`,
    description: 'Add workers, or find out why they are busy.',
  },
  {
    name: 'SluiceOutboxAges',
    expr: `max(${outboxAge.name}) > 60`,
    holdsFor: '2m',
    severity: 'warning',
    summary: `A follow-up command has waited for ${value} s`,
    description: 'Workers do not keep up, or the queue loses wake-up signals. Search for log events 5001, 5002 and 5003.',
  },
  {
    name: 'SluiceLocksWait',
    expr: `histogram_quantile(0.95, sum by (le) (rate(${lockWait.name}_bucket[5m]))) > 1`,
    holdsFor: '10m',
    severity: 'warning',
    summary: `One of twenty transactions waits longer than ${value} s for its rows`,
    description: 'Many commands go to the same instances, or another client holds locks in the database.',
  },
  {
    name: 'SluiceDeadLetters',
    expr: `max(${deadLetters.name}) > 0`,
    holdsFor: '1m',
    severity: 'warning',
    summary: `${value} commands or timers are in the dead letters`,
    description: 'Instances can wait forever. Retry or discard the dead letters.',
  },
  {
    name: 'SluiceCommandsParked',
    expr: `sum(increase(${commandsParked.name}[15m])) > 10`,
    severity: 'critical',
    summary: `${value} commands were moved to the dead letters within 15 minutes`,
    description: 'An internal error or a damaged model affects many commands.',
  },
  {
    name: 'SluiceIncidentsWait',
    expr: `max(${incidents.name}) > 0`,
    holdsFor: '15m',
    severity: 'warning',
    summary: `${value} incidents are open`,
    description: 'The instances wait until an operator retries or resolves the incidents.',
  },
  {
    name: 'SluiceInstancesFail',
    expr: `sum(increase(${instancesEnded.name}{result="failed"}[15m])) > 10 and sum(increase(${instancesEnded.name}{result="failed"}[15m])) / sum(increase(${instancesEnded.name}[15m])) > 0.5`,
    severity: 'warning',
    summary: `${share} of the instances that ended have failed`,
    description: 'A model or a system that it calls is broken.',
  },
];

/** Custom tasks, query tables, scripts and telemetry. */
const AROUND: readonly Alert[] = [
  {
    name: 'SluiceCustomTasksWait',
    expr: `max by (task_type) (${customTaskWaiting.name}) > 0 unless on (task_type) sum by (task_type) (increase(${customTaskStarted.name}[15m])) > 0`,
    holdsFor: '15m',
    severity: 'warning',
    summary: `${value} tasks of the type {{ $labels.task_type }} wait, and no worker starts one`,
    description: 'No plugin host and no external worker serves this type. Log event 4034 names it.',
  },
  {
    name: 'SluiceProjectionLags',
    expr: `max(${projectionLag.name}) > 10`,
    holdsFor: '2m',
    severity: 'warning',
    summary: `Lists and the web UI are ${value} s behind`,
    description: 'Add projectors, or find out why the database is busy.',
  },
  {
    name: 'SluiceRetentionLags',
    expr: `max(${retentionLag.name}) > 86400`,
    holdsFor: '1h',
    severity: 'warning',
    summary: 'Expired instances have waited {{ $value | humanizeDuration }} for deletion',
    description: 'The archive cannot be written, or workers do not keep up.',
  },
  {
    name: 'SluiceReplicaUnused',
    expr: `sum by (reason) (rate(${replicaPassedBy.name}{reason!="position"}[5m])) > 0`,
    holdsFor: '10m',
    severity: 'warning',
    summary: 'Lists are read on the primary, because the replica of the database is {{ $labels.reason }}',
    description: 'Log event 7061 shows the reason. Results are correct, but the primary has more load.',
  },
  {
    name: 'SluiceKafkaLags',
    expr: `max(${kafkaLag.name}) > 300`,
    holdsFor: '5m',
    severity: 'warning',
    summary: 'Events for Kafka have waited {{ $value | humanizeDuration }}',
    description: 'Kafka is not reachable or rejects the events. Log event 4081 shows the reason. No event is lost.',
  },
  {
    name: 'SluiceWebhookFails',
    expr: `max by (webhook) (${webhookParked.name}{state="failing"}) > 0`,
    holdsFor: '5m',
    severity: 'warning',
    summary: `The webhook {{ $labels.webhook }} rejects the events of ${value} instances`,
    description: 'GET /Webhooks shows the reason. No event is lost: retry or skip.',
  },
  {
    name: 'SluiceWebhookLags',
    expr: `max by (webhook) (${webhookLag.name}) > 900`,
    holdsFor: '5m',
    severity: 'warning',
    summary: `The webhook {{ $labels.webhook }} is ${value} s behind`,
    description: 'The webhook is paused, its receiver is not reachable or too slow, or no worker sends events.',
  },
  {
    name: 'SluiceTextsTimeOut',
    expr: `sum(increase(${longTexts.name}{outcome=~"timed_out|died"}[15m])) > 10`,
    severity: 'warning',
    summary: `${value} scripts or expressions were stopped within 15 minutes`,
    description: 'A process has an endless script, or a script that needs too much memory.',
  },
  {
    name: 'SluiceAuditLosesEntries',
    expr: `sum(increase(${auditEntriesLost.name}[15m])) > 0`,
    severity: 'warning',
    summary: `${value} audit entries are lost`,
    description: 'Sluice could not store rejections because the database was not reachable for too long.',
  },
  {
    name: 'SluiceTelemetryLost',
    expr: `sum by (signal) (increase(${exportFailures.name}[15m])) > 0`,
    holdsFor: '15m',
    severity: 'warning',
    summary: 'No collector accepts the {{ $labels.signal }} of some replicas',
    description: 'Processing continues. The exported telemetry is lost.',
  },
];

export const ALERTS: readonly Alert[] = [...REPLICAS, ...REQUESTS, ...WORK, ...AROUND];
