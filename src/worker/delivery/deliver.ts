import { setTimeout as pause } from 'node:timers/promises';
import { isRetryable, withTransaction } from '../../db/connection.ts';
import { UnknownVersion } from '../../engine/events/upcast.ts';
import { type EvaluationCaller, UnfinishedText } from '../../expressions/unfinished-text.ts';
import type { Command } from '../../messages/commands.ts';
import type { Announcement, Envelope, FollowUpSource } from '../../messages/envelope.ts';
import type { FaultsInARow } from '../../platform/faults-in-a-row.ts';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { retry } from '../../platform/retry.ts';
import type { Tracing } from '../../platform/telemetry/tracing.ts';
import { laneOf } from '../../queue/lanes.ts';
import type { Delivery, QueueBackend } from '../../queue/queue-backend.ts';
import type { CustomTaskChanges } from '../custom-tasks/custom-task-changes.ts';
import { announceRecorded } from '../transaction/run-envelope.ts';
import type { TransactionTools } from '../transaction/tools.ts';
import { WrongInstallation } from '../transaction/wrong-installation.ts';
import { LongRun } from '../unit-of-work/long-run.ts';
import { BACKOFF, commitEnvelope, isFault } from './commit-envelope.ts';
import { drainMailOneByOne } from './drain-mail.ts';
import { drainOneByOne } from './drain-sender.ts';
import type { FairShares } from './fair-shares.ts';
import { logParked, parkUnlessDone, workerDeathError } from './park.ts';
import type { AloneTrials, Suspects } from './suspects.ts';
import { tracedDelivery } from './trace-delivery.ts';

export interface DeliveryTools extends TransactionTools {
  readonly backend: QueueBackend;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly shares: FairShares;
  readonly suspects: Suspects;
  /** wakes the projectors after each commit */
  readonly signalProjectors: () => void;
  /** notifies plugin hosts of new and ended tasks after each commit */
  readonly notifyHosts: (changes: CustomTaskChanges) => void;
  /** aborted when the worker stops; ends waits for a lost database */
  readonly stopping: AbortSignal;
  /** stops the replica when only a restart helps */
  readonly stopReplica: (reason: string) => void;
  readonly tracing?: Tracing | undefined;
  /** counts failed transactions without a conflict, for the readiness check */
  readonly commitFaults?: FaultsInARow | undefined;
}

/** From this delivery on, a worker has died: each command gets a separate envelope, commands of a sender or mailbox run one by one, and each is tried alone. */
const SUSPECT_ATTEMPT = 2;
/** Delay of a command while other commands of its process wait for threads. Unit: ms. */
const RETRY_DELAY_MS = 1000;

/** Handles one delivery: commits the envelope, retries while the database fails, and announces the replies. */
export async function deliver(tools: DeliveryTools, delivery: Delivery): Promise<void> {
  const { source } = delivery.envelope;
  if (source === undefined) return deliverNow(tools, delivery);
  if (delivery.envelope.waitsForTexts === true) return deliverLong(tools, delivery, source);
  const ended = laneOf(delivery.envelope) === 'follow-ups' ? tools.shares.begin(source) : () => {};
  if (ended === undefined)
    return tools.backend.add({ ...withAttempts(delivery.envelope, attemptOf(delivery)), turn: tools.shares.nextTurn(source) });
  await deliverNow(tools, delivery).finally(ended);
}

/** Delivers a command that waits for a thread. Limits one key to half of the slots; further commands are retried after a delay. */
async function deliverLong(tools: DeliveryTools, delivery: Delivery, source: FollowUpSource): Promise<void> {
  const ended = tools.shares.beginLong(source);
  if (ended === undefined) return tools.backend.add(withAttempts(delivery.envelope, attemptOf(delivery)), RETRY_DELAY_MS);
  await deliverNow(tools, delivery).finally(ended);
}

async function deliverNow(tools: DeliveryTools, delivery: Delivery): Promise<void> {
  const ended = tools.metrics.calls.began('job');
  try {
    await tracedDelivery(tools.tracing, delivery.envelope, (traceOf) => handleDelivery({ ...tools, traceOf }, delivery));
  } catch (error) {
    if (error instanceof WrongInstallation) return refuse(tools, delivery.envelope, error);
    if (!tools.stopping.aborted) throw error;
    await tools.backend.add(delivery.envelope); // the next worker delivers it
  } finally {
    ended();
  }
}

