import { LRUCache } from 'lru-cache';
import { MAX_KEPT_STATES, SMALL_STATE } from '../../engine/state/state-index.ts';
import { type InstanceState, isTerminal } from '../../engine/state.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';

/** Wait for a transaction of this worker that has released its lock and returns its states shortly after. */
const LONGEST_WAIT_MS = 100;

/** `seq`: its last row in the event history. */
export interface KeptState {
  readonly state: InstanceState;
  readonly seq: number;
}

/** Large states after this worker's last commit, so that a small step need not read them again. */
export class StateCache {
  private readonly kept: LRUCache<string, KeptState>;
  private readonly inUse = new Map<string, Promise<void>>();

  /** @param maxSize see {@link MAX_KEPT_STATES} */
  constructor(maxSize = MAX_KEPT_STATES) {
    this.kept = new LRUCache({ maxSize });
  }

  /** Begins the use by a transaction. It changes states in place, so each has one user at a time. */
  begin(): StatesInUse {
    return new StatesInUse(this);
  }

  /**
   * Removes a state from the cache. The caller holds the lock of the instance, so an earlier user in this worker has just committed or failed: waits until it
   * has returned the state, at most {@link LONGEST_WAIT_MS}.
   * @param done resolves when the caller no longer needs the state
   */
  async take(id: string, done: Promise<void>): Promise<KeptState | undefined> {
    const before = this.inUse.get(id);
    if (before !== undefined) await Promise.race([before, waitAtMost(LONGEST_WAIT_MS)]);
    this.inUse.set(id, done);
    const kept = this.kept.get(id);
    this.kept.delete(id);
    return kept;
  }

  /** Ends the use of a state; waiting transactions continue. */
  leave(id: string, done: Promise<void>): void {
    if (this.inUse.get(id) === done) this.inUse.delete(id);
  }

  /** Unless the cache has a later one. `size` in characters. */
  keep(id: string, kept: KeptState, size: number): void {
    const other = this.kept.get(id);
    if (other === undefined || other.seq < kept.seq) this.kept.set(id, kept, { size: Math.min(size, this.kept.maxSize) });
  }
}

/** Cached states that one transaction uses. */
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

  /** Takes the state of a locked instance; undefined if it is not cached. */
  take(id: string): Promise<KeptState | undefined> {
    this.taken.push(id);
    return this.cache.take(id, this.done);
  }

  /** Call it only after a commit: after a failure the states are wrong. */
  keep(instances: Iterable<WorkingInstance>): void {
    for (const { id, state, seq, stored } of instances) {
      const { stateSize, journalSize } = stored;
      if (stateSize > SMALL_STATE && !isTerminal(state)) this.cache.keep(id, { state, seq }, stateSize + journalSize);
    }
  }

  /** Call it after success or failure. */
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
