/** A single or short fault does not make the replica unready. Units: faults; ms. */
const FEWEST = 3;
const SHORTEST_MS = 3000;
/** Faults are forgotten after this time without another one: clients that use other replicas cause none. Unit: ms. */
const REMEMBERED_MS = 15_000;

/** Counts attempts that have failed since the last success: a health check, which rejects while nothing succeeds. */
export class FaultsInARow {
  readonly #what: string;
  readonly #now: () => number;
  #count = 0;
  #firstAt = 0;
  #lastAt = 0;

  /** @param what fails, for the reason */
  constructor(what: string, now: () => number = () => performance.now()) {
    this.#what = what;
    this.#now = now;
  }

  failed(): void {
    const now = this.#now();
    if (this.#count === 0 || now - this.#lastAt > REMEMBERED_MS) {
      this.#count = 0;
      this.#firstAt = now;
    }
    this.#count += 1;
    this.#lastAt = now;
  }

  succeeded(): void {
    this.#count = 0;
  }

  get isLasting(): boolean {
    const isRecent = this.#now() - this.#lastAt <= REMEMBERED_MS;
    return this.#count >= FEWEST && this.#lastAt - this.#firstAt >= SHORTEST_MS && isRecent;
  }

  async check(): Promise<void> {
    if (this.isLasting) throw new Error(`${this.#what} failed ${this.#count} times in a row`);
  }
}
