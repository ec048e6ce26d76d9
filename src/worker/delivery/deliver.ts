import { setTimeout as pause } from 'node:timers/promises';
import { isRetryable, withTransaction } from '../../db/connection.ts';
import type { EvaluationCaller, UnfinishedText } from '../../expressions/unfinished-text.ts';
import type { Announcement, CommandBatch, FollowUpSource } from '../../messages/command-batch.ts';
import type { Command } from '../../messages/commands.ts';
import { newId } from '../../platform/ids.ts';
import { retry } from '../../platform/retry.ts';
import { priorityClassOf } from '../../queue/priority-classes.ts';
import type { Delivery } from '../../queue/queue-backend.ts';
import { announceRecorded } from '../transaction/run-command-batch.ts';
import { WrongInstallation } from '../transaction/wrong-installation.ts';
import type { TraceOf } from '../unit-of-work/change-origin.ts';
import type { LongRun } from '../unit-of-work/run-budget.ts';
import { attemptedIn, BACKOFF, commitCommandBatch } from './commit-command-batch.ts';
import type { DeliveryFacts, DeliveryTools } from './delivery-tools.ts';
import { drainOneByOne, drainThrown } from './drain-one-by-one.ts';
import { logParked, parkUnlessDone, workerDeathError } from './park.ts';
import { stepBefore } from './policy.ts';
import { isDrain } from './relay.ts';
import type { AloneTrials } from './suspects.ts';
import { tracedDelivery } from './trace-delivery.ts';

/** Delay of a command with slow scripts while others of its process use their half of the slots. */
const RETRY_DELAY_MS = 1000;

/**
 * Retries while the database fails, and announces the replies. Queues the batch again if its source already uses half of the slots, or if the worker stops.
 * An unexpected error ends the delivery.
 */
export async function deliver(tools: DeliveryTools, delivery: Delivery): Promise<void> {
  const { source } = delivery.commandBatch;
  if (source === undefined) return deliverNow(tools, delivery);
  if (delivery.commandBatch.waitsForTexts === true) return deliverLong(tools, delivery, source);
  const ended = priorityClassOf(delivery.commandBatch) === 'follow-ups' ? tools.shares.begin(source) : () => {};
  if (ended === undefined)
    return tools.backend.add({
      ...withAttempts(delivery.commandBatch, attemptOf(delivery)),
      turn: tools.shares.nextTurn(source),
    });
  await deliverNow(tools, delivery).finally(ended);
}

/** Runs commands that wait for a thread. Limits one key to half of the slots; queues further commands with a delay. */
async function deliverLong(tools: DeliveryTools, delivery: Delivery, source: FollowUpSource): Promise<void> {
  const ended = tools.shares.beginLong(source);
  if (ended === undefined) return tools.backend.add(withAttempts(delivery.commandBatch, attemptOf(delivery)), RETRY_DELAY_MS);
  await deliverNow(tools, delivery).finally(ended);
}

async function deliverNow(tools: DeliveryTools, delivery: Delivery): Promise<void> {
  const ended = tools.metrics.calls.began('job');
  try {
    await tracedDelivery(tools.tracing, delivery.commandBatch, (traceOf) => handleDelivery(tools, delivery, traceOf));
  } catch (error) {
    if (error instanceof WrongInstallation) return refuse(tools, delivery.commandBatch, error);
    if (!tools.stopping.aborted) throw error;
    await tools.backend.add(delivery.commandBatch); // the next worker delivers it
  } finally {
    ended();
  }
}

/** Stops the replica. Clients get an unknown outcome; outgoing commands stay in their outbox. */
function refuse(tools: DeliveryTools, { id, commands }: CommandBatch, { message }: WrongInstallation): void {
  tools.log.event('foreign-envelope-refused', {
    Reason: message,
    EnvelopeId: id,
    CommandCount: commands.length,
    Installation: tools.installation,
  });
  tools.stopReplica(message);
}

/** Includes deliveries of earlier jobs. */
function attemptOf({ commandBatch, attempt }: Delivery): number {
  return attempt + (commandBatch.tried ?? 0);
}

