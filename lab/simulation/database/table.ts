import { DatabaseError } from './database-error.ts';
import { Lock, type LockOwner } from './lock.ts';

/** The committed state of a row, and its state for the writing transaction. */
interface Slot<Row> {
  committed: Row | undefined;
  /** not committed yet; `row` undefined: deleted */
  pending: { readonly by: LockOwner; readonly row: Row | undefined } | undefined;
  readonly lock: Lock;
}

/** Changes that a transaction commits or rolls back at its end. */
export interface Change {
  end(isCommitted: boolean): void;
}

/** A transaction as tables know it. */
export interface Writer extends LockOwner {
  readonly changes: Set<Change>;
}

/** Statements that may have to wait for a lock give it to the server while they do. */
export type Waiting<Result> = Generator<Lock, Result>;

/**
 * A table with row locks, as read committed shows it: a transaction reads committed rows and its own writes. Rows are never changed
 * in place.
 */
export class Table<Row extends object> {
  readonly name: string;
  /** the text of the primary key */
  readonly keyOf: (row: Row) => string;
  /** called for each row that a commit has inserted, changed or deleted, with the old and the new row */
  changed: ((before: Row | undefined, after: Row | undefined) => void) | undefined;
  readonly #slots = new Map<string, Slot<Row>>();

  constructor(name: string, keyOf: (row: Row) => string) {
    this.name = name;
    this.keyOf = keyOf;
  }

  /** All rows that are committed. */
  get committed(): Row[] {
    return [...this.#slots.values()].flatMap(({ committed }) => committed ?? []);
  }

  /** Begins with these rows. */
  load(rows: readonly Row[]): void {
    this.#slots.clear();
    for (const row of rows) this.#slots.set(this.keyOf(row), { committed: row, pending: undefined, lock: new Lock() });
  }

  /** The rows that a transaction sees. */
  rows(by: Writer): Row[] {
    const rows: Row[] = [];
    for (const slot of this.#slots.values()) {
      const row = visible(slot, by);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  get(by: Writer, key: string): Row | undefined {
    const slot = this.#slots.get(key);
    return slot && visible(slot, by);
  }

  /** Locks a row after all earlier owners. @returns the row at that time */
  *lock(by: Writer, key: string): Waiting<Row | undefined> {
    const slot = this.#slots.get(key);
    if (slot === undefined) return undefined;
    yield* slot.lock.take(by);
    return this.#keptFor(by, key, slot);
  }

  /** Locks a row if it is free. */
  tryLock(by: Writer, key: string): Row | undefined {
    const slot = this.#slots.get(key);
    return slot?.lock.tryTake(by) === true ? this.#keptFor(by, key, slot) : undefined;
  }

  /** Inserts a row after all concurrent writers of the key. `onConflict`: handles an existing row; absent: 23505. @returns whether a row was written */
  *insert(by: Writer, row: Row, onConflict?: 'nothing' | ((old: Row) => Row)): Waiting<boolean> {
    const key = this.keyOf(row);
    for (;;) {
      const slot = this.#slots.get(key);
      if (slot === undefined) {
        const made: Slot<Row> = { committed: undefined, pending: undefined, lock: new Lock() };
        made.lock.tryTake(by);
        this.#slots.set(key, made);
        this.#write(by, key, made, row);
        return true;
      }
      if (slot.pending !== undefined && slot.pending.by !== by) {
        yield* slot.lock.take(by);
        if (visible(slot, by) === undefined && this.#slots.get(key) === slot) {
          this.#write(by, key, slot, row);
          return true;
        }
        if (onConflict === 'nothing') slot.lock.release(by);
        continue;
      }
      const old = visible(slot, by);
      if (old === undefined) {
        yield* slot.lock.take(by);
        this.#write(by, key, slot, row);
        return true;
      }
      if (onConflict === undefined)
        throw new DatabaseError('23505', `duplicate key value violates unique constraint of ${this.name}`, { table: this.name });
      if (onConflict === 'nothing') return false;
      yield* this.update(by, key, onConflict);
      return true;
    }
  }

  /** Changes a row after all earlier owners. @returns the new row; undefined if none exists or `change` returns none */
  *update(by: Writer, key: string, change: (row: Row) => Row | undefined): Waiting<Row | undefined> {
    const old = yield* this.lock(by, key);
    const next = old && change(old);
    const slot = this.#slots.get(key);
    if (next !== undefined && slot !== undefined) this.#write(by, key, slot, next);
    return next;
  }

  /** @returns the deleted row */
  *delete(by: Writer, key: string): Waiting<Row | undefined> {
    const old = yield* this.lock(by, key);
    const slot = this.#slots.get(key);
    if (old !== undefined && slot !== undefined) this.#write(by, key, slot, undefined);
    return old;
  }

  *clear(by: Writer): Waiting<void> {
    for (const row of this.rows(by)) yield* this.delete(by, this.keyOf(row));
  }

  count(by: Writer): number {
    return this.rows(by).length;
  }

  #write(by: Writer, key: string, slot: Slot<Row>, row: Row | undefined): void {
    slot.pending = { by, row };
    by.changes.add({
      end: (isCommitted) => {
        if (slot.pending?.by === by) {
          const before = slot.committed;
          if (isCommitted) slot.committed = slot.pending.row;
          slot.pending = undefined;
          if (isCommitted) this.changed?.(before, slot.committed);
        }
        if (slot.committed === undefined && this.#slots.get(key) === slot) this.#slots.delete(key);
      },
    });
  }

  /** Returns the row after its lock was taken. If it was deleted and inserted again while the statement waited, the statement does not see it. */
  #keptFor(by: Writer, key: string, slot: Slot<Row>): Row | undefined {
    return this.#slots.get(key) === slot ? visible(slot, by) : undefined;
  }
}

function visible<Row>(slot: Slot<Row>, by: Writer): Row | undefined {
  return slot.pending?.by === by ? slot.pending.row : slot.committed;
}
