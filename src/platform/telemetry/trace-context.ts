import { AsyncLocalStorage } from 'node:async_hooks';

/** Where in which trace something happens (W3C Trace Context). Ids are lower-case hexadecimal: 32 and 16 digits. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

const FORM = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;
/** A later version may append fields; longer headers are not valid. */
const MAX_LENGTH = 512;

/** Reads a `traceparent` header or member; undefined if it is missing or invalid (docs/contributing/spec/observability.md#trace-context). */
export function readTraceparent(text: unknown): TraceContext | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined;
  const [, version, traceId, spanId, flags, rest] = FORM.exec(text.trim()) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** The context as a `traceparent`. */
export function writeTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/**
 * The trace of the running code, along its awaits. It costs nothing before the first trace: a storage that was never entered
 * is not asked.
 */
const current = new AsyncLocalStorage<TraceContext | undefined>();
let isUsed = false;

/** The trace of the running code; undefined when it belongs to none. */
export function currentTrace(): TraceContext | undefined {
  return isUsed ? current.getStore() : undefined;
}

/** Runs `work`, and everything it awaits, as part of a trace; without one it just runs. */
export function withTrace<T>(trace: TraceContext | undefined, work: () => T): T {
  if (trace === undefined) return work();
  isUsed = true;
  return current.run(trace, work);
}

/** Runs `work`, and everything it awaits, outside the current trace: a traced request may start it, but it serves others too. */
export function withoutTrace<T>(work: () => T): T {
  return isUsed ? current.run(undefined, work) : work();
}
