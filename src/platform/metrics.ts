import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { RIGHTS, type Right } from './access-roles.ts';
import { type CallStatistics, openCallStatistics } from './call-statistics.ts';
import { withTimeout } from './retry.ts';
import { type TextMetrics, textSeries } from './text-metrics.ts';

/** What is exported over OTLP. */
export type ExportSignal = 'traces' | 'metrics' | 'logs';
/** How an instance can end. */
export const WORKFLOW_RESULTS = ['completed', 'cancelled', 'failed'] as const;
/** How an instance ended. */
export type WorkflowResult = (typeof WORKFLOW_RESULTS)[number];
/** How a run of a custom task ended. */
export type AttemptOutcome = 'succeeded' | 'failed' | 'retried';
/** How many jobs of one queue are in one state. */
export interface QueueCount {
  readonly queue: string;
  readonly state: 'waiting' | 'active' | 'delayed' | 'failed';
  readonly count: number;
}
/** How many custom tasks of one type wait for a run. */
export interface WaitingTasks {
  readonly taskType: string;
  readonly count: number;
}
/** How far the read side is behind. */
export interface ProjectionLag {
  readonly lagSeconds: number;
  readonly pendingEvents: number;
}

/** The series (docs/spec/observability.md#metrics), one registry per process; every series exists with 0 from the start. */
export interface Metrics extends TextMetrics {
  workflowStarted(count?: number): void;
  workflowTerminated(result: WorkflowResult, count?: number): void;
  /** a failure is left to an operator, in place of failing its instance */
  incidentRaised(): void;
  activityEnded(activityType: string, durationMs: number): void;
  /** `route` is the path pattern, never the raw path. */
  httpRequest(method: string, route: string, statusCode: number, seconds: number): void;
  /** an envelope of so many commands was committed */
  envelopeCommitted(commandCount: number): void;
  /** how long a transaction waited until it had its row locks; unit: s */
  lockWaited(seconds: number): void;
  /** a command was given up: it lies in dead_letter now */
  commandParked(): void;
  /** a request was refused because its caller lacks this right */
  requestForbidden(right: Right): void;
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
  /** number of open incidents */
  onCollectIncidents(source: () => Promise<number>): void;
  onCollectCustomTasks(source: () => Promise<readonly WaitingTasks[]>): void;
  /** age of the oldest follow-up that is not carried out; unit: s */
  onCollectOutbox(source: () => Promise<number>): void;
  /** whether this process is ready, as `/ready` says */
  onCollectReady(source: () => Promise<boolean>): void;
  /** calls of the last minutes, for the dashboard; HTTP requests are among them */
  readonly calls: CallStatistics;
  /** The exposition text. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Values of `activityType` (docs/spec/http/instances.md#activity-types): a series that is not there yet cannot be added up over a restart. */
const ACTIVITY_TYPES =
  'StartEvent EndEvent IntermediateCatchEvent IntermediateThrowEvent BoundaryEvent Task UserTask ServiceTask ScriptTask SendTask ReceiveTask ManualTask BusinessRuleTask CallActivity SubProcess EventSubProcess Transaction ExclusiveGateway InclusiveGateway ParallelGateway ComplexGateway EventBasedGateway AdHocSubProcess MultiInstance StandardLoop'.split(
    ' ',
  );
/** Bounds of the histograms, here and in the OTLP export. */
export const ACTIVITY_BOUNDS_MS = [10, 50, 100, 250, 500, 1000, 5000, 10_000, 30_000, 60_000, 300_000, 600_000];
export const HTTP_BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
export const LOCK_BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
export const ENVELOPE_BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128];
const COLLECT_TIMEOUT_MS = 2000;
/** Routes that say nothing about the work: paths that do not exist, and what machines and readers ask. */
const NOT_CALLS = /^(?:none|\/(?:health|alive|ready|metrics|openapi\.json|docs(?:\/.*)?))$/;

