import { setTimeout as pause } from 'node:timers/promises';
import { isRetryable, withTransaction } from '../../db/connection.ts';
import { UnknownVersion } from '../../engine/upcast.ts';
import { type EvaluationCaller, UnfinishedText } from '../../expressions/unfinished-text.ts';
import type { Command } from '../../messages/commands.ts';
import type { Announcement, Envelope, FollowUpSource } from '../../messages/envelope.ts';
import type { FaultsInARow } from '../../platform/faults-in-a-row.ts';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
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
import { endedItsWorkers, logParked, parkUnlessDone } from './park.ts';
import type { AloneTrials, Suspects } from './suspects.ts';
import { tracedDelivery } from './trace-delivery.ts';

/** What handling deliveries works with. */
export interface DeliveryTools extends TransactionTools {
  readonly backend: QueueBackend;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly shares: FairShares;
  readonly suspects: Suspects;
  /** wakes the projectors; called after every commit */
  readonly nudgeProjectors: () => void;
  /** notifies plugin hosts of new and ended tasks; called after every commit */
  readonly notifyHosts: (changes: CustomTaskChanges) => void;
  /** aborted when the worker stops: waiting for a lost database ends */
  readonly stopping: AbortSignal;
  /** ends the replica in order, when only a new start helps */
  readonly giveUp: (reason: string) => void;
  readonly tracing?: Tracing | undefined;
  /** counts transactions that fail without a conflict, for the readiness */
  readonly commitFaults?: FaultsInARow | undefined;
}

/**
 * From this delivery on a worker has died: the commands of an envelope have an envelope each, those of a sender or a mailbox run one by one, and
 * each is tried alone.
 */
const SUSPECT_ATTEMPT = 2;
/** How long a command waits for the others of its process that wait for threads. Unit: ms. */
const AGAIN_MS = 1000;

/** Handles one delivery: carries the envelope out, however often the database fails meanwhile, and announces the replies. */
export async function deliver(tools: DeliveryTools, delivery: Delivery): Promise<void> {
  const { source } = delivery.envelope;
  if (source === undefined) return deliverNow(tools, delivery);
  if (delivery.envelope.waitsForTexts === true) return deliverLong(tools, delivery, source);
  const ended = laneOf(delivery.envelope) === 'follow-ups' ? tools.shares.begin(source) : () => {};
  if (ended === undefined)
    return tools.backend.add({ ...triedBefore(delivery.envelope, attemptOf(delivery)), turn: tools.shares.nextTurn(source) });
  await deliverNow(tools, delivery).finally(ended);
}

/** A command that waits for a thread. One key has at most half of the slots; its others come back when one of those may be over. */
async function deliverLong(tools: DeliveryTools, delivery: Delivery, source: FollowUpSource): Promise<void> {
  const ended = tools.shares.beginLong(source);
  if (ended === undefined) return tools.backend.add(triedBefore(delivery.envelope, attemptOf(delivery)), AGAIN_MS);
  await deliverNow(tools, delivery).finally(ended);
}

async function deliverNow(tools: DeliveryTools, delivery: Delivery): Promise<void> {
  const ended = tools.metrics.calls.began('job');
  try {
    await tracedDelivery(tools.tracing, delivery.envelope, (traceOf) => handleDelivery({ ...tools, traceOf }, delivery));
  } catch (error) {
    if (error instanceof WrongInstallation) return refuse(tools, delivery.envelope, error);
    if (!tools.stopping.aborted) throw error;
    await tools.backend.add(delivery.envelope); // the next worker carries it out
  } finally {
    ended();
  }
}

/** Nothing of it was done here, and nothing will be: its clients learn that the outcome is unknown, follow-ups wait in the outbox of their own database. */
function refuse(tools: DeliveryTools, { id, commands }: Envelope, { message }: WrongInstallation): void {
  tools.log.event('foreign-envelope-refused', {
    Reason: message,
    EnvelopeId: id,
    CommandCount: commands.length,
    Installation: tools.installation,
  });
  tools.giveUp(message);
}

/** The number of this attempt: deliveries of jobs before this one count too. */
function attemptOf({ envelope, attempt }: Delivery): number {
  return attempt + (envelope.tried ?? 0);
}

/** Goes on counting in another job, which makes the attempt. */
function triedBefore(envelope: Envelope, attempt: number): Envelope {
  return attempt > 1 ? { ...envelope, tried: attempt - 1 } : envelope;
}

async function handleDelivery(tools: DeliveryTools, delivery: Delivery): Promise<void> {
  const { envelope } = delivery;
  const attempt = attemptOf(delivery);
  if (attempt >= SUSPECT_ATTEMPT && envelope.commands.length > 1) {
    for (const command of envelope.commands) await tools.backend.add(triedBefore(aloneIn(envelope, command), attempt));
    return;
  }
  const { waitsForTexts = false } = envelope;
  if (attempt < SUSPECT_ATTEMPT) await announce(tools, envelope, await carryOut({ ...tools, waitsForTexts }, envelope, attempt));
  else await tools.suspects.inTurn(() => tryAlone({ ...tools, waitsForTexts }, delivery, attempt));
}

/** The envelope has one command, and a worker has died during it. */
async function tryAlone(tools: DeliveryTools, delivery: Delivery, attempt: number): Promise<void> {
  const { envelope } = delivery;
  const [only] = envelope.commands;
  if (only === undefined) return;
  const trials = tools.suspects.trialsOf(delivery);
  if (only.kind === 'DrainSender') await drainOneByOne({ ...tools, waitsForTexts: true }, only, attempt, trials);
  else if (only.kind === 'DrainMailbox') await drainMailOneByOne({ ...tools, waitsForTexts: true }, only, attempt, trials);
  else await announce(tools, envelope, await carryOutAlone(tools, envelope, only, { attempt, trials }));
}

