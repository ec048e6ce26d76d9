import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { RIGHTS, type Right } from '../access-roles.ts';
import { type CallStatistics, openCallStatistics } from '../call-statistics.ts';
import { version } from '../version.ts';
import { ACTIVITY_TYPES, MAX_NAMED_LABELS, SERIES, type SeriesRow } from './metric-series.ts';
import { askTwice, countTwice, observeTwice } from './metric-twins.ts';
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

/** Metrics that are exported over OTLP. */
const EXPORT_SIGNALS = ['traces', 'metrics', 'logs'] as const;
export type ExportSignal = (typeof EXPORT_SIGNALS)[number];
/** Possible results of an instance. */
export const WORKFLOW_RESULTS = ['completed', 'cancelled', 'failed'] as const;
/** Result of an instance. */
export type WorkflowResult = (typeof WORKFLOW_RESULTS)[number];
/** Result of recording an operation. */
export const AUDIT_RESULTS = ['accepted', 'refused', 'failed'] as const;
export type AuditResult = (typeof AUDIT_RESULTS)[number];
/** Result of a run of a custom task. */
export type AttemptOutcome = 'succeeded' | 'failed' | 'retried';
/** Result of an item of a batch. */
export const BATCH_ITEM_OUTCOMES = ['Succeeded', 'Failed', 'Skipped'] as const;
export type BatchItemOutcome = (typeof BATCH_ITEM_OUTCOMES)[number];
/** Number of jobs of one queue in one state. */
export interface QueueCount {
  readonly queue: string;
  readonly state: 'waiting' | 'active' | 'delayed' | 'failed';
  readonly count: number;
}
/** Number of custom tasks of one type that wait for a run. */
export interface WaitingTasks {
  readonly taskType: string;
  readonly count: number;
}
/** Delay of the query tables. */
export interface ProjectionLag {
  readonly lagSeconds: number;
  readonly pendingEvents: number;
}

