import type { Connection } from '../../db/connection.ts';
import type { Envelope } from '../../messages/envelope.ts';
import type { SenderPlace } from '../../store/outbox.ts';
import { lockSender, readSent, type SentCommand } from '../../store/senders.ts';
import { isLarge } from '../commands/registry.ts';

/** Maximum commands of one sender per transaction. */
const MAX_SENT = 50;

/** Commands of an envelope: its own, or the waiting ones of a sender. */
export interface Work {
  readonly envelope: Envelope;
  /** positions of commands that a sender has thrown, by command id */
  readonly places: ReadonlyMap<string, SenderPlace>;
  /** the sender that this transaction has locked, even if no command of it waits */
  readonly senderId: string | undefined;
}

/**
 * Returns the commands of an envelope. Replaces a `DrainSender` by the next commands of its sender; by none if another transaction is running them.
 * That one checks again after its commit, so no command is left behind.
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

/** Selects the next commands. A command that may have hundreds of receivers gets a separate transaction. */
function nextOf(sent: readonly SentCommand[], only: string | undefined): readonly SentCommand[] {
  const [first] = sent;
  if (first === undefined || (only !== undefined && first.command.id !== only)) return [];
  if (only !== undefined || isLarge(first.command)) return [first];
  const end = sent.findIndex(({ command }) => isLarge(command));
  return end < 0 ? sent : sent.slice(0, end);
}

const NO_PLACES: ReadonlyMap<string, SenderPlace> = new Map();
