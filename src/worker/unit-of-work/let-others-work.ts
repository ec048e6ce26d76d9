import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, Statement } from '../../db/connection.ts';

const NOTHING: Statement = { name: 'nothing', text: 'select' };

/**
 * Interrupts a long transaction so that the other work of this process has its turn, and shows the database that the transaction is not idle.
 * @param ms at least so long
 */
export async function letOthersWork(transaction: Connection, ms: number): Promise<void> {
  if (ms > 0) await pause(ms);
  await transaction.query(NOTHING, []);
}
