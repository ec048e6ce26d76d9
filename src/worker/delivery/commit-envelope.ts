import { isConflict, isRetryable, isUniqueViolation, poolConnection } from '../../db/connection.ts';
import type { Envelope, FollowUpSource } from '../../messages/envelope.ts';
import { retry } from '../../platform/retry.ts';
import { hasSent } from '../../store/senders.ts';
import { observe } from '../observation/observe.ts';
import { OverlongRun } from '../transaction/overlong-run.ts';
import { type CommittedEnvelope, runEnvelope } from '../transaction/run-envelope.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { AttemptLimits } from './attempt-limits.ts';
import type { DeliveryTools } from './deliver.ts';
import { drainSender, handOver, relay } from './relay.ts';

export const BACKOFF = { firstDelayMs: 50, maxDelayMs: 2000 };

/** Carries an envelope out, however often the database fails meanwhile, and does what follows a commit. Rejects with the error of its commands. */
export async function commitEnvelope(tools: DeliveryTools, envelope: Envelope): Promise<CommittedEnvelope> {
  const committed = await untilCommitted(tools, envelope);
  const { source } = envelope;
  if (source !== undefined) {
    tools.shares.computed(source, committed.unit.computedMs);
    tools.shares.computedInThreads(source, committed.threadMs);
  }
  afterCommit(tools, committed.unit);
  if (committed.drained !== undefined) await goOnWith(tools, committed.drained, source);
  return committed;
}

/** Retries after faults of the infrastructure. The inbox makes that safe, also after a commit whose answer was lost. */
function untilCommitted(tools: DeliveryTools, envelope: Envelope): Promise<CommittedEnvelope> {
  const limits = new AttemptLimits(tools.pool);
  const attempt = async () => {
    try {
      const committed = await runEnvelope(tools, envelope);
      tools.commitFaults?.succeeded();
      return committed;
    } catch (error) {
      throw await limits.judge(error);
    }
  };
  return retry(attempt, {
    ...BACKOFF,
    signal: tools.stopping,
    isRetryable: isFault,
    onRetry: (error) => {
      if (!isRetryable(error) || isConflict(error)) return;
      tools.commitFaults?.failed();
      tools.log.event('database-unreachable', { Operation: 'transaction', ErrorMessage: (error as Error).message });
    },
  });
}

/** Broken infrastructure, a command that broke its session, or another delivery of the same command that won the race for the inbox. */
export function isFault(error: unknown): boolean {
  return isRetryable(error) || error instanceof OverlongRun || isUniqueViolation(error, 'inbox');
}

/** The work is committed: a bug in logging and counting must not look like a bug in the commands. */
export function afterCommit(
  tools: Pick<DeliveryTools, 'backend' | 'shares' | 'metrics' | 'log' | 'nudgeProjectors' | 'notifyHosts' | 'traceOf'>,
  unit: UnitOfWork,
): void {
  relay(tools, unit);
  tools.nudgeProjectors();
  tools.notifyHosts(unit.customTasks);
  try {
    observe(unit, tools.metrics, tools.log, tools.traceOf);
  } catch (error) {
    const { message, stack = '-' } = error as Error;
    tools.log.event('unexpected-error', { Operation: 'observation', Endpoint: '-', ErrorMessage: message, Stack: stack });
  }
}

/** While a transaction carried out commands of a sender, the sender may have thrown more, whose nudge found the sender locked. */
async function goOnWith(tools: DeliveryTools, senderId: string, source: FollowUpSource = { root: senderId }): Promise<void> {
  const isWaiting = await hasSent(poolConnection(tools.pool), senderId).catch(() => false); // the sweep finds it
  if (isWaiting) await handOver(tools, { command: drainSender(senderId), source }).catch(() => {});
}
