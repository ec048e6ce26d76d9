import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from './eventually.ts';

/** One span as it was sent. `kind`: 2 server, 3 client, 4 producer, 5 consumer. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly isFailed: boolean;
  readonly scope: { readonly name: string; readonly version: string };
  readonly resource: Readonly<Record<string, string | number>>;
}
/** One metric as it was sent last. */
export interface CollectedMetric {
  readonly name: string;
  readonly unit: string;
  readonly scope: { readonly name: string; readonly version: string };
  readonly points: readonly {
    readonly attributes: Readonly<Record<string, string | number>>;
    readonly value: number | undefined;
    readonly count: number | undefined;
    readonly bounds: readonly number[] | undefined;
  }[];
}
/** One log record as it was sent. */
export interface CollectedLog {
  readonly severityText: string;
  readonly severityNumber: number;
  readonly body: string;
  readonly traceId: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A collector that takes OTLP/HTTP JSON and keeps it. */
export interface OtlpCollector {
  readonly url: string;
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[];
  readonly spans: readonly CollectedSpan[];
  readonly metrics: ReadonlyMap<string, CollectedMetric>;
  readonly logs: readonly CollectedLog[];
  /** answers everything with this status from now on */
  answerWith(status: number): void;
  /** takes everything from now on and answers nothing */
  fallSilent(): void;
  /** Resolves to the span when it has arrived. */
  untilSpan(what: string, isWanted: (span: CollectedSpan) => boolean): Promise<CollectedSpan>;
  close(): Promise<void>;
}

export async function openOtlpCollector(): Promise<OtlpCollector> {
  const requests: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const spans: CollectedSpan[] = [];
  const metrics = new Map<string, CollectedMetric>();
  const logs: CollectedLog[] = [];
  let status = 200;
  let isSilent = false;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers, body });
    if (status === 200) {
      const sent = JSON.parse(body);
      if (path.endsWith('/v1/traces')) spans.push(...spansOf(sent));
      if (path.endsWith('/v1/metrics')) for (const metric of metricsOf(sent)) metrics.set(metric.name, metric);
      if (path.endsWith('/v1/logs')) logs.push(...logsOf(sent));
    }
    if (!isSilent) response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans,
    metrics,
    logs,
    answerWith(next) {
      status = next;
    },
    fallSilent() {
      isSilent = true;
    },
    untilSpan: (what, isWanted) => eventually(`span ${what}`, () => spans.find(isWanted)),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the wire format, read as it comes
type Wire = any;

function spansOf({ resourceSpans }: Wire): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }: Wire) =>
    scopeSpans.flatMap(({ scope, spans }: Wire) =>
      spans.map((span: Wire) => ({
        ...span,
        attributes: plain(span.attributes),
        links: span.links ?? [],
        isFailed: span.status?.code === 2,
        scope,
        resource: plain(resource.attributes),
      })),
    ),
  );
}

function metricsOf({ resourceMetrics }: Wire): CollectedMetric[] {
  return resourceMetrics.flatMap(({ scopeMetrics }: Wire) =>
    scopeMetrics.flatMap(({ scope, metrics }: Wire) =>
      metrics.map(({ name, unit, sum, gauge, histogram }: Wire) => ({
        name,
        unit,
        scope,
        points: (sum ?? gauge ?? histogram).dataPoints.map((point: Wire) => ({
          attributes: plain(point.attributes),
          value: point.asInt === undefined ? point.asDouble : Number(point.asInt),
          count: point.count === undefined ? undefined : Number(point.count),
          bounds: point.explicitBounds,
        })),
      })),
    ),
  );
}

function logsOf({ resourceLogs }: Wire): CollectedLog[] {
  return resourceLogs.flatMap(({ scopeLogs }: Wire) =>
    scopeLogs.flatMap(({ logRecords }: Wire) =>
      logRecords.map((record: Wire) => ({ ...record, body: record.body.stringValue, attributes: plain(record.attributes) })),
    ),
  );
}

function plain(attributes: Wire): Record<string, string | number> {
  return Object.fromEntries((attributes ?? []).map(({ key, value }: Wire) => [key, plainValue(value)]));
}

function plainValue(value: Wire): Wire {
  if (value.arrayValue !== undefined) return value.arrayValue.values.map(plainValue);
  if (value.intValue !== undefined) return Number(value.intValue);
  return Object.values(value)[0];
}
