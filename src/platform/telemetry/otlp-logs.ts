import { withTimeout } from '../retry.ts';

/** Export in addition to standard output. */
export interface LogExport {
  /** `line`: JSON; never waits for the collector */
  add(line: string): void;
  /** Waits at most SHUTDOWN_MS, so that a stop is not delayed. Never rejects. */
  stop(): Promise<void>;
}

interface LogRecord {
  readonly timeUnixNano: string;
  readonly severityNumber: number;
  readonly severityText: string;
  readonly body: { readonly stringValue: string };
  readonly attributes: readonly Attribute[];
  readonly traceId?: string;
  readonly spanId?: string;
}
interface Attribute {
  readonly key: string;
  readonly value: AttributeValue;
}
type AttributeValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly boolValue: boolean }
  | { readonly arrayValue: { readonly values: readonly AttributeValue[] } };

/** Severities of OpenTelemetry by the name in JSON logs, and by the number in the logs of a terminal. */
const SEVERITY = new Map<unknown, readonly [number: number, text: string]>([
  ['Debug', [5, 'Debug']],
  ['Information', [9, 'Information']],
  ['Warning', [13, 'Warning']],
  ['Error', [17, 'Error']],
  ['Critical', [21, 'Critical']],
  [20, [5, 'Debug']],
  [30, [9, 'Information']],
  [40, [13, 'Warning']],
  [50, [17, 'Error']],
  [60, [21, 'Critical']],
]);
const OWN_MEMBERS = new Set(['timestamp', 'level', 'message', 'traceId', 'spanId']);
/** Lines that wait while the collector is unreachable; then the oldest are dropped. */
const MAX_WAITING = 10_000;
const MAX_BATCH = 500;
const SEND_EVERY_MS = 1000;
const TIMEOUT_MS = 10_000;
/** Time that a stop waits for the last lines. */
const SHUTDOWN_MS = 3000;
/** OTLP: retryable response codes; other error codes are permanent. */
const TRY_LATER = new Set([429, 502, 503, 504]);

/** `refused`: permanent error, the batch is dropped. `later`: retry. */
type Outcome = 'taken' | 'refused' | 'later';

/**
 * Sends log lines as JSON over OTLP/HTTP (docs/contributing/spec/observability.md#export), in addition to standard output. After a retryable error, keeps at
 * most MAX_WAITING lines and drops the oldest. Drops a batch with a permanent error, so that it does not block later lines. Calls `onFailure` for every batch
 * that was not accepted.
 */
export function exportLogs(options: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, string>>;
  readonly onFailure: () => void;
}): LogExport {
  const waiting: string[] = [];
  let sending: Promise<void> | undefined;
  const timer = setInterval(() => void send(), SEND_EVERY_MS);
  timer.unref();

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const lines = waiting.splice(0, MAX_BATCH);
      const outcome = await post(lines);
      if (outcome !== 'taken') options.onFailure();
      if (outcome === 'later') return requeue(lines);
    }
  }
  function requeue(lines: readonly string[]): void {
    waiting.unshift(...lines);
    waiting.splice(0, waiting.length - MAX_WAITING);
  }
  async function post(lines: readonly string[]): Promise<Outcome> {
    const body = JSON.stringify(requestOf(lines.flatMap(recordOf), options.resource));
    const headers = { ...options.headers, 'Content-Type': 'application/json' };
    try {
      const answer = await fetch(options.url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
      await answer.arrayBuffer();
      if (answer.ok) return 'taken';
      return TRY_LATER.has(answer.status) ? 'later' : 'refused';
    } catch {
      return 'later'; // unreachable, or no answer within TIMEOUT_MS
    }
  }
  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  }
  return {
    add(line) {
      if (waiting.length >= MAX_WAITING) waiting.splice(0, MAX_BATCH);
      waiting.push(line);
      if (waiting.length === MAX_BATCH) void send();
    },
    async stop() {
      clearInterval(timer);
      const last = async () => {
        await sending;
        await send();
      };
      await withTimeout(last(), SHUTDOWN_MS, 'the collector').catch(() => {});
    },
  };
}

function requestOf(logRecords: readonly LogRecord[], resource: Readonly<Record<string, string>>): object {
  const attributes = Object.entries(resource).map(([key, value]) => ({ key, value: { stringValue: value } }));
  return {
    resourceLogs: [{ resource: { attributes }, scopeLogs: [{ scope: { name: 'Service', version: '1.0.0' }, logRecords }] }],
  };
}

function recordOf(line: string): readonly LogRecord[] {
  const members = parsed(line);
  if (members === undefined) return [];
  const [severityNumber, severityText] = SEVERITY.get(members['level']) ?? [9, 'Information'];
  const { timestamp, message, traceId, spanId } = members;
  return [
    {
      timeUnixNano: `${Date.parse(String(timestamp)) || 0}000000`,
      severityNumber,
      severityText,
      body: { stringValue: String(message) },
      attributes: Object.entries(members).flatMap(([key, value]) => (OWN_MEMBERS.has(key) ? [] : attributeOf(key, value))),
      ...(typeof traceId === 'string' && typeof spanId === 'string' ? { traceId, spanId } : {}),
    },
  ];
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function attributeOf(key: string, value: unknown): readonly Attribute[] {
  const wire = valueOnWire(value);
  return wire === undefined ? [] : [{ key, value: wire }];
}

function valueOnWire(value: unknown): AttributeValue | undefined {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.flatMap((item) => valueOnWire(item) ?? []) } };
  return undefined;
}
