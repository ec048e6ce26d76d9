import type { Attributes, Meter, ObservableGauge } from '@opentelemetry/api';
import { ACTIVITY_BOUNDS_MS, ENVELOPE_BOUNDS, HTTP_BOUNDS_SECONDS, LOCK_BOUNDS_SECONDS, type Metrics } from '../metrics.ts';

/** Metrics that also record into an OpenTelemetry meter, under the OTLP names of contract 9.2. Both count the same facts at the same moment. */
export function alsoInto(metrics: Metrics, meter: Meter): Metrics {
  const started = meter.createCounter('service.workflow.started', { unit: '{instances}', description: 'Instances started.' });
  const ended = meter.createCounter('service.workflow.terminated', { unit: '{instances}', description: 'Instances ended.' });
  const histogram = (name: string, unit: string, bounds: readonly number[]) =>
    meter.createHistogram(name, { unit, advice: { explicitBucketBoundaries: [...bounds] } });
  const durations = histogram('service.activity.duration', 'ms', ACTIVITY_BOUNDS_MS);
  const requests = histogram('http.server.request.duration', 's', HTTP_BOUNDS_SECONDS);
  const envelopes = histogram('service.envelope.size', '{commands}', ENVELOPE_BOUNDS);
  const locks = histogram('service.lock.wait', 's', LOCK_BOUNDS_SECONDS);
  const parked = meter.createCounter('service.commands.parked', { unit: '{commands}' });
  return {
    ...metrics,
    ...observedGauges(metrics, meter),
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
    envelopeCommitted(commandCount) {
      metrics.envelopeCommitted(commandCount);
      envelopes.record(commandCount);
    },
    lockWaited(seconds) {
      metrics.lockWaited(seconds);
      locks.record(seconds);
    },
    commandParked() {
      metrics.commandParked();
      parked.add(1);
    },
  };
}

/** Gauges of the same sources: asked at every export as at every scrape. */
function observedGauges(
  metrics: Metrics,
  meter: Meter,
): Pick<Metrics, 'onCollectQueue' | 'onCollectProjection' | 'onCollectDeadLetters'> {
  const jobs = meter.createObservableGauge('service.queue.jobs', { unit: '{jobs}' });
  const lag = meter.createObservableGauge('service.projection.lag', { unit: 's' });
  const pending = meter.createObservableGauge('service.projection.pending', { unit: '{events}' });
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
  };
}

/** A source that fails reports nothing this time. */
function observe(
  gauge: ObservableGauge,
  read: () => Promise<readonly (readonly [value: number, attributes: Attributes])[]>,
): void {
  gauge.addCallback(async (result) => {
    const values = await read().catch(() => []);
    for (const [value, attributes] of values) result.observe(value, attributes);
  });
}
