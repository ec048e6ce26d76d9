import { LRUCache } from 'lru-cache';
import { type InstanceState, isTerminal } from '../../engine/state.ts';
import { MAX_KEPT_STATES, SMALL_STATE } from '../../engine/state-storage.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';

/** A transaction whose lock has ended gives its states back at once; no longer than this is waited for it. Unit: ms. */
const LONGEST_WAIT_MS = 100;

/** A state as it was after a row of the journal. */
export interface KeptState {
  readonly state: InstanceState;
  readonly seq: number;
}

/** States of large instances as they were after this worker's last commit, so that a small step need not read them again. Small ones are not kept. */
export class StateCache {
  private readonly kept: LRUCache<string, KeptState>;
  private readonly inUse = new Map<string, Promise<void>>();

  /** @param maxSize see {@link MAX_KEPT_STATES} */
  constructor(maxSize = MAX_KEPT_STATES) {
    this.kept = new LRUCache({ maxSize });
  }

  /** The states that one transaction works with: only one at a time has a state, because it changes it in place. */
  begin(): StatesInUse {
    return new StatesInUse(this);
  }

  /**
   * Takes a state out. The caller holds the lock of the instance: a transaction of this worker that has it still has just committed or failed.
   * @param done resolves when the caller needs it no more
   */
  async take(id: string, done: Promise<void>): Promise<KeptState | undefined> {
    const before = this.inUse.get(id);
    if (before !== undefined) await Promise.race([before, waitAtMost(LONGEST_WAIT_MS)]);
    this.inUse.set(id, done);
    const kept = this.kept.get(id);
    this.kept.delete(id);
    return kept;
  }

  /** The caller has ended: whoever waits for its state goes on. */
  leave(id: string, done: Promise<void>): void {
    if (this.inUse.get(id) === done) this.inUse.delete(id);
  }

  keep(id: string, kept: KeptState, size: number): void {
    const other = this.kept.get(id);
    if (other === undefined || other.seq < kept.seq) this.kept.set(id, kept, { size: Math.min(size, this.kept.maxSize) });
  }
}

/** See {@link StateCache.begin}. */
export class StatesInUse {
  private readonly cache: StateCache;
  private readonly taken: string[] = [];
  private readonly done: Promise<void>;
  private resolveDone: () => void = () => {};

  constructor(cache: StateCache) {
    this.cache = cache;
    this.done = new Promise((resolve) => {
      this.resolveDone = resolve;
    });
  }

  /** The state of an instance that is locked, as far as this worker has it. */
  take(id: string): Promise<KeptState | undefined> {
    this.taken.push(id);
    return this.cache.take(id, this.done);
  }

  /** Keeps the states of a committed transaction that the next one would have to read. Those of a transaction that failed are not known. */
  keep(instances: Iterable<WorkingInstance>): void {
    for (const { id, state, seq, stored } of instances) {
      const { stateSize, journalSize } = stored;
      if (stateSize > SMALL_STATE && !isTerminal(state)) this.cache.keep(id, { state, seq }, stateSize + journalSize);
    }
  }

  /** The transaction has ended, whatever became of it. */
  end(): void {
    for (const id of this.taken) this.cache.leave(id, this.done);
    this.resolveDone();
  }
}

function waitAtMost(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
