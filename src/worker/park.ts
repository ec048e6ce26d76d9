import type { Transaction } from '../db/connection.ts';
import type { Command } from '../messages/commands.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { parkCommand } from '../store/dead-letters.ts';
import { type InboxRow, openInbox } from '../store/inbox.ts';
import { deleteOutbox } from '../store/outbox.ts';
import { FailedStart } from './handlers/start-triggered.ts';
import { OtherInstallation } from './other-installation.ts';
import type { EnvelopeTools } from './run-envelope.ts';
import { startEventOf } from './start-registrations.ts';

/** Parks a command that cannot be carried out, and takes it out of the outbox. @returns its reply, when it was carried out after all */
export async function parkUnlessDone(
  tools: Pick<EnvelopeTools, 'installation'>,
  transaction: Transaction,
  command: Command,
  error: Error,
): Promise<InboxRow | undefined> {
  const { known, installation } = await openInbox(transaction, [command.id]);
  if (installation !== tools.installation) throw new OtherInstallation();
  deleteOutbox(transaction, [command.id]);
  if (known.length === 0) parkCommand(transaction, command, error.stack ?? error.message);
  return known[0];
}

/** Metric and log lines about a parked command. */
export function tellParked(
  { metrics, log }: { readonly metrics: Metrics; readonly log: Logger },
  { kind: CommandKind, id: CommandId }: Command,
  Attempt: number,
  error: Error,
): void {
  metrics.commandParked();
  const { message: ErrorMessage } = error;
  if (error instanceof FailedStart)
    log.event(4013, 'start event could not start an instance', { ...startEventOf(error.trigger), ErrorMessage });
  log.event(5004, 'command given up', { CommandKind, CommandId, Attempt, ErrorMessage });
}
