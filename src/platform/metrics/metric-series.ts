import { RIGHTS } from '../access-roles.ts';

/** Metric of `/metrics` (docs/contributing/spec/observability.md#names-of-series). */
export interface SeriesRow {
  /** name with prefix `sluice_` and base unit; counters end in `_total` */
  readonly name: string;
  /** name in earlier releases, which is still exported; absent: new metric */
  readonly formerName?: string;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** maximum number of values by label, which limits the number of time series */
  readonly labels: Readonly<Record<string, number>>;
  /** bucket bounds of a histogram, in the unit of the name */
  readonly bounds?: readonly number[];
  /** bucket bounds of the histogram with the former name, in its unit */
  readonly formerBounds?: readonly number[];
  /** factor from the unit of the current name to that of the former: 1000 for seconds and milliseconds */
  readonly formerPerUnit?: number;
}

/** Bucket bounds for Prometheus and OTLP. */
export const ACTIVITY_BOUNDS_MS = [10, 50, 100, 250, 500, 1000, 5000, 10_000, 30_000, 60_000, 300_000, 600_000];
export const HTTP_BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
export const LOCK_BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
export const COMMAND_BATCH_BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128];
/** Adds 1 hour, 8 hours, 1 day and 1 week, because user tasks often take longer than 10 minutes. */
const LONG_BOUNDS_SECONDS = [...ACTIVITY_BOUNDS_MS.map((ms) => ms / 1000), 3600, 28_800, 86_400, 604_800];

/**
 * See docs/contributing/spec/http/instances.md#activity-types. Each has a time series from the start: Prometheus cannot compute the increase of a series that
 * does not exist before its first value.
 */
export const ACTIVITY_TYPES =
  'StartEvent EndEvent IntermediateCatchEvent IntermediateThrowEvent BoundaryEvent Task UserTask ServiceTask ScriptTask SendTask ReceiveTask ManualTask BusinessRuleTask CallActivity SubProcess EventSubProcess Transaction ExclusiveGateway InclusiveGateway ParallelGateway ComplexGateway EventBasedGateway AdHocSubProcess MultiInstance StandardLoop'.split(
    ' ',
  );
/** Labels for names that models, plugins and their queues define. Further names share the label `other`. */
export const MAX_NAMED_LABELS = 200;
const NAMED = MAX_NAMED_LABELS + 1;

export const MAX_WEBHOOKS = 50;

const counter = (stem: string, help: string, labels: SeriesRow['labels'] = {}, formerStem = stem): SeriesRow => ({
  name: `sluice_${stem}_total`,
  formerName: `service_${formerStem}_total`,
  kind: 'counter',
  help,
  labels,
});
const gauge = (stem: string, help: string, labels: SeriesRow['labels'] = {}): SeriesRow => ({
  name: `sluice_${stem}`,
  formerName: `service_${stem}`,
  kind: 'gauge',
  help,
  labels,
});
/** Metric without a former name, because no earlier release had it. */
const later = ({ formerName: _, ...row }: SeriesRow): SeriesRow => row;
const histogram = (stem: string, help: string, bounds: readonly number[]): SeriesRow => ({
  name: `sluice_${stem}`,
  formerName: `service_${stem}`,
  kind: 'histogram',
  help,
  labels: {},
  bounds,
});
const duration = (stem: string, help: string, labels: SeriesRow['labels']): SeriesRow => ({
  name: `sluice_${stem}_seconds`,
  formerName: `service_${stem}_milliseconds`,
  kind: 'histogram',
  help,
  labels,
  bounds: LONG_BOUNDS_SECONDS,
  formerBounds: ACTIVITY_BOUNDS_MS,
  formerPerUnit: 1000,
});
const task = { task_type: NAMED };

