import type { Meter, Tracer } from '@opentelemetry/api';
import type { ExportSignal, Metrics } from '../metrics/metrics.ts';
import { version } from '../version.ts';
import { exportLogs, type LogExport } from './otlp-logs.ts';
import { readPairs } from './pairs.ts';
import { noTracing, type Tracing } from './tracing.ts';

/** Name of the meter and the tracer (docs/contributing/spec/observability.md#meter). */
const SOURCE = 'Service';
const SOURCE_VERSION = '1.0.0';

/** Time that a stop waits for the last export. */
const SHUTDOWN_MS = 3000;
const EXPORT_TIMEOUT_MS = 30_000;

/** `endpoint` undefined: nothing is exported. */
export interface ExportSettings {
  /** OTLP/HTTP collector, without `/v1/…` */
  readonly endpoint: string | undefined;
  /** secret: `name=value` pairs separated by commas, values percent-encoded */
  readonly headers: string | undefined;
  readonly serviceName: string;
  /** further attributes, from `OTEL_RESOURCE_ATTRIBUTES` */
  readonly resource?: Readonly<Record<string, string>>;
  readonly metricsEveryMs: number;
}

interface TelemetryExport {
  readonly tracing: Tracing;
  readonly metrics: Metrics;
  /** Sends the recorded data for at most SHUTDOWN_MS, so that a stop is not delayed. Never rejects. */
  stop(): Promise<void>;
}

/** Traces and metrics (docs/contributing/spec/observability.md#export). Without an endpoint, does not load the code of the export. */
export async function openExport(settings: ExportSettings, metrics: Metrics, processName: string): Promise<TelemetryExport> {
  if (settings.endpoint === undefined) return { tracing: noTracing, metrics, stop: async () => {} };
  const [{ tracingWith }, { alsoInto }, sdk] = await Promise.all([
    import('./otlp-tracing.ts'),
    import('./otlp-metrics.ts'),
    openSdk(settings, metrics, processName),
  ]);
  return { tracing: tracingWith(sdk.tracer), metrics: alsoInto(metrics, sdk.meter, sdk.hasSources), stop: sdk.stop };
}

/** Returns undefined if the endpoint is undefined. */
export function openLogExport(settings: ExportSettings, metrics: Metrics, processName: string): LogExport | undefined {
  if (settings.endpoint === undefined) return undefined;
  return exportLogs({
    url: signalUrl(settings.endpoint, 'logs'),
    headers: readPairs(settings.headers),
    resource: resourceOf(settings, processName),
    onFailure: () => metrics.exportFailed('logs'),
  });
}

function signalUrl(endpoint: string, signal: ExportSignal): string {
  return `${endpoint.replace(/\/+$/, '')}/v1/${signal}`;
}

/** Attributes of all signals. Configured attributes replace detected ones, except `service.name`. */
function resourceOf(settings: ExportSettings, processName: string): Readonly<Record<string, string>> {
  const own = { 'service.version': version, 'service.instance.id': processName };
  return { ...own, ...settings.resource, 'service.name': settings.serviceName };
}

async function openSdk(
  settings: ExportSettings,
  own: Metrics,
  processName: string,
): Promise<{ tracer: Tracer; meter: Meter; hasSources: () => boolean; stop: () => Promise<void> }> {
  const sdk = await import('./otlp-sdk.ts');
  const endpoint = settings.endpoint ?? '';
  const headers = readPairs(settings.headers);
  const resource = sdk.resourceFromAttributes(resourceOf(settings, processName));
  const traceExporter = new sdk.OTLPTraceExporter({ url: signalUrl(endpoint, 'traces'), headers });
  counting(traceExporter, () => own.exportFailed('traces'));
  const provider = new sdk.NodeTracerProvider({ resource, spanProcessors: [new sdk.BatchSpanProcessor(traceExporter)] });
  const exporter = new sdk.OTLPMetricExporter({ url: signalUrl(endpoint, 'metrics'), headers });
  counting(exporter, () => own.exportFailed('metrics'));
  const reader = new sdk.PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: settings.metricsEveryMs,
    exportTimeoutMillis: Math.min(settings.metricsEveryMs, EXPORT_TIMEOUT_MS),
  });
  let isStopping = false;
  const meters = new sdk.MeterProvider({ resource, readers: [reader] });
  return {
    tracer: provider.getTracer(SOURCE, SOURCE_VERSION),
    meter: meters.getMeter(SOURCE, SOURCE_VERSION),
    hasSources: () => !isStopping,
    async stop() {
      isStopping = true;
      const timeUp = new Promise<void>((resolve) => setTimeout(resolve, SHUTDOWN_MS).unref());
      await Promise.race([Promise.allSettled([provider.shutdown(), meters.shutdown()]), timeUp]);
    },
  };
}

/** The SDK drops the items of a failed export without a report. */
function counting<Items>(
  exporter: { export(items: Items, done: (result: { code: number }) => void): void },
  onFailure: () => void,
): void {
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) =>
    send(items, (result) => {
      if (result.code !== 0) onFailure();
      done(result);
    });
}
