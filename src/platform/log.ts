import pino, { type DestinationStream, type Logger as PinoLogger } from 'pino';
import pretty from 'pino-pretty';
import { formatTimestamp } from './clock.ts';
import { LIMITED_EVENTS, LOG_EVENTS, type LogEventName, type LogLevel } from './log-events.ts';
import { escapedLine, isSecretName, redactText, visibleText } from './redact.ts';
import { openRepeatLimit, type RepeatLimit } from './repeat-limit.ts';
import { currentTrace } from './telemetry/tracing.ts';

/** Types of properties. Without objects, so that a body cannot be logged by mistake. */
export type LogValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type LogProperties = Readonly<Record<string, LogValue>>;
/** Members of the scope (docs/contributing/spec/observability.md#log-scope); a line may set those that its logger does not have. */
type ScopeProperty =
  | 'WorkflowId'
  | 'ProcessDefinitionKey'
  | 'WorkflowInstanceId'
  | 'BusinessId'
  | 'ActivityId'
  | 'ActivityInstanceId';
/** The properties of a line of this event; the scope of a logger may hold some of them. */
export type PropertiesOf<Name extends LogEventName> = {
  readonly [Property in (typeof LOG_EVENTS)[Name]['properties'][number] | ScopeProperty]?: LogValue;
};

/** Writes events of the catalogue as one JSON object per line (docs/contributing/spec/observability.md#log-lines). */
export interface Logger {
  /** Writes one line; number, level and message come from the catalogue. */
  event<Name extends LogEventName>(name: Name, properties?: PropertiesOf<Name>): void;
  /** A logger whose lines carry these members too. Cheap: nothing is formatted before a line is written. */
  child(scope: LogProperties): Logger;
  /** Whether `event` with this name would write a line: ask before building costly properties. */
  isEnabled(event: LogEventName): boolean;
}

/** How lines are written; `isPretty` is for users, a `destination` of your own for tests. */
export interface LogOptions {
  readonly level: LogLevel;
  readonly role: string;
  readonly processName: string;
  readonly isPretty?: boolean;
  readonly destination?: DestinationStream;
  /** gets every line too, as written; must not throw */
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

/** Opens the log of this process. JSON lines are written asynchronously and flushed when the process exits. */
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

/** Parts that all loggers of a process share. */
interface Output {
  readonly root: PinoLogger;
  /** events whose level is written; the level of a process never changes */
  readonly enabled: ReadonlySet<LogEventName>;
  readonly repeatLimit: RepeatLimit;
  /** values are printed as they are, not as JSON */
  readonly isPretty: boolean;
}

function enabledEvents(root: PinoLogger): ReadonlySet<LogEventName> {
  const names = Object.keys(LOG_EVENTS) as LogEventName[];
  return new Set(names.filter((name) => root.isLevelEnabled(PINO_LEVEL[LOG_EVENTS[name].level])));
}

/** A logger that writes nothing: for code that runs before or without a log. */
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

/** The message of a line, with property names in braces replaced by their values. */
function messageWith(properties: LogProperties, message: string): string {
  return message.includes('{') ? message.replace(/\{(\w+)\}/g, (_, name: string) => String(properties[name] ?? '')) : message;
}

const ALWAYS = { isDue: true, suppressed: 0 };
const NO_TRACE: LogProperties = {};

/** The members that tie a line to a trace (docs/contributing/spec/observability.md#log-line). */
function traceMembers(): LogProperties {
  const trace = currentTrace();
  return trace === undefined ? NO_TRACE : { traceId: trace.traceId, spanId: trace.spanId };
}

/** Characters that a viewer acts upon are escaped in the text of the line: JSON leaves many of them as they are. */
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
