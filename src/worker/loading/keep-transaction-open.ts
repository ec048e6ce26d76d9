import type { Connection } from '../../db/connection.ts';
import { yieldToEventLoop } from '../unit-of-work/run-budget.ts';

/** Interval of the statements that keep a waiting transaction open. */
const INTERVAL_MS = 1000;

/** Waits for work inside a transaction and keeps it from the database's idle timeout. */
export async function keepTransactionOpen<Result>(transaction: Connection, work: Promise<Result>): Promise<Result> {
  const timer = setInterval(() => void yieldToEventLoop(transaction, 0).catch(() => {}), INTERVAL_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
