import type { Values } from '../../plugin.ts';

/** A message on its way to the engine (docs/contributing/spec/http/execution.md#message). */
export interface PublishedMessage {
  readonly name: string;
  /** empty: none */
  readonly correlationKey: string;
  readonly businessId: string | null;
  readonly variables: Values;
}

/** A signal on its way to the engine (docs/contributing/spec/http/execution.md#signal). */
export interface BroadcastedSignal {
  readonly name: string;
  readonly variables: Values;
}

/**
 * What the engine's own plugins may ask of it. The host that runs them hands it in; plugins of other authors never see it, they speak HTTP.
 * `key`: the same key is carried out once, however often it is sent. `stop`: nobody waits for the answer any more.
 * Both give the ids of the instances that were resumed or started, and undefined when nobody was waiting.
 */
export interface EventPublisher {
  publishMessage(message: PublishedMessage, key: string, stop: AbortSignal): Promise<readonly string[] | undefined>;
  broadcastSignal(signal: BroadcastedSignal, key: string, stop: AbortSignal): Promise<readonly string[] | undefined>;
}
