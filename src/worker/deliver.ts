import { isRetryable, isUniqueViolation, type Transaction, withTransaction } from '../db/connection.ts';
import type { Command } from '../messages/commands.ts';
import type { Announcement, Envelope } from '../messages/envelope.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { retry } from '../platform/retry.ts';
import type { Tracing } from '../platform/telemetry/tracing.ts';
import type { Delivery, QueueBackend } from '../queue/queue-backend.ts';
import { parkCommand } from '../store/dead-letters.ts';
import { type InboxRow, openInbox } from '../store/inbox.ts';
import { deleteOutbox } from '../store/outbox.ts';
import type { CustomTaskChanges } from './custom-task-changes.ts';
import { FailedStart } from './handlers/start-triggered.ts';
import { observe } from './observe.ts';
import { relay } from './relay.ts';
import { announceRecorded, type CommittedEnvelope, type EnvelopeTools, runEnvelope } from './run-envelope.ts';
import { startEventOf } from './start-registrations.ts';
import { tracedDelivery } from './trace-delivery.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** What handling deliveries works with. */
export interface DeliveryTools extends EnvelopeTools {
  readonly backend: QueueBackend;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** wakes the projectors; called after every commit */
  readonly nudgeProjectors: () => void;
  /** tells plugin hosts of new and ended tasks; called after every commit */
  readonly tellHosts: (changes: CustomTaskChanges) => void;
  /** aborted when the worker stops: waiting for a lost database ends */
  readonly stopping: AbortSignal;
  readonly tracing?: Tracing | undefined;
}

/** From this delivery on an envelope is taken apart: one of its commands may be what kills the workers. */
const SUSPECT_ATTEMPT = 4;
/** From this delivery on a lone command is parked: it has outlived this many workers. */
const LAST_ATTEMPT = 10;
const BACKOFF = { firstDelayMs: 50, maxDelayMs: 2000 };

/** Settles one delivery: carries the envelope out, however often the database fails meanwhile, and announces the replies. */
export async function deliver(tools: DeliveryTools, delivery: Delivery): Promise<void> {
  const ended = tools.metrics.calls.began('job');
  try {
    await tracedDelivery(tools.tracing, delivery.envelope, (traceOf) => settle({ ...tools, traceOf }, delivery));
  } catch (error) {
    if (!tools.stopping.aborted) throw error;
    await tools.backend.add(delivery.envelope); // left undone by this worker, not by the next
  } finally {
    ended();
  }
}

async function settle(tools: DeliveryTools, { envelope, attempt }: Delivery): Promise<void> {
  if (attempt >= SUSPECT_ATTEMPT && envelope.commands.length > 1) {
    for (const command of envelope.commands) await tools.backend.add(aloneIn(envelope, command));
    return;
  }
  const [only] = envelope.commands;
  if (attempt >= LAST_ATTEMPT && only !== undefined) {
    const error = new Error('the command ended every worker that tried it');
    await announce(tools, envelope, [await park(tools, envelope, only, attempt, error)]);
    return;
  }
  await announce(tools, envelope, await carryOut(tools, envelope, attempt));
}

/** A bug in one command must not sink its neighbours: when the envelope fails they are carried out one by one. */
async function carryOut(tools: DeliveryTools, envelope: Envelope, attempt: number): Promise<readonly Announcement[]> {
  const begunAt = performance.now();
  const outcome = await untilCommitted(tools, envelope).catch((error: Error) => {
    if (isFault(error) || tools.stopping.aborted) throw error;
    return error;
  });
  const tell = ({ kind }: Command) => tools.metrics.calls.called(kind, performance.now() - begunAt, outcome instanceof Error);
  if (!(outcome instanceof Error) || envelope.commands.length === 1) envelope.commands.forEach(tell);
  if (!(outcome instanceof Error)) {
    tools.metrics.envelopeCommitted(envelope.commands.length);
    afterCommit(tools, outcome.unit);
    return outcome.announcements;
  }
  const [only] = envelope.commands;
  if (envelope.commands.length === 1 && only !== undefined) return [await park(tools, envelope, only, attempt, outcome)];
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
    onRetry: (error) => {
      if (isRetryable(error)) tools.log.event(7044, 'database not reachable', { ErrorMessage: (error as Error).message });
    },
  });
}

/** Broken infrastructure, or another delivery of the same command that won the race for the inbox. */
function isFault(error: unknown): boolean {
  return isRetryable(error) || isUniqueViolation(error, 'inbox');
}

/** What happened has happened: a bug in telling about it must not look like a bug in the commands. */
export function afterCommit(
  tools: Pick<DeliveryTools, 'backend' | 'metrics' | 'log' | 'nudgeProjectors' | 'tellHosts' | 'traceOf'>,
  unit: UnitOfWork,
): void {
  relay(unit, tools.backend, tools.log, tools.traceOf);
  tools.nudgeProjectors();
  tools.tellHosts(unit.customTasks);
  try {
    observe(unit, tools.metrics, tools.log, tools.traceOf);
  } catch (error) {
    const { message, stack = '-' } = error as Error;
    tools.log.event(7030, 'committed events could not be observed', { Endpoint: '-', ErrorMessage: message, Stack: stack });
  }
}

/**
 * Parks the only command of an envelope: nothing of it was done, operators find it in dead_letter, the client gets a 500.
 * One that was carried out after all (its worker fell after the commit) is answered from the record.
 */
async function park(
  tools: DeliveryTools,
  envelope: Envelope,
  command: Command,
  attempt: number,
  error: Error,
): Promise<Announcement> {
  const recorded = await retry(() => withTransaction(tools.pool, (transaction) => parkUnlessDone(transaction, command, error)), {
    ...BACKOFF,
    signal: tools.stopping,
    isRetryable,
  });
  if (recorded !== undefined) return announceRecorded(recorded, envelope);
  tools.metrics.commandParked();
  if (error instanceof FailedStart) {
    const startEvent = startEventOf(error.trigger);
    tools.log.event(4013, 'start event could not start an instance', { ...startEvent, ErrorMessage: error.message });
  }
  tools.log.event(5004, 'command given up', {
    CommandKind: command.kind,
    CommandId: command.id,
    Attempt: attempt,
    ErrorMessage: error.message,
  });
  return { commandId: command.id, outcome: 'done', reply: { ok: false, rejection: { code: 'INTERNAL_ERROR' } } };
}

async function parkUnlessDone(transaction: Transaction, command: Command, error: Error): Promise<InboxRow | undefined> {
  const { known } = await openInbox(transaction, [command.id]);
  deleteOutbox(transaction, [command.id]);
  if (known.length === 0) parkCommand(transaction, command, error.stack ?? error.message);
  return known[0];
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
