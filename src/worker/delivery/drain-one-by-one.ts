import { poolConnection, type Transaction, withTransaction } from '../../db/connection.ts';
import { findStored } from '../../store/buffered-messages.ts';
import { parkCommand } from '../../store/letters.ts';
import { type QueuedInstanceCommand, readNewInstanceCommands, takeOutbox } from '../../store/outbox.ts';
import { lockSender, readSent, type SentCommand } from '../../store/senders.ts';
import { isThrown, type ThrownEvent } from '../loading/sent-commands.ts';
import { commitCommandBatch } from './commit-command-batch.ts';
import type { DeliveryFacts, DeliveryTools } from './delivery-tools.ts';
import { logParked, parkUnlessDone, workerDeathError } from './park.ts';
import { type Drain, drain, drainSender, followUpCommandBatch } from './relay.ts';

/** A command that waits for a sender or an instance. */
interface Waiting {
  readonly id: string;
  /** runs only this command, and only if it is the next */
  readonly drain: Drain;
  /** set for a thrown event, and for a stored message */
  readonly thrown?: ThrownEvent;
  /** Stores the command as a dead letter. False if another worker has run the command or holds its lock. */
  park(transaction: Transaction, error: Error): Promise<boolean>;
  logParked(attempt: number, error: Error): void;
}

/**
 * Runs waiting commands of a sender or an instance in separate transactions after their shared one failed. A failing command becomes a dead letter, and the
 * next ones run. With `trials`, so does a command during which workers died repeatedly.
 */
export async function drainOneByOne(tools: DeliveryTools, waiting: Drain, facts: DeliveryFacts): Promise<void> {
  await drainWhile(tools, waiting, facts, () => true);
}

/**
 * Delivers the events at the head of a sender's queue to all shards, one by one, and removes them.
 * @returns true if a command of another kind is next and can run now
 */
export function drainThrown(tools: DeliveryTools, waiting: Drain, facts: DeliveryFacts): Promise<boolean> {
  return drainWhile(tools, waiting, facts, ({ thrown }) => thrown !== undefined);
}

/** Runs waiting commands while `isMeant` is true. @returns true if it has stopped at another command */
async function drainWhile(
  tools: DeliveryTools,
  waiting: Drain,
  facts: DeliveryFacts,
  isMeant: (next: Waiting) => boolean,
): Promise<boolean> {
  for (let next = await nextOf(tools, waiting); next !== undefined; ) {
    if (!isMeant(next)) return true;
    const tried = next;
    // the recovery scan repeats it; later commands of the sender wait
    if (!(await isInAllShards(tools, tried))) return false;
    const error = await tryOne(tools, tried, facts);
    if (error !== undefined) await park(tools, tried, facts.attempt, error);
    next = await nextOf(tools, waiting);
    if (next?.id === tried.id) return false; // another worker runs the command, or its instance is suspended
  }
  return false;
}

/**
 * The reply of this shard is then on record, so the drain only removes the event. False if a shard may not have it; true for other commands, and without
 * shards.
 */
async function isInAllShards({ shards, pool }: DeliveryTools, { thrown }: Waiting): Promise<boolean> {
  if (shards === undefined || thrown === undefined) return true;
  if (thrown.kind !== 'PlaceMessage') return (await shards.deliver(thrown)) === 'delivered';
  const [stored] = await findStored(poolConnection(pool), [thrown.message]);
  return stored === undefined || (await shards.place(thrown, stored.command)) === 'delivered';
}

async function tryOne(tools: DeliveryTools, { id, drain: only }: Waiting, facts: DeliveryFacts): Promise<Error | undefined> {
  if (facts.trials?.isPoison(id) === true) return workerDeathError();
  await facts.trials?.begin(id);
  const ending = await commitCommandBatch(tools, followUpCommandBatch(only), { ...facts, waitsForTexts: true }, 'first-waiting');
  return ending.next === 'done' ? undefined : ending.error;
}

async function park(tools: DeliveryTools, waiting: Waiting, attempt: number, error: Error): Promise<void> {
  const isParked = await withTransaction(tools.pool, (transaction) => waiting.park(transaction, error));
  if (isParked) waiting.logParked(attempt, error);
}

/** The oldest waiting command. Ignores queues of suspended instances. */
async function nextOf(tools: DeliveryTools, waiting: Drain): Promise<Waiting | undefined> {
  const connection = poolConnection(tools.pool);
  if (waiting.kind === 'DrainSender') {
    const [sent] = await readSent(connection, waiting.senderId, 1);
    return sent && waitingSent(tools, sent);
  }
  const [next] = await readNewInstanceCommands(connection, [waiting.instanceId], 1);
  return next && waitingCommandOf(tools, next);
}

function waitingSent(tools: DeliveryTools, { command, place }: SentCommand): Waiting {
  const { id } = command;
  return {
    id,
    drain: drainSender(place.senderId, id),
    ...(isThrown(command) && { thrown: command }),
    async park(transaction, error) {
      if (!(await lockSender(transaction, place.senderId))) return false;
      const [first] = await readSent(transaction, place.senderId, 1);
      if (first?.command.id !== id) return false;
      return (await parkUnlessDone(tools, transaction, command, error, place)) === undefined;
    },
    logParked: (attempt, error) => logParked(tools, command, attempt, error),
  };
}

function waitingCommandOf({ metrics, log }: DeliveryTools, queued: QueuedInstanceCommand): Waiting {
  const { id, targetId: instanceId, command, causation, actor } = queued;
  return {
    id,
    drain: drain(instanceId, id),
    async park(transaction, error) {
      const position = await takeOutbox(transaction, id);
      // another worker has applied the command or is applying it
      if (position === undefined) return false;
      const letter = { kind: 'ApplyMail', id, instanceId, mail: command, causation, actor } as const;
      parkCommand(transaction, letter, error.stack ?? error.message, { position });
      return true;
    },
    logParked(Attempt, { message: ErrorMessage }) {
      metrics.commandParked();
      log.event('command-given-up', { CommandKind: command.type, CommandId: id, Attempt, ErrorMessage });
    },
  };
}
