import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { type LogProperties, openLog } from '../../src/platform/log.ts';
import { openMetrics } from '../../src/platform/metrics/metrics.ts';
import { openLogExport } from '../../src/platform/telemetry/export.ts';
import { eventually } from '../support/eventually.ts';
import { expectJson } from '../support/http/expect-answer.ts';
import { get, http } from '../support/http/http-client.ts';
import { deploy, start, stateOf, until } from '../support/http/steps.ts';
import { signalElement, withRoot } from '../support/models/event-models.ts';
import { sequence, task } from '../support/models/models.ts';
import { type CollectedSpan, type OtlpCollector, openOtlpCollector } from '../support/otlp-collector.ts';
import { startService, type TestService, TIER_BACKENDS } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const [SERVER, CLIENT, PRODUCER, CONSUMER] = [2, 3, 4, 5];
const hex = (bytes: number) => randomBytes(bytes).toString('hex');

/** Spans reach the collector immediately instead of every five seconds. */
const QUICKLY = 'OTEL_BSP_SCHEDULE_DELAY';

for (const backend of TIER_BACKENDS) {
  describe(`traces on ${backend} (docs/contributing/spec/observability.md#traces-and-export)`, () => {
    let collector: OtlpCollector;
    let service: TestService;
    const before_ = process.env[QUICKLY];
    before(async () => {
      process.env[QUICKLY] = '20';
      collector = await openOtlpCollector();
      const env = {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%20b,Other=1',
        OTEL_SERVICE_NAME: 'my-sluice',
        // an export that takes longer than this is aborted
        OTEL_METRIC_EXPORT_INTERVAL: '2000',
      };
      service = await startService({ backend, env });
      await deploy(service.url, sequence('order', task('pack')));
    });
    after(async () => {
      await service.stop();
      await collector.close();
      if (before_ === undefined) delete process.env[QUICKLY];
      else process.env[QUICKLY] = before_;
    });

    const startTraced = async (traceparent: string, key = 'order') => {
      const headers = { traceparent };
      const answer = await http(service.url, { method: 'POST', path: '/Execution/start', body: { WorkflowId: key }, headers });
      return expectJson(answer).WorkflowInstanceId as string;
    };
    const inTrace = (traceId: string, kind: number, name: string) =>
      collector.untilSpan(name, (span) => span.traceId === traceId && span.kind === kind && span.name === name);

    it('makes server, queue and database spans in the client’s trace, from the request through the queue to the worker', async () => {
      const [traceId, parent] = [hex(16), hex(8)];
      await startTraced(`00-${traceId}-${parent}-01`);
      const server = await inTrace(traceId, SERVER, 'POST /Execution/start');
      expect(server.parentSpanId).to.equal(parent);
      expect(server.attributes).to.deep.equal({
        'http.request.method': 'POST',
        'http.route': '/Execution/start',
        'http.response.status_code': 200,
      });
      const producer = await inTrace(traceId, PRODUCER, 'send StartInstance');
      expect(producer.parentSpanId).to.equal(server.spanId);
      const consumer = await inTrace(traceId, CONSUMER, 'process StartInstance');
      expect(consumer.parentSpanId).to.equal(producer.spanId);
      const statement = await inTrace(traceId, CLIENT, 'postgresql append-journal-2');
      expect(statement.parentSpanId).to.equal(consumer.spanId);
      await inTrace(traceId, CLIENT, 'postgresql commit');
    });

    it('makes database spans of reads too', async () => {
      const id = await start(service.url, 'order');
      await stateOf(service.url, id);
      const traceId = hex(16);
      const path = `/Instances/${id}/history`;
      expectJson(await http(service.url, { path, headers: { traceparent: `00-${traceId}-${hex(8)}-01` } }));
      const server = await inTrace(traceId, SERVER, 'GET /Instances/{instanceId}/history');
      const statement = await inTrace(traceId, CLIENT, 'postgresql select');
      expect(statement.parentSpanId).to.equal(server.spanId);
    });

    itFull('begins its own trace when the client sends none, or one that is malformed', async () => {
      for (const traceparent of ['', '00-xyz', `00-${'0'.repeat(32)}-${hex(8)}-01`, `ff-${hex(16)}-${hex(8)}-01`]) {
        // spans are exported in the order of their ends: none of an earlier request comes after the span of this one
        const marker = hex(16);
        await startTraced(`00-${marker}-${hex(8)}-01`);
        await inTrace(marker, SERVER, 'POST /Execution/start');
        const seen = new Set(collector.spans.map(({ traceId }) => traceId));
        await startTraced(traceparent);
        const server = await collector.untilSpan('of the request', (span) => span.kind === SERVER && !seen.has(span.traceId));
        expect(server.parentSpanId ?? '').to.equal('');
        await inTrace(server.traceId, CONSUMER, 'process StartInstance');
      }
    });

    it('exports nothing of a trace that the client does not sample, but passes it on', async () => {
      const traceId = hex(16);
      const marker = hex(16);
      await startTraced(`00-${traceId}-${hex(8)}-00`);
      await startTraced(`00-${marker}-${hex(8)}-01`);
      await inTrace(marker, CONSUMER, 'process StartInstance');
      expect(collector.spans.some((span) => span.traceId === traceId)).to.equal(false);
    });

    it('continues in follow-up commands between instances', async () => {
      const wait = '<intermediateCatchEvent id="wait"><signalEventDefinition signalRef="signal"/></intermediateCatchEvent>';
      const raise = '<intermediateThrowEvent id="raise"><signalEventDefinition signalRef="signal"/></intermediateThrowEvent>';
      await deploy(service.url, withRoot(signalElement('alarm'), sequence('hearing', wait)));
      await deploy(service.url, withRoot(signalElement('alarm'), sequence('raising', raise)));
      await start(service.url, 'hearing');
      const traceId = hex(16);
      await startTraced(`00-${traceId}-${hex(8)}-01`, 'raising');
      const started = await inTrace(traceId, CONSUMER, 'process StartInstance');
      const followed = await inTrace(traceId, CONSUMER, 'process BroadcastSignal');
      expect(followed.parentSpanId).to.equal(started.spanId);
    });

    itFull(
      'keeps every command in its own trace when many share a command batch, linked with the span of the command batch',
      async () => {
        const linkedOfMany = async () => {
          const traces = Array.from({ length: 30 }, () => hex(16));
          await Promise.all(traces.map((traceId) => startTraced(`00-${traceId}-${hex(8)}-01`)));
          const consumers: CollectedSpan[] = [];
          for (const traceId of traces) consumers.push(await inTrace(traceId, CONSUMER, 'process StartInstance'));
          return consumers.filter(({ links }) => links.length > 0);
        };
        // whether commands share a command batch is decided by when they come
        const linked = await until(linkedOfMany, ({ length }) => length > 1);
        for (const { links } of linked) {
          const [link] = links;
          const batch = await collector.untilSpan('of the command batch', (span) => span.spanId === link?.spanId);
          expect([batch.name, batch.kind]).to.deep.equal(['process commands', CONSUMER]);
        }
      },
    );

    it('marks what failed, without a message', async () => {
      const traceId = hex(16);
      const path = '/Instances/x/state';
      await http(service.url, { path, headers: { traceparent: `00-${traceId}-${hex(8)}-01` } });
      const span = await inTrace(traceId, SERVER, 'GET none');
      expect([span.isFailed, span.attributes['http.response.status_code']]).to.deep.equal([false, 404]);
    });

    it('names the source Service 1.0.0, the service, and sends the headers that are set', async () => {
      await startTraced(`00-${hex(16)}-${hex(8)}-01`);
      const span = await collector.untilSpan('any', () => true);
      expect(span.scope).to.deep.include({ name: 'Service', version: '1.0.0' });
      expect(span.resource['service.name']).to.equal('my-sluice');
      const sent = collector.requests.find(({ path }) => path === '/v1/traces');
      expect(sent?.headers).to.include({ 'x-api-key': 'a b', other: '1', 'content-type': 'application/json' });
    });

    it('exports the metrics under their OTLP names, units and bounds', async () => {
      await stateOf(service.url, await start(service.url, 'order'));
      await eventually('the gauges are exported', () => collector.metrics.has('service.projection.lag'));
      await service.stop();
      const text = await service.runtime.metrics.text();
      const scraped = Number(/^service_workflow_started_total (\d+)$/m.exec(text)?.[1]);
      const startedOf = () => collector.metrics.get('service.workflow.started');
      await eventually('the last export', () => startedOf()?.points[0]?.value === scraped);
      const started = startedOf();
      expect(started?.unit).to.equal('{instances}');
      expect(started?.scope).to.deep.include({ name: 'Service', version: '1.0.0' });
      const duration = collector.metrics.get('service.activity.duration');
      expect(duration?.unit).to.equal('ms');
      expect(duration?.points[0]?.bounds).to.deep.equal([
        10, 50, 100, 250, 500, 1000, 5000, 10_000, 30_000, 60_000, 300_000, 600_000,
      ]);
      const startEvents = duration?.points.find(({ attributes }) => attributes['activity.type'] === 'StartEvent');
      expect(startEvents?.count).to.equal(
        Number(/^service_activity_duration_milliseconds_count\{activity_type="StartEvent"\} (\d+)$/m.exec(text)?.[1]),
      );
      expect([...collector.metrics.keys()]).to.include.members([
        'http.server.request.duration',
        'service.queue.jobs',
        'service.projection.lag',
        'service.projection.pending',
      ]);
    });
  });
}

