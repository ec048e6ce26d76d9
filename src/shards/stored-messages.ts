import type { Command, CommandKind, CommandOf, CommandResults } from '../messages/commands.ts';
import { inShard } from '../platform/ids.ts';
import type { CommandSender, SendOutcome } from '../queue/command-sender.ts';

export interface ShardQueue {
  readonly number: number;
  /** undefined: not open yet, because its database or queue was not reachable at the start */
  readonly sender: CommandSender | undefined;
}

type Outcome = SendOutcome<CommandKind>;
type Message = CommandOf<'DeliverMessage'>;

export const UNREACHABLE = { kind: 'queue-unreachable' } as const;

interface Shards {
  /** ordered by number */
  readonly shards: readonly ShardQueue[];
  readonly to: (shard: ShardQueue, command: Command) => Promise<Outcome>;
  readonly isDone: (outcome: Outcome) => boolean;
}

/**
 * Delivers a message that the first shard stores, to all shards or to the one that has asked for it. The first shard gets the result of the others last. All
 * ids are derived, so that a repetition changes nothing.
 * @returns the outcomes; without that of the first if another one is not accepted by `isDone`
 */
export async function placeMessage(
  placement: CommandOf<'PlaceMessage'>,
  stored: Message,
  { shards: [first, ...others], to, isDone }: Shards,
): Promise<readonly Outcome[]> {
  if (first === undefined) return [];
  const { isShared: _, messageId: __, audit: ___, ...message } = stored;
  const outcomes =
    placement.shard === undefined
      ? await Promise.all(others.map((shard) => to(shard, noting(message, placement, shard))))
      : [await toOne(others.find(({ number }) => number === placement.shard))];
  if (!outcomes.every(isDone)) return outcomes;
  return [await to(first, { ...placement, isTaken: outcomes.some(isTaken) }), ...outcomes];

  async function toOne(shard: ShardQueue | undefined): Promise<Outcome> {
    return shard === undefined ? UNREACHABLE : to(shard, offered(message, placement, shard));
  }
}

export async function sendTo({ sender }: ShardQueue, command: Command, options?: { fingerprint?: string }): Promise<Outcome> {
  return (await sender?.send(command, options)) ?? UNREACHABLE;
}

/** Without a receiver, the shard notes the message. */
function noting(message: Message, { message: storedAs }: CommandOf<'PlaceMessage'>, { number }: ShardQueue): Message {
  return { ...message, id: inShard(message.id, number), storedAs };
}

function offered(
  { timeToLiveMs: _, ...message }: Message,
  placement: CommandOf<'PlaceMessage'>,
  { number }: ShardQueue,
): Message {
  return { ...message, id: inShard(placement.id, number), storedAs: placement.message, isOffered: true };
}

/** Also if the command is a dead letter of its shard, which may be retried: it must not be delivered elsewhere. */
function isTaken(outcome: Outcome): boolean {
  if (outcome.kind !== 'reply') return true;
  const { reply } = outcome;
  if (!reply.ok) return reply.rejection.code !== 'NO_MESSAGE_SUBSCRIPTION';
  return (reply.result as CommandResults['DeliverMessage']).instanceIds.length > 0;
}
