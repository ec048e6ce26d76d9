import type { Transaction } from '../../db/connection.ts';
import type { Command, CommandOf } from '../../messages/commands.ts';
import { nameBasedId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { endBuffered } from '../../store/buffered-messages.ts';
import { type InboxRow, openInbox } from '../../store/inbox.ts';
import { type ParkedPlace, parkCommand } from '../../store/letters.ts';
import { deleteOutbox, insertOutbox, type QueuedInstanceCommand } from '../../store/outbox.ts';
import { FailedStart } from '../events/start-at-trigger.ts';
import { startEventOf } from '../events/start-registrations.ts';
import type { TransactionTools } from '../transaction/tools.ts';
import { WrongInstallation } from '../transaction/wrong-installation.ts';

/** Error of a command during which every worker died. */
export function workerDeathError(): Error {
  return new Error('the command ended every worker that tried it');
}

/** Moves a failed command from the outbox to the dead letters. @returns its recorded reply if it was committed */
export async function parkUnlessDone(
  tools: Pick<TransactionTools, 'installation'>,
  transaction: Transaction,
  command: Command,
  error: Error,
  place: ParkedPlace,
): Promise<InboxRow | undefined> {
  const { now, known, installation } = await openInbox(transaction, [command.id]);
  if (installation !== tools.installation) throw new WrongInstallation();
  deleteOutbox(transaction, [command.id]);
  if (known.length > 0) return known[0];
  parkCommand(transaction, command, error.stack ?? error.message, place);
  // another shard has received the message: it must not wait for a further receiver
  if (command.kind === 'PlaceMessage' && command.isTaken === true) await endBuffered(transaction, [command.message]);
  if (command.kind === 'StartChild') insertOutbox(transaction, [], [failedCall(command)], now);
  return undefined;
}

/** The process cannot be started; its call activity must not wait forever. */
function failedCall({ id, parentId, request: { entry }, causation, actor }: CommandOf<'StartChild'>): QueuedInstanceCommand {
  const message = 'the called process could not be started';
  const command = { type: 'ChildFailed', entry, code: '500', message } as const;
  return { id: nameBasedId(id, 'parked'), targetId: parentId, command, causation, actor };
}

/** Counts and logs a dead letter; also its start event if that could not start an instance. */
export function logParked(
  { metrics, log }: { readonly metrics: Metrics; readonly log: Logger },
  { kind: CommandKind, id: CommandId }: Command,
  Attempt: number,
  error: Error,
): void {
  metrics.commandParked();
  const { message: ErrorMessage } = error;
  if (error instanceof FailedStart) log.event('start-event-failed', { ...startEventOf(error.trigger), ErrorMessage });
  log.event('command-given-up', { CommandKind, CommandId, Attempt, ErrorMessage });
}