function withAttempts(commandBatch: CommandBatch, attempt: number): CommandBatch {
  return attempt > 1 ? { ...commandBatch, tried: attempt - 1 } : commandBatch;
}

async function handleDelivery(tools: DeliveryTools, delivery: Delivery, traceOf: TraceOf): Promise<void> {
  const { commandBatch } = delivery;
  const attempt = attemptOf(delivery);
  const facts = { attempt, traceOf, waitsForTexts: commandBatch.waitsForTexts === true };
  switch (stepBefore(attempt, attemptedIn(commandBatch))) {
    case 'attempt':
      if (tools.shards !== undefined && (await isDrained(tools, commandBatch, facts))) return;
      return announce(tools, commandBatch, await execute(tools, commandBatch, facts));
    case 'queue-each':
      for (const command of commandBatch.commands)
        await tools.backend.add(withAttempts(singleCommandBatch(commandBatch, command), attempt));
      return;
    case 'attempt-in-turn':
      return tools.suspects.inTurn(() => tryAlone(tools, commandBatch, { ...facts, trials: tools.suspects.trialsOf(delivery) }));
  }
}

/** Delivers the thrown events of a sender to all shards. @returns whether nothing else can run now */
async function isDrained(tools: DeliveryTools, { commands: [drain] }: CommandBatch, facts: DeliveryFacts): Promise<boolean> {
  return drain?.kind === 'DrainSender' && !(await drainThrown(tools, drain, facts));
}

/** A worker may have died during the command. Parks it if too many have died. */
async function tryAlone(
  tools: DeliveryTools,
  commandBatch: CommandBatch,
  facts: DeliveryFacts & { readonly trials: AloneTrials },
): Promise<void> {
  const { attempt, trials } = facts;
  const single = commandBatch.commands[0] as Command;
  if (isDrain(single)) return drainOneByOne(tools, single, facts);
  if (trials.isPoison(single.id))
    return announce(tools, commandBatch, [await park(tools, commandBatch, single, attempt, workerDeathError())]);
  await trials.begin(single.id);
  await announce(tools, commandBatch, await execute(tools, commandBatch, facts));
}

/** @returns the announcements for its commands, except queued ones */
async function execute(tools: DeliveryTools, commandBatch: CommandBatch, facts: DeliveryFacts): Promise<readonly Announcement[]> {
  const begunAt = performance.now();
  const { commands } = commandBatch;
  const ending = await commitCommandBatch(tools, commandBatch, facts);
  const { next } = ending;
  if (next === 'done' || (next !== 'bulk-queue' && commands.length === 1))
    for (const { kind } of commands) tools.metrics.calls.called(kind, performance.now() - begunAt, next !== 'done');
  if (next === 'done') {
    tools.metrics.commandBatchCommitted(commands.length);
    return ending.committed.announcements;
  }
  const { error } = ending;
  switch (next) {
    case 'bulk-queue':
      return queueForThread(tools, commandBatch, (error as UnfinishedText).caller, facts);
    case 'queue-alone': {
      const { commandId } = error as LongRun;
      return queueSeparately(tools, commandBatch, singleCommandBatch(commandBatch, commandIn(commandBatch, commandId)), facts);
    }
    case 'newer-worker':
      await requeueForNewer(tools, commandBatch, error);
      return [];
    case 'dead-letter':
      return [await park(tools, commandBatch, commands[0] as Command, facts.attempt, error)];
    case 'one-by-one':
      return executeOneByOne(tools, commandBatch, facts);
  }
}

/** A bug in one command does not stop the others. */
async function executeOneByOne(
  tools: DeliveryTools,
  commandBatch: CommandBatch,
  facts: DeliveryFacts,
): Promise<readonly Announcement[]> {
  const [single] = commandBatch.commands;
  if (single !== undefined && isDrain(single)) {
    await drainOneByOne(tools, single, facts);
    return [];
  }
  const announcements: Announcement[] = [];
  for (const command of commandBatch.commands)
    announcements.push(...(await execute(tools, singleCommandBatch(commandBatch, command), facts)));
  return announcements;
}

