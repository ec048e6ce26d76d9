import { isRetryable, isSessionLost, isUniqueViolation } from '../../db/connection.ts';
import { type Pool, ping } from '../../db/pool.ts';
import { UnknownVersion } from '../../engine/events/upcast.ts';
import { UnfinishedText } from '../../expressions/unfinished-text.ts';
import type { Envelope } from '../../messages/envelope.ts';
import type { FaultsInARow } from '../../platform/loops.ts';
import { OverlongRun } from '../transaction/overlong-run.ts';
import { type CommittedEnvelope, runEnvelope } from '../transaction/run-envelope.ts';
import { SlowEnvelope } from '../transaction/time-budget.ts';
import type { TransactionFacts, TransactionTools } from '../transaction/tools.ts';
import { WrongInstallation } from '../transaction/wrong-installation.ts';
import { LongRun } from '../unit-of-work/run-budget.ts';
import type { EnvelopeResult } from './policy.ts';

/** Result of one attempt with its data. */
export type Attempt =
  | { readonly result: 'committed'; readonly committed: CommittedEnvelope }
  | { readonly result: Exclude<EnvelopeResult, 'committed'>; readonly error: Error };

interface AttemptTools extends TransactionTools {
  readonly stopping: AbortSignal;
  readonly commitFaults?: Pick<FaultsInARow, 'succeeded'> | undefined;
}

/** Attempts a command batch once. The inbox makes retries safe, also if the answer of the commit was lost. */
export async function attemptEnvelope(tools: AttemptTools, envelope: Envelope, facts: TransactionFacts): Promise<Attempt> {
  try {
    const committed = await runEnvelope(tools, envelope, facts);
    tools.commitFaults?.succeeded();
    return { result: 'committed', committed };
  } catch (error) {
    return { result: tools.stopping.aborted ? 'stopped' : await resultOf(error, tools.pool), error: error as Error };
  }
}

/** Classifies the error of an attempt. If the session was lost, checks whether the database is reachable. */
export async function resultOf(error: unknown, pool: Pool): Promise<Exclude<EnvelopeResult, 'committed'>> {
  if (error instanceof OverlongRun) return 'overlong';
  if (isRetryable(error)) return isSessionLost(error) ? lossIn(pool) : 'fault';
  // another delivery committed the command first
  if (isUniqueViolation(error, 'inbox')) return 'fault';
  if (error instanceof UnfinishedText) return 'slow-script';
  if (error instanceof LongRun) return 'long-run';
  if (error instanceof SlowEnvelope) return 'slow-together';
  if (error instanceof UnknownVersion) return 'unknown-version';
  return error instanceof WrongInstallation ? 'other-installation' : 'bug';
}

function lossIn(pool: Pool): Promise<'session-lost' | 'database-away'> {
  return ping(pool).then(
    () => 'session-lost',
    () => 'database-away',
  );
}
