import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '../../db/connection.ts';
import type { Statement } from '../../db/statement.ts';

const NOTHING: Statement = { name: 'nothing', text: 'select' };

/**
 * Yields the event loop to other work, and runs a statement so that the database does not see an idle transaction.
 * @param ms minimum duration
 */
export async function yieldToEventLoop(transaction: Connection, ms: number): Promise<void> {
  if (ms > 0) await pause(ms);
  await transaction.query(NOTHING, []);
}