/** Queues a command with slow scripts in the bulk queue, at the turn of its source. */
function queueForThread(
  tools: DeliveryTools,
  commandBatch: CommandBatch,
  { key, commandId }: EvaluationCaller,
  facts: DeliveryFacts,
): Promise<readonly Announcement[]> {
  const command = commandIn(commandBatch, commandId);
  const source = commandBatch.source ?? { root: command.id, key };
  const turn = tools.shares.turnOfLong(source);
  const alone = { ...singleCommandBatch(commandBatch, command), source, turn, waitsForTexts: true } as const;
  return queueSeparately(tools, commandBatch, alone, facts);
}

/** Queues one command separately and runs the others. If the queue is not reachable, runs that command too. */
async function queueSeparately(
  tools: DeliveryTools,
  commandBatch: CommandBatch,
  alone: CommandBatch,
  facts: DeliveryFacts,
): Promise<readonly Announcement[]> {
  const [{ id: aloneId } = NO_COMMAND] = alone.commands;
  const others = commandBatch.commands.filter(({ id }) => id !== aloneId);
  const isQueued = await tools.backend.add(withAttempts(alone, facts.attempt)).then(
    () => true,
    () => false,
  );
  const announcements =
    others.length === 0 ? [] : await execute(tools, { ...commandBatch, id: newId(), commands: others }, facts);
  if (isQueued) return announcements;
  return [...announcements, ...(await execute(tools, alone, { ...facts, waitsForTexts: true }))];
}

const NO_COMMAND = { id: undefined };

/** Command of a batch. If a drain runs it, returns the drain. */
function commandIn({ commands }: CommandBatch, commandId: string): Command {
  return commands.find(({ id }) => id === commandId) ?? (commands[0] as Command);
}

/** A newer worker can read newer event histories during an upgrade. Clients get an unknown outcome. */
async function requeueForNewer(tools: DeliveryTools, commandBatch: CommandBatch, { message }: Error): Promise<void> {
  tools.log.event('invariant-broken', { ErrorMessage: message, Rule: 'the version of a journal row is known' });
  await pause(BACKOFF.maxDelayMs, undefined, { signal: tools.stopping }).catch(() => {});
  await tools.backend.add(singleCommandBatch(commandBatch, commandBatch.commands[0] as Command));
}

/** The client of an uncommitted command gets a 500. If its worker died after the commit, announces the recorded reply instead. */
async function park(
  tools: DeliveryTools,
  commandBatch: CommandBatch,
  command: Command,
  attempt: number,
  error: Error,
): Promise<Announcement> {
  const fingerprint = commandBatch.fingerprints?.[command.id];
  const recorded = await retry(
    () => withTransaction(tools.pool, (transaction) => parkUnlessDone(tools, transaction, command, error, { fingerprint })),
    {
      ...BACKOFF,
      signal: tools.stopping,
      isRetryable,
    },
  );
  if (recorded !== undefined) return announceRecorded(recorded, command, commandBatch);
  logParked(tools, command, attempt, error);
  return { commandId: command.id, outcome: 'done', reply: { ok: false, rejection: { code: 'INTERNAL_ERROR' } } };
}

/** Best effort: a sender without an announcement reads the inbox. */
async function announce(
  tools: DeliveryTools,
  { replyTo, fingerprints = {} }: CommandBatch,
  announcements: readonly Announcement[],
): Promise<void> {
  if (replyTo === null || announcements.length === 0) return;
  const fingerprintOf = (id: string) => (Object.hasOwn(fingerprints, id) ? { fingerprint: fingerprints[id] as string } : {});
  try {
    await tools.backend.announce(
      replyTo,
      announcements.map((one) => ({ ...one, ...fingerprintOf(one.commandId) })),
    );
  } catch (error) {
    tools.log.event('queue-unreachable', { Operation: 'announcement', ErrorMessage: (error as Error).message });
  }
}

function singleCommandBatch(commandBatch: CommandBatch, command: Command): CommandBatch {
  return { ...commandBatch, id: newId(), commands: [command] };
}
