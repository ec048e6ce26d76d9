import type { Attributes, Histogram, Meter, ObservableGauge } from '@opentelemetry/api';
import { ACTIVITY_BOUNDS_MS, COMMAND_BATCH_BOUNDS, HTTP_BOUNDS_SECONDS, LOCK_BOUNDS_SECONDS } from '../metrics/metric-series.ts';
import { type Metrics, taskTypeLabels, WORKFLOW_RESULTS } from '../metrics/metrics.ts';
import { sharedSource } from '../metrics/register-metrics.ts';

/**
 * Metrics with an OTLP name are also recorded in an OpenTelemetry meter (docs/contributing/spec/observability.md#metrics). `hasSources`: false if the roles
 * have closed the connections that the gauges read from; an export then has no gauges.
 */
export function alsoInto(metrics: Metrics, meter: Meter, hasSources: () => boolean): Metrics {
  const started = meter.createCounter('service.workflow.started', { unit: '{instances}', description: 'Instances started.' });
  const ended = meter.createCounter('service.workflow.terminated', { unit: '{instances}', description: 'Instances ended.' });
  const histogram = (name: string, unit: string, bounds: readonly number[]) =>
    meter.createHistogram(name, { unit, advice: { explicitBucketBoundaries: [...bounds] } });
  const durations = histogram('service.activity.duration', 'ms', ACTIVITY_BOUNDS_MS);
  const requests = histogram('http.server.request.duration', 's', HTTP_BOUNDS_SECONDS);
  const commandBatches = histogram('service.envelope.commands', '{commands}', COMMAND_BATCH_BOUNDS);
  const locks = histogram('service.lock.wait', 's', LOCK_BOUNDS_SECONDS);
  const parked = meter.createCounter('service.commands.parked', { unit: '{commands}' });
  const forbidden = meter.createCounter('service.requests.forbidden', { unit: '{requests}' });
  // they exist from the start: a collector shows a first increase only from 0 (docs/contributing/spec/observability.md#counted-after-commit)
  started.add(0);
  for (const result of WORKFLOW_RESULTS) ended.add(0, { result });
  return {
    ...metrics,
    ...observedGauges(metrics, meter, hasSources),
    ...customTaskInstruments(metrics, meter, histogram),
    workflowStarted(count = 1) {
      metrics.workflowStarted(count);
      started.add(count);
    },
    workflowTerminated(result, count = 1) {
      metrics.workflowTerminated(result, count);
      ended.add(count, { result });
    },
    activityEnded(activityType, durationMs) {
      metrics.activityEnded(activityType, durationMs);
      durations.record(Math.max(0, durationMs), { 'activity.type': activityType });
    },
    httpRequest(method, route, statusCode, seconds) {
      metrics.httpRequest(method, route, statusCode, seconds);
      requests.record(seconds, { 'http.request.method': method, 'http.route': route, 'http.response.status_code': statusCode });
    },
    commandBatchCommitted(commandCount) {
      metrics.commandBatchCommitted(commandCount);
      commandBatches.record(commandCount);
    },
    lockWaited(seconds) {
      metrics.lockWaited(seconds);
      locks.record(seconds);
    },
    requestForbidden(right) {
      metrics.requestForbidden(right);
      forbidden.add(1, { right });
    },
    commandParked() {
      metrics.commandParked();
      parked.add(1);
    },
  };
}

type MakeHistogram = (name: string, unit: string, bounds: readonly number[]) => Histogram;

function customTaskInstruments(
  metrics: Metrics,
  meter: Meter,
  histogram: MakeHistogram,
): Pick<Metrics, 'customTaskStarted' | 'customTaskEnded'> {
  const counter = (name: string) => meter.createCounter(`service.custom_task.${name}`, { unit: '{runs}' });
  const started = counter('started');
  const ended = { succeeded: counter('succeeded'), failed: counter('failed'), retried: counter('retried') };
  const durations = histogram('service.custom_task.duration', 'ms', ACTIVITY_BOUNDS_MS);
  const labelOf = taskTypeLabels();
  return {
    customTaskStarted(taskType) {
      metrics.customTaskStarted(taskType);
      started.add(1, { 'task.type': labelOf(taskType) });
    },
    customTaskEnded(taskType, outcome, durationMs) {
      metrics.customTaskEnded(taskType, outcome, durationMs);
      const attributes = { 'task.type': labelOf(taskType) };
      ended[outcome].add(1, attributes);
      durations.record(Math.max(0, durationMs), attributes);
    },
  };
}

type Values = readonly (readonly [value: number, attributes: Attributes])[];

/** Read the sources at every export, as Prometheus does at every scrape. */
function observedGauges(
  metrics: Metrics,
  meter: Meter,
  hasSources: () => boolean,
): Pick<Metrics, 'onCollectQueue' | 'onCollectProjection' | 'onCollectDeadLetters' | 'onCollectCustomTasks'> {
  const observe = (gauge: ObservableGauge, read: () => Promise<Values>) => {
    const ask = sharedSource(read);
    gauge.addCallback(async (result) => {
      if (!hasSources()) return;
      // if the source fails, this export does not contain its gauge
      for (const [value, attributes] of (await ask()) ?? []) result.observe(value, attributes);
    });
  };
  const jobs = meter.createObservableGauge('service.queue.jobs', { unit: '{jobs}' });
  const lag = meter.createObservableGauge('service.projection.lag', { unit: 's' });
  const pending = meter.createObservableGauge('service.projection.pending', { unit: '{events}' });
  const waiting = meter.createObservableGauge('service.custom_task.waiting', { unit: '{tasks}' });
  const dead = meter.createObservableGauge('service.dead.letters', { unit: '{commands}' });
  return {
    onCollectQueue(source) {
      metrics.onCollectQueue(source);
      observe(jobs, async () => (await source()).map(({ queue, state, count }) => [count, { queue, state }]));
    },
    onCollectProjection(source) {
      metrics.onCollectProjection(source);
      observe(lag, async () => [[(await source()).lagSeconds, {}]]);
      observe(pending, async () => [[(await source()).pendingEvents, {}]]);
    },
    onCollectDeadLetters(source) {
      metrics.onCollectDeadLetters(source);
      observe(dead, async () => [[await source(), {}]]);
    },
    onCollectCustomTasks(source) {
      metrics.onCollectCustomTasks(source);
      const labelOf = taskTypeLabels();
      observe(waiting, async () => {
        const counts = new Map<string, number>();
        for (const { taskType, count } of await source())
          counts.set(labelOf(taskType), (counts.get(labelOf(taskType)) ?? 0) + count);
        return [...counts].map(([type, count]) => [count, { 'task.type': type }]);
      });
    },
  };
}
