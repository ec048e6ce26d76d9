// tier nightly: measures how long a stop takes when the collector does not answer

import { expect } from 'chai';
import { readConfig } from '../../src/platform/config/config.ts';
import { openMetrics } from '../../src/platform/metrics/metrics.ts';
import { openExport, openLogExport } from '../../src/platform/telemetry/export.ts';
import { deploy, start } from '../support/http/steps.ts';
import { sequence, task } from '../support/models/models.ts';
import { openOtlpCollector } from '../support/otlp-collector.ts';
import { startService } from '../support/service.ts';

describe('the time of a stop with an export (docs/contributing/spec/observability.md#export)', () => {
  it('is at most five seconds when the collector takes everything and answers nothing', async () => {
    const collector = await openOtlpCollector();
    collector.fallSilent();
    const settings = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, 'worker').telemetry;
    const metrics = openMetrics();
    const exported = await openExport(settings, metrics, 'p');
    const lines = openLogExport(settings, metrics, 'p');
    lines?.add(JSON.stringify({ level: 'Information', message: 'm' }));
    exported.tracing.begin('x', { kind: 'client' })?.end();
    const begun = performance.now();
    await Promise.all([exported.stop(), lines?.stop()]);
    expect(performance.now() - begun).to.be.below(5000);
    await collector.close();
  });

  it('is at most eight seconds for the whole service when the collector is away', async () => {
    const collector = await openOtlpCollector();
    await collector.close();
    const service = await startService({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
    await deploy(service.url, sequence('order', task('pack')));
    await start(service.url, 'order');
    const begun = performance.now();
    await service.stop();
    expect(performance.now() - begun).to.be.below(8000);
  });
});
