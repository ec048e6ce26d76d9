import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { RIGHTS, type Right } from '../access-roles.ts';
import { type CallStatistics, openCallStatistics } from '../call-statistics.ts';
import { version } from '../version.ts';
import { ACTIVITY_TYPES, MAX_NAMED_LABELS, SERIES, type SeriesRow } from './metric-series.ts';
import { registerCounter, registerGauge, registerHistogram } from './register-metrics.ts';
import {
  type KafkaMetrics,
  kafkaSeries,
  type ReplicaMetrics,
  type RetentionMetrics,
  replicaSeries,
  retentionSeries,
  type TextMetrics,
  textSeries,
  type WebhookMetrics,
  webhookSeries,
} from './role-metrics.ts';

/** Signals that can be exported over OTLP. */
const EXPORT_SIGNALS = ['traces', 'metrics', 'logs'] as const;
export type ExportSignal = (typeof EXPORT_SIGNALS)[number];
export const WORKFLOW_RESULTS = ['completed', 'cancelled', 'failed'] as const;
export type WorkflowResult = (typeof WORKFLOW_RESULTS)[number];
/** Results of operations in the audit log. */
const AUDIT_RESULTS = ['accepted', 'refused', 'failed'] as const;
export type AuditResult = (typeof AUDIT_RESULTS)[number];
/** Result of an attempt. `retried`: failed, and another attempt follows. */
export type AttemptOutcome = 'succeeded' | 'failed' | 'retried';
const BATCH_ITEM_OUTCOMES = ['Succeeded', 'Failed', 'Skipped'] as const;
export type BatchItemOutcome = (typeof BATCH_ITEM_OUTCOMES)[number];
/** Jobs of one queue in one state. */
export interface QueueCount {
  readonly queue: string;
  readonly state: 'waiting' | 'active' | 'delayed' | 'failed';
  readonly count: number;
}
/** Custom tasks of one type that wait for an attempt. */
export interface WaitingTasks {
  readonly taskType: string;
  readonly count: number;
}
/** Delay of the query tables. */
export interface ProjectionLag {
  readonly lagSeconds: number;
  readonly pendingEvents: number;
}

/**
 * See docs/contributing/spec/observability.md#metrics. Time series with known labels exist with the value 0 from the start. Names and labels are in
 * metric-series.ts.
 */
