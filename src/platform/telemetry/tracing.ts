import { type TraceContext, withTrace } from './trace-context.ts';

/** The subject of the span, in the terms of OpenTelemetry. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer';

export interface SpanOptions {
  readonly kind: SpanKind;
  /** absent: the span starts a new trace */
  readonly parent?: TraceContext | undefined;
  /** further traces it belongs to */
  readonly links?: readonly TraceContext[];
  /** never values of variables, tokens or addresses with passwords */
  readonly attributes?: Readonly<Record<string, string | number>>;
}

/** A span that has begun. */
export interface OpenSpan {
  readonly context: TraceContext;
  rename(name: string): void;
  set(attribute: string, value: string | number): void;
  /** Marks it as failed. `type`: a code or class of error, never a message: that may hold a value. */
  fail(type: string): void;
  end(): void;
}

/** Makes the spans of a process (docs/contributing/spec/observability.md#spans): by hand, in few places. */
export interface Tracing {
  /** undefined: no export, so spans cost nothing */
  begin(name: string, options: SpanOptions): OpenSpan | undefined;
}

/** Traces are passed on, spans are not made. */
export const noTracing: Tracing = { begin: () => undefined };

/** Runs `work` inside a span, or as part of the parent's trace when no spans are made. A rejection marks the span as failed and comes out. */
export async function inSpan<T>(
  tracing: Tracing,
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan | undefined) => Promise<T>,
): Promise<T> {
  const span = tracing.begin(name, options);
  if (span === undefined) return withTrace(options.parent, () => work(undefined));
  try {
    return await withTrace(span.context, () => work(span));
  } catch (error) {
    span.fail(errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** The code or the class of a thrown value, for spans. */
export function errorType(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  if (typeof code === 'string' && code !== '') return code;
  return error instanceof Error ? error.name : 'unknown';
}
