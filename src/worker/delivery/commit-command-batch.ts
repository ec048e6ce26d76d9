import { isConflict, isRetryable, isSessionLost, isUniqueViolation, poolConnection } from '../../db/connection.ts';
import { type Pool, ping } from '../../db/pool.ts';
import { UnknownVersion } from '../../engine/events/upcast.ts';
import { UnfinishedText } from '../../expressions/unfinished-text.ts';
import type { CommandBatch, FollowUpSource } from '../../messages/command-batch.ts';
import type { AskedMessages } from '../../messages/shared-messages.ts';
import { backoffMs, sleep } from '../../platform/retry.ts';
import { endBuffered } from '../../store/buffered-messages.ts';
import { hasSent } from '../../store/senders.ts';
import { observe } from '../observation/observe.ts';
import { OverlongRun } from '../transaction/overlong-run.ts';
import { type CommittedCommandBatch, runCommandBatch } from '../transaction/run-command-batch.ts';
import { SlowCommandBatch } from '../transaction/time-budget.ts';
import type { TransactionFacts } from '../transaction/tools.ts';
import { WrongInstallation } from '../transaction/wrong-installation.ts';
import type { TraceOf } from '../unit-of-work/change-origin.ts';
import { LongRun } from '../unit-of-work/run-budget.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { DeliveryTools } from './delivery-tools.ts';
import { type Attempted, type CommandBatchResult, type NextStep, stepAfter } from './policy.ts';
import { drainSender, handOver, isDrain, relay } from './relay.ts';

export const BACKOFF = { firstDelayMs: 50, maxDelayMs: 2000 };

export type CommandBatchEnding =
  | { readonly next: 'done'; readonly committed: CommittedCommandBatch }
  | { readonly next: Exclude<NextStep, 'done' | 'again' | 'stop'>; readonly error: Error };

/** Attempts a batch until the policy ends it, and runs the steps after the commit. The caller runs the next step. Rejects if the delivery must stop. */
export async function commitCommandBatch(
  tools: DeliveryTools,
  commandBatch: CommandBatch,
  facts: TransactionFacts,
  attempted: Attempted = attemptedIn(commandBatch),
): Promise<CommandBatchEnding> {
  const counts: Partial<Record<CommandBatchResult, number>> = {};
  for (let number = 1; ; number++) {
    tools.stopping.throwIfAborted();
    const attempt = await attemptBatch(tools, commandBatch, facts);
    const { result } = attempt;
    if (result === 'committed') {
      await afterCommandBatch(tools, commandBatch, attempt.committed, attempted, facts.traceOf);
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

type Attempt =
  | { readonly result: 'committed'; readonly committed: CommittedCommandBatch }
  | { readonly result: Exclude<CommandBatchResult, 'committed'>; readonly error: Error };

/** The inbox makes retries safe, also if the answer of the commit was lost. */
async function attemptBatch(tools: DeliveryTools, commandBatch: CommandBatch, facts: TransactionFacts): Promise<Attempt> {
  try {
    const committed = await runCommandBatch(tools, commandBatch, facts);
    tools.commitFaults?.succeeded();
    return { result: 'committed', committed };
  } catch (error) {
    return { result: tools.stopping.aborted ? 'stopped' : await resultOf(error, tools.pool), error: error as Error };
  }
}

/** Classifies an error. If the session was lost, checks whether the database is reachable. */
export async function resultOf(error: unknown, pool: Pool): Promise<Exclude<CommandBatchResult, 'committed'>> {
  if (error instanceof OverlongRun) return 'overlong';
  if (isRetryable(error)) return isSessionLost(error) ? lossIn(pool) : 'fault';
  // another delivery committed the command first
  if (isUniqueViolation(error, 'inbox')) return 'fault';
  if (error instanceof UnfinishedText) return 'slow-script';
  if (error instanceof LongRun) return 'long-run';
  if (error instanceof SlowCommandBatch) return 'slow-together';
  if (error instanceof UnknownVersion) return 'unknown-version';
  return error instanceof WrongInstallation ? 'other-installation' : 'bug';
}

function lossIn(pool: Pool): Promise<'session-lost' | 'database-away'> {
  return ping(pool).then(
    () => 'session-lost',
    () => 'database-away',
  );
}

export function attemptedIn({ commands }: CommandBatch): Exclude<Attempted, 'first-waiting'> {
  const [first, second] = commands;
  if (first === undefined || second !== undefined) return 'several';
  return isDrain(first) ? 'waiting' : 'one';
}

/** Adds the number of attempts if they are limited. */
function exhausted(result: CommandBatchResult, count: number, error: Error): Error {
  return result === 'overlong' || result === 'session-lost' ? new AttemptsExhausted(count, error) : error;
}

/** More failures than a fault of the infrastructure explains. */
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

async function afterCommandBatch(
  tools: DeliveryTools,
  { source }: CommandBatch,
  { unit, threadMs, drained }: CommittedCommandBatch,
  attempted: Attempted,
  traceOf?: TraceOf,
): Promise<void> {
  if (source !== undefined) {
    tools.shares.computed(source, unit.computedMs);
    tools.shares.computedInThreads(source, threadMs);
  }
  afterCommit(tools, unit, traceOf);
  // one that drains one by one checks itself
  if (drained !== undefined && attempted !== 'first-waiting') await drainAgain(tools, drained, source);
}

/**
 * Queues outgoing commands, sends signals, writes metrics and log lines. Never throws: logs a bug in logs or metrics, because the commands have succeeded.
 */
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
    | 'pool'
    | 'shards'
  >,
  unit: UnitOfWork,
  traceOf?: TraceOf,
): void {
  relay(tools, unit, traceOf);
  for (const asked of unit.asked) askFirstShard(tools, asked).catch(() => {}); // the recovery scan repeats it
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

/** Deletes notes of messages that are delivered or expired. */
async function askFirstShard({ shards, pool }: Pick<DeliveryTools, 'shards' | 'pool'>, asked: AskedMessages): Promise<void> {
  const gone = (await shards?.ask(asked)) ?? [];
  if (gone.length > 0) await endBuffered(poolConnection(pool), gone);
}

/** Queues another drain, because wake-up signals of new commands came while the sender was locked. */
async function drainAgain(tools: DeliveryTools, senderId: string, source: FollowUpSource = { root: senderId }): Promise<void> {
  const isWaiting = await hasSent(poolConnection(tools.pool), senderId).catch(() => false); // the recovery scan finds it
  if (isWaiting) await handOver(tools, { command: drainSender(senderId), source }).catch(() => {});
}
