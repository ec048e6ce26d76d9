/** Limit of all incomplete bodies in one process: about twelve of the largest. Unit: bytes. */
const MOST_BYTES = 134_217_728;

/** Limits incomplete bodies for any number and speed of clients. */
export class BodyBudget {
  readonly #most: number;
  #held = 0;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /** False: nothing is reserved, because the limit would be exceeded. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#most) return false;
    this.#held += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }

  /** Number of reserved bytes. */
  get held(): number {
    return this.#held;
  }
}
