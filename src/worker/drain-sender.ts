import { poolConnection, withTransaction } from '../db/connection.ts';
import type { CommandOf } from '../messages/commands.ts';
import { lockSender, readSent, type SentCommand } from '../store/senders.ts';
import { commitEnvelope, isFault } from './commit-envelope.ts';
import type { DeliveryTools } from './deliver.ts';
import { OtherInstallation } from './other-installation.ts';
import { parkUnlessDone, tellParked } from './park.ts';
import { drainSender, followUpEnvelope } from './relay.ts';

type Drain = CommandOf<'DrainSender'>;

/**
 * What a sender has thrown, each in a transaction of its own, when they could not be carried out together: one that cannot be carried out is parked,
 * and those behind it go on.
 * @param isDeadly the first one has outlived many workers: it is not tried again
 */
export async function drainOneByOne(tools: DeliveryTools, { senderId }: Drain, attempt: number, isDeadly = false): Promise<void> {
  if (isDeadly) {
    const first = await nextOf(tools, senderId);
    if (first !== undefined) await parkSent(tools, first, attempt, new Error('the command ended every worker that tried it'));
  }
  for (let next = await nextOf(tools, senderId); next !== undefined; ) {
    const tried = next;
    const error = await carryOutAlone(tools, tried);
    if (error !== undefined) await parkSent(tools, tried, attempt, error);
    next = await nextOf(tools, senderId);
    if (next?.command.id === tried.command.id) return; // somebody else has it in hand, and goes on by itself
  }
}

async function carryOutAlone(tools: DeliveryTools, { command, place }: SentCommand): Promise<Error | undefined> {
  try {
    await commitEnvelope(tools, followUpEnvelope(drainSender(place.senderId, command.id)));
    return undefined;
  } catch (error) {
    if (isFault(error) || error instanceof OtherInstallation || tools.stopping.aborted) throw error;
    return error as Error;
  }
}

async function nextOf({ pool }: DeliveryTools, senderId: string): Promise<SentCommand | undefined> {
  return (await readSent(poolConnection(pool), senderId, 1))[0];
}

/** Not when somebody else has carried it out meanwhile, or is about to. */
async function parkSent(tools: DeliveryTools, { command, place }: SentCommand, attempt: number, error: Error): Promise<void> {
  const isParked = await withTransaction(tools.pool, async (transaction) => {
    if (!(await lockSender(transaction, place.senderId))) return false;
    const [first] = await readSent(transaction, place.senderId, 1);
    if (first?.command.id !== command.id) return false;
    return (await parkUnlessDone(tools, transaction, command, error)) === undefined;
  });
  if (isParked) tellParked(tools, command, attempt, error);
}
