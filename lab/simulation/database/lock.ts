import { DatabaseError } from './database-error.ts';

/** A transaction that holds locks or waits for them. */
export interface LockOwner {
  readonly locks: Set<Lock>;
  /** the lock it waits for */
  waitsFor: Lock | undefined;
  /** called when that lock is granted */
  onGranted(): void;
}

interface Waiter {
  readonly owner: LockOwner;
  readonly isExclusive: boolean;
}

/** A lock on a row or on a number, held until its transaction ends and granted in the order it was asked for. */
export class Lock {
  readonly #holders = new Map<LockOwner, boolean>();
  #queue: Waiter[] = [];

  /** Takes the lock if it is free. */
  tryTake(owner: LockOwner, isExclusive = true): boolean {
    const held = this.#holders.get(owner);
    if (held === true || (held === false && !isExclusive)) return true;
    if (!this.#isFreeFor(owner, isExclusive) || (held === undefined && this.#queue.length > 0)) return false;
    this.#grant({ owner, isExclusive });
    return true;
  }

  /** Takes the lock; yields it while it has to be waited for. Throws 40P01 when owners would wait in a circle. */
  *take(owner: LockOwner, isExclusive = true): Generator<Lock, void> {
    if (this.tryTake(owner, isExclusive)) return;
    this.#queue.push({ owner, isExclusive });
    owner.waitsFor = this;
    if (this.#isCircle(owner)) {
      this.forget(owner);
      throw new DatabaseError('40P01', 'deadlock detected');
    }
    yield this;
  }

  /** Removes a waiting owner. */
  forget(owner: LockOwner): void {
    owner.waitsFor = undefined;
    this.#queue = this.#queue.filter((waiter) => waiter.owner !== owner);
    this.#grantNext();
  }

  release(owner: LockOwner): void {
    owner.locks.delete(this);
    this.#holders.delete(owner);
    this.#grantNext();
  }

  #grantNext(): void {
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      if (!this.#isFreeFor(next.owner, next.isExclusive)) return;
      this.#queue.shift();
      next.owner.waitsFor = undefined;
      this.#grant(next);
      next.owner.onGranted();
    }
  }

  #grant({ owner, isExclusive }: Waiter): void {
    this.#holders.set(owner, isExclusive || this.#holders.get(owner) === true);
    owner.locks.add(this);
  }

  #isFreeFor(owner: LockOwner, isExclusive: boolean): boolean {
    for (const [holder, isHeldExclusive] of this.#holders) {
      if (holder !== owner && (isExclusive || isHeldExclusive)) return false;
    }
    return true;
  }

  /** Returns whether an owner that this one waits for waits for it. */
  #isCircle(owner: LockOwner): boolean {
    const seen = new Set<LockOwner>();
    const waitsForOwner = (lock: Lock, waiter: LockOwner): boolean =>
      lock.#aheadOf(waiter).some((other) => {
        if (other === owner) return true;
        if (seen.has(other)) return false;
        seen.add(other);
        return other.waitsFor !== undefined && waitsForOwner(other.waitsFor, other);
      });
    return waitsForOwner(this, owner);
  }

  #aheadOf(waiter: LockOwner): LockOwner[] {
    const place = this.#queue.findIndex(({ owner }) => owner === waiter);
    const before = this.#queue.slice(0, Math.max(0, place)).map(({ owner }) => owner);
    return [...this.#holders.keys(), ...before].filter((other) => other !== waiter);
  }
}
