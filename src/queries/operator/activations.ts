import { sql } from 'kysely';
import type { ReadDatabase } from '../read-database.ts';

/** Numbers of active objects (docs/contributing/spec/pages.md#dashboard). */
export interface Activations {
  readonly runningInstances: number;
  readonly activeEntries: number;
  readonly userTasks: number;
  readonly messageSubscriptions: number;
  readonly signalSubscriptions: number;
}

/** Sample size of running instances whose activity instances are counted; the result is extrapolated, because their rows contain JSON. */
const COUNTED = 10_000;

/** Counts over the whole service. */
export async function countActivations(db: ReadDatabase): Promise<Activations> {
  const { rows } = await sql<Omit<Activations, 'activeEntries'> & { counted: number; entries: number }>`
    with sample as (select json_array_length(live -> 'entries') as entries from q_instance where not is_completed limit ${COUNTED})
    select (select coalesce(sum(count), 0)::int from q_instance_count where not is_completed) as "runningInstances",
      (select count(*)::int from sample) as counted, (select coalesce(sum(entries), 0)::int from sample) as entries,
      (select coalesce(sum(count), 0)::int from q_user_task_count) as "userTasks",
      (select count(*)::int from q_subscription where kind = 'message') as "messageSubscriptions",
      (select count(*)::int from q_subscription where kind = 'signal') as "signalSubscriptions"`.execute(db);
  const {
    counted = 0,
    entries = 0,
    runningInstances = 0,
    userTasks = 0,
    messageSubscriptions = 0,
    signalSubscriptions = 0,
  } = rows[0] ?? {};
  const activeEntries = counted === 0 ? 0 : Math.round((entries * runningInstances) / counted);
  return { runningInstances, activeEntries, userTasks, messageSubscriptions, signalSubscriptions };
}
