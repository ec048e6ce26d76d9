import { poolConnection, withTransaction } from '../../db/connection.ts';
import type { CommandOf } from '../../messages/commands.ts';
import { lockSender, readSent, type SentCommand } from '../../store/senders.ts';
import { WrongInstallation } from '../transaction/wrong-installation.ts';
import { commitEnvelope, isFault } from './commit-envelope.ts';
import type { DeliveryTools } from './deliver.ts';
import { logParked, parkUnlessDone, workerDeathError } from './park.ts';
import { drainSender, followUpEnvelope } from './relay.ts';
import type { AloneTrials } from './suspects.ts';

type Drain = CommandOf<'DrainSender'>;

/**
 * Runs the commands of a sender one by one, each in a separate transaction, after they could not run together. A command that fails is parked, the
 * next ones continue. `trials`: a worker has died during them; a command that ends further workers is parked too.
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
    if (next?.command.id === tried.command.id) return; // another worker runs it and continues with the next one
  }
}

async function tryOne(tools: DeliveryTools, sent: SentCommand, trials?: AloneTrials): Promise<Error | undefined> {
  const { id } = sent.command;
  if (trials?.isPoison(id) === true) return workerDeathError();
  await trials?.begin(id);
  return executeAlone(tools, sent);
}

async function executeAlone(tools: DeliveryTools, { command, place }: SentCommand): Promise<Error | undefined> {
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

/** Parks a sent command, unless another worker has run it or is about to. */
async function parkSent(tools: DeliveryTools, { command, place }: SentCommand, attempt: number, error: Error): Promise<void> {
  const isParked = await withTransaction(tools.pool, async (transaction) => {
    if (!(await lockSender(transaction, place.senderId))) return false;
    const [first] = await readSent(transaction, place.senderId, 1);
    if (first?.command.id !== command.id) return false;
    return (await parkUnlessDone(tools, transaction, command, error, place)) === undefined;
  });
  if (isParked) logParked(tools, command, attempt, error);
}
