import type { Values } from '../../plugin.ts';

/** A message for the engine (docs/contributing/spec/http/execution.md#message). */
export interface PublishedMessage {
  readonly name: string;
  /** Empty for none. */
  readonly correlationKey: string;
  readonly businessId: string | null;
  readonly variables: Values;
}

/** A signal for the engine (docs/contributing/spec/http/execution.md#signal). */
export interface BroadcastedSignal {
  readonly name: string;
  readonly variables: Values;
}

/**
 * Access of bundled plugins to the engine. Other plugins use the HTTP API instead.
 * `key`: idempotency key, executed at most once. `stop`: aborted when the result is no longer needed.
 * Both return the ids of resumed and started instances; undefined if no instance was waiting.
 */
export interface EventPublisher {
  publishMessage(message: PublishedMessage, key: string, stop: AbortSignal): Promise<readonly string[] | undefined>;
  broadcastSignal(signal: BroadcastedSignal, key: string, stop: AbortSignal): Promise<readonly string[] | undefined>;
}
