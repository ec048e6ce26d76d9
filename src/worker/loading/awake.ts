import type { Connection } from '../../db/connection.ts';
import { letOthersWork } from '../unit-of-work/let-others-work.ts';

/** How often a transaction that waits for a model shows the database that it is not idle. Unit: ms. */
const AWAKE_MS = 1000;

/** Waits for some work inside a transaction that the database would end if it were idle for long. */
export async function awake<Result>(transaction: Connection, work: Promise<Result>): Promise<Result> {
  const timer = setInterval(() => void letOthersWork(transaction, 0).catch(() => {}), AWAKE_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
