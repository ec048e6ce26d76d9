import type { CommandKind, CommandOf } from '../messages/commands.ts';
import { inShard, nameBasedId } from '../platform/ids.ts';
import type { SendOutcome } from '../queue/command-sender.ts';
import { type ShardQueue, sendEvent } from './sharded-sender.ts';

type ThrownEvent = CommandOf<'DeliverMessage' | 'BroadcastSignal'>;
type Outcome = SendOutcome<CommandKind>;

/** Namespace of the ids of thrown events in other shards; part of the stored format, never change it. */
const THROWN_NAMESPACE = '0c7b1c34-8a0e-4f5d-9a52-6d1e3b9f4a71';
/** Pause after a failure, in which no event is sent. */
const PAUSE_MS = 1000;
const UNREACHABLE = { kind: 'queue-unreachable' } as const;

/** Delivers what instances of one shard throw. */
export interface ThrownEvents {
  /**
   * Sends also to the own shard, under ids derived from that of the event: a repetition changes nothing. The own shard stores its reply under the id of the
   * event. Never rejects. `unreachable`: some shards may not have it yet
   */
  deliver(event: ThrownEvent): Promise<'delivered' | 'unreachable'>;
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

  async function sendToAll(event: ThrownEvent): Promise<boolean> {
    const to = async ({ number, sender }: ShardQueue, part: object): Promise<Outcome> => {
      const id = idInShard(event.id, own, number);
      return (await sender?.send({ ...event, ...part, id } as ThrownEvent)) ?? UNREACHABLE;
    };
    return (await sendEvent(event, shards, to, hasExecuted)).every(hasExecuted);
  }

  return {
    async deliver(event) {
      if (isFailing && (isTrying || performance.now() < againAt)) return 'unreachable';
      isTrying = true;
      const isDelivered = await sendToAll(event).catch(() => false);
      isTrying = false;
      isFailing = !isDelivered;
      againAt = performance.now() + PAUSE_MS;
      return isDelivered ? 'delivered' : 'unreachable';
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
