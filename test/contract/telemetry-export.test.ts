// tier all: starts services with a collector; takes 8 s

import { expect } from 'chai';
import { readConfig } from '../../src/platform/config/config.ts';
import { openMetrics } from '../../src/platform/metrics/metrics.ts';
import { openExport, openLogExport } from '../../src/platform/telemetry/export.ts';
import { eventually } from '../support/eventually.ts';
import { type OtlpCollector, openOtlpCollector } from '../support/otlp-collector.ts';
import { itFull } from '../support/tier.ts';

describe('what is exported (docs/contributing/spec/observability.md#export)', () => {
  let collector: OtlpCollector;
  beforeEach(async () => {
    collector = await openOtlpCollector();
  });
  afterEach(() => collector.close());

  const settings = (env: Record<string, string> = {}) =>
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env }, 'worker').telemetry;
  const line = (message: string) => JSON.stringify({ level: 'Information', message });
  const messages = () => collector.logs.map(({ body }) => body);

  /** The resource of the first request of each signal. */
  async function resourcesOf(env: Record<string, string>): Promise<Record<string, Record<string, string>>> {
    const metrics = openMetrics();
    const exported = await openExport(settings(env), metrics, 'p-1');
    const lines = openLogExport(settings(env), metrics, 'p-1');
    exported.tracing.begin('x', { kind: 'client' })?.end();
    lines?.add(line('m'));
    await exported.stop();
    await lines?.stop();
    const bodyOf = (signal: string) => collector.requests.find(({ path }) => path === `/v1/${signal}`)?.body;
    const signals = ['traces', 'metrics', 'logs'];
    await eventually('all three signals', () => signals.every((signal) => bodyOf(signal) !== undefined));
    const entries = signals.map((signal) => {
      const body = bodyOf(signal) ?? '{}';
      const [{ resource }] = Object.values(JSON.parse(body))[0] as { resource: { attributes: Attribute[] } }[] as [
        { resource: { attributes: Attribute[] } },
      ];
      return [signal, Object.fromEntries(resource.attributes.map(({ key, value }) => [key, value.stringValue]))];
    });
    return Object.fromEntries(entries);
  }

  itFull('names the same sender in all three signals, with the attributes of OTEL_RESOURCE_ATTRIBUTES', async () => {
    const resources = await resourcesOf({ OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=a%20b,team=flow' });
    expect(resources['traces']).to.include({
      'service.name': 'sluice-worker',
      'service.instance.id': 'p-1',
      'deployment.environment.name': 'a b',
      team: 'flow',
    });
    expect(resources['metrics']).to.deep.equal(resources['traces']);
    expect(resources['logs']).to.deep.equal(resources['traces']);
  });

  it('takes the name from OTEL_SERVICE_NAME before the attributes, and from them before its own', async () => {
    const OTEL_RESOURCE_ATTRIBUTES = 'service.name=theirs';
    expect(settings({ OTEL_RESOURCE_ATTRIBUTES }).serviceName).to.equal('theirs');
    expect(settings({ OTEL_RESOURCE_ATTRIBUTES, OTEL_SERVICE_NAME: 'mine' }).serviceName).to.equal('mine');
    expect((await resourcesOf({ OTEL_RESOURCE_ATTRIBUTES, OTEL_SERVICE_NAME: 'mine' }))['logs']).to.include({
      'service.name': 'mine',
    });
  });

  it('has the counters of instances with 0 when nothing has happened yet, cumulative', async () => {
    await (await openExport(settings(), openMetrics(), 'p')).stop();
    await eventually('the metrics', () => collector.metrics.has('service.workflow.terminated'));
    expect(collector.metrics.get('service.workflow.started')?.points.map(({ value }) => value)).to.deep.equal([0]);
    const ended = collector.metrics.get('service.workflow.terminated')?.points ?? [];
    expect(ended.map(({ attributes, value }) => [attributes['result'], value])).to.deep.equal([
      ['completed', 0],
      ['cancelled', 0],
      ['failed', 0],
    ]);
    expect(collector.requests.find(({ path }) => path === '/v1/metrics')?.body).to.contain('"aggregationTemporality":2');
  });

  it('continues with the lines that follow when the collector refuses a batch for good', async () => {
    collector.answerWith(400);
    const metrics = openMetrics();
    const lines = openLogExport(settings(), metrics, 'p');
    lines?.add(line('refused'));
    await eventually('the refusal', async () =>
      (await metrics.text()).includes('service_export_failures_total{signal="logs"} 1'),
    );
    collector.answerWith(200);
    lines?.add(line('taken'));
    await eventually('the line that follows', () => messages().includes('taken'));
    await lines?.stop();
    expect(messages()).to.deep.equal(['taken']);
  });

  it('sends a batch again, before the lines that follow, when the collector was away for a while', async () => {
    collector.answerWith(503);
    const metrics = openMetrics();
    const lines = openLogExport(settings(), metrics, 'p');
    lines?.add(line('first'));
    await eventually('the refusal', async () =>
      (await metrics.text()).includes('service_export_failures_total{signal="logs"} 1'),
    );
    collector.answerWith(200);
    lines?.add(line('second'));
    await eventually('the second line', () => messages().includes('second'));
    await lines?.stop();
    expect(messages()).to.deep.equal(['first', 'second']);
  });

  itFull('keeps the newest lines when more wait than it holds while a batch is on its way', async () => {
    collector.answerWith(503);
    const lines = openLogExport(settings(), openMetrics(), 'p');
    for (let number = 1; number <= 10_600; number++) lines?.add(line(String(number)));
    await eventually('a batch was refused', () => collector.requests.length > 0);
    collector.answerWith(200);
    // a stop waits three seconds for what is left
    await eventually('the newest has come', () => messages().at(-1) === '10600', { everyMs: 100 });
    await lines?.stop();
    const numbers = messages().map(Number);
    expect(numbers.at(-1)).to.equal(10_600);
    expect(numbers).to.deep.equal([...numbers].sort((a, b) => a - b));
    expect(new Set(numbers).size).to.equal(numbers.length);
    expect(numbers.length).to.be.within(9500, 10_000);
    expect(numbers).to.include.members(Array.from({ length: 9000 }, (_, index) => 1601 + index));
  });

  // slow: a stop waits three seconds for the collector (SHUTDOWN_MS)
  it('does not delay a stop when the collector takes everything and answers nothing', async () => {
    collector.fallSilent();
    const metrics = openMetrics();
    const exported = await openExport(settings(), metrics, 'p');
    const lines = openLogExport(settings(), metrics, 'p');
    lines?.add(line('m'));
    exported.tracing.begin('x', { kind: 'client' })?.end();
    await Promise.all([exported.stop(), lines?.stop()]);
    // the requests were not ended by their own limits: the stop did not wait for them
    expect(await metrics.text()).not.to.match(/service_export_failures_total\{signal="(?:traces|metrics|logs)"\} [1-9]/);
  });
});

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string };
}
