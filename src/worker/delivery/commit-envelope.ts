import { isConflict, isRetryable, poolConnection } from '../../db/connection.ts';
import type { Envelope, FollowUpSource } from '../../messages/envelope.ts';
import { backoffMs, sleep } from '../../platform/retry.ts';
import { hasSent } from '../../store/senders.ts';
import { observe } from '../observation/observe.ts';
import type { CommittedEnvelope } from '../transaction/run-envelope.ts';
import type { TransactionFacts } from '../transaction/tools.ts';
import type { TraceOf } from '../unit-of-work/change-origin.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { attemptEnvelope } from './attempt.ts';
import type { DeliveryTools } from './delivery-tools.ts';
import { type Attempted, type EnvelopeResult, type NextStep, stepAfter } from './policy.ts';
import { drainSender, handOver, isDrain, relay } from './relay.ts';

export const BACKOFF = { firstDelayMs: 50, maxDelayMs: 2000 };

/** Outcome of the attempts at a command batch. */
export type EnvelopeEnding =
  | { readonly next: 'done'; readonly committed: CommittedEnvelope }
  | { readonly next: Exclude<NextStep, 'done' | 'again' | 'stop'>; readonly error: Error };

/** Attempts a batch until the policy ends it, and runs the steps after the commit. Rejects if the delivery must stop. */
export async function commitEnvelope(
  tools: DeliveryTools,
  envelope: Envelope,
  facts: TransactionFacts,
  attempted: Attempted = attemptedIn(envelope),
): Promise<EnvelopeEnding> {
  const counts: Partial<Record<EnvelopeResult, number>> = {};
  for (let number = 1; ; number++) {
    tools.stopping.throwIfAborted();
    const attempt = await attemptEnvelope(tools, envelope, facts);
    const { result } = attempt;
    if (result === 'committed') {
      await afterEnvelope(tools, envelope, attempt.committed, facts.traceOf);
      return { next: 'done', committed: attempt.committed };
    }
    // the database was unreachable: the command did not end its session
    if (result === 'database-away') counts['session-lost'] = 0;
    const count = (counts[result] ?? 0) + 1;
    counts[result] = count;
    const next = stepAfter(result, attempted, count);
    if (next === 'stop') throw attempt.error;
    if (next !== 'again' && next !== 'done') return { next, error: exhausted(result, count, attempt.error) };
    noteFault(tools, attempt.error);
    await sleep(backoffMs(BACKOFF, number), tools.stopping);
  }
}

/** Classifies the commands of a batch. */
export function attemptedIn({ commands }: Envelope): Exclude<Attempted, 'first-waiting'> {
  const [first, second] = commands;
  if (first === undefined || second !== undefined) return 'several';
  return isDrain(first) ? 'waiting' : 'one';
}

/** Returns the error of a batch, with the number of attempts if they are limited. */
function exhausted(result: EnvelopeResult, count: number, error: Error): Error {
  return result === 'overlong' || result === 'session-lost' ? new AttemptsExhausted(count, error) : error;
}

/** The batch failed more often than a fault of the infrastructure explains. */
class AttemptsExhausted extends Error {
  override readonly name = 'AttemptsExhausted';

  constructor(attempts: number, { message }: Error) {
    super(`failed permanently at attempt ${attempts}: ${message}`);
  }
}

function noteFault({ commitFaults, log }: DeliveryTools, error: Error): void {
  if (!isRetryable(error) || isConflict(error)) return;
  commitFaults?.failed();
  log.event('database-unreachable', { Operation: 'transaction', ErrorMessage: error.message });
}

async function afterEnvelope(
  tools: DeliveryTools,
  { source }: Envelope,
  { unit, threadMs, drained }: CommittedEnvelope,
  traceOf?: TraceOf,
): Promise<void> {
  if (source !== undefined) {
    tools.shares.computed(source, unit.computedMs);
    tools.shares.computedInThreads(source, threadMs);
  }
  afterCommit(tools, unit, traceOf);
  if (drained !== undefined) await drainAgain(tools, drained, source);
}

/** Runs the steps after the commit. Logs a bug in logs or metrics, because the commands have succeeded. */
export function afterCommit(
  tools: Pick<
    DeliveryTools,
    | 'backend'
    | 'shares'
    | 'metrics'
    | 'log'
    | 'signalProjectors'
    | 'notifyHosts'
    | 'timersChanged'
    | 'keysChanged'
    | 'batchesChanged'
  >,
  unit: UnitOfWork,
  traceOf?: TraceOf,
): void {
  relay(tools, unit, traceOf);
  tools.signalProjectors();
  tools.notifyHosts(unit.customTasks);
  if (unit.hasDueTimes) tools.timersChanged?.();
  if (unit.suspensions.hasKeys) tools.keysChanged?.();
  if (unit.observed.hasBatches) tools.batchesChanged?.();
  try {
    observe(unit, tools.metrics, tools.log, traceOf);
  } catch (error) {
    const { message, stack = '-' } = error as Error;
    tools.log.event('unexpected-error', { Operation: 'observation', Endpoint: '-', ErrorMessage: message, Stack: stack });
  }
}

/** Queues another drain if the sender has new commands: their wake-up signals came while the sender was locked. */
async function drainAgain(tools: DeliveryTools, senderId: string, source: FollowUpSource = { root: senderId }): Promise<void> {
  const isWaiting = await hasSent(poolConnection(tools.pool), senderId).catch(() => false); // the recovery scan finds it
  if (isWaiting) await handOver(tools, { command: drainSender(senderId), source }).catch(() => {});
}
