import pino, { type DestinationStream, type Logger as PinoLogger } from 'pino';
import pretty from 'pino-pretty';
import { formatTimestamp } from './clock.ts';
import { LIMITED_EVENTS, LOG_EVENTS, type LogEventName, type LogLevel } from './log-events.ts';
import { escapedLine, isSecretName, redactText, visibleText } from './redact.ts';
import { openRepeatLimit, type RepeatLimit } from './repeat-limit.ts';
import { currentTrace } from './telemetry/tracing.ts';

/** No objects, so that a request body cannot be logged by mistake. */
export type LogValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type LogProperties = Readonly<Record<string, LogValue>>;
/** See docs/contributing/spec/observability.md#log-scope. A line can set members that its logger does not have. */
type ScopeProperty =
  | 'WorkflowId'
  | 'ProcessDefinitionKey'
  | 'WorkflowInstanceId'
  | 'BusinessId'
  | 'ActivityId'
  | 'ActivityInstanceId';
/** The scope of the logger may already contain some of them. */
export type PropertiesOf<Name extends LogEventName> = {
  readonly [Property in (typeof LOG_EVENTS)[Name]['properties'][number] | ScopeProperty]?: LogValue;
};

/** Writes one JSON object per line (docs/contributing/spec/observability.md#log-lines). */
export interface Logger {
  /** Writes one line. Id, level and message come from LOG_EVENTS. */
  event<Name extends LogEventName>(name: Name, properties?: PropertiesOf<Name>): void;
  /** Adds these members to its lines. Formats them only when it writes a line. */
  child(scope: LogProperties): Logger;
  /** Whether the level is written. Call it before computing expensive properties. */
  isEnabled(event: LogEventName): boolean;
}

/** `isPretty`: readable lines for a terminal instead of JSON. `destination`: default standard output. */
export interface LogOptions {
  readonly level: LogLevel;
  readonly role: string;
  readonly processName: string;
  readonly isPretty?: boolean;
  readonly destination?: DestinationStream;
  /** called with every written line; must not throw */
  readonly onLine?: (line: string) => void;
}

type PinoLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal';
const PINO_LEVEL: Readonly<Record<LogLevel, PinoLevel>> = {
  Debug: 'debug',
  Information: 'info',
  Warning: 'warn',
  Error: 'error',
  Critical: 'fatal',
};
const LEVEL_NAME = new Map<string, LogLevel>(Object.entries(PINO_LEVEL).map(([name, level]) => [level, name as LogLevel]));

/** JSON lines are written asynchronously and flushed when the process exits. */
export function openLog(options: LogOptions): Logger {
  const written = options.destination ?? (options.isPretty ? prettyStream() : pino.destination({ dest: 1, sync: false }));
  const destination = escaping(options.onLine === undefined ? written : teeing(written, options.onLine));
  const root = pino(
    {
      base: null,
      messageKey: 'message',
      level: PINO_LEVEL[options.level],
      timestamp: () => `,"timestamp":"${formatTimestamp(Date.now())}"`,
      ...(options.isPretty ? {} : { formatters: { level: (label: string) => ({ level: LEVEL_NAME.get(label) ?? label }) } }),
    },
    destination,
  );
  return scopedLogger(
    { root, enabled: enabledEvents(root), repeatLimit: openRepeatLimit(), isPretty: options.isPretty === true },
    { role: options.role, processName: options.processName },
  );
}

/** Shared by all loggers of a process. */
interface Output {
  readonly root: PinoLogger;
  /** events whose level is written; the level of a process never changes */
  readonly enabled: ReadonlySet<LogEventName>;
  readonly repeatLimit: RepeatLimit;
  /** values are printed as text, not as JSON */
  readonly isPretty: boolean;
}

function enabledEvents(root: PinoLogger): ReadonlySet<LogEventName> {
  const names = Object.keys(LOG_EVENTS) as LogEventName[];
  return new Set(names.filter((name) => root.isLevelEnabled(PINO_LEVEL[LOG_EVENTS[name].level])));
}

/** Logger that writes nothing, for code that runs without a log. */
export const silentLog: Logger = { event: () => {}, child: () => silentLog, isEnabled: () => false };

function scopedLogger(output: Output, scope: LogProperties): Logger {
  const { root, enabled, repeatLimit, isPretty } = output;
  const safely = isPretty ? (properties: LogProperties) => visible(masked(properties)) : masked;
  const isEnabled = (event: LogEventName) => enabled.has(event);
  return {
    isEnabled,
    child: (inner) => scopedLogger(output, { ...scope, ...inner }),
    event(name, properties = {}) {
      if (!enabled.has(name)) return;
      const { id, level, message } = LOG_EVENTS[name];
      const due = LIMITED_EVENTS.has(name) ? repeatLimit(`${id} ${JSON.stringify(properties)}`) : ALWAYS;
      if (!due.isDue) return;
      const safe = safely(properties);
      const line = { eventId: id, ...traceMembers(), ...safely(scope), ...safe };
      if (due.suppressed > 0) Object.assign(line, { Suppressed: due.suppressed });
      root[PINO_LEVEL[level]](line, messageWith(safe, message));
    },
  };
}

/** Replaces each property name in braces by its value; by '' if the property is absent. */
function messageWith(properties: LogProperties, message: string): string {
  return message.includes('{') ? message.replace(/\{(\w+)\}/g, (_, name: string) => String(properties[name] ?? '')) : message;
}

const ALWAYS = { isDue: true, suppressed: 0 };
const NO_TRACE: LogProperties = {};

/** Ids of the current trace (docs/contributing/spec/observability.md#log-line). */
function traceMembers(): LogProperties {
  const trace = currentTrace();
  return trace === undefined ? NO_TRACE : { traceId: trace.traceId, spanId: trace.spanId };
}

/** Escapes characters that a log viewer would interpret, because JSON does not escape all of them. */
function escaping(destination: DestinationStream): DestinationStream {
  return { write: (line: string) => destination.write(escapedLine(line)) };
}

function teeing(destination: DestinationStream, onLine: (line: string) => void): DestinationStream {
  return {
    write(line: string) {
      destination.write(line);
      onLine(line);
    },
  };
}

function masked(properties: LogProperties): LogProperties {
  const safe: Record<string, LogValue> = {};
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'string') safe[name] = isSecretName(name) ? '***' : redactText(value);
    else safe[name] = value;
  }
  return safe;
}

function visible(properties: LogProperties): LogProperties {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, visibleValue(value)]));
}

function visibleValue(value: LogValue): LogValue {
  if (typeof value === 'string') return visibleText(value);
  return Array.isArray(value) ? value.map((entry) => (typeof entry === 'string' ? visibleText(entry) : entry)) : value;
}

function prettyStream(): DestinationStream {
  const ignore = 'processName,WorkflowId,ActivityInstanceId,eventId,role';
  return pretty({
    messageKey: 'message',
    timestampKey: 'timestamp',
    ignore,
    singleLine: true,
    messageFormat: '{role} {eventId} {message}',
  });
}
