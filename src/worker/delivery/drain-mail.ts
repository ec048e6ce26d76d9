import { poolConnection, withTransaction } from '../../db/connection.ts';
import type { CommandOf } from '../../messages/commands.ts';
import { parkCommand } from '../../store/dead-letters.ts';
import { type MailboxCommand, readNewMail, takeOutbox } from '../../store/outbox.ts';
import { WrongInstallation } from '../transaction/wrong-installation.ts';
import { commitEnvelope, isFault } from './commit-envelope.ts';
import type { DeliveryTools } from './deliver.ts';
import { endedItsWorkers } from './park.ts';
import { drain, followUpEnvelope } from './relay.ts';
import type { AloneTrials } from './suspects.ts';

/**
 * Applies the mail of an instance one by one, because it could not be applied together: one that fails is parked, and those behind it go on. `trials`: a worker
 * has died during them, and one that ends more workers is parked too.
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
  if (trials?.isDeadly(id) === true) return endedItsWorkers();
  await trials?.begin(id);
  try {
    await commitEnvelope(tools, followUpEnvelope(drain(targetId, id)));
    return undefined;
  } catch (error) {
    if (isFault(error) || error instanceof WrongInstallation || tools.stopping.aborted) throw error;
    return error as Error;
  }
}

/** What is set aside for a suspended instance stays where it is. */
async function nextOf({ pool }: DeliveryTools, instanceId: string): Promise<MailboxCommand | undefined> {
  return (await readNewMail(poolConnection(pool), [instanceId], 1))[0];
}

/** Not when another worker has applied it meanwhile, or does so now: its row is locked then, and gone afterwards. */
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