/** The series (docs/contributing/spec/observability.md#metrics), one registry per process; every series exists with 0 from the start. Their names and labels: metric-series.ts. */
export interface Metrics extends TextMetrics, RetentionMetrics, WebhookMetrics, KafkaMetrics, ReplicaMetrics {
  workflowStarted(count?: number): void;
  workflowTerminated(result: WorkflowResult, count?: number): void;
  /** a failure became an incident instead of failing its instance */
  incidentRaised(): void;
  activityEnded(activityType: string, durationMs: number): void;
  /** `route` is the path pattern, never the raw path. */
  httpRequest(method: string, route: string, statusCode: number, seconds: number): void;
  /** a command batch with this number of commands was committed */
  commandBatchCommitted(commandCount: number): void;
  /** how long a transaction waited until it had its row locks; unit: s */
  lockWaited(seconds: number): void;
  /** a command was moved to dead_letter */
  commandParked(): void;
  /** items of batches were completed */
  batchItemsDone(outcome: BatchItemOutcome, count: number): void;
  /** a request was refused because its caller lacks this right */
  requestForbidden(right: Right): void;
  /** entries of the audit were written */
  auditEntries(result: AuditResult, count?: number): void;
  /** a refusal was counted instead of getting its own entry */
  auditRefusalsCounted(): void;
  /** entries could not be written and are lost */
  auditEntriesLost(count: number): void;
  /** telemetry could not be handed to its collector */
  exportFailed(signal: ExportSignal): void;
  /** A run of a custom task begins, in the process that begins it. */
  customTaskStarted(taskType: string): void;
  /** A run has ended, in the process that commits it. Interrupted runs and late results are not counted. */
  customTaskEnded(taskType: string, outcome: AttemptOutcome, durationMs: number): void;
  /** Asked at every scrape; the latest source wins. A source that fails or takes over 2 s leaves the old value. */
  onCollectQueue(source: () => Promise<readonly QueueCount[]>): void;
  onCollectProjection(source: () => Promise<ProjectionLag>): void;
  /** number of parked commands */
  onCollectDeadLetters(source: () => Promise<number>): void;
  /** number of suspended instances, and of process keys that are suspended as a whole */
  onCollectSuspendedInstances(source: () => Promise<number>): void;
  onCollectSuspendedKeys(source: () => Promise<number>): void;
  /** number of messages with a time to live that wait for a receiver */
  onCollectBufferedMessages(source: () => Promise<number>): void;
  /** number of open incidents */
  onCollectIncidents(source: () => Promise<number>): void;
  /** number of batches that have not ended */
  onCollectBatches(source: () => Promise<number>): void;
  /** number of open streams of the event feed */
  onCollectEventStreams(source: () => Promise<number>): void;
  onCollectCustomTasks(source: () => Promise<readonly WaitingTasks[]>): void;
  /** age of the oldest queued follow-up; unit: s */
  onCollectOutbox(source: () => Promise<number>): void;
  /** readiness of this process, as in `/ready` */
  onCollectReady(source: () => Promise<boolean>): void;
  /** calls of the last minutes, for the dashboard; HTTP requests are among them */
  readonly calls: CallStatistics;
  /** The exposition text. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Routes that are not work: unknown paths, health checks, metrics and documents. */
const NOT_CALLS = /^(?:none|\/(?:health|alive|ready|metrics|openapi\.json|docs(?:\/.*)?))$/;

/** Opens the metrics of this process. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  const calls = openCallStatistics();
  collectDefaultMetrics({ register: registry });
  showBuild(registry);
  const requests = observeTwice(registry, SERIES.requestDuration);
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
  const started = countTwice(registry, SERIES.instancesStarted);
  const ended = countTwice(registry, SERIES.instancesEnded);
  for (const result of WORKFLOW_RESULTS) ended({ result }, 0);
  const raised = countTwice(registry, SERIES.incidentsRaised);
  const durations = observeTwice(registry, SERIES.activityDuration);
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
  const commandBatches = observeTwice(registry, SERIES.commandBatchCommands);
  const locks = observeTwice(registry, SERIES.lockWait);
  const parked = countTwice(registry, SERIES.commandsParked);
  const failures = countTwice(registry, SERIES.exportFailures);
  for (const signal of EXPORT_SIGNALS) failures({ signal }, 0);
  const forbidden = countTwice(registry, SERIES.requestsForbidden);
  for (const right of RIGHTS) forbidden({ right }, 0);
  const items = countTwice(registry, SERIES.batchItems);
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
  const entries = countTwice(registry, SERIES.auditEntries);
  for (const result of AUDIT_RESULTS) entries({ result }, 0);
  const counted = countTwice(registry, SERIES.auditRefusalsCounted);
  const lost = countTwice(registry, SERIES.auditEntriesLost);
  return {
    auditEntries: (result, count = 1) => entries({ result }, count),
    auditRefusalsCounted: () => counted({}),
    auditEntriesLost: (count) => lost({}, count),
  };
}

/** Limits the number of values of a label: the first values keep their names, all others share `other`. `onNew` hears of each name once. */
export function boundedLabels(onNew: (label: string) => void = () => {}): (name: string) => string {
  const known = new Set<string>();
  return (name) => {
    if (known.has(name)) return name;
    if (known.size >= MAX_NAMED_LABELS) return 'other';
    known.add(name);
    onNew(name);
    return name;
  };
}

/** Labels of task types, in lower case: they come from models and plugins. */
export function taskTypeLabels(onNew?: (label: string) => void): (taskType: string) => string {
  const labelOf = boundedLabels(onNew);
  return (taskType) => labelOf(taskType.trim().toLowerCase());
}

function customTaskSeries(
  registry: Registry,
  calls: CallStatistics,
): Pick<Metrics, 'customTaskStarted' | 'customTaskEnded' | 'onCollectCustomTasks'> {
  const started = countTwice(registry, SERIES.customTaskStarted);
  const ended = {
    succeeded: countTwice(registry, SERIES.customTaskSucceeded),
    failed: countTwice(registry, SERIES.customTaskFailed),
    retried: countTwice(registry, SERIES.customTaskRetried),
  };
  const durations = observeTwice(registry, SERIES.customTaskDuration);
  const labelOf = taskTypeLabels((label) => {
    for (const count of [started, ...Object.values(ended)]) count({ task_type: label }, 0);
  });
  const setWaiting = askTwice(registry, SERIES.customTaskWaiting);
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
    const set = askTwice(registry, row);
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
  const set = askTwice(registry, SERIES.queueJobs);
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
      // Both gauges share one question.
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
