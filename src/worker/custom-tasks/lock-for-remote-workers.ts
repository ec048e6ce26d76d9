import type { Connection } from '../../db/connection.ts';
import type { Command } from '../../messages/commands.ts';
import { fetchAndLock, type LockedTask, releaseCustomTasks } from '../../store/custom-task-locks.ts';

/** Inputs of one answer. Unit: characters of JSON. */
const MAX_INPUTS = 8_388_608;

/**
 * Locks custom tasks for the remote workers that ask for them in this envelope (ADR 0022). Not for commands on record: their tasks are locked
 * already, and the record names them. Rows locked by other transactions are skipped, so that no deadlock arises.
 */
export async function lockForRemoteWorkers(
  connection: Connection,
  commands: readonly Command[],
  record: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, readonly LockedTask[]>> {
  const locked = new Map<string, readonly LockedTask[]>();
  for (const command of commands) {
    if (command.kind !== 'LockCustomTasks' || record.has(command.id)) continue;
    const { typeKey, workerId: holder, maxTasks: limit, lockSeconds } = command;
    const tasks = await fetchAndLock(connection, { typeKey, holder, limit, lockSeconds });
    const count = countThatFit(tasks);
    await releaseCustomTasks(connection, tasks.slice(count));
    locked.set(command.id, tasks.slice(0, count));
  }
  return locked;
}

/** How many of the tasks one answer can carry; the first one always. */
function countThatFit(tasks: readonly LockedTask[]): number {
  let size = 0;
  const tooMany = tasks.findIndex(({ input }, index) => {
    size += JSON.stringify(input).length;
    return size > MAX_INPUTS && index > 0;
  });
  return tooMany < 0 ? tasks.length : tooMany;
}
