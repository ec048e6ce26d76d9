import { AsyncLocalStorage } from 'node:async_hooks';

/** Position in a trace (W3C Trace Context). Ids are lower-case hexadecimal: 32 digits for `traceId`, 16 for `spanId`. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

const FORM = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;
/** Length of a header in characters, because a later version of the standard may append fields. */
const MAX_LENGTH = 512;

/** Returns undefined if the header or member is missing or invalid (docs/contributing/spec/observability.md#trace-context). */
export function readTraceparent(text: unknown): TraceContext | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined;
  const [, version, traceId, spanId, flags, rest] = FORM.exec(text.trim()) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

export function writeTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/**
 * Trace of the running code, also after an `await`. `isUsed` avoids the cost in a process without traces: nothing reads the storage before the first trace.
 */
const current = new AsyncLocalStorage<TraceContext | undefined>();
let isUsed = false;

/** Returns undefined if the code runs outside of a trace. */
export function currentTrace(): TraceContext | undefined {
  return isUsed ? current.getStore() : undefined;
}

/** Includes everything that `work` awaits. If `trace` is undefined, runs `work` without a change. */
export function withTrace<T>(trace: TraceContext | undefined, work: () => T): T {
  if (trace === undefined) return work();
  isUsed = true;
  return current.run(trace, work);
}

/** Runs `work`, and everything it awaits, outside of the trace: for work that a traced request starts, but that also serves others. */
export function withoutTrace<T>(work: () => T): T {
  return isUsed ? current.run(undefined, work) : work();
}

/** Kinds as in OpenTelemetry. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer';

export interface SpanOptions {
  readonly kind: SpanKind;
  /** absent: the span starts a new trace */
  readonly parent?: TraceContext | undefined;
  /** other traces that the span belongs to */
  readonly links?: readonly TraceContext[];
  /** must not contain values of variables, tokens or addresses with passwords */
  readonly attributes?: Readonly<Record<string, string | number>>;
}

export interface OpenSpan {
  readonly context: TraceContext;
  rename(name: string): void;
  set(attribute: string, value: string | number): void;
  /** `type`: code or class of the error. Never a message, because it may contain a value. */
  fail(type: string): void;
  end(): void;
}

/** Creates the spans of a process (docs/contributing/spec/observability.md#spans). */
export interface Tracing {
  /** Returns undefined if the process exports no traces. */
  begin(name: string, options: SpanOptions): OpenSpan | undefined;
}

/** Commands and requests still carry trace contexts, but no spans are created. */
export const noTracing: Tracing = { begin: () => undefined };

/** Runs `work` in a span, or in the trace of the parent if no spans are created. If `work` rejects, marks the span as failed and rejects too. */
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

/** Code of a thrown value, otherwise its class. `unknown` for a value that is not an Error. */
export function errorType(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  if (typeof code === 'string' && code !== '') return code;
  return error instanceof Error ? error.name : 'unknown';
}