describe('export of traces (docs/contributing/spec/observability.md#export)', () => {
  it('does not exist when the endpoint is absent or empty', async () => {
    const service = await startService({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: '' } });
    try {
      expect(service.runtime.tracing?.begin('x', { kind: 'client' })).to.equal(undefined);
      expect(openLogExport(service.runtime.config.telemetry, openMetrics(), 'p')).to.equal(undefined);
    } finally {
      await service.stop();
    }
  });

  it('sends log lines as they are written, with their trace', async () => {
    const collector = await openOtlpCollector();
    const settings = { endpoint: collector.url, headers: undefined, serviceName: 's', metricsEveryMs: 60_000 };
    const lines = openLogExport(settings, openMetrics(), 'p');
    const destination = { write: () => {} };
    const log = openLog({ level: 'Debug', role: 'api', processName: 'p', destination, ...(lines && { onLine: lines.add }) });
    const properties: LogProperties = { Reason: 'why', Count: 3, Names: ['a', 'b'] };
    log.event('instance-cancelled', properties);
    await lines?.stop();
    expect(collector.logs).to.have.length(1);
    expect(collector.logs[0]).to.deep.include({ severityText: 'Warning', severityNumber: 13, body: 'instance cancelled' });
    expect(collector.logs[0]?.attributes).to.deep.equal({
      eventId: 1004,
      role: 'api',
      processName: 'p',
      Reason: 'why',
      Count: 3,
      Names: ['a', 'b'],
    });
    await collector.close();
  });

  itFull('delays no work, and counts what was not taken, when the collector refuses or is away', async () => {
    const collector = await openOtlpCollector();
    collector.answerWith(400);
    const metrics = openMetrics();
    const lines = openLogExport(
      { endpoint: collector.url, headers: undefined, serviceName: 's', metricsEveryMs: 60_000 },
      metrics,
      'p',
    );
    lines?.add('{"message":"m"}');
    await lines?.stop();
    expect(await metrics.text()).to.contain('service_export_failures_total{signal="logs"} 1');

    const service = await startService({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
    await deploy(service.url, sequence('order', task('pack')));
    await start(service.url, 'order');
    await service.stop();
    const text = await service.runtime.metrics.text();
    for (const signal of ['traces', 'metrics'])
      expect(text).to.match(new RegExp(`^service_export_failures_total\\{signal="${signal}"\\} \\d+$`, 'm'));
    await collector.close();

    const away = await startService({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
    await deploy(away.url, sequence('order', task('pack')));
    await start(away.url, 'order');
    await away.stop();
  });
});

describe('traces without an export (docs/contributing/spec/observability.md#trace-context)', () => {
  it('still passes traceparent on: the lines of API and worker carry it', async () => {
    const written: Record<string, unknown>[] = [];
    const destination = { write: (line: string) => void written.push(JSON.parse(line)) };
    const service = await startService({ log: openLog({ level: 'Debug', role: 'all', processName: 'p', destination }) });
    try {
      await deploy(service.url, sequence('order', task('pack')));
      const traceId = hex(16);
      const headers = { traceparent: `00-${traceId}-${hex(8)}-01` };
      const body = { WorkflowId: 'order' };
      expectJson(await http(service.url, { method: 'POST', path: '/Execution/start', body, headers }));
      const traced = written.filter((line) => line['traceId'] === traceId).map(({ eventId }) => eventId);
      expect(traced).to.include.members([1002, 6001, 1001, 7000]);
      written.length = 0;
      expectJson(await get(service.url, '/Definitions'));
      expect(written.filter((line) => 'traceId' in line)).to.deep.equal([]);
    } finally {
      await service.stop();
    }
  });
});
