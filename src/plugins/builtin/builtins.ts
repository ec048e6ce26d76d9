import { setTimeout as wait } from 'node:timers/promises';
import { STORES_INPUTS } from '../../engine/model/bundled-plugins.ts';
import { cutText } from '../../platform/cut-text.ts';
import type { Logger } from '../../platform/log.ts';
import type { Tracing } from '../../platform/telemetry/tracing.ts';
import { definePlugin, type Plugin, type PluginLog, response, TaskFailure } from '../plugin.ts';
import { type EmailSettings, email } from './email.ts';
import { broadcastSignal, type EventPublisher, publishMessage } from './messages-and-signals.ts';
import type { AddressSettings } from './rest-call/address-filter.ts';
import { restCall } from './rest-call/rest-call.ts';

const MAX_DELAY_MS = 3_600_000;

/** A waiting run costs only a timer. */
const CONCURRENCY = 1000;

/** Waits, for demos and load tests: holds a lock and a slot, and restarts if its process stops. In production models use a timer event. */
export const delayTask: Plugin = definePlugin({
  taskType: 'delay',
  displayName: 'Delay',
  concurrency: CONCURRENCY,
  parameters: [
    {
      name: 'delayMs',
      type: 'Integer',
      required: true,
      displayName: 'Delay in milliseconds',
      description: `0 to ${MAX_DELAY_MS}`,
      rule: { minimum: 0, maximum: MAX_DELAY_MS },
    },
  ],
  async execute({ delayMs }, _context, signal) {
    if (typeof delayMs !== 'number' || !(delayMs >= 0 && delayMs <= MAX_DELAY_MS)) {
      throw new TaskFailure('400', `delayMs must be a whole number from 0 to ${MAX_DELAY_MS}.`, { isRetryable: false });
    }
    const startedAt = performance.now();
    await wait(delayMs, undefined, { signal });
    return response({ waitedMs: Math.round(performance.now() - startedAt) });
  },
});

/** Longest logged text, in characters. */
const MAX_SHOWN = 1000;
const LEVELS: ReadonlySet<string> = new Set(['debug', 'info', 'warn', 'error']);

/** Writes a text to the log of its process, for demos and debugging. */
export const logTask: Plugin = definePlugin({
  taskType: 'log',
  displayName: 'Log',
  concurrency: 256, // never waits; limits only the number of claimed tasks
  parameters: [
    { name: 'message', type: 'MultilineString', required: true, displayName: 'Message', description: 'What the line shows' },
    { name: 'level', type: 'String', displayName: 'Level', description: 'debug, info, warn or error', defaultValue: 'info' },
  ],
  execute({ message, level }, { log }) {
    if (typeof message !== 'string') throw new TaskFailure('400', 'message must be a text.', { isRetryable: false });
    // the text is user input: log it as a property, never as the message
    log[levelOf(level)]('log task', { Text: cutText(message, MAX_SHOWN) });
    return response({ logged: true });
  },
});

function levelOf(level: unknown): keyof PluginLog {
  if (level === undefined || level === null) return 'info';
  const name = String(level).toLowerCase();
  if (!LEVELS.has(name)) throw new TaskFailure('400', 'level must be debug, info, warn or error.', { isRetryable: false });
  return name as keyof PluginLog;
}

export interface BuiltinSettings {
  readonly log: Logger;
  readonly engine: EventPublisher;
  readonly tracing?: Tracing | undefined;
  /** Undefined: `rest-call` is disabled. */
  readonly restCall: AddressSettings | undefined;
  /** Undefined: no mail server. `email` tasks then wait for a plugin process that has one. */
  readonly email: EmailSettings | undefined;
}

export function builtinPlugins(settings: BuiltinSettings): readonly Plugin[] {
  const { log, engine, tracing } = settings;
  const plugins = [
    ...(settings.restCall === undefined ? [] : [restCall({ addresses: settings.restCall, log, tracing })]),
    ...(settings.email === undefined ? [] : [email(settings.email)]),
    logTask,
    delayTask,
    publishMessage(engine),
    broadcastSignal(engine),
  ];
  return plugins.map((plugin) => ({ ...plugin, takesSecrets: !STORES_INPUTS.has(plugin.taskType) }));
}
