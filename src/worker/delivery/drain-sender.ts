import { poolConnection, withTransaction } from '../../db/connection.ts';
import type { CommandOf } from '../../messages/commands.ts';
import { lockSender, readSent, type SentCommand } from '../../store/senders.ts';
import { WrongInstallation } from '../transaction/wrong-installation.ts';
import { commitEnvelope, isFault } from './commit-envelope.ts';
import type { DeliveryTools } from './deliver.ts';
import { endedItsWorkers, logParked, parkUnlessDone } from './park.ts';
import { drainSender, followUpEnvelope } from './relay.ts';
import type { AloneTrials } from './suspects.ts';

type Drain = CommandOf<'DrainSender'>;

/**
 * Carries the commands of a sender out one by one, each in its own transaction, because they could not be carried out together: one that fails is
 * parked, and those behind it go on. `trials`: a worker has died during them, and one that ends more workers is parked too.
 */
export async function drainOneByOne(
  tools: DeliveryTools,
  { senderId }: Drain,
  attempt: number,
  trials?: AloneTrials,
): Promise<void> {
  for (let next = await nextOf(tools, senderId); next !== undefined; ) {
    const tried = next;
    const error = await tryOne(tools, tried, trials);
    if (error !== undefined) await parkSent(tools, tried, attempt, error);
    next = await nextOf(tools, senderId);
    if (next?.command.id === tried.command.id) return; // another worker carries it out, and goes on by itself
  }
}

async function tryOne(tools: DeliveryTools, sent: SentCommand, trials?: AloneTrials): Promise<Error | undefined> {
  const { id } = sent.command;
  if (trials?.isDeadly(id) === true) return endedItsWorkers();
  await trials?.begin(id);
  return carryOutAlone(tools, sent);
}

async function carryOutAlone(tools: DeliveryTools, { command, place }: SentCommand): Promise<Error | undefined> {
  try {
    await commitEnvelope(tools, followUpEnvelope(drainSender(place.senderId, command.id)));
    return undefined;
  } catch (error) {
    if (isFault(error) || error instanceof WrongInstallation || tools.stopping.aborted) throw error;
    return error as Error;
  }
}

async function nextOf({ pool }: DeliveryTools, senderId: string): Promise<SentCommand | undefined> {
  return (await readSent(poolConnection(pool), senderId, 1))[0];
}

/** Not when another worker has carried it out meanwhile, or is about to. */
async function parkSent(tools: DeliveryTools, { command, place }: SentCommand, attempt: number, error: Error): Promise<void> {
  const isParked = await withTransaction(tools.pool, async (transaction) => {
    if (!(await lockSender(transaction, place.senderId))) return false;
    const [first] = await readSent(transaction, place.senderId, 1);
    if (first?.command.id !== command.id) return false;
    return (await parkUnlessDone(tools, transaction, command, error, place)) === undefined;
  });
  if (isParked) logParked(tools, command, attempt, error);
}
