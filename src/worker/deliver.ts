import { isRetryable, isUniqueViolation, withTransaction } from '../db/connection.ts';
import type { Command } from '../messages/commands.ts';
import type { Announcement, Envelope } from '../messages/envelope.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { retry } from '../platform/retry.ts';
import type { Delivery, QueueBackend } from '../queue/queue-backend.ts';
import { parkCommand } from '../store/dead-letters.ts';
import { deleteOutbox } from '../store/outbox.ts';
import { observe } from './observe.ts';
import { relay } from './relay.ts';
import { type CommittedEnvelope, type EnvelopeTools, runEnvelope } from './run-envelope.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** What handling deliveries works with. */
export interface DeliveryTools extends EnvelopeTools {
  readonly backend: QueueBackend;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** wakes the projectors; called after every commit */
  readonly nudgeProjectors: () => void;
  /** aborted when the worker stops: waiting for a lost database ends */
  readonly stopping: AbortSignal;
}

/** From this delivery on an envelope is taken apart: one of its commands may be what kills the workers. */
const SUSPECT_ATTEMPT = 4;
/** From this delivery on a lone command is parked: it has outlived this many workers. */
const LAST_ATTEMPT = 10;
const BACKOFF = { firstDelayMs: 50, maxDelayMs: 2000 };

/** Settles one delivery: carries the envelope out, however often the database fails meanwhile, and announces the replies. */
export async function deliver(tools: DeliveryTools, { envelope, attempt }: Delivery): Promise<void> {
  if (attempt >= SUSPECT_ATTEMPT && envelope.commands.length > 1) {
    for (const command of envelope.commands) await tools.backend.add(aloneIn(envelope, command));
    return;
  }
  const [only] = envelope.commands;
  if (attempt >= LAST_ATTEMPT && only !== undefined) {
    await announce(tools, envelope, [
      await park(tools, only, attempt, new Error('the command ended every worker that tried it')),
    ]);
    return;
  }
  await announce(tools, envelope, await carryOut(tools, envelope, attempt));
}

/** A bug in one command must not sink its neighbours: when the envelope fails they are carried out one by one. */
async function carryOut(tools: DeliveryTools, envelope: Envelope, attempt: number): Promise<readonly Announcement[]> {
  try {
    const { announcements, unit } = await untilCommitted(tools, envelope);
    afterCommit(tools, unit);
    return announcements;
  } catch (error) {
    if (isFault(error)) throw error;
    const [only] = envelope.commands;
    if (envelope.commands.length === 1 && only !== undefined) return [await park(tools, only, attempt, error as Error)];
  }
  const announcements: Announcement[] = [];
  for (const command of envelope.commands) announcements.push(...(await carryOut(tools, aloneIn(envelope, command), attempt)));
  return announcements;
}

/** Retries what the infrastructure broke. The inbox makes that safe, also after a commit whose answer was lost. */
function untilCommitted(tools: DeliveryTools, envelope: Envelope): Promise<CommittedEnvelope> {
  return retry(() => runEnvelope(tools, envelope), {
    ...BACKOFF,
    signal: tools.stopping,
    isRetryable: isFault,
    onRetry: (error) => tools.log.event(7044, 'database not reachable', { ErrorMessage: (error as Error).message }),
  });
}

/** Broken infrastructure, or another delivery of the same command that won the race for the inbox. */
function isFault(error: unknown): boolean {
  return isRetryable(error) || isUniqueViolation(error, 'inbox');
}

/** Step 6: what a committed unit sets off. */
export function afterCommit(
  tools: Pick<DeliveryTools, 'backend' | 'metrics' | 'log' | 'nudgeProjectors'>,
  unit: UnitOfWork,
): void {
  relay(unit, tools.backend);
  tools.nudgeProjectors();
  observe(unit, tools.metrics, tools.log);
}

/** Parks a command: nothing of it was done, operators find it in dead_letter, the client gets a 500. */
async function park(tools: DeliveryTools, command: Command, attempt: number, error: Error): Promise<Announcement> {
  tools.log.event(5004, 'command given up', {
    CommandKind: command.kind,
    CommandId: command.id,
    Attempt: attempt,
    ErrorMessage: error.message,
  });
  await retry(
    () =>
      withTransaction(tools.pool, async (transaction) => {
        parkCommand(transaction, command, error.stack ?? error.message);
        deleteOutbox(transaction, [command.id]);
      }),
    { ...BACKOFF, signal: tools.stopping, isRetryable },
  );
  return { commandId: command.id, outcome: 'done', reply: { ok: false, rejection: { code: 'INTERNAL_ERROR' } } };
}

/** Announcing is best effort: a sender that hears nothing reads the inbox. */
async function announce(tools: DeliveryTools, { replyTo }: Envelope, announcements: readonly Announcement[]): Promise<void> {
  if (replyTo === null) return;
  try {
    await tools.backend.announce(replyTo, announcements);
  } catch (error) {
    tools.log.event(7017, 'replies could not be announced', { ErrorMessage: (error as Error).message });
  }
}

function aloneIn(envelope: Envelope, command: Command): Envelope {
  return { ...envelope, id: newId(), commands: [command] };
}