/** Tests compare dashboard, alerts and documentation with them. */
export const SERIES = {
  buildInfo: {
    name: 'sluice_build_info',
    kind: 'gauge',
    help: 'Always 1; the release and the Node that this process runs.',
    labels: { version: 1, node_version: 1 },
  },
  instancesStarted: counter('instances_started', 'Instances started.', {}, 'workflow_started'),
  instancesEnded: counter('instances_ended', 'Instances ended, by result.', { result: 3 }, 'workflow_terminated'),
  activityDuration: duration('activity_duration', 'Time from start to end of one activity instance.', {
    activity_type: ACTIVITY_TYPES.length,
  }),
  requestDuration: {
    name: 'http_server_request_duration_seconds',
    kind: 'histogram',
    help: 'Duration of HTTP requests.',
    labels: { method: 50, route: 200, status_code: 60 },
    bounds: HTTP_BOUNDS_SECONDS,
  },
  ready: gauge('ready', '1 if this process is ready, otherwise 0.'),
  queueJobs: gauge('queue_jobs', 'Jobs in the queue, by state.', { queue: NAMED, state: 4 }),
  outboxAge: gauge('outbox_age_seconds', 'Age of the oldest waiting follow-up command.'),
  projectionLag: gauge('projection_lag_seconds', 'Age of the oldest event not yet projected, 0 if none exists.'),
  projectionPending: gauge('projection_pending_events', 'Event history rows not yet projected.'),
  deadLetters: gauge('dead_letters', 'Commands in the dead letters that need an operator.'),
  commandsParked: counter('commands_parked', 'Commands moved to the dead letters.'),
  suspendedInstances: later(gauge('suspended_instances', 'Suspended instances.')),
  suspendedKeys: later(gauge('suspended_keys', 'Suspended processes.')),
  bufferedMessages: later(gauge('buffered_messages', 'Messages with a time to live that wait for a receiver.')),
  incidents: gauge('incidents', 'Open incidents.'),
  incidentsRaised: counter('incidents_raised', 'Incidents raised.'),
  commandBatchCommands: histogram('envelope_commands', 'Commands in one committed command batch.', COMMAND_BATCH_BOUNDS),
  lockWait: histogram(
    'lock_wait_seconds',
    'Time until a transaction has its row locks, including round trips.',
    LOCK_BOUNDS_SECONDS,
  ),
  customTaskWaiting: gauge('custom_task_waiting', 'Custom tasks that wait for an attempt.', task),
  customTaskStarted: counter('custom_task_started', 'Attempts at custom tasks started by this process.', task),
  customTaskSucceeded: counter('custom_task_succeeded', 'Attempts with an accepted result.', task),
  customTaskFailed: counter('custom_task_failed', 'Attempts that failed the activity.', task),
  customTaskRetried: counter('custom_task_retried', 'Failed attempts with another attempt to follow.', task),
  customTaskDuration: duration('custom_task_duration', 'Time from the claim of a custom task to its result.', task),
  longTexts: counter('long_texts', 'Long scripts and expressions that ran in a separate thread.', {
    outcome: 3,
  }),
  longTextsWaiting: gauge('long_texts_waiting', 'Long scripts and expressions that wait for a thread.'),
  textThreadsBusy: gauge('text_threads_busy', 'Threads that evaluate long scripts and expressions.'),
  exportFailures: counter('export_failures', 'Telemetry batches that no collector accepted.', { signal: 3 }),
  requestsForbidden: counter('requests_forbidden', 'Requests rejected because the caller lacks a permission.', {
    right: RIGHTS.length,
  }),
  decisions: later({
    ...histogram('decision_seconds', 'Duration of decision evaluations, by outcome.', LOCK_BOUNDS_SECONDS),
    labels: { outcome: 2 },
  }),
  retentionLag: later(
    gauge('retention_lag_seconds', 'Time that the oldest expired instance has waited for deletion, 0 if none exists.'),
  ),
  retentionInstances: later(counter('retention_instances_deleted', 'Expired instances that retention deleted.')),
  retentionJournalRows: later(counter('retention_journal_rows_deleted', 'Event history rows that retention deleted.')),
  retentionArchiveBytes: later(counter('retention_archive_bytes', 'Bytes written to the archive.')),
  batchItems: later(counter('batch_items', 'Batch items, by outcome.', { outcome: 3 })),
  eventStreams: later(gauge('event_streams', 'Open streams of the event feed.')),
  kafkaEvents: later(counter('kafka_events', 'Events acknowledged by Kafka.')),
  kafkaFailures: later(counter('kafka_failures', 'Failed attempts to send events to Kafka.')),
  kafkaLag: later(gauge('kafka_lag_seconds', 'Age of the oldest event not yet sent to Kafka, 0 if none exists.')),
  listReads: later(counter('list_reads', 'List reads, by database: primary or replica.', { place: 2 })),
  replicaPassedBy: later(
    counter('replica_passed_by', 'List reads on the primary although a replica is configured, by reason.', { reason: 6 }),
  ),
  replicaLag: later(gauge('replica_lag_seconds', 'Delay of the database replica, 0 if it is up to date or not configured.')),
  webhookMessages: later(
    counter('webhook_messages', 'Messages sent to webhooks, by outcome.', { webhook: MAX_WEBHOOKS, outcome: 2 }),
  ),
  webhookLag: later(
    gauge('webhook_lag_seconds', 'Age of the oldest event that a webhook has not yet processed.', { webhook: MAX_WEBHOOKS }),
  ),
  webhookParked: later(
    gauge('webhook_parked_instances', 'Instances with events that a webhook has not delivered.', {
      webhook: MAX_WEBHOOKS,
      state: 2,
    }),
  ),
  webhookPaused: later(gauge('webhook_paused', '1 if a webhook is paused, otherwise 0.', { webhook: MAX_WEBHOOKS })),
  batchesOpen: later(gauge('batches_open', 'Batches that have not ended.')),
  auditEntries: later(counter('audit_entries', 'Audit entries, by result.', { result: 3 })),
  auditRefusalsCounted: later(counter('audit_refusals_counted', 'Rejections that were only counted in an existing audit entry.')),
  auditEntriesLost: later(counter('audit_entries_lost', 'Lost audit entries.')),
} as const satisfies Readonly<Record<string, SeriesRow>>;
