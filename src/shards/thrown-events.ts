import type { CommandKind, CommandOf, CommandResults } from '../messages/commands.ts';
import type { AskedMessages } from '../messages/shared-messages.ts';
import { inShard, nameBasedId, newId } from '../platform/ids.ts';
import type { SendOutcome } from '../queue/command-sender.ts';
import { sendEvent } from './sharded-sender.ts';
import { placeMessage, type ShardQueue, sendTo } from './stored-messages.ts';

type ThrownEvent = CommandOf<'DeliverMessage' | 'BroadcastSignal'>;
type Outcome = SendOutcome<CommandKind>;

/** Namespace of the ids of thrown events in other shards; part of the stored format, never change it. */
const THROWN_NAMESPACE = '0c7b1c34-8a0e-4f5d-9a52-6d1e3b9f4a71';
/** Pause after a failure, in which no event is sent. */
const PAUSE_MS = 1000;

/** Delivers what instances of one shard throw. */
export interface ThrownEvents {
  /**
   * Sends also to the own shard, under ids derived from that of the event: a repetition changes nothing. The own shard stores its reply under the id of the
   * event. Never rejects. `unreachable`: some shards may not have it yet
   */
  deliver(event: ThrownEvent): Promise<'delivered' | 'unreachable'>;
  /** The same for a message that the first shard stores (docs/contributing/spec/shards.md#messages-with-a-time-to-live). Only for the first shard. */
  place(placement: CommandOf<'PlaceMessage'>, stored: CommandOf<'DeliverMessage'>): Promise<'delivered' | 'unreachable'>;
  /** Asks the first shard for messages; not again while it has not answered. @returns noted messages that it does not store any longer */
  ask(asked: AskedMessages): Promise<readonly string[]>;
}

/**
 * Messages and signals (docs/contributing/spec/shards.md#messages-and-signals-between-instances). After a failure one event at a time tries whether all
 * shards can be reached: the others must not occupy the slots of the worker.
 * @param own number of the shard of the instances
 */
export function thrownEvents(own: number, shards: readonly ShardQueue[]): ThrownEvents {
  let isFailing = false;
  let isTrying = false;
  let againAt = 0;
  const asking = new Set<string>();

  async function sendToAll(event: ThrownEvent): Promise<boolean> {
    const to = (shard: ShardQueue, part: object): Promise<Outcome> => {
      const id = idInShard(event.id, own, shard.number);
      return sendTo(shard, { ...event, ...part, id } as ThrownEvent);
    };
    return (await sendEvent(event, shards, to, hasExecuted)).every(hasExecuted);
  }

  async function sendStored(placement: CommandOf<'PlaceMessage'>, stored: CommandOf<'DeliverMessage'>): Promise<boolean> {
    const outcomes = await placeMessage(placement, stored, { shards, to: sendTo, isDone: hasExecuted });
    return outcomes.every(hasExecuted);
  }

  async function attempt(send: () => Promise<boolean>): Promise<'delivered' | 'unreachable'> {
    if (isFailing && (isTrying || performance.now() < againAt)) return 'unreachable';
    isTrying = true;
    const isDelivered = await send().catch(() => false);
    isTrying = false;
    isFailing = !isDelivered;
    againAt = performance.now() + PAUSE_MS;
    return isDelivered ? 'delivered' : 'unreachable';
  }

  return {
    deliver: (event) => attempt(() => sendToAll(event)),
    place: (placement, stored) => attempt(() => sendStored(placement, stored)),
    async ask(asked) {
      const [first] = shards;
      const address = JSON.stringify([asked.name, asked.correlationKey]);
      if (first === undefined || asking.has(address)) return [];
      asking.add(address);
      const command = { kind: 'AskForMessages', id: newId(), shard: own, ...asked } as const;
      const outcome = await sendTo(first, command).finally(() => asking.delete(address));
      return outcome.kind === 'reply' && outcome.reply.ok ? (outcome.reply.result as CommandResults['AskForMessages']).gone : [];
    },
  };
}

/** Id of a thrown event in a shard; in the shard of its instance, its own. */
export function idInShard(id: string, own: number, number: number): string {
  return number === own ? id : inShard(nameBasedId(THROWN_NAMESPACE, id), number);
}

/** A rejection is a result too, and a command that failed is a dead letter of its shard. */
function hasExecuted({ kind }: Outcome): boolean {
  return kind === 'reply' || kind === 'conflict';
}
