import type { ReadDatabase } from '../read-database.ts';
import { listWaitingTimers, type WaitingTimer } from './waiting-timers.ts';

/** Longest list of each kind. */
const MOST = 200;

/** What one instance waits for. */
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
}

/** Reads the timers, subscriptions and open user tasks of an instance. An unknown instance waits for nothing. */
export async function readWaiting(db: ReadDatabase, instanceId: string): Promise<Waiting> {
  const [timers, subscriptions, userTasks] = await Promise.all([
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
  ]);
  return { timers, subscriptions, userTasks };
}
