import { byNumber, type Call, type eachRow, list, NO_ROWS, type Statements, value } from '../statement.ts';
import type { BatchTableRow } from './batch.ts';
import { SECOND } from './lease.ts';

export interface BatchItemTableRow {
  readonly batch_id: string;
  readonly position: number;
  readonly subject_id: string;
  readonly instance_id: string | null;
  readonly process_key: string | null;
  readonly state: string;
  readonly attempts: number;
  readonly leased_until: Date | null;
  readonly code: string | null;
  /** JSON text */
  readonly rejection: string | null;
  readonly result_id: string | null;
  readonly done_at: Date | null;
}

export const itemKey = ({ batch_id, position }: Pick<BatchItemTableRow, 'batch_id' | 'position'>) => `${batch_id} ${position}`;

const LEASE_MS = 15 * SECOND;
const NOTHING_FREE_MS = 0.25 * SECOND;
const STOPPING_MS = 0.05 * SECOND;
const LAST_ATTEMPT = 1000;
/** States of batches whose turn may come. */
export const CAN_GO_ON: readonly string[] = ['Running', 'Stopping'];

/** Locks the next batch in turn, takes items of it, and moves its turn on. */
function* take(
  call: Call,
  isFree: (item: BatchItemTableRow) => boolean,
  mostOf: (batch: BatchTableRow) => number,
  nextIfNone: (batch: BatchTableRow) => number,
): ReturnType<typeof eachRow> {
  const { by, tables, now } = call;
  const inTurn = tables.batch.rows(by).filter((row) => CAN_GO_ON.includes(row.state) && row.next_at.getTime() <= now);
  const batch = firstFree(call, inTurn.sort(byNumber((row) => row.next_at.getTime())));
  if (batch === undefined) return NO_ROWS;
  const most = mostOf(batch);
  const taken: BatchItemTableRow[] = [];
  const free = itemsOf(call, batch.id).filter((item) => batch.state === 'Running' && item.state === 'Pending' && isFree(item));
  for (const item of free) {
    if (taken.length === most) break;
    if (tables.batchItem.tryLock(by, itemKey(item)) === undefined) continue;
    const next = yield* tables.batchItem.update(by, itemKey(item), (old) => ({
      ...old,
      attempts: Math.min(old.attempts + 1, LAST_ATTEMPT),
      leased_until: new Date(now + LEASE_MS),
    }));
    if (next !== undefined) taken.push(next);
  }
  yield* tables.batch.update(by, batch.id, (old) => ({
    ...old,
    next_at: new Date(nextTurn(batch, taken.length, now, nextIfNone)),
  }));
  const { id: batch_id, operation, parameters, limits, actor, state } = batch;
  const of = { batch_id, operation, parameters, limits, actor, state };
  if (taken.length === 0) return [{ ...of, position: null, subject_id: null, attempts: null }];
  return taken.map(({ position, subject_id, attempts }) => ({ ...of, position, subject_id, attempts }));
}

/** Locks the first free item. */
function firstFree({ by, tables }: Call, batches: readonly BatchTableRow[]): BatchTableRow | undefined {
  for (const { id } of batches) {
    const row = tables.batch.tryLock(by, id);
    if (row !== undefined) return row;
  }
  return undefined;
}

function nextTurn(batch: BatchTableRow, taken: number, now: number, nextIfNone: (batch: BatchTableRow) => number): number {
  if (taken === 0) return nextIfNone(batch);
  if (batch.rate === null) return now;
  return Math.max(batch.next_at.getTime(), now - SECOND) + (taken / batch.rate) * SECOND;
}

/** The items of a batch by position. */
export function itemsOf({ by, tables }: Call, batchId: string): BatchItemTableRow[] {
  return tables.batchItem
    .rows(by)
    .filter(({ batch_id }) => batch_id === batchId)
    .sort(byNumber((row) => row.position));
}

