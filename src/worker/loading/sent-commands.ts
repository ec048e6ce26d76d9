import type { Connection } from '../../db/connection.ts';
import type { Command, CommandOf } from '../../messages/commands.ts';
import type { SenderPlace } from '../../store/outbox.ts';
import { lockSender, readSent, type SentCommand } from '../../store/senders.ts';
import { mayHaveManyReceivers } from '../commands/registry.ts';

/** Commands of one sender per transaction. */
const MAX_SENT = 50;

/** Waiting commands of a sender that this transaction runs. */
export interface SentWork {
  readonly commands: readonly Command[];
  /** positions by command id */
  readonly places: ReadonlyMap<string, SenderPlace>;
  /** id of the sender, also if no command waits; undefined: another transaction has locked the sender */
  readonly senderId: string | undefined;
}

/**
 * Commands that replace a `DrainSender`. None if:
 * - another transaction has locked the sender, which checks again after its commit
 * - no command waits
 * - the next command is not `drain.only`
 * With several shards, events end the list: each is delivered to all shards, then drained alone.
 */
export async function loadSent(connection: Connection, drain: CommandOf<'DrainSender'>, hasShards: boolean): Promise<SentWork> {
  const isMine = await lockSender(connection, drain.senderId);
  const sent = isMine ? await readSent(connection, drain.senderId, MAX_SENT) : [];
  const next = nextOf(sent, drain.only, hasShards);
  return {
    commands: next.map(({ command }) => command),
    places: new Map(next.map(({ command, place }) => [command.id, place])),
    senderId: isMine ? drain.senderId : undefined,
  };
}

/** A command that may have hundreds of receivers gets a separate transaction. */
function nextOf(sent: readonly SentCommand[], only: string | undefined, hasShards: boolean): readonly SentCommand[] {
  const [first] = sent;
  if (first === undefined || (only !== undefined && first.command.id !== only)) return [];
  if (only !== undefined) return [first];
  if (hasShards && isThrown(first.command)) return [];
  if (mayHaveManyReceivers(first.command)) return [first];
  const end = sent.findIndex(({ command }) => mayHaveManyReceivers(command) || (hasShards && isThrown(command)));
  return end < 0 ? sent : sent.slice(0, end);
}

/** True for a message or signal that an instance has thrown, and for a stored message that is delivered to other shards. */
export function isThrown(command: Command): command is ThrownEvent {
  return command.kind === 'DeliverMessage' || command.kind === 'BroadcastSignal' || command.kind === 'PlaceMessage';
}

export type ThrownEvent = CommandOf<'DeliverMessage' | 'BroadcastSignal' | 'PlaceMessage'>;
