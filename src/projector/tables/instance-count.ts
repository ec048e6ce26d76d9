import type { Transaction } from '../../db/connection.ts';
import type { InstanceQueryRow } from './instance.ts';

/** `before` undefined: the row is new. */
export interface CountedChange {
  readonly before: InstanceQueryRow | undefined;
  readonly after: InstanceQueryRow;
}

/** Key of q_instance_count without the slot. */
type Group = readonly [key: string, version: number, day: string, ...flags: boolean[]];

const COLUMNS = 'key, version, day, is_started, is_completed, is_cancelled, is_failed, has_business_id';
/** Concurrent writers use separate slots; a total is the sum of all. `counts` must sort the rows, so that writers of one slot lock in the same order. */
const ADD = (counts: string) => `
    insert into q_instance_count as c (${COLUMNS}, slot, count) ${counts}
    on conflict (${COLUMNS}, slot) do update set count = c.count + excluded.count`;
/** SQL for the slot of this database session. */
export const SLOT = 'pg_backend_pid() % 16';

const COUNT = {
  name: 'projector-add-to-instance-counts',
  text: ADD(`
    select ${COLUMNS}, ${SLOT}, count
    from unnest($1::text[], $2::int[], $3::date[], $4::bool[], $5::bool[], $6::bool[], $7::bool[], $8::bool[], $9::bigint[]) as t (${COLUMNS}, count)
    order by ${COLUMNS}`),
};
const SUBTRACT = {
  name: 'projector-subtract-from-instance-counts',
  text: ADD(`
    select key, version, (created_at at time zone 'UTC')::date, started_at is not null, is_completed, is_cancelled, is_failed,
      business_id is not null, ${SLOT}, -count(*)
    from q_instance where instance_id = any($1::uuid[]) group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8`),
};

/** Adds to the totals. The caller must hold the locks of the instances. */
export function addChanges(transaction: Transaction, changes: readonly CountedChange[]): void {
  const counts = new Map<string, { readonly group: Group; count: number }>();
  const add = (group: Group, count: number) => {
    const id = JSON.stringify(group);
    const counted = counts.get(id);
    if (counted === undefined) counts.set(id, { group, count });
    else counted.count += count;
  };
  for (const { before, after } of changes) {
    if (before !== undefined) add(groupOf(before, before), -1);
    add(groupOf(before ?? after, after), 1);
  }
  const changed = [...counts.values()].filter(({ count }) => count !== 0);
  if (changed.length === 0) return;
  const column = (n: number) => changed.map(({ group }) => group[n]);
  transaction.enqueue(COUNT, [...[0, 1, 2, 3, 4, 5, 6, 7].map(column), changed.map(({ count }) => count)]);
}

/** Subtracts from the totals. The caller must delete the rows after this call. */
export function subtract(transaction: Transaction, instanceIds: readonly string[]): void {
  transaction.enqueue(SUBTRACT, [instanceIds]);
}

/** @param stored source of the columns that an update does not change */
function groupOf(stored: InstanceQueryRow, { version, isCompleted, isCancelled, isFailed }: InstanceQueryRow): Group {
  const { key, createdAt, startedAt, businessId } = stored;
  const day = createdAt.toISOString().slice(0, -'T00:00:00.000Z'.length);
  return [key, version, day, startedAt !== null, isCompleted, isCancelled, isFailed, businessId !== null];
}
