/** Parts of commands about messages with a time to live of several shards (docs/contributing/spec/shards.md#messages-with-a-time-to-live). */

/** Members of a `DeliverMessage`. */
export interface SharedDelivery {
  /** first of several shards: only stores the message; a `PlaceMessage` delivers it to all */
  readonly isShared?: true;
  /** other shards: id of the message that the first one stores */
  readonly storedAs?: string;
  /** for one receiver of this shard; without one, the first shard keeps the message */
  readonly isOffered?: true;
}

/** Address of stored messages. */
interface MessageAddress {
  readonly name: string;
  readonly correlationKey: string;
}

/** Delivery of a stored message. */
export interface Placement extends MessageAddress {
  /** its id */
  readonly message: string;
  /** the only shard that gets it, because it has asked for it; absent: all */
  readonly shard?: number;
  /** another shard has a receiver; absent in the outbox, because the other shards are asked first */
  readonly isTaken?: boolean;
}

/** Messages of one address that receivers of a shard wait for. */
export interface AskedMessages extends MessageAddress {
  readonly count: number;
  /** ids of those that the shard has noted */
  readonly messages: readonly string[];
}
