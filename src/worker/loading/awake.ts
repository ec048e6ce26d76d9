import type { Connection } from '../../db/connection.ts';
import { letOthersWork } from '../unit-of-work/let-others-work.ts';

/** Interval of the statements that keep a waiting transaction open. Unit: ms. */
const AWAKE_MS = 1000;

/** Waits for work inside a transaction and keeps it from the database's idle timeout. */
export async function awake<Result>(transaction: Connection, work: Promise<Result>): Promise<Result> {
  const timer = setInterval(() => void letOthersWork(transaction, 0).catch(() => {}), AWAKE_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
