import { STORES_INPUTS } from '../../engine/model/bundled-plugins.ts';
import type { Logger } from '../../platform/log.ts';
import type { Tracing } from '../../platform/telemetry/tracing.ts';
import type { Plugin } from '../plugin.ts';
import { delayTask } from './delay.ts';
import { email } from './email/email.ts';
import type { EmailSettings } from './email/smtp-settings.ts';
import { broadcastSignal } from './engine/broadcast-signal.ts';
import type { EventPublisher } from './engine/event-publisher.ts';
import { publishMessage } from './engine/publish-message.ts';
import { logTask } from './log.ts';
import type { AddressSettings } from './rest-call/address-filter.ts';
import { restCall } from './rest-call/rest-call.ts';

export interface BuiltinSettings {
  readonly log: Logger;
  readonly engine: EventPublisher;
  readonly tracing?: Tracing | undefined;
  /** Undefined: `rest-call` is disabled. */
  readonly restCall: AddressSettings | undefined;
  /** Undefined: no mail server is configured. `email` tasks then wait for a plugin process that has one. */
  readonly email: EmailSettings | undefined;
}

/** Bundled plugins enabled by the configuration. */
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
