import { poolConnection, withTransaction } from '../../db/connection.ts';
import type { CommandOf } from '../../messages/commands.ts';
import { parkCommand } from '../../store/dead-letters.ts';
import { type MailboxCommand, readMailboxes, takeOutbox } from '../../store/outbox.ts';
import type { DeliveryTools } from './deliver.ts';
import { endedItsWorkers } from './park.ts';
import { drain, followUpEnvelope } from './relay.ts';

/**
 * For a nudge during which workers have died, or which met a bug. The mail that is first need not be the one: it gets a nudge for itself alone, and
 * it is parked when that one fails too.
 */
export async function drainSuspectMail(
  tools: DeliveryTools,
  { instanceId, only }: CommandOf<'DrainMailbox'>,
  attempt: number,
  error = endedItsWorkers(),
): Promise<void> {
  const [first] = await readMailboxes(poolConnection(tools.pool), [instanceId], 1);
  if (first === undefined) return;
  if (only === undefined) return tools.backend.add(followUpEnvelope(drain(instanceId, first.id)));
  if (only === first.id) await parkMail(tools, first, attempt, error);
  await tools.backend.add(followUpEnvelope(drain(instanceId)));
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
