import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';

const READ: Statement = { name: 'read-causations', text: 'select root_id, size from causation where root_id = any($1::uuid[])' };

/** Counts of messages, signals and calls by root; only long chains are counted. */
export async function readCausations(connection: Connection, roots: readonly string[]): Promise<Map<string, number>> {
  if (roots.length === 0) return new Map();
  const rows = await connection.query<{ root_id: string; size: number }>(READ, [roots]);
  return new Map(rows.map((row) => [row.root_id, row.size]));
}

const ADD: Statement = {
  name: 'add-to-causations',
  text: `insert into causation (root_id, size, counted_at) select root_id, size, $3::timestamptz from unnest($1::uuid[], $2::int[]) as t (root_id, size)
    order by root_id on conflict (root_id) do update set size = causation.size + excluded.size, counted_at = excluded.counted_at`,
};

/** Enqueue it last of all locking statements: other transactions of the causation then wait for the commit only. */
export function addToCausations(transaction: Transaction, added: ReadonlyMap<string, number>, at: string): void {
  if (added.size > 0) transaction.enqueue(ADD, [[...added.keys()], [...added.values()], at]);
}

const FORGET: Statement = {
  name: 'forget-causations',
  text: 'delete from causation where counted_at < statement_timestamp() - make_interval(hours => $1)',
};

/** Deletes chains without additions for `hours`, because they have ended. */
export async function forgetCausations(connection: Connection, hours: number): Promise<void> {
  await connection.query(FORGET, [hours]);
}