/** Positions and attempts in the second and third parameter, of the batch in the first one. */
function mine(call: Call): { readonly key: string; readonly attempt: number }[] {
  return list<number>(call, 2).map((position, n) => ({
    key: itemKey({ batch_id: value(call, 1), position }),
    attempt: list<number>(call, 3)[n]!,
  }));
}

const isPending = (item: BatchItemTableRow, attempt: number) => item.state === 'Pending' && item.attempts === attempt;

export const BATCH_ITEM_STATEMENTS: Statements = {
  'take-batch-items': (call) => {
    const most = value<number>(call, 1);
    return take(
      call,
      ({ attempts }) => attempts === 0,
      ({ rate }) => Math.min(most, Math.max(1, Math.ceil(rate ?? most))),
      (batch) => (batch.state === 'Stopping' ? call.now + STOPPING_MS : batch.next_at.getTime()),
    );
  },
  'take-late-batch-item': (call) =>
    take(
      call,
      ({ attempts, leased_until }) => attempts > 0 && (leased_until === null || leased_until.getTime() <= call.now),
      () => value<number>(call, 1),
      () => call.now + NOTHING_FREE_MS,
    ),
  *'lock-batch-items'(call) {
    const { by, tables } = call;
    if (tables.batch.get(by, value(call, 1))?.state !== 'Running') return NO_ROWS;
    const wanted = new Map(mine(call).map(({ key, attempt }) => [key, attempt]));
    const locked: object[] = [];
    for (const item of itemsOf(call, value(call, 1))) {
      const attempt = wanted.get(itemKey(item));
      if (attempt === undefined || !isPending(item, attempt)) continue;
      const row = yield* tables.batchItem.lock(by, itemKey(item));
      if (row !== undefined && isPending(row, attempt)) locked.push({ position: row.position });
    }
    return locked;
  },
  *'save-batch-outcomes'(call) {
    for (const [n, position] of list<number>(call, 2).entries()) {
      const rejection = list<string | null>(call, 4)[n] ?? null;
      yield* call.tables.batchItem.update(call.by, itemKey({ batch_id: value(call, 1), position }), (old) => ({
        ...old,
        state: list(call, 3)[n]!,
        code: rejection === null ? null : (JSON.parse(rejection) as { code: string }).code,
        rejection,
        result_id: list<string | null>(call, 5)[n] ?? null,
        leased_until: null,
        done_at: new Date(call.now),
      }));
    }
    return NO_ROWS;
  },
  *'give-back-batch-items'(call) {
    for (const { key, attempt } of mine(call)) {
      yield* call.tables.batchItem.update(call.by, key, (old) =>
        isPending(old, attempt) ? { ...old, attempts: Math.max(old.attempts - 1, 0), leased_until: null } : undefined,
      );
    }
    return NO_ROWS;
  },
  *'keep-batch-items'(call) {
    for (const { key, attempt } of mine(call)) {
      const row = call.tables.batchItem.tryLock(call.by, key);
      if (row === undefined || !isPending(row, attempt)) continue;
      yield* call.tables.batchItem.update(call.by, key, (old) => ({ ...old, leased_until: new Date(call.now + LEASE_MS) }));
    }
    return NO_ROWS;
  },
  *'skip-batch-items'(call) {
    const skipped: object[] = [];
    for (const item of itemsOf(call, value(call, 1)).filter(({ state }) => state === 'Pending')) {
      if (skipped.length === value<number>(call, 2)) break;
      if (call.tables.batchItem.tryLock(call.by, itemKey(item)) === undefined) continue;
      const done = { state: 'Skipped', code: 'BATCH_STOPPED', leased_until: null, done_at: new Date(call.now) };
      yield* call.tables.batchItem.update(call.by, itemKey(item), (old) => ({ ...old, ...done }));
      skipped.push({ one: 1 });
    }
    return skipped;
  },
  'wait-for-locks-of-items'({ by }) {
    by.lockTimeoutMs = 500;
    return [{ set_config: '500ms' }];
  },
  'wait-for-locks-of-item'({ by }) {
    by.lockTimeoutMs = 5000;
    return [{ set_config: '5s' }];
  },
};
