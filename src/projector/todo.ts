import type { Connection, Transaction } from '../db/connection.ts';
import type { ProjectedKind } from './journal-row.ts';
import { enterGate } from './locks.ts';

/** `x`: the projector must rebuild the instance, or remove it if its event history is deleted. */
export type TodoKind = ProjectedKind | 'x';

/** Row of projection_todo: a subject with rows that may not be projected yet. */
export interface TodoRow {
  /** bigint, as text */
  readonly position: string;
  readonly subjectId: string;
  readonly kind: TodoKind;
  readonly at: Date;
  /** age of the row by the clock of the database */
  readonly ageMs: number;
}

interface StoredTodo {
  readonly position: string;
  readonly subject_id: string;
  readonly kind: TodoKind;
  readonly at: Date;
  readonly age_ms: number;
}

/** Takes no advisory lock: a distributed database would take it on the server of the table (docs/contributing/architecture.md#shards). */
const TAKE = {
  name: 'projector-take-todo-3',
  text: `
    select position::text as position, subject_id, kind, at, (extract(epoch from statement_timestamp() - at) * 1000)::float8 as age_ms
    from projection_todo where subject_id <> all ($2::uuid[])
    order by projection_todo.position limit $1 for update skip locked`,
};
const DELETE = { name: 'projector-delete-todo', text: 'delete from projection_todo where position = any ($1::bigint[])' };
const RESTORE = {
  name: 'projector-put-todo-back',
  text: `
    insert into projection_todo (position, subject_id, kind, at) overriding system value
    select * from unnest($1::bigint[], $2::uuid[], $3::text[], $4::timestamptz[])`,
};
const LAG = {
  name: 'projector-lag',
  text: `
    select count(*)::int as pending, coalesce(greatest(extract(epoch from statement_timestamp() - min(at)), 0), 0)::float8 as lag
    from projection_todo`,
};

const HAS_ROWS = { name: 'projector-has-todo', text: 'select exists (select from projection_todo) as "hasRows"' };

/** Whether rows exist, also rows that another projector has taken. Most polls find none, and this look-up costs less than `takeTodo`. */
export async function hasTodo(connection: Connection): Promise<boolean> {
  const [row] = await connection.query<{ hasRows: boolean }>(HAS_ROWS, []);
  return row?.hasRows === true;
}

/**
 * Acquires the gate lock, and takes the oldest rows that no other projector has taken. A rollback restores them. [] while a rebuild runs or waits. The two
 * statements only lock, so that the client can send them with BEGIN in one round trip.
 */
export async function takeTodo(transaction: Transaction, limit: number, except: readonly string[]): Promise<readonly TodoRow[]> {
  const [isOpen, found] = await Promise.all([enterGate(transaction), transaction.query<StoredTodo>(TAKE, [limit, except])]);
  const rows = isOpen ? found : [];
  if (rows.length > 0) transaction.enqueue(DELETE, [rows.map(({ position }) => position)]);
  return rows.map(({ position, subject_id, kind, at, age_ms }) => ({ position, subjectId: subject_id, kind, at, ageMs: age_ms }));
}

/** Inserts taken rows again, with their position and time. */
export function restoreTodo(transaction: Transaction, rows: readonly TodoRow[]): void {
  if (rows.length === 0) return;
  transaction.enqueue(RESTORE, [
    rows.map((row) => row.position),
    rows.map((row) => row.subjectId),
    rows.map((row) => row.kind),
    rows.map((row) => row.at),
  ]);
}

/** Age of the oldest row, 0 without rows, and number of rows (docs/contributing/spec/observability.md#metrics). */
export async function readLag(connection: Connection): Promise<{ readonly lagSeconds: number; readonly pendingEvents: number }> {
  const rows = await connection.query<{ pending: number; lag: number }>(LAG, []);
  return { lagSeconds: rows[0]?.lag ?? 0, pendingEvents: rows[0]?.pending ?? 0 };
}
