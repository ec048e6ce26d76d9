import type { Meter, Tracer } from '@opentelemetry/api';
import type { ExportSignal, Metrics } from '../metrics.ts';
import { exportLogs, type LogExport } from './otlp-logs.ts';
import { noTracing, type Tracing } from './tracing.ts';

/** Name and version of the meter and of the trace source (contract 9.2, 9.3). */
const SOURCE = 'Service';
const SOURCE_VERSION = '1.0.0';
/** Unit: ms. */
const METRICS_EVERY_MS = 60_000;
const SHUTDOWN_MS = 5000;

/** Where telemetry goes; an absent endpoint means nowhere. */
export interface ExportSettings {
  /** base address of an OTLP/HTTP collector, without `/v1/…` */
  readonly endpoint: string | undefined;
  /** secret: `name=value` pairs separated by commas, values percent-encoded */
  readonly headers: string | undefined;
  readonly serviceName: string;
}

/** What a process records into, and how its export ends. */
export interface TelemetryExport {
  readonly tracing: Tracing;
  readonly metrics: Metrics;
  /** Sends what is left, at most for some seconds. Never rejects: telemetry must not hold up a stop. */
  stop(): Promise<void>;
}

/** Opens the export of traces and metrics. Without an endpoint no code of it is even loaded (contract 9.3, rule 3). */
export async function openExport(settings: ExportSettings, metrics: Metrics, processName: string): Promise<TelemetryExport> {
  if (settings.endpoint === undefined) return { tracing: noTracing, metrics, stop: async () => {} };
  const [{ tracingWith }, { alsoInto }, sdk] = await Promise.all([
    import('./otlp-tracing.ts'),
    import('./otlp-metrics.ts'),
    openSdk(settings, metrics, processName),
  ]);
  return { tracing: tracingWith(sdk.tracer), metrics: alsoInto(metrics, sdk.meter), stop: sdk.stop };
}

/** Opens the export of log lines; undefined when there is none. */
export function openLogExport(settings: ExportSettings, metrics: Metrics, processName: string): LogExport | undefined {
  if (settings.endpoint === undefined) return undefined;
  return exportLogs({
    url: signalUrl(settings.endpoint, 'logs'),
    headers: readHeaders(settings.headers),
    resource: resourceOf(settings, processName),
    onFailure: () => metrics.exportFailed('logs'),
  });
}

/** Address of one signal at the collector. */
function signalUrl(endpoint: string, signal: ExportSignal): string {
  return `${endpoint.replace(/\/+$/, '')}/v1/${signal}`;
}

/** The headers of `OTEL_EXPORTER_OTLP_HEADERS`; what is no pair is left out. */
export function readHeaders(text: string | undefined): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const pair of (text ?? '').split(',')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, at)).trim();
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name)) headers[name] = decoded(pair.slice(at + 1).trim());
  }
  return headers;
}

/** Who sends: the attributes of the resource. */
function resourceOf(settings: ExportSettings, processName: string): Readonly<Record<string, string>> {
  return { 'service.name': settings.serviceName, 'service.instance.id': processName };
}

async function openSdk(
  settings: ExportSettings,
  own: Metrics,
  processName: string,
): Promise<{ tracer: Tracer; meter: Meter; stop: () => Promise<void> }> {
  const [{ BatchSpanProcessor, NodeTracerProvider }, traces, measures, metricsOut, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const endpoint = settings.endpoint ?? '';
  const headers = readHeaders(settings.headers);
  // OTEL_RESOURCE_ATTRIBUTES first: what is said about this process itself wins.
  const found = resources.detectResources({ detectors: [resources.envDetector] });
  const resource = found.merge(resources.resourceFromAttributes(resourceOf(settings, processName)));
  const traceExporter = new traces.OTLPTraceExporter({ url: signalUrl(endpoint, 'traces'), headers });
  counting(traceExporter, () => own.exportFailed('traces'));
  const provider = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(traceExporter)] });
  const exporter = new metricsOut.OTLPMetricExporter({ url: signalUrl(endpoint, 'metrics'), headers });
  counting(exporter, () => own.exportFailed('metrics'));
  const reader = new measures.PeriodicExportingMetricReader({ exporter, exportIntervalMillis: METRICS_EVERY_MS });
  const meters = new measures.MeterProvider({ resource, readers: [reader] });
  return {
    tracer: provider.getTracer(SOURCE, SOURCE_VERSION),
    meter: meters.getMeter(SOURCE, SOURCE_VERSION),
    async stop() {
      const patience = new Promise<void>((resolve) => setTimeout(resolve, SHUTDOWN_MS).unref());
      await Promise.race([Promise.allSettled([provider.shutdown(), meters.shutdown()]), patience]);
    },
  };
}

/** The SDK drops what it cannot send and says so to nobody: count it. */
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
