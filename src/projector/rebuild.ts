import { type Connection, type Transaction, withTransaction } from '../db/connection.ts';
import type { Pool } from '../db/pool.ts';
import type { IndexedVariable } from '../platform/config/setting-types.ts';
import type { Logger } from '../platform/log.ts';

import { readPage } from './journal.ts';
import type { ReadJournalRow } from './journal-row.ts';
import { closeGate } from './locks.ts';
import { COUNT_TABLES, QUERY_TABLES, writeProjections } from './query-rows.ts';
import { logStop } from './stop-log.ts';
import { applyRow, kindOf, newProjection, type SubjectProjection } from './subject-projection.ts';

/** Position before all subjects in reading order. */
const BEGINNING = { subjectId: '00000000-0000-0000-0000-000000000000', seq: 0 };

/**
 * Rebuilds in one transaction: until its commit, readers see the old rows, all projectors wait, and new rows stay in projection_todo. A subject with a damaged
 * event history has no rows. Logs `journal-gap` (4061) or `invariant-broken` (3004) per damaged subject and `read-table-rebuilt` (4063) per table.
 * Rejects and changes nothing on a database error.
 */
export async function rebuild(pool: Pool, log: Logger, indexed: readonly IndexedVariable[] = []): Promise<void> {
  const counts = await withTransaction(pool, async (transaction) => {
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
      await transaction.query({ name: `projector-no-${limit}`, text: `set local ${limit} = 0` }, []);
    }
    await closeGate(transaction);
    for (const table of [...QUERY_TABLES, ...COUNT_TABLES])
      await transaction.query({ name: `projector-empty-${table}`, text: `delete from ${table}` }, []);
    await applyJournals(transaction, log, indexed);
    return countRows(transaction);
  });
  for (const [table, count] of counts) log.event('read-table-rebuilt', { Table: table, Count: count });
}

async function applyJournals(transaction: Transaction, log: Logger, indexed: readonly IndexedVariable[]): Promise<void> {
  /** projection of the current subject; null if its event history is damaged */
  let open: { readonly subjectId: string; readonly projection: SubjectProjection | null } | undefined;
  let last = BEGINNING;
  for (;;) {
    const rows = await readPage(transaction, last);
    const done: SubjectProjection[] = [];
    for (const row of rows) {
      if (open?.subjectId !== row.subjectId) {
        if (open?.projection) done.push(open.projection);
        open = { subjectId: row.subjectId, projection: projectionFor(row) };
      }
      if (open.projection === null) continue;
      const stop = applyRow(open.projection, row);
      if (stop === undefined) continue;
      logStop(log, row.subjectId, stop);
      open = { subjectId: row.subjectId, projection: null };
    }
    const end = rows.at(-1);
    if (end === undefined && open?.projection) done.push(open.projection);
    await writeNow(transaction, done, indexed);
    if (end === undefined) return;
    last = end;
  }
}

/** Waits for each statement: the rejection is the first database error and not the aborted transaction after it. */
async function writeNow(
  transaction: Transaction,
  projections: readonly SubjectProjection[],
  indexed: readonly IndexedVariable[],
): Promise<void> {
  const written: Promise<unknown>[] = [];
  writeProjections(
    { query: transaction.query, enqueue: (statement, values) => written.push(transaction.query(statement, values)) },
    projections,
    indexed,
  );
  await Promise.all(written);
}

function projectionFor(row: ReadJournalRow): SubjectProjection {
  return newProjection({ subjectId: row.subjectId, kind: kindOf(row) });
}

async function countRows(connection: Connection): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const table of QUERY_TABLES) {
    const rows = await connection.query<{ count: number }>(
      { name: `projector-count-${table}`, text: `select count(*)::int as count from ${table}` },
      [],
    );
    counts.set(table, rows[0]?.count ?? 0);
  }
  return counts;
}
