/** Maximum bytes of incomplete bodies in one process: about twelve of the largest. */
const MOST_BYTES = 134_217_728;

/** Limits the total size of incomplete bodies, for any number and speed of clients. */
export class BodyBudget {
  readonly #most: number;
  #held = 0;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /** Reserves more bytes; false: no room, and nothing was reserved. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#most) return false;
    this.#held += bytes;
    return true;
  }

  /** Gives room back. */
  give(bytes: number): void {
    this.#held -= bytes;
  }

  /** Bytes that are held now. */
  get held(): number {
    return this.#held;
  }
}
