import type { Connection } from '../../db/connection.ts';
import type { Command } from '../../messages/commands.ts';
import type { Envelope } from '../../messages/envelope.ts';
import type { SenderPlace } from '../../store/outbox.ts';
import { lockSender, readSent, type SentCommand } from '../../store/senders.ts';

/** Commands of one sender in one transaction. */
const MAX_SENT = 50;

/** What an envelope carries out: the commands in it, or those it finds waiting. */
export interface Work {
  readonly envelope: Envelope;
  /** where commands that a sender has thrown stand, by command id */
  readonly places: ReadonlyMap<string, SenderPlace>;
  /** the sender that this transaction has locked, also when no command of it waits */
  readonly senderId: string | undefined;
}

/**
 * The commands of an envelope, with a `DrainSender` replaced by the next ones of its sender: none when another transaction carries them out
 * right now. That one looks again after its commit, so no command is left behind.
 */
export async function workOf(connection: Connection, envelope: Envelope): Promise<Work> {
  const [drain] = envelope.commands;
  if (drain?.kind !== 'DrainSender') return { envelope, places: NO_PLACES, senderId: undefined };
  const isMine = await lockSender(connection, drain.senderId);
  const sent = isMine ? await readSent(connection, drain.senderId, MAX_SENT) : [];
  const next = nextOf(sent, drain.only);
  return {
    envelope: { ...envelope, commands: next.map(({ command }) => command) },
    places: new Map(next.map(({ command, place }) => [command.id, place])),
    senderId: isMine ? drain.senderId : undefined,
  };
}

/** A command that may have hundreds of receivers has a transaction of its own. */
function nextOf(sent: readonly SentCommand[], only: string | undefined): readonly SentCommand[] {
  const [first] = sent;
  if (first === undefined || (only !== undefined && first.command.id !== only)) return [];
  if (only !== undefined || isLarge(first)) return [first];
  const end = sent.findIndex(isLarge);
  return end < 0 ? sent : sent.slice(0, end);
}

const isLarge = ({ command: { kind } }: SentCommand) => LARGE.has(kind);
const LARGE: ReadonlySet<Command['kind']> = new Set<Command['kind']>(['BroadcastSignal', 'DeliverToSubscriptions']);
const NO_PLACES: ReadonlyMap<string, SenderPlace> = new Map();