/** Opens the metrics of this process. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  const calls = openCallStatistics();
  collectDefaultMetrics({ register: registry });
  const workflows = workflowSeries(registry);
  const requests = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['method', 'route', 'status_code'],
    buckets: HTTP_BOUNDS_SECONDS,
    registers: [registry],
  });
  return {
    ...workflows,
    ...workSeries(registry),
    ...customTaskSeries(registry),
    ...collectedSeries(registry),
    ...textSeries(registry),
    calls,
    httpRequest(method, route, statusCode, seconds) {
      requests.observe({ method, route, status_code: statusCode }, seconds);
      if (!NOT_CALLS.test(route)) calls.called(`${method} ${route}`, seconds * 1000, statusCode >= 500);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function workflowSeries(
  registry: Registry,
): Pick<Metrics, 'workflowStarted' | 'workflowTerminated' | 'incidentRaised' | 'activityEnded'> {
  const registers = [registry];
  const started = new Counter({ name: 'service_workflow_started_total', help: 'Instances started.', registers });
  const terminated = new Counter({
    name: 'service_workflow_terminated_total',
    help: 'Instances ended, by result.',
    labelNames: ['result'],
    registers,
  });
  for (const result of WORKFLOW_RESULTS) terminated.inc({ result }, 0);
  const raised = new Counter({ name: 'service_incidents_raised_total', help: 'Failures left to an operator.', registers });
  const durations = new Histogram({
    name: 'service_activity_duration_milliseconds',
    help: 'Time from spawned to ended of one activity entry.',
    labelNames: ['activity_type'],
    buckets: ACTIVITY_BOUNDS_MS,
    registers,
  });
  for (const activityType of ACTIVITY_TYPES) durations.zero({ activity_type: activityType });
  return {
    workflowStarted: (count = 1) => started.inc(count),
    workflowTerminated: (result, count = 1) => terminated.inc({ result }, count),
    incidentRaised: () => raised.inc(),
    activityEnded: (activityType, durationMs) => durations.observe({ activity_type: activityType }, Math.max(0, durationMs)),
  };
}

type WorkMethod = 'envelopeCommitted' | 'lockWaited' | 'commandParked' | 'exportFailed' | 'requestForbidden';

function workSeries(registry: Registry): Pick<Metrics, WorkMethod> {
  const registers = [registry];
  const envelopes = new Histogram({
    name: 'service_envelope_commands',
    help: 'Commands of one committed envelope.',
    buckets: ENVELOPE_BOUNDS,
    registers,
  });
  const locks = new Histogram({
    name: 'service_lock_wait_seconds',
    help: 'Time until a transaction has its row locks, round trips included.',
    buckets: LOCK_BOUNDS_SECONDS,
    registers,
  });
  const parked = new Counter({ name: 'service_commands_parked_total', help: 'Commands given up.', registers });
  const failures = new Counter({
    name: 'service_export_failures_total',
    help: 'Batches of telemetry that no collector took.',
    labelNames: ['signal'],
    registers,
  });
  const forbidden = new Counter({
    name: 'service_requests_forbidden_total',
    help: 'Requests refused because their caller lacks a right.',
    labelNames: ['right'],
    registers,
  });
  for (const right of RIGHTS) forbidden.inc({ right }, 0);
  return {
    envelopeCommitted: (commandCount) => envelopes.observe(commandCount),
    lockWaited: (seconds) => locks.observe(seconds),
    commandParked: () => parked.inc(),
    exportFailed: (signal) => failures.inc({ signal }),
    requestForbidden: (right) => forbidden.inc({ right }),
  };
}

/** Task types come from models and plugins: beyond this many they share the label `other`. */
const MAX_TASK_TYPES = 200;

/** Labels of task types, in lower case. `onNew` hears of each label with a name of its own once. */
export function taskTypeLabels(onNew: (label: string) => void = () => {}): (taskType: string) => string {
  const known = new Set<string>();
  return (taskType) => {
    const label = taskType.trim().toLowerCase();
    if (known.has(label)) return label;
    if (known.size >= MAX_TASK_TYPES) return 'other';
    known.add(label);
    onNew(label);
    return label;
  };
}

