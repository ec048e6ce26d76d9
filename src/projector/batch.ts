import type { Transaction } from '../db/connection.ts';
import type { IndexedVariable } from '../platform/config/setting-types.ts';
import { appendToFeed } from './feed/append.ts';
import { type JournalRead, readAfter } from './journal.ts';
import type { Stop, Subject } from './journal-row.ts';
import { lockSubjects } from './locks.ts';
import { LiveCache, openProjections } from './open-projections.ts';
import { removeInstances, writeProjections } from './query-rows.ts';
import { applyRow, type SubjectProjection } from './subject-projection.ts';
import { restoreTodo, type TodoRow, takeTodo } from './todo.ts';

export interface Batch {
  readonly subjectIds: readonly string[];
  /** rows of projection_todo */
  readonly takenCount: number;
  /** this batch was full, or left rows of a subject for the next */
  readonly mayBeMore: boolean;
  /** applied rows of event histories */
  readonly rowCount: number;
  /** age of the oldest taken row, 0 without rows */
  readonly lagMs: number;
  /** failed: the batch writes none of their rows, and returns them to projection_todo */
  readonly stopped: ReadonlyMap<string, Stop>;
  /** state after the batch, without the failed subjects */
  readonly projections: readonly SubjectProjection[];
}

const NOTHING: Batch = {
  subjectIds: [],
  takenCount: 0,
  mayBeMore: false,
  rowCount: 0,
  lagMs: 0,
  stopped: new Map(),
  projections: [],
};

/**
 * Take, lock, read, apply, write, in the caller's transaction. Writes can still fail at the commit. Does nothing while a rebuild runs or waits.
 * @param limit rows of projection_todo
 * @param except subjects to skip
 * @param indexed searchable variables
 * @param isFed publishes to the event feed (ADR 0080)
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
  // before reading: the remaining event history is then applied from its first row, in any order of the list rows
  const deleted = [...new Set(taken.filter(({ kind }) => kind === 'x').map(({ subjectId }) => subjectId))];
  removeInstances(transaction, deleted);
  const [opened, read] = await Promise.all([
    openProjections(transaction, subjects, cache, indexed),
    readAfter(transaction, subjectIds),
  ]);
  const { rowCount, changed, stopped, unfinished } = applyNext(opened, read);
  writeProjections(transaction, [...changed], indexed);
  restoreTodo(
    transaction,
    // the removal must not run again for the restored rows
    taken
      .filter(({ subjectId }) => stopped.has(subjectId) || unfinished.has(subjectId))
      .map((row) => (row.kind === 'x' ? { ...row, kind: 'i' } : row)),
  );
  const lagMs = taken.reduce((most, { ageMs }) => Math.max(most, ageMs), 0);
  const mayBeMore = taken.length >= limit || unfinished.size > 0;
  const projections = [...opened.values()].filter(({ subjectId }) => !stopped.has(subjectId));
  // also subjects without new rows: a rebuild may have applied events that were not published
  if (isFed) appendToFeed(transaction, projections, deleted);
  return { subjectIds, takenCount: taken.length, mayBeMore, rowCount, lagMs, stopped, projections };
}

function distinctSubjects(taken: readonly TodoRow[]): readonly Subject[] {
  const subjects = new Map<string, Subject>(
    taken.map(({ subjectId, kind }) => [subjectId, { subjectId, kind: kind === 'd' ? kind : 'i' }]),
  );
  return [...subjects.values()].sort((a, b) => (a.subjectId < b.subjectId ? -1 : 1));
}

interface AppliedRows {
  readonly rowCount: number;
  readonly changed: ReadonlySet<SubjectProjection>;
  readonly stopped: ReadonlyMap<string, Stop>;
  /** subjects with rows left for the next batch */
  readonly unfinished: ReadonlySet<string>;
}

/** Applies the read rows. After the first row that cannot be applied, skips the other rows of its subject. */
function applyNext(projections: ReadonlyMap<string, SubjectProjection>, { rows, mayHaveMore }: JournalRead): AppliedRows {
  const changed = new Set<SubjectProjection>();
  const stopped = new Map<string, Stop>();
  let rowCount = 0;
  for (const row of rows) {
    const projection = projections.get(row.subjectId);
    if (projection === undefined || stopped.has(row.subjectId)) continue;
    const stop = applyRow(projection, row);
    if (stop === undefined) {
      changed.add(projection);
      rowCount++;
    } else {
      stopped.set(row.subjectId, stop);
      changed.delete(projection);
    }
  }
  return { rowCount, changed, stopped, unfinished: new Set([...projections.keys()].filter(mayHaveMore)) };
}