async function carryOutAlone(
  tools: DeliveryTools,
  envelope: Envelope,
  only: Command,
  { attempt, trials }: { readonly attempt: number; readonly trials: AloneTrials },
): Promise<readonly Announcement[]> {
  if (trials.isDeadly(only.id)) return [await park(tools, envelope, only, attempt, endedItsWorkers())];
  await trials.begin(only.id);
  return carryOut(tools, envelope, attempt);
}

/** A bug in one command must not stop the others of its envelope: when the envelope fails they are carried out one by one. */
async function carryOut(tools: DeliveryTools, envelope: Envelope, attempt: number): Promise<readonly Announcement[]> {
  const begunAt = performance.now();
  const outcome = await commitEnvelope(tools, envelope).catch((error: Error) => {
    if (isFault(error) || error instanceof WrongInstallation || tools.stopping.aborted) throw error;
    return error;
  });
  if (outcome instanceof UnfinishedText) return carryOutElsewhere(tools, envelope, outcome.caller, attempt);
  const count = ({ kind }: Command) => tools.metrics.calls.called(kind, performance.now() - begunAt, outcome instanceof Error);
  if (!(outcome instanceof Error) || envelope.commands.length === 1) envelope.commands.forEach(count);
  if (!(outcome instanceof Error)) {
    tools.metrics.envelopeCommitted(envelope.commands.length);
    return outcome.announcements;
  }
  if (outcome instanceof LongRun) return carryOutWithout(tools, envelope, outcome.commandId, attempt);
  const [only] = envelope.commands;
  if (outcome instanceof UnknownVersion && envelope.commands.length === 1) {
    await leaveToNewer(tools, envelope, outcome);
    return [];
  }
  if (only?.kind === 'DrainSender') {
    await drainOneByOne({ ...tools, waitsForTexts: true }, only, attempt);
    return [];
  }
  if (only?.kind === 'DrainMailbox' && envelope.commands.length === 1) {
    await drainMailOneByOne({ ...tools, waitsForTexts: true }, only, attempt);
    return [];
  }
  if (envelope.commands.length === 1 && only !== undefined) return [await park(tools, envelope, only, attempt, outcome)];
  const announcements: Announcement[] = [];
  for (const command of envelope.commands) announcements.push(...(await carryOut(tools, aloneIn(envelope, command), attempt)));
  return announcements;
}

/** A command that takes long goes to the queue again, alone, and the others are carried out now. */
async function carryOutWithout(
  tools: DeliveryTools,
  envelope: Envelope,
  commandId: string,
  attempt: number,
): Promise<readonly Announcement[]> {
  const alone = aloneIn(envelope, envelope.commands.find(({ id }) => id === commandId) as Command);
  if (envelope.commands.length === 1) return carryOut(tools, alone, attempt);
  return handOverAlone(tools, envelope, alone, attempt);
}

/** A command whose texts take long waits for a thread in the lane for bulk, where it has its source's turn. */
function carryOutElsewhere(
  tools: DeliveryTools,
  envelope: Envelope,
  { key, commandId }: EvaluationCaller,
  attempt: number,
): Promise<readonly Announcement[]> {
  const command = envelope.commands.find(({ id }) => id === commandId) ?? (envelope.commands[0] as Command);
  const source = envelope.source ?? { root: command.id, key };
  const turn = tools.shares.turnOfLong(source);
  const alone = { ...aloneIn(envelope, command), source, turn, waitsForTexts: true } as const;
  return handOverAlone(tools, envelope, alone, attempt);
}

/** Hands one command over again, and carries the others out; the queue being away, that one too. */
async function handOverAlone(
  tools: DeliveryTools,
  envelope: Envelope,
  alone: Envelope,
  attempt: number,
): Promise<readonly Announcement[]> {
  const [{ id: aloneId } = NO_COMMAND] = alone.commands;
  const others = envelope.commands.filter(({ id }) => id !== aloneId);
  const isLeft = await tools.backend.add(triedBefore(alone, attempt)).then(
    () => true,
    () => false,
  );
  const announcements = others.length === 0 ? [] : await carryOut(tools, { ...envelope, id: newId(), commands: others }, attempt);
  if (isLeft) return announcements;
  return [...announcements, ...(await carryOut({ ...tools, waitsForTexts: true }, alone, attempt))];
}

const NO_COMMAND = { id: undefined };

/** During an upgrade a newer worker can read what this one cannot. Nothing of the command was done; its client learns that the outcome is unknown. */
async function leaveToNewer(tools: DeliveryTools, envelope: Envelope, { message }: UnknownVersion): Promise<void> {
  tools.log.event('invariant-broken', { ErrorMessage: message, Rule: 'the version of a journal row is known' });
  await pause(BACKOFF.maxDelayMs, undefined, { signal: tools.stopping }).catch(() => {});
  await tools.backend.add(aloneIn(envelope, envelope.commands[0] as Command));
}

/**
 * Parks the only command of an envelope: nothing of it was done, operators find it in dead_letter, the client gets a 500.
 * One that was carried out after all (its worker died after the commit) is answered from the record.
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

/** Announcing is best effort: a sender that gets no announcement reads the inbox. */
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

function aloneIn(envelope: Envelope, command: Command): Envelope {
  return { ...envelope, id: newId(), commands: [command] };
}
