import { LRUCache } from 'lru-cache';
import type { Connection } from '../../db/connection.ts';
import type { CommandOf } from '../../messages/commands.ts';
import type { Logger } from '../../platform/log.ts';
import { fetchAndLock, type LockedTask, releaseCustomTasks } from '../../store/custom-task-locks.ts';
import { UnreadableDefinition } from '../../store/definitions.ts';
import type { ModelCache } from '../loading/model-cache.ts';
import { fixedHeaders } from './fixed-headers.ts';

/** Inputs and headers in one response. Unit: characters of JSON. */
const MAX_INPUTS = 8_388_608;

/** Definitions that were logged as unreadable: workers poll every few seconds. */
const LOGGED = new LRUCache<string, true>({ max: 1000 });

interface LockingTools {
  readonly connection: Connection;
  readonly models: ModelCache;
  readonly log: Logger;
}

export interface TaskForRemoteWorker extends LockedTask {
  readonly headers: Readonly<Record<string, string>>;
}

/** See ADR 0021. Skips rows that other transactions have locked, to avoid deadlocks. Releases tasks that do not fit into the response. */
export async function lockForRemoteWorker(
  tools: LockingTools,
  { typeKey, workerId: holder, maxTasks: limit, lockSeconds, limits, chosen }: CommandOf<'LockCustomTasks'>,
): Promise<readonly TaskForRemoteWorker[]> {
  const { connection } = tools;
  const found = await fetchAndLock(connection, { typeKey, holder, limit, lockSeconds, limits, ...(chosen && { chosen }) });
  const tasks = await withHeaders(found, tools);
  const count = countThatFit(tasks);
  await releaseCustomTasks(connection, tasks.slice(count));
  return tasks.slice(0, count);
}

/** The headers are not stored with the task, because the model never changes. */
async function withHeaders(tasks: readonly LockedTask[], tools: LockingTools): Promise<readonly TaskForRemoteWorker[]> {
  const found: TaskForRemoteWorker[] = [];
  for (const task of tasks) found.push({ ...task, headers: await headersOf(task, tools) });
  return found;
}

/** None if the model is unreadable, so that the response contains the other tasks; logs that once. */
async function headersOf(task: LockedTask, { connection, models, log }: LockingTools): Promise<Readonly<Record<string, string>>> {
  const { definitionId } = task;
  try {
    return fixedHeaders(await models.get(connection, definitionId), task);
  } catch (error) {
    if (!(error instanceof UnreadableDefinition)) throw error;
    if (!LOGGED.has(definitionId)) {
      log.event('invariant-broken', { ErrorMessage: error.message, Rule: 'a stored definition can be read' });
      LOGGED.set(definitionId, true);
    }
    return {};
  }
}

/** Counts the tasks that fit into a response: at least one, unless there are no tasks. */
function countThatFit(tasks: readonly TaskForRemoteWorker[]): number {
  let size = 0;
  const tooMany = tasks.findIndex(({ input, headers }, index) => {
    size += JSON.stringify(input).length + JSON.stringify(headers).length;
    return size > MAX_INPUTS && index > 0;
  });
  return tooMany < 0 ? tasks.length : tooMany;
}
