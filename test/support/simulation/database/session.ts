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
  /** unit: ms; undefined: waits for ever */
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

/** What the server answers: rows, or the tag of `begin`, `commit`, `rollback`. */
export interface Answered {
  readonly command: string;
  readonly rows: readonly object[];
}

/** What carries a statement out; it yields the locks it has to wait for. */
export type Execute = (by: SimTransaction, sent: Sent) => readonly object[] | Generator<Lock, readonly object[]>;

type Answer = (error: DatabaseError | undefined, answered?: Answered) => void;

/** What happens on a session, for those who want to do the same elsewhere. */
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

  /** It stands still inside a transaction: nothing is carried out, nothing waits. */
  get isIdle(): boolean {
    return this.#open !== undefined && !this.#isBusy;
  }

  /** A statement arrives. */
  receive(sent: Sent, answer: Answer): void {
    this.#waiting.push({ sent, answer });
    if (!this.#isBusy) this.#next();
  }

  /** The session ends: its transaction is rolled back, what waits is never carried out. */
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

  /** After a statement that failed a commit rolls back, and is no error. */
  #endTransaction(isCommit: boolean, answer: Answer): void {
    const isKept = isCommit && this.#open?.hasFailed === false;
    this.#open?.end(isKept);
    this.#open = undefined;
    answer(undefined, { command: isKept ? 'COMMIT' : 'ROLLBACK', rows: [] });
  }

  /** A statement outside of a transaction is one of its own. */
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
    const answer: Answer = (error, answered) => {
      if (error !== undefined) by.hasFailed = true;
      then(error, answered);
    };
    const attempt = (work: () => void) => {
      try {
        work();
      } catch (error) {
        if (error instanceof DatabaseError) answer(error);
        else this.#world.fail(error);
      }
    };
    const done = (rows: readonly object[]) => answer(undefined, { command: 'SELECT', rows });
    attempt(() => {
      const result = this.#execute(by, sent);
      if (isRows(result)) return done(result);
      const advance = () =>
        attempt(() => {
          const { done: isDone, value } = result.next();
          if (isDone === true) return done(value);
          this.#park(by, value as Lock, answer, advance);
        });
      advance();
    });
  }

  /** The statement goes on when its lock is granted; it fails when that takes longer than its transaction wants to wait. */
  #park(by: SimTransaction, lock: Lock, answer: Answer, advance: () => void): void {
    let isOver = false;
    const once = (act: () => void) => () => {
      if (isOver || this.#isEnded) return;
      isOver = true;
      act();
    };
    by.onGranted = () => queueMicrotask(once(advance));
    if (by.lockTimeoutMs === undefined) return;
    const giveUp = () => {
      if (by.waitsFor !== lock) return;
      isOver = true;
      lock.forget(by);
      answer(new DatabaseError('55P03', 'canceling statement due to lock timeout'));
    };
    this.#world.after(by.lockTimeoutMs, this.#server, () => void (isOver || this.#isEnded || giveUp()));
  }
}

function isRows(result: readonly object[] | Generator<Lock, readonly object[]>): result is readonly object[] {
  return Array.isArray(result);
}
