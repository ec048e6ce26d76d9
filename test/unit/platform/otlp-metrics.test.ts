import {
  AggregationTemporality,
  type CollectionResult,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { expect } from 'chai';
import { openMetrics } from '../../../src/platform/metrics/metrics.ts';
import { alsoInto } from '../../../src/platform/telemetry/otlp-metrics.ts';
import { deferred } from '../../support/deferred.ts';

const TYPES = Array.from({ length: 1000 }, (_, n) => `type-${n}`);

describe('the export of metrics', () => {
  it('asks a source again only after its last answer, and exports that answer, when it takes longer than the interval', async () => {
    const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
    const provider = new MeterProvider({ readers: [reader] });
    const metrics = alsoInto(openMetrics(), provider.getMeter('Service'), () => true);
    const source = deferred<number>();
    let asked = 0;
    metrics.onCollectDeadLetters(() => {
      asked += 1;
      return source.promise;
    });
    const lettersOf = ({ resourceMetrics }: CollectionResult) =>
      resourceMetrics.scopeMetrics
        .flatMap(({ metrics: all }) => all)
        .find(({ descriptor }) => descriptor.name === 'service.dead.letters')
        ?.dataPoints.map(({ value }) => value) ?? [];
    expect(lettersOf(await reader.collect({ timeoutMillis: 5 }))).to.deep.equal([]);
    const second = reader.collect();
    source.resolve(7);
    expect(lettersOf(await second)).to.deep.equal([7]);
    expect(asked).to.equal(1);
    await reader.collect();
    expect(asked).to.equal(2);
    await provider.shutdown();
  });

  it('has a bounded number of task types, and loses no count, when models bring ever more of them', async () => {
    const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
    const provider = new MeterProvider({ readers: [reader] });
    const metrics = alsoInto(openMetrics(), provider.getMeter('Service'), () => true);
    metrics.onCollectCustomTasks(async () => TYPES.map((taskType) => ({ taskType, count: 1 })));
    for (const type of TYPES) metrics.customTaskStarted(type);
    await reader.forceFlush();
    const exported = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics: all }) => all));
    for (const name of ['service.custom_task.waiting', 'service.custom_task.started']) {
      const points = exported.find(({ descriptor }) => descriptor.name === name)?.dataPoints ?? [];
      expect(points, name).to.have.length(201);
      expect(
        points.reduce((sum, { value }) => sum + (value as number), 0),
        name,
      ).to.equal(TYPES.length);
      expect(points.find(({ attributes }) => attributes['task.type'] === 'other')?.value, name).to.equal(800);
    }
    await provider.shutdown();
  });
});
