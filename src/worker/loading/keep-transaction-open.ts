import type { Connection } from '../../db/connection.ts';
import { yieldToEventLoop } from '../unit-of-work/run-budget.ts';

const INTERVAL_MS = 1000;

/** Runs statements during the work, so that the database's idle timeout does not end the transaction. */
export async function keepTransactionOpen<Result>(transaction: Connection, work: Promise<Result>): Promise<Result> {
  const timer = setInterval(() => void yieldToEventLoop(transaction, 0).catch(() => {}), INTERVAL_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
