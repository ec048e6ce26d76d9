import type { Lock } from '../lock.ts';
import { type Call, eachRow, list, NO_ROWS, type Statements } from '../statement.ts';
import type { QueryInstanceRow } from './query-instance.ts';
import type { QueryUserTaskRow } from './query-side.ts';

/** Each transaction has its own slot, as on Postgres unless two numbers of processes have the same remainder. */
const slots = new WeakMap<object, number>();

function slotOf({ by, tables }: Call): number {
  const slot = slots.get(by) ?? tables.nextPosition('slot of totals');
  slots.set(by, slot);
  return slot;
}

interface Counted {
  readonly slot: number;
  readonly count: number;
}

export interface QueryInstanceCountRow extends Counted {
  readonly key: string;
  readonly version: number;
  readonly day: string;
  readonly is_started: boolean;
  readonly is_completed: boolean;
  readonly is_cancelled: boolean;
  readonly is_failed: boolean;
  readonly has_business_id: boolean;
}

export interface QueryUserTaskCountRow extends Counted {
  readonly is_claimed: boolean;
}

/** Text of a row without its count. */
export const groupKey = ({ count: _count, ...group }: Counted) => JSON.stringify(group);

/** Totals of all slots; a count of 0 makes no difference. */
export function totalsOf(rows: readonly Counted[]): readonly object[] {
  const sums = new Map<string, number>();
  for (const { slot: _slot, count, ...group } of rows) {
    const sorted = Object.fromEntries(Object.entries(group).sort(([a], [b]) => (a < b ? -1 : 1)));
    const key = JSON.stringify(sorted);
    sums.set(key, (sums.get(key) ?? 0) + Number(count));
  }
  return [...sums].flatMap(([group, count]) => (count === 0 ? [] : [{ group, count }]));
}

export const QUERY_COUNT_STATEMENTS: Statements = {
  'projector-add-to-instance-counts': (call) =>
    eachRow(call, (n) =>
      addInstances(call, {
        key: list(call, 1)[n]!,
        version: list<number>(call, 2)[n]!,
        day: list(call, 3)[n]!,
        is_started: list<boolean>(call, 4)[n]!,
        is_completed: list<boolean>(call, 5)[n]!,
        is_cancelled: list<boolean>(call, 6)[n]!,
        is_failed: list<boolean>(call, 7)[n]!,
        has_business_id: list<boolean>(call, 8)[n]!,
        slot: slotOf(call),
        count: Number(list(call, 9)[n]),
      }),
    ),
  *'projector-subtract-from-instance-counts'(call) {
    for (const id of list(call, 1)) {
      const row = call.tables.qInstance.get(call.by, id);
      if (row !== undefined) yield* addInstances(call, { ...groupOf(row), slot: slotOf(call), count: -1 });
    }
    return NO_ROWS;
  },
  'projector-add-to-user-task-counts': (call) => countTasks(call, ({ task_id }) => task_id, 1),
  'projector-subtract-from-user-task-counts': (call) => countTasks(call, ({ task_id }) => task_id, -1),
  'projector-subtract-instances-from-user-task-counts': (call) => countTasks(call, ({ instance_id }) => instance_id, -1),
  *'projector-empty-q_instance_count'({ tables, by }) {
    yield* tables.qInstanceCount.clear(by);
    return NO_ROWS;
  },
  *'projector-empty-q_user_task_count'({ tables, by }) {
    yield* tables.qUserTaskCount.clear(by);
    return NO_ROWS;
  },
};

function addInstances({ by, tables }: Call, row: QueryInstanceCountRow): Generator<Lock, unknown> {
  return tables.qInstanceCount.insert(by, row, (old) => ({ ...old, count: old.count + row.count }));
}

function groupOf(row: QueryInstanceRow): Omit<QueryInstanceCountRow, keyof Counted> {
  const { key, version, created_at, started_at, is_completed, is_cancelled, is_failed, business_id } = row;
  const day = created_at.toISOString().slice(0, 10);
  const flags = { is_started: started_at !== null, is_completed, is_cancelled, is_failed, has_business_id: business_id !== null };
  return { key, version, day, ...flags };
}

function* countTasks(call: Call, idOf: (row: QueryUserTaskRow) => string, sign: number): Generator<Lock, readonly object[]> {
  const { by, tables } = call;
  const ids = new Set(list(call, 1));
  for (const task of tables.qUserTask.rows(by)) {
    if (!ids.has(idOf(task))) continue;
    const row = { is_claimed: task.claimed_by !== null, slot: slotOf(call), count: sign };
    yield* tables.qUserTaskCount.insert(by, row, (old) => ({ ...old, count: old.count + sign }));
  }
  return NO_ROWS;
}
