import type { SimProcess, World } from '../world.ts';
import { DatabaseError } from './database-error.ts';
import type { Lock } from './lock.ts';
import type { Change, Writer } from './table.ts';

/** A transaction: of one statement, or from `begin` on. */
export class SimTransaction implements Writer {
  readonly locks = new Set<Lock>();
  readonly changes = new Set<Change>();
  waitsFor: Lock | undefined;
  onGranted: () => void = () => {};
  /** a statement of it has failed: it can only be rolled back */
  hasFailed = false;
  /** unit: ms; undefined: waits forever */
  lockTimeoutMs: number | undefined;

  end(isCommitted: boolean): void {
    this.waitsFor?.forget(this);
    for (const change of this.changes) change.end(isCommitted && !this.hasFailed);
    for (const lock of [...this.locks]) lock.release(this);
  }
}

/** One statement as it arrives. */
export interface Sent {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Answer of the server: rows, or the tag of `begin`, `commit`, `rollback`. */
export interface Answered {
  readonly command: string;
  readonly rows: readonly object[];
}

/** Runs a statement. Yields the locks that it has to wait for. */
export type Execute = (by: SimTransaction, sent: Sent) => readonly object[] | Generator<Lock, readonly object[]>;

type Answer = (error: DatabaseError | undefined, answered?: Answered) => void;

/** Events of a session, for code that repeats them elsewhere. */
export interface SessionWatcher {
  onSent(session: number, sent: Sent): void;
  onAnswered(session: number, error: DatabaseError | undefined, answered?: Answered): void;
  onEnded(session: number): void;
}

export interface SessionTools {
  readonly world: World;
  readonly server: SimProcess;
  readonly execute: Execute;
  readonly watcher: SessionWatcher | undefined;
}

/** A statement that is not over. */
interface InWork {
  readonly by: SimTransaction;
  readonly steps: Generator<Lock, readonly object[]>;
  readonly then: Answer;
}

/** The server's side of one connection: carries statements out one after the other, in the transaction that is open. */
export class Session {
  readonly id: number;
  readonly #world: World;
  /** the process of the server: lock waits end on its behalf */
  readonly #server: SimProcess;
  readonly #execute: Execute;
  readonly #watcher: SessionWatcher | undefined;
  readonly #waiting: { sent: Sent; answer: Answer }[] = [];
  #open: SimTransaction | undefined;
  #isBusy = false;
  #isEnded = false;

  constructor(id: number, { world, server, execute, watcher }: SessionTools) {
    this.id = id;
    this.#world = world;
    this.#server = server;
    this.#execute = execute;
    this.#watcher = watcher;
  }

  get isInTransaction(): boolean {
    return this.#open !== undefined;
  }

  /** Returns whether the session is idle inside a transaction: no statement runs or waits. */
  get isIdle(): boolean {
    return this.#open !== undefined && !this.#isBusy;
  }

  /** A statement arrives. */
  receive(sent: Sent, answer: Answer): void {
    this.#waiting.push({ sent, answer });
    if (!this.#isBusy) this.#next();
  }

  /** The session ends: its transaction is rolled back, and waiting statements never run. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#waiting.length = 0;
    this.#watcher?.onEnded(this.id);
    this.#open?.end(false);
    this.#open = undefined;
  }

  #next(): void {
    const next = this.#waiting.shift();
    if (next === undefined || this.#isEnded) return;
    this.#isBusy = true;
    this.#watcher?.onSent(this.id, next.sent);
    this.#carryOut(next.sent, (error, answered) => {
      if (this.#isEnded) return;
      this.#isBusy = false;
      this.#watcher?.onAnswered(this.id, error, answered);
      next.answer(error, answered);
      this.#next();
    });
  }

  #carryOut(sent: Sent, answer: Answer): void {
    if (sent.text === 'begin') {
      this.#open ??= new SimTransaction();
      answer(undefined, { command: 'BEGIN', rows: [] });
    } else if (sent.text === 'commit' || sent.text === 'rollback') this.#endTransaction(sent.text === 'commit', answer);
    else if (this.#open === undefined) this.#runAlone(sent, answer);
    else if (this.#open.hasFailed) answer(new DatabaseError('25P02', 'current transaction is aborted'));
    else this.#run(this.#open, sent, answer);
  }

  /** A commit after a failed statement rolls back without an error. */
  #endTransaction(isCommit: boolean, answer: Answer): void {
    const isKept = isCommit && this.#open?.hasFailed === false;
    this.#open?.end(isKept);
    this.#open = undefined;
    answer(undefined, { command: isKept ? 'COMMIT' : 'ROLLBACK', rows: [] });
  }

  /** A statement outside of a transaction has a separate one. */
  #runAlone(sent: Sent, answer: Answer): void {
    const own = new SimTransaction();
    this.#open = own;
    this.#run(own, sent, (error, answered) => {
      this.#open = undefined;
      own.end(error === undefined);
      answer(error, answered);
    });
  }

  #run(by: SimTransaction, sent: Sent, then: Answer): void {
    try {
      const result = this.#execute(by, sent);
      if (isRows(result)) then(undefined, { command: 'SELECT', rows: result });
      else this.#advance({ by, steps: result, then });
    } catch (error) {
      this.#fail(by, then, error);
    }
  }

  /** Runs a statement until it waits for a lock or has its rows. */
  #advance(work: InWork): void {
    const { by, steps, then } = work;
    try {
      const { done: isDone, value } = steps.next();
      if (isDone === true) then(undefined, { command: 'SELECT', rows: value });
      else this.#park(work, value);
    } catch (error) {
      this.#fail(by, then, error);
    }
  }

  #fail(by: SimTransaction, then: Answer, error: unknown): void {
    by.hasFailed = true;
    if (error instanceof DatabaseError) then(error);
    else this.#world.fail(error);
  }

  /** Continues the statement when its lock is granted; fails if that takes longer than the lock timeout of its transaction. */
  #park(work: InWork, lock: Lock): void {
    const { by, then } = work;
    let isOver = false;
    by.onGranted = () => {
      isOver = true;
      queueMicrotask(() => {
        if (!this.#isEnded) this.#advance(work);
      });
    };
    if (by.lockTimeoutMs === undefined) return;
    this.#world.after(by.lockTimeoutMs, this.#server, () => {
      if (isOver || this.#isEnded) return;
      lock.forget(by);
      this.#fail(by, then, new DatabaseError('55P03', 'canceling statement due to lock timeout'));
    });
  }
}

function isRows(result: readonly object[] | Generator<Lock, readonly object[]>): result is readonly object[] {
  return Array.isArray(result);
}
