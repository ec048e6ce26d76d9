import type { Json, Plugin, PluginContext } from '../plugin.ts';
import { logTask } from './log.ts';

/** What the built-ins need of the service beyond their context; the composition root gives it. */
export interface BuiltinPorts {
  /** Section `Plugins` of the configuration, as far as the built-ins read it. */
  readonly settings: BuiltinSettings;
  /**
   * Hands a message to the engine as POST /Execution/message does; resolves once that is committed. Rejects when it could not be handed over.
   * The same run of the same activity instance publishes once, however often it is called. @returns how many instances it reached or started
   */
  publishMessage(message: OutgoingMessage, context: PluginContext): Promise<number>;
  /** Broadcasts a signal as POST /Execution/signal does. @returns how many subscriptions it reached */
  broadcastSignal(signal: OutgoingSignal, context: PluginContext): Promise<number>;
}

/** `correlationKey` empty: no key. */
export interface OutgoingMessage {
  readonly name: string;
  readonly correlationKey: string;
  readonly variables: Readonly<Record<string, Json>>;
}
export interface OutgoingSignal {
  readonly name: string;
  readonly variables: Readonly<Record<string, Json>>;
}

/** What the built-ins read of the configuration. */
export type BuiltinSettings = Readonly<Record<never, never>>;

/** The plugins that come with the service, in order of their task types. */
export function builtinPlugins(_ports: BuiltinPorts): readonly Plugin[] {
  return [logTask];
}
