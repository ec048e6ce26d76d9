import { SERIES } from '../../../src/platform/metric-series.ts';

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
/** Names that other services have too need the job beside them. */
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
    description: 'Database or queue do not answer it, or it waits for a migration: GET /ready says which.',
  },
  {
    name: 'SluiceReleasesMixed',
    expr: `count(count by (version) (${buildInfo.name})) > 1`,
    holdsFor: '2h',
    severity: 'warning',
    summary: `${value} releases run side by side`,
    description: 'An upgrade has not come to its end: some replicas still run another release.',
  },
];

/** What clients notice. */
const REQUESTS: readonly Alert[] = [
  {
    name: 'SluiceRequestsFail',
    expr: `sum(rate(${requestDuration.name}_count{${OURS},status_code=~"5.."}[5m])) / sum(rate(${requestDuration.name}_count{${OURS}}[5m])) > 0.05`,
    holdsFor: '5m',
    severity: 'critical',
    summary: `${share} of the requests are answered with 5xx`,
    description: '503: no worker answered in time, or a server is away. 500: a bug, log event 7030.',
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

/** What becomes of commands and instances. */
const WORK: readonly Alert[] = [
  {
    name: 'SluiceQueueWaits',
    expr: `max by (queue) (${queueJobs.name}{state="waiting",queue=~"administration|commands"}) > 1000`,
    holdsFor: '5m',
    severity: 'warning',
    summary: `${value} jobs wait in the queue {{ $labels.queue }}`,
    description: 'Add workers, or find out what keeps them busy.',
  },
  {
    name: 'SluiceOutboxAges',
    expr: `max(${outboxAge.name}) > 60`,
    holdsFor: '2m',
    severity: 'warning',
    summary: `A follow-up has waited for ${value} s`,
    description: 'Workers do not keep up, or the queue loses nudges: look for log events 5001, 5002 and 5003.',
  },
  {
    name: 'SluiceLocksWait',
    expr: `histogram_quantile(0.95, sum by (le) (rate(${lockWait.name}_bucket[5m]))) > 1`,
    holdsFor: '10m',
    severity: 'warning',
    summary: `One of twenty transactions waits longer than ${value} s for its rows`,
    description: 'Many commands go to the same instances, or somebody else holds locks in the database.',
  },
  {
    name: 'SluiceDeadLetters',
    expr: `max(${deadLetters.name}) > 0`,
    holdsFor: '1m',
    severity: 'warning',
    summary: `${value} commands or timers were given up`,
    description: 'Instances may wait for ever.',
  },
  {
    name: 'SluiceCommandsParked',
    expr: `sum(increase(${commandsParked.name}[15m])) > 10`,
    severity: 'critical',
    summary: `${value} commands were given up within 15 minutes`,
    description: 'A bug or a damaged model hits many commands.',
  },
  {
    name: 'SluiceIncidentsWait',
    expr: `max(${incidents.name}) > 0`,
    holdsFor: '15m',
    severity: 'warning',
    summary: `${value} failures wait for an operator`,
    description: 'Tokens stand still until somebody retries or resolves them.',
  },
  {
    name: 'SluiceInstancesFail',
    expr: `sum(increase(${instancesEnded.name}{result="failed"}[15m])) > 10 and sum(increase(${instancesEnded.name}{result="failed"}[15m])) / sum(increase(${instancesEnded.name}[15m])) > 0.5`,
    severity: 'warning',
    summary: `${share} of the instances that ended have failed`,
    description: 'A model or a system that it calls is broken.',
  },
];

/** Custom tasks, the read side, scripts and telemetry. */
const AROUND: readonly Alert[] = [
  {
    name: 'SluiceCustomTasksWait',
    expr: `max by (task_type) (${customTaskWaiting.name}) > 0 unless on (task_type) sum by (task_type) (increase(${customTaskStarted.name}[15m])) > 0`,
    holdsFor: '15m',
    severity: 'warning',
    summary: `${value} tasks of the type {{ $labels.task_type }} wait, and nobody begins one`,
    description: 'No plugin host and no remote worker takes this type: log event 4034 names it.',
  },
  {
    name: 'SluiceProjectionLags',
    expr: `max(${projectionLag.name}) > 10`,
    holdsFor: '2m',
    severity: 'warning',
    summary: `Lists and pages are ${value} s behind`,
    description: 'Add projectors, or find out why the database is busy.',
  },
  {
    name: 'SluiceRetentionLags',
    expr: `max(${retentionLag.name}) > 86400`,
    holdsFor: '1h',
    severity: 'warning',
    summary: 'Instances whose time is over have waited {{ $value | humanizeDuration }} to be deleted',
    description: 'The archive cannot be written, or workers do not keep up.',
  },
  {
    name: 'SluiceReplicaUnused',
    expr: `sum by (reason) (rate(${replicaPassedBy.name}{reason!="position"}[5m])) > 0`,
    holdsFor: '10m',
    severity: 'warning',
    summary: 'Lists are read on the primary, because the replica of the database is {{ $labels.reason }}',
    description: 'Log event 7061 says why. Answers are right; the primary has the work.',
  },
  {
    name: 'SluiceKafkaLags',
    expr: `max(${kafkaLag.name}) > 300`,
    holdsFor: '5m',
    severity: 'warning',
    summary: 'Events have waited {{ $value | humanizeDuration }} to be sent to Kafka',
    description: 'The brokers are away or refuse: log event 4081 says why. Nothing is lost.',
  },
  {
    name: 'SluiceWebhookFails',
    expr: `max by (webhook) (${webhookParked.name}{state="failing"}) > 0`,
    holdsFor: '5m',
    severity: 'warning',
    summary: `The webhook {{ $labels.webhook }} refuses ${value} instances`,
    description: 'GET /Webhooks shows why. Nothing is dropped: retry or skip.',
  },
  {
    name: 'SluiceWebhookLags',
    expr: `max by (webhook) (${webhookLag.name}) > 900`,
    holdsFor: '5m',
    severity: 'warning',
    summary: `The webhook {{ $labels.webhook }} is ${value} s behind`,
    description: 'It is paused, its receiver is away or too slow, or no worker sends.',
  },
  {
    name: 'SluiceTextsTimeOut',
    expr: `sum(increase(${longTexts.name}{outcome=~"timed_out|died"}[15m])) > 10`,
    severity: 'warning',
    summary: `${value} scripts or expressions were stopped within 15 minutes`,
    description: 'Some process has a script without end, or one that takes too much memory.',
  },
  {
    name: 'SluiceAuditLosesEntries',
    expr: `sum(increase(${auditEntriesLost.name}[15m])) > 0`,
    severity: 'warning',
    summary: `${value} entries of the audit are lost`,
    description: 'Refusals could not be written down, because the database was away for too long.',
  },
  {
    name: 'SluiceTelemetryLost',
    expr: `sum by (signal) (increase(${exportFailures.name}[15m])) > 0`,
    holdsFor: '15m',
    severity: 'warning',
    summary: 'No collector takes the {{ $labels.signal }} of some replicas',
    description: 'Work is not touched; what was exported is lost.',
  },
];

export const ALERTS: readonly Alert[] = [...REPLICAS, ...REQUESTS, ...WORK, ...AROUND];