/** Refuses an envelope of another installation, without any effect: clients get an unknown outcome, follow-ups stay in their own outbox. */
function refuse(tools: DeliveryTools, { id, commands }: Envelope, { message }: WrongInstallation): void {
  tools.log.event('foreign-envelope-refused', {
    Reason: message,
    EnvelopeId: id,
    CommandCount: commands.length,
    Installation: tools.installation,
  });
  tools.stopReplica(message);
}

/** Returns the number of this attempt, including deliveries of earlier jobs. */
function attemptOf({ envelope, attempt }: Delivery): number {
  return attempt + (envelope.tried ?? 0);
}

/** Copies the attempt count into a new job. */
function withAttempts(envelope: Envelope, attempt: number): Envelope {
  return attempt > 1 ? { ...envelope, tried: attempt - 1 } : envelope;
}

async function handleDelivery(tools: DeliveryTools, delivery: Delivery): Promise<void> {
  const { envelope } = delivery;
  const attempt = attemptOf(delivery);
  if (attempt >= SUSPECT_ATTEMPT && envelope.commands.length > 1) {
    for (const command of envelope.commands) await tools.backend.add(withAttempts(singleEnvelope(envelope, command), attempt));
    return;
  }
  const { waitsForTexts = false } = envelope;
  if (attempt < SUSPECT_ATTEMPT)
    await announce(tools, envelope, await executeAll({ ...tools, waitsForTexts }, envelope, attempt));
  else await tools.suspects.inTurn(() => tryAlone({ ...tools, waitsForTexts }, delivery, attempt));
}

/** Delivers the single command of an envelope after a worker has died during it. */
async function tryAlone(tools: DeliveryTools, delivery: Delivery, attempt: number): Promise<void> {
  const { envelope } = delivery;
  const [single] = envelope.commands;
  if (single === undefined) return;
  const trials = tools.suspects.trialsOf(delivery);
  if (single.kind === 'DrainSender') await drainOneByOne({ ...tools, waitsForTexts: true }, single, attempt, trials);
  else if (single.kind === 'DrainMailbox') await drainMailOneByOne({ ...tools, waitsForTexts: true }, single, attempt, trials);
  else await announce(tools, envelope, await executeAlone(tools, envelope, single, { attempt, trials }));
}

async function executeAlone(
  tools: DeliveryTools,
  envelope: Envelope,
  single: Command,
  { attempt, trials }: { readonly attempt: number; readonly trials: AloneTrials },
): Promise<readonly Announcement[]> {
  if (trials.isPoison(single.id)) return [await park(tools, envelope, single, attempt, workerDeathError())];
  await trials.begin(single.id);
  return executeAll(tools, envelope, attempt);
}

/** Commits an envelope. If it fails, runs its commands one by one, so that a bug in one does not stop the others. */
async function executeAll(tools: DeliveryTools, envelope: Envelope, attempt: number): Promise<readonly Announcement[]> {
  const begunAt = performance.now();
  const outcome = await commitEnvelope(tools, envelope).catch((error: Error) => {
    if (isFault(error) || error instanceof WrongInstallation || tools.stopping.aborted) throw error;
    return error;
  });
  if (outcome instanceof UnfinishedText) return queueForThread(tools, envelope, outcome.caller, attempt);
  const count = ({ kind }: Command) => tools.metrics.calls.called(kind, performance.now() - begunAt, outcome instanceof Error);
  if (!(outcome instanceof Error) || envelope.commands.length === 1) envelope.commands.forEach(count);
  if (!(outcome instanceof Error)) {
    tools.metrics.envelopeCommitted(envelope.commands.length);
    return outcome.announcements;
  }
  if (outcome instanceof LongRun) return executeWithout(tools, envelope, outcome.commandId, attempt);
  const [single] = envelope.commands;
  if (outcome instanceof UnknownVersion && envelope.commands.length === 1) {
    await requeueForNewer(tools, envelope, outcome);
    return [];
  }
  if (single?.kind === 'DrainSender') {
    await drainOneByOne({ ...tools, waitsForTexts: true }, single, attempt);
    return [];
  }
  if (single?.kind === 'DrainMailbox' && envelope.commands.length === 1) {
    await drainMailOneByOne({ ...tools, waitsForTexts: true }, single, attempt);
    return [];
  }
  if (envelope.commands.length === 1 && single !== undefined) return [await park(tools, envelope, single, attempt, outcome)];
  const announcements: Announcement[] = [];
  for (const command of envelope.commands)
    announcements.push(...(await executeAll(tools, singleEnvelope(envelope, command), attempt)));
  return announcements;
}

