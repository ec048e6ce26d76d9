import { type Connection, type Transaction, withTransaction } from '../db/connection.ts';
import type { Pool } from '../db/pool.ts';
import type { IndexedVariable } from '../platform/config/setting-types.ts';
import type { Logger } from '../platform/log.ts';

import { readPage } from './journal.ts';
import type { ReadJournalRow } from './journal-row.ts';
import { closeGate } from './locks.ts';
import { COUNT_TABLES, QUERY_TABLES, writeFolds } from './query-rows.ts';
import { logStop } from './stop-log.ts';
import { foldRow, kindOf, newFold, type SubjectFold } from './subject-fold.ts';

/** Start position: before all subjects in reading order. */
const BEGINNING = { subjectId: '00000000-0000-0000-0000-000000000000', seq: 0 };

/**
 * Rebuilds all query tables in one transaction: readers see the old rows until its commit, all projectors wait, and later commits stay in
 * projection_todo. A subject with a damaged event history has no rows afterwards. Logs 4061 or 3004 per damaged subject and 4063 per table.
 */
export async function rebuild(pool: Pool, log: Logger, indexed: readonly IndexedVariable[] = []): Promise<void> {
  const counts = await withTransaction(pool, async (transaction) => {
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
      await transaction.query({ name: `projector-no-${limit}`, text: `set local ${limit} = 0` }, []);
    }
    await closeGate(transaction);
    for (const table of [...QUERY_TABLES, ...COUNT_TABLES])
      await transaction.query({ name: `projector-empty-${table}`, text: `delete from ${table}` }, []);
    await foldJournal(transaction, log, indexed);
    return countRows(transaction);
  });
  for (const [table, count] of counts) log.event('read-table-rebuilt', { Table: table, Count: count });
}

async function foldJournal(transaction: Transaction, log: Logger, indexed: readonly IndexedVariable[]): Promise<void> {
  /** subject of the last row; fold null: it is damaged */
  let open: { readonly subjectId: string; readonly fold: SubjectFold | null } | undefined;
  let last = BEGINNING;
  for (;;) {
    const rows = await readPage(transaction, last);
    const done: SubjectFold[] = [];
    for (const row of rows) {
      if (open?.subjectId !== row.subjectId) {
        if (open?.fold) done.push(open.fold);
        open = { subjectId: row.subjectId, fold: foldFor(row) };
      }
      if (open.fold === null) continue;
      const stop = foldRow(open.fold, row);
      if (stop === undefined) continue;
      logStop(log, row.subjectId, stop);
      open = { subjectId: row.subjectId, fold: null };
    }
    const end = rows.at(-1);
    if (end === undefined && open?.fold) done.push(open.fold);
    await writeNow(transaction, done, indexed);
    if (end === undefined) return;
    last = end;
  }
}

/** Writes and waits, so that the first database error is reported and not the aborted transaction after it. */
async function writeNow(
  transaction: Transaction,
  folds: readonly SubjectFold[],
  indexed: readonly IndexedVariable[],
): Promise<void> {
  const written: Promise<unknown>[] = [];
  writeFolds(
    { query: transaction.query, enqueue: (statement, values) => written.push(transaction.query(statement, values)) },
    folds,
    indexed,
  );
  await Promise.all(written);
}

function foldFor(row: ReadJournalRow): SubjectFold {
  return newFold({ subjectId: row.subjectId, kind: kindOf(row) });
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
