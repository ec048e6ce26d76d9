/** Maximum number of bytes of all incomplete bodies in one process: about twelve of the largest bodies. */
const MOST_BYTES = 134_217_728;

/** Limits the total size of incomplete bodies, for any number and speed of clients. */
export class BodyBudget {
  readonly #most: number;
  #held = 0;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /** Reserves bytes. Returns false, and reserves nothing, if the limit would be exceeded. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#most) return false;
    this.#held += bytes;
    return true;
  }

  /** Releases reserved bytes. */
  give(bytes: number): void {
    this.#held -= bytes;
  }

  /** Number of reserved bytes. */
  get held(): number {
    return this.#held;
  }
}
