import { sql } from 'kysely';
import type { ReadDatabase } from '../read-database.ts';
import { listWaitingTimers, type WaitingTimer } from './waiting-timers.ts';

/** Maximum length of each list. */
const MOST = 200;

/** Waiting parts of one instance. */
export interface Waiting {
  readonly timers: readonly WaitingTimer[];
  readonly subscriptions: readonly {
    readonly kind: 'message' | 'signal';
    readonly name: string;
    /** empty: none */
    readonly key: string;
    readonly activityId: string;
    readonly activityInstanceId: string | null;
  }[];
  readonly userTasks: readonly { readonly taskId: string; readonly activityId: string; readonly claimedBy: string | null }[];
  readonly customTasks: readonly WaitingCustomTask[];
}

/** A task for a plugin or remote worker. `host`: holder of the lock; null: none, so it can be locked from `availableAt` on. */
export interface WaitingCustomTask {
  readonly taskId: string;
  readonly activityId: string;
  readonly taskType: string;
  readonly host: string | null;
  /** failed attempts */
  readonly failures: number;
  readonly availableAt: Date;
}

/** Reads the timers, subscriptions, open user tasks and custom tasks of an instance; empty for an unknown one. */
export async function readWaiting(db: ReadDatabase, instanceId: string): Promise<Waiting> {
  const [timers, subscriptions, userTasks, customTasks] = await Promise.all([
    listWaitingTimers(db, { instanceId, limit: MOST }),
    db
      .selectFrom('q_subscription')
      .select(['kind', 'name', 'key', 'activity_id as activityId', 'activity_instance_id as activityInstanceId'])
      .where('instance_id', '=', instanceId)
      .orderBy('subscription')
      .limit(MOST)
      .execute(),
    db
      .selectFrom('q_user_task')
      .select(['task_id as taskId', 'activity_id as activityId', 'claimed_by as claimedBy'])
      .where('instance_id', '=', instanceId)
      .orderBy('created_at')
      .orderBy('task_id')
      .limit(MOST)
      .execute(),
    db
      .selectFrom('custom_task')
      .select([
        'task_id as taskId',
        'activity_id as activityId',
        'task_type as taskType',
        'failures',
        'available_at as availableAt',
      ])
      // an expired lock does not count
      .select(sql<string | null>`case when available_at > statement_timestamp() then locked_by end`.as('host'))
      .where('instance_id', '=', instanceId)
      .orderBy('entry')
      .limit(MOST)
      .execute(),
  ]);
  return { timers, subscriptions, userTasks, customTasks };
}
