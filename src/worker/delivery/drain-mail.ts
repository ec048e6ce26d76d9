import { poolConnection, withTransaction } from '../../db/connection.ts';
import type { CommandOf } from '../../messages/commands.ts';
import { parkCommand } from '../../store/dead-letters.ts';
import { type MailboxCommand, readNewMail, takeOutbox } from '../../store/outbox.ts';
import { WrongInstallation } from '../transaction/wrong-installation.ts';
import { commitEnvelope, isFault } from './commit-envelope.ts';
import type { DeliveryTools } from './deliver.ts';
import { workerDeathError } from './park.ts';
import { drain, followUpEnvelope } from './relay.ts';
import type { AloneTrials } from './suspects.ts';

/**
 * Applies the mail of an instance one by one after it could not be applied together. A command that fails is parked, the next ones continue.
 * `trials`: a worker has died during them; a command that ends further workers is parked too.
 */
export async function drainMailOneByOne(
  tools: DeliveryTools,
  { instanceId }: CommandOf<'DrainMailbox'>,
  attempt: number,
  trials?: AloneTrials,
): Promise<void> {
  for (let next = await nextOf(tools, instanceId); next !== undefined; ) {
    const tried = next;
    const error = await tryOne(tools, tried, trials);
    if (error !== undefined) await parkMail(tools, tried, attempt, error);
    next = await nextOf(tools, instanceId);
    if (next?.id === tried.id) return; // another worker applies it, or it waits for a suspended instance
  }
}

async function tryOne(tools: DeliveryTools, { id, targetId }: MailboxCommand, trials?: AloneTrials): Promise<Error | undefined> {
  if (trials?.isPoison(id) === true) return workerDeathError();
  await trials?.begin(id);
  try {
    await commitEnvelope(tools, followUpEnvelope(drain(targetId, id)));
    return undefined;
  } catch (error) {
    if (isFault(error) || error instanceof WrongInstallation || tools.stopping.aborted) throw error;
    return error as Error;
  }
}

/** Returns the oldest mail. Ignores mail that is set aside for a suspended instance. */
async function nextOf({ pool }: DeliveryTools, instanceId: string): Promise<MailboxCommand | undefined> {
  return (await readNewMail(poolConnection(pool), [instanceId], 1))[0];
}

/** Parks a command of the mailbox. Does nothing if another worker has applied it or is applying it: then its row is gone or locked. */
async function parkMail(
  { pool, metrics, log }: DeliveryTools,
  { id, targetId: instanceId, command: mail, causation, actor }: MailboxCommand,
  Attempt: number,
  error: Error,
): Promise<void> {
  const isParked = await withTransaction(pool, async (transaction) => {
    const position = await takeOutbox(transaction, id);
    if (position === undefined) return false;
    const letter = { kind: 'ApplyMail', id, instanceId, mail, causation, actor } as const;
    parkCommand(transaction, letter, error.stack ?? error.message, { position });
    return true;
  });
  if (!isParked) return;
  metrics.commandParked();
  log.event('command-given-up', { CommandKind: mail.type, CommandId: id, Attempt, ErrorMessage: error.message });
}