function customTaskSeries(registry: Registry): Pick<Metrics, 'customTaskStarted' | 'customTaskEnded' | 'onCollectCustomTasks'> {
  const registers = [registry];
  const labelNames = ['task_type'];
  const counter = (name: string, help: string) =>
    new Counter({ name: `service_custom_task_${name}_total`, help, labelNames, registers });
  const started = counter('started', 'Runs of custom tasks begun by this process.');
  const ended = {
    succeeded: counter('succeeded', 'Runs whose result was taken.'),
    failed: counter('failed', 'Runs that failed their activity.'),
    retried: counter('retried', 'Runs that failed and are repeated.'),
  };
  const durations = new Histogram({
    name: 'service_custom_task_duration_milliseconds',
    help: 'Time from the claim of a custom task to its result.',
    labelNames,
    buckets: ACTIVITY_BOUNDS_MS,
    registers,
  });
  const labelOf = taskTypeLabels((label) => {
    for (const series of [started, ...Object.values(ended)]) series.inc({ task_type: label }, 0);
  });
  let source: (() => Promise<readonly WaitingTasks[]>) | undefined;
  new Gauge({
    name: 'service_custom_task_waiting',
    help: 'Custom tasks that wait for a run.',
    labelNames,
    registers,
    async collect() {
      const waiting = await ask(source);
      if (waiting === undefined) return;
      this.reset();
      for (const { taskType, count } of waiting) this.inc({ task_type: labelOf(taskType) }, count);
    },
  });
  return {
    customTaskStarted: (taskType) => started.inc({ task_type: labelOf(taskType) }),
    customTaskEnded: (taskType, outcome, durationMs) => {
      const label = { task_type: labelOf(taskType) };
      ended[outcome].inc(label);
      durations.observe(label, Math.max(0, durationMs));
    },
    onCollectCustomTasks: (next) => {
      source = next;
    },
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
  | 'onCollectOutbox'
  | 'onCollectReady'
>;

function collectedSeries(registry: Registry): Sources {
  return {
    ...queueSeries(registry),
    onCollectDeadLetters: askedGauge(registry, 'service_dead_letters', 'Commands given up and not yet taken care of.'),
    onCollectIncidents: askedGauge(registry, 'service_incidents', 'Failures that wait for an operator.'),
    onCollectSuspendedInstances: askedGauge(registry, 'service_suspended_instances', 'Instances of which nothing moves.'),
    onCollectSuspendedKeys: askedGauge(registry, 'service_suspended_keys', 'Process keys that are suspended as a whole.'),
    onCollectOutbox: askedGauge(registry, 'service_outbox_age_seconds', 'Age of the oldest follow-up not yet carried out.'),
    ...readySeries(registry),
    ...projectionSeries(registry),
  };
}

function readySeries(registry: Registry): Pick<Sources, 'onCollectReady'> {
  const set = askedGauge(registry, 'service_ready', '1 when this process is ready, 0 when it is not.');
  return { onCollectReady: (source) => set(async () => ((await source()) ? 1 : 0)) };
}

/** A gauge whose value is asked for at every scrape. @returns takes the source */
function askedGauge(registry: Registry, name: string, help: string): (source: () => Promise<number>) => void {
  let source: (() => Promise<number>) | undefined;
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await ask(source);
      if (value !== undefined) this.set(value);
    },
  });
  return (given) => {
    source = given;
  };
}

function queueSeries(registry: Registry): Pick<Sources, 'onCollectQueue'> {
  let queueSource: (() => Promise<readonly QueueCount[]>) | undefined;
  new Gauge({
    name: 'service_queue_jobs',
    help: 'Jobs in the queue, by state.',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      for (const { queue, state, count } of (await ask(queueSource)) ?? []) this.set({ queue, state }, count);
    },
  });
  return {
    onCollectQueue: (source) => {
      queueSource = source;
    },
  };
}

function projectionSeries(registry: Registry): Pick<Sources, 'onCollectProjection'> {
  let projectionSource: (() => Promise<ProjectionLag>) | undefined;
  const registers = [registry];
  // One scrape reads all gauges side by side: they share one question.
  let asking: Promise<ProjectionLag | undefined> | undefined;
  const askLag = () => {
    asking ??= ask(projectionSource).finally(() => {
      asking = undefined;
    });
    return asking;
  };
  new Gauge({
    name: 'service_projection_pending_events',
    help: 'Journal rows not yet projected.',
    registers,
    async collect() {
      const lag = await askLag();
      if (lag !== undefined) this.set(lag.pendingEvents);
    },
  });
  new Gauge({
    name: 'service_projection_lag_seconds',
    help: 'Age of the oldest event not yet projected, 0 when there is none.',
    registers,
    async collect() {
      const lag = await askLag();
      if (lag !== undefined) this.set(lag.lagSeconds);
    },
  });
  return {
    onCollectProjection: (source) => {
      projectionSource = source;
    },
  };
}

/** A scrape must never fail because the database is away: then the last known value stays. */
async function ask<T>(source: (() => Promise<T>) | undefined): Promise<T | undefined> {
  if (source === undefined) return undefined;
  try {
    return await withTimeout(source(), COLLECT_TIMEOUT_MS, 'the source of a gauge');
  } catch {
    return undefined;
  }
}
