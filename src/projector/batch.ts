import type { Transaction } from '../db/connection.ts';
import type { IndexedVariable } from '../platform/config/setting-types.ts';
import { appendToFeed } from './feed/append.ts';
import { type JournalRead, readAfter } from './journal.ts';
import type { Stop, Subject } from './journal-row.ts';
import { lockSubjects } from './locks.ts';
import { LiveCache, openFolds } from './open-folds.ts';
import { removeInstances, writeFolds } from './query-rows.ts';
import { foldRow, type SubjectFold } from './subject-fold.ts';
import { restoreTodo, type TodoRow, takeTodo } from './todo.ts';

/** Result of one batch. */
export interface Batch {
  readonly subjectIds: readonly string[];
  /** rows taken from projection_todo */
  readonly takenCount: number;
  /** whether more work is probably waiting now */
  readonly mayBeMore: boolean;
  /** applied rows of event histories */
  readonly rowCount: number;
  /** age of the oldest row taken, 0 without rows */
  readonly lagMs: number;
  /** failed subjects: nothing of them was written, and their rows are in the list again */
  readonly stopped: ReadonlyMap<string, Stop>;
  /** state after the batch, without the failed subjects */
  readonly folds: readonly SubjectFold[];
}

const NOTHING: Batch = {
  subjectIds: [],
  takenCount: 0,
  mayBeMore: false,
  rowCount: 0,
  lagMs: 0,
  stopped: new Map(),
  folds: [],
};

/**
 * Projects one batch inside the caller's transaction: take, lock, read, apply, write. Writes can still fail at the commit. `except`: subjects to
 * leave in the list. `indexed`: searchable variables. `isFed`: publishes to the event feed (ADR 0080). Does nothing while a rebuild runs.
 */
export async function projectBatch(
  transaction: Transaction,
  limit: number,
  except: readonly string[],
  cache = new LiveCache(),
  indexed: readonly IndexedVariable[] = [],
  isFed = false,
): Promise<Batch> {
  const taken = await takeTodo(transaction, limit, except);
  if (taken.length === 0) return NOTHING;
  const subjects = distinctSubjects(taken);
  const subjectIds = subjects.map(({ subjectId }) => subjectId);
  lockSubjects(transaction, subjectIds);
  // before their rows are read: the rest of their event histories is applied from the start, in any order of list rows
  const deleted = [...new Set(taken.filter(({ kind }) => kind === 'x').map(({ subjectId }) => subjectId))];
  removeInstances(transaction, deleted);
  const [opened, read] = await Promise.all([
    openFolds(transaction, subjects, cache, indexed),
    readAfter(transaction, subjectIds),
  ]);
  const { rowCount, changed, stopped, unfinished } = foldNext(opened, read);
  writeFolds(transaction, [...changed], indexed);
  restoreTodo(
    transaction,
    // the removal is not repeated
    taken
      .filter(({ subjectId }) => stopped.has(subjectId) || unfinished.has(subjectId))
      .map((row) => (row.kind === 'x' ? { ...row, kind: 'i' } : row)),
  );
  const lagMs = taken.reduce((most, { ageMs }) => Math.max(most, ageMs), 0);
  const mayBeMore = taken.length >= limit || unfinished.size > 0;
  const folds = [...opened.values()].filter(({ subjectId }) => !stopped.has(subjectId));
  // also subjects without new rows: a rebuild may have applied events that were not published
  if (isFed) appendToFeed(transaction, folds, deleted);
  return { subjectIds, takenCount: taken.length, mayBeMore, rowCount, lagMs, stopped, folds };
}

function distinctSubjects(taken: readonly TodoRow[]): readonly Subject[] {
  const subjects = new Map<string, Subject>(
    taken.map(({ subjectId, kind }) => [subjectId, { subjectId, kind: kind === 'd' ? kind : 'i' }]),
  );
  return [...subjects.values()].sort((a, b) => (a.subjectId < b.subjectId ? -1 : 1));
}

interface Folded {
  readonly rowCount: number;
  readonly changed: ReadonlySet<SubjectFold>;
  readonly stopped: ReadonlyMap<string, Stop>;
  /** subjects with rows left for the next batch */
  readonly unfinished: ReadonlySet<string>;
}

/** Applies the rows after each fold's last row. */
function foldNext(folds: ReadonlyMap<string, SubjectFold>, { rows, isMoreOf }: JournalRead): Folded {
  const changed = new Set<SubjectFold>();
  const stopped = new Map<string, Stop>();
  let rowCount = 0;
  for (const row of rows) {
    const fold = folds.get(row.subjectId);
    if (fold === undefined || stopped.has(row.subjectId)) continue;
    const stop = foldRow(fold, row);
    if (stop === undefined) {
      changed.add(fold);
      rowCount++;
    } else {
      stopped.set(row.subjectId, stop);
      changed.delete(fold);
    }
  }
  return { rowCount, changed, stopped, unfinished: new Set([...folds.keys()].filter(isMoreOf)) };
}