export interface Metrics extends TextMetrics, RetentionMetrics, WebhookMetrics, KafkaMetrics, ReplicaMetrics {
  workflowStarted(count?: number): void;
  workflowTerminated(result: WorkflowResult, count?: number): void;
  incidentRaised(): void;
  activityEnded(activityType: string, durationMs: number): void;
  /** `route` is the path pattern, never the raw path. */
  httpRequest(method: string, route: string, statusCode: number, seconds: number): void;
  commandBatchCommitted(commandCount: number): void;
  /** a transaction waited this time for its row locks; unit: s */
  lockWaited(seconds: number): void;
  /** a command was moved to dead_letter */
  commandParked(): void;
  batchItemsDone(outcome: BatchItemOutcome, count: number): void;
  /** a request was rejected because its caller does not have this permission */
  requestForbidden(right: Right): void;
  /** operations were recorded in the audit log */
  auditEntries(result: AuditResult, count?: number): void;
  /** a rejected request was added to the count of an existing audit entry */
  auditRefusalsCounted(): void;
  /** audit entries could not be written and are lost */
  auditEntriesLost(count: number): void;
  exportFailed(signal: ExportSignal): void;
  /** an attempt of a custom task starts; counted in the process that starts it */
  customTaskStarted(taskType: string): void;
  /** counted in the process that commits the end. Interrupted attempts and late results are not counted */
  customTaskEnded(taskType: string, outcome: AttemptOutcome, durationMs: number): void;
  /**
   * Each `onCollect…` method sets the source of a gauge, which every scrape calls; the last source is used. If it fails or takes more than 2 s, the gauge
   * keeps its value.
   */
  onCollectQueue(source: () => Promise<readonly QueueCount[]>): void;
  onCollectProjection(source: () => Promise<ProjectionLag>): void;
  onCollectDeadLetters(source: () => Promise<number>): void;
  /** suspended instances, and process keys that are suspended as a whole */
  onCollectSuspendedInstances(source: () => Promise<number>): void;
  onCollectSuspendedKeys(source: () => Promise<number>): void;
  /** messages with a time to live that wait for a receiver */
  onCollectBufferedMessages(source: () => Promise<number>): void;
  onCollectIncidents(source: () => Promise<number>): void;
  /** batches that have not ended */
  onCollectBatches(source: () => Promise<number>): void;
  /** open streams of the event feed */
  onCollectEventStreams(source: () => Promise<number>): void;
  onCollectCustomTasks(source: () => Promise<readonly WaitingTasks[]>): void;
  /** age of the oldest outgoing command in the outbox; unit: s */
  onCollectOutbox(source: () => Promise<number>): void;
  /** readiness as in `/ready` */
  onCollectReady(source: () => Promise<boolean>): void;
  /** calls of the last minutes, also HTTP requests, for the dashboard */
  readonly calls: CallStatistics;
  /** Metrics in the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Routes that the dashboard does not count: unknown paths, health checks, metrics and documents. */
const NOT_CALLS = /^(?:none|\/(?:health|alive|ready|metrics|openapi\.json|docs(?:\/.*)?))$/;

export function openMetrics(): Metrics {
  const registry = new Registry();
  const calls = openCallStatistics();
  collectDefaultMetrics({ register: registry });
  showBuild(registry);
  const requests = registerHistogram(registry, SERIES.requestDuration);
  return {
    ...workflowSeries(registry),
    ...workSeries(registry),
    ...customTaskSeries(registry, calls),
    ...collectedSeries(registry),
    ...textSeries(registry),
    ...auditSeries(registry),
    ...retentionSeries(registry),
    ...kafkaSeries(registry),
    ...webhookSeries(registry),
    ...replicaSeries(registry),
    calls,
    httpRequest(method, route, statusCode, seconds) {
      requests.observe({ method, route, status_code: statusCode }, seconds);
      if (!NOT_CALLS.test(route)) calls.called(`${method} ${route}`, seconds * 1000, statusCode >= 500);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function showBuild(registry: Registry): void {
  const { name, help, labels } = SERIES.buildInfo;
  const gauge = new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] });
  gauge.set({ version, node_version: process.versions.node }, 1);
}

function workflowSeries(
  registry: Registry,
): Pick<Metrics, 'workflowStarted' | 'workflowTerminated' | 'incidentRaised' | 'activityEnded'> {
  const started = registerCounter(registry, SERIES.instancesStarted);
  const ended = registerCounter(registry, SERIES.instancesEnded);
  for (const result of WORKFLOW_RESULTS) ended({ result }, 0);
  const raised = registerCounter(registry, SERIES.incidentsRaised);
  const durations = registerHistogram(registry, SERIES.activityDuration);
  for (const activityType of ACTIVITY_TYPES) durations.zero({ activity_type: activityType });
  return {
    workflowStarted: (count = 1) => started({}, count),
    workflowTerminated: (result, count = 1) => ended({ result }, count),
    incidentRaised: () => raised({}),
    activityEnded: (activityType, durationMs) => durations.observe({ activity_type: activityType }, Math.max(0, durationMs)),
  };
}

type WorkMethod =
  | 'commandBatchCommitted'
  | 'lockWaited'
  | 'commandParked'
  | 'exportFailed'
  | 'requestForbidden'
  | 'batchItemsDone';

function workSeries(registry: Registry): Pick<Metrics, WorkMethod> {
  const commandBatches = registerHistogram(registry, SERIES.commandBatchCommands);
  const locks = registerHistogram(registry, SERIES.lockWait);
  const parked = registerCounter(registry, SERIES.commandsParked);
  const failures = registerCounter(registry, SERIES.exportFailures);
  for (const signal of EXPORT_SIGNALS) failures({ signal }, 0);
  const forbidden = registerCounter(registry, SERIES.requestsForbidden);
  for (const right of RIGHTS) forbidden({ right }, 0);
  const items = registerCounter(registry, SERIES.batchItems);
  for (const outcome of BATCH_ITEM_OUTCOMES) items({ outcome: outcome.toLowerCase() }, 0);
  return {
    commandBatchCommitted: (commandCount) => commandBatches.observe({}, commandCount),
    lockWaited: (seconds) => locks.observe({}, seconds),
    commandParked: () => parked({}),
    exportFailed: (signal) => failures({ signal }),
    requestForbidden: (right) => forbidden({ right }),
    batchItemsDone: (outcome, count) => items({ outcome: outcome.toLowerCase() }, count),
  };
}

function auditSeries(registry: Registry): Pick<Metrics, 'auditEntries' | 'auditRefusalsCounted' | 'auditEntriesLost'> {
  const entries = registerCounter(registry, SERIES.auditEntries);
  for (const result of AUDIT_RESULTS) entries({ result }, 0);
  const counted = registerCounter(registry, SERIES.auditRefusalsCounted);
  const lost = registerCounter(registry, SERIES.auditEntriesLost);
  return {
    auditEntries: (result, count = 1) => entries({ result }, count),
    auditRefusalsCounted: () => counted({}),
    auditEntriesLost: (count) => lost({}, count),
  };
}

/** The first MAX_NAMED_LABELS names are unchanged, all others become `other`. Calls `onNew` once for each new name, except `other`. */
function boundedLabels(onNew: (label: string) => void = () => {}): (name: string) => string {
  const known = new Set<string>();
  return (name) => {
    if (known.has(name)) return name;
    if (known.size >= MAX_NAMED_LABELS) return 'other';
    known.add(name);
    onNew(name);
    return name;
  };
}

/** Labels of task types, in lower case. Their number is limited, because models and plugins define the types. */
export function taskTypeLabels(onNew?: (label: string) => void): (taskType: string) => string {
  const labelOf = boundedLabels(onNew);
  return (taskType) => labelOf(taskType.trim().toLowerCase());
}

function customTaskSeries(
  registry: Registry,
  calls: CallStatistics,
): Pick<Metrics, 'customTaskStarted' | 'customTaskEnded' | 'onCollectCustomTasks'> {
  const started = registerCounter(registry, SERIES.customTaskStarted);
  const ended = {
    succeeded: registerCounter(registry, SERIES.customTaskSucceeded),
    failed: registerCounter(registry, SERIES.customTaskFailed),
    retried: registerCounter(registry, SERIES.customTaskRetried),
  };
  const durations = registerHistogram(registry, SERIES.customTaskDuration);
  const labelOf = taskTypeLabels((label) => {
    for (const count of [started, ...Object.values(ended)]) count({ task_type: label }, 0);
  });
  const setWaiting = registerGauge(registry, SERIES.customTaskWaiting);
  return {
    customTaskStarted: (taskType) => started({ task_type: labelOf(taskType) }),
    customTaskEnded: (taskType, outcome, durationMs) => {
      const label = { task_type: labelOf(taskType) };
      ended[outcome](label);
      calls.taskEnded(label.task_type.toLowerCase(), outcome !== 'succeeded');
      durations.observe(label, Math.max(0, durationMs));
    },
    onCollectCustomTasks: (source) =>
      setWaiting(async () => (await source()).map(({ taskType, count }) => [{ task_type: labelOf(taskType) }, count])),
  };
}

type Sources = Pick<
  Metrics,
  | 'onCollectQueue'
  | 'onCollectProjection'
  | 'onCollectDeadLetters'
  | 'onCollectIncidents'
  | 'onCollectSuspendedInstances'
  | 'onCollectSuspendedKeys'
  | 'onCollectBufferedMessages'
  | 'onCollectBatches'
  | 'onCollectEventStreams'
  | 'onCollectOutbox'
  | 'onCollectReady'
>;

function collectedSeries(registry: Registry): Sources {
  const asked = (row: SeriesRow): ((source: () => Promise<number>) => void) => {
    const set = registerGauge(registry, row);
    return (source) => set(async () => [[{}, await source()]]);
  };
  const setReady = asked(SERIES.ready);
  return {
    ...queueSeries(registry),
    onCollectDeadLetters: asked(SERIES.deadLetters),
    onCollectIncidents: asked(SERIES.incidents),
    onCollectBatches: asked(SERIES.batchesOpen),
    onCollectEventStreams: asked(SERIES.eventStreams),
    onCollectSuspendedInstances: asked(SERIES.suspendedInstances),
    onCollectSuspendedKeys: asked(SERIES.suspendedKeys),
    onCollectBufferedMessages: asked(SERIES.bufferedMessages),
    onCollectOutbox: asked(SERIES.outboxAge),
    onCollectReady: (source) => setReady(async () => ((await source()) ? 1 : 0)),
    ...projectionSeries(asked),
  };
}

function queueSeries(registry: Registry): Pick<Sources, 'onCollectQueue'> {
  const set = registerGauge(registry, SERIES.queueJobs);
  const labelOf = boundedLabels();
  return {
    onCollectQueue: (source) =>
      set(async () => (await source()).map(({ queue, state, count }) => [{ queue: labelOf(queue), state }, count])),
  };
}

function projectionSeries(
  asked: (row: SeriesRow) => (source: () => Promise<number>) => void,
): Pick<Sources, 'onCollectProjection'> {
  const setPending = asked(SERIES.projectionPending);
  const setLag = asked(SERIES.projectionLag);
  return {
    onCollectProjection(source) {
      // Both gauges share one call of the source.
      let asking: Promise<ProjectionLag> | undefined;
      const askOnce = () => {
        asking ??= source().finally(() => {
          asking = undefined;
        });
        return asking;
      };
      setPending(async () => (await askOnce()).pendingEvents);
      setLag(async () => (await askOnce()).lagSeconds);
    },
  };
}