/** Returns a slow command to the queue in a separate envelope, and runs the others now. */
async function executeWithout(
  tools: DeliveryTools,
  envelope: Envelope,
  commandId: string,
  attempt: number,
): Promise<readonly Announcement[]> {
  const alone = singleEnvelope(envelope, envelope.commands.find(({ id }) => id === commandId) as Command);
  if (envelope.commands.length === 1) return executeAll(tools, alone, attempt);
  return queueSeparately(tools, envelope, alone, attempt);
}

/** Queues a command with slow texts for a thread: in the bulk lane, at the turn of its source. */
function queueForThread(
  tools: DeliveryTools,
  envelope: Envelope,
  { key, commandId }: EvaluationCaller,
  attempt: number,
): Promise<readonly Announcement[]> {
  const command = envelope.commands.find(({ id }) => id === commandId) ?? (envelope.commands[0] as Command);
  const source = envelope.source ?? { root: command.id, key };
  const turn = tools.shares.turnOfLong(source);
  const alone = { ...singleEnvelope(envelope, command), source, turn, waitsForTexts: true } as const;
  return queueSeparately(tools, envelope, alone, attempt);
}

/** Queues one command again and runs the others. If the queue is not reachable, runs that command too. */
async function queueSeparately(
  tools: DeliveryTools,
  envelope: Envelope,
  alone: Envelope,
  attempt: number,
): Promise<readonly Announcement[]> {
  const [{ id: aloneId } = NO_COMMAND] = alone.commands;
  const others = envelope.commands.filter(({ id }) => id !== aloneId);
  const isQueued = await tools.backend.add(withAttempts(alone, attempt)).then(
    () => true,
    () => false,
  );
  const announcements =
    others.length === 0 ? [] : await executeAll(tools, { ...envelope, id: newId(), commands: others }, attempt);
  if (isQueued) return announcements;
  return [...announcements, ...(await executeAll({ ...tools, waitsForTexts: true }, alone, attempt))];
}

const NO_COMMAND = { id: undefined };

/** Leaves a command to a newer worker, which can read more during an upgrade. Nothing of it was done; its client gets an unknown outcome. */
async function requeueForNewer(tools: DeliveryTools, envelope: Envelope, { message }: UnknownVersion): Promise<void> {
  tools.log.event('invariant-broken', { ErrorMessage: message, Rule: 'the version of a journal row is known' });
  await pause(BACKOFF.maxDelayMs, undefined, { signal: tools.stopping }).catch(() => {});
  await tools.backend.add(singleEnvelope(envelope, envelope.commands[0] as Command));
}

/**
 * Parks the single command of an envelope: nothing of it was done, operators find it in dead_letter, the client gets a 500. If it was committed after
 * all (its worker died after the commit), returns the recorded reply.
 */
async function park(
  tools: DeliveryTools,
  envelope: Envelope,
  command: Command,
  attempt: number,
  error: Error,
): Promise<Announcement> {
  const fingerprint = envelope.fingerprints?.[command.id];
  const recorded = await retry(
    () => withTransaction(tools.pool, (transaction) => parkUnlessDone(tools, transaction, command, error, { fingerprint })),
    {
      ...BACKOFF,
      signal: tools.stopping,
      isRetryable,
    },
  );
  if (recorded !== undefined) return announceRecorded(recorded, command, envelope);
  logParked(tools, command, attempt, error);
  return { commandId: command.id, outcome: 'done', reply: { ok: false, rejection: { code: 'INTERNAL_ERROR' } } };
}

/** Announces replies. Best effort: a sender that gets no announcement reads the inbox. */
async function announce(
  tools: DeliveryTools,
  { replyTo, fingerprints = {} }: Envelope,
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

function singleEnvelope(envelope: Envelope, command: Command): Envelope {
  return { ...envelope, id: newId(), commands: [command] };
}
