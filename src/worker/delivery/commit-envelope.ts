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

/** Commits an envelope, retries while the database fails, and runs the steps after the commit. Rejects with the error of its commands. */
export async function commitEnvelope(tools: DeliveryTools, envelope: Envelope): Promise<CommittedEnvelope> {
  const committed = await untilCommitted(tools, envelope);
  const { source } = envelope;
  if (source !== undefined) {
    tools.shares.computed(source, committed.unit.computedMs);
    tools.shares.computedInThreads(source, committed.threadMs);
  }
  afterCommit(tools, committed.unit);
  if (committed.drained !== undefined) await drainAgain(tools, committed.drained, source);
  return committed;
}

/** Retries after infrastructure faults. The inbox makes that safe, also if the answer of the commit was lost. */
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

/** Returns whether a retry can help: infrastructure fault, lost session, or another delivery of the command committed first. */
export function isFault(error: unknown): boolean {
  return isRetryable(error) || error instanceof OverlongRun || isUniqueViolation(error, 'inbox');
}

/** Runs the steps after the commit. A bug in logging or counting must not look like a bug in the commands. */
export function afterCommit(
  tools: Pick<DeliveryTools, 'backend' | 'shares' | 'metrics' | 'log' | 'signalProjectors' | 'notifyHosts' | 'traceOf'>,
  unit: UnitOfWork,
): void {
  relay(tools, unit);
  tools.signalProjectors();
  tools.notifyHosts(unit.customTasks);
  try {
    observe(unit, tools.metrics, tools.log, tools.traceOf);
  } catch (error) {
    const { message, stack = '-' } = error as Error;
    tools.log.event('unexpected-error', { Operation: 'observation', Endpoint: '-', ErrorMessage: message, Stack: stack });
  }
}

/** Starts another drain if the sender threw commands during the transaction: their wake-up signals found the sender locked. */
async function drainAgain(tools: DeliveryTools, senderId: string, source: FollowUpSource = { root: senderId }): Promise<void> {
  const isWaiting = await hasSent(poolConnection(tools.pool), senderId).catch(() => false); // the recovery scan finds it
  if (isWaiting) await handOver(tools, { command: drainSender(senderId), source }).catch(() => {});
}
