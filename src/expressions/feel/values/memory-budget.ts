/** Thrown if the values exceed the memory limit of the main thread: the text must run in the sandbox. */
export class MemoryBudgetExceeded extends Error {
  override readonly name = 'MemoryBudgetExceeded';
}

/** Memory limit for the values of texts on the main thread. Unit: list items, context entries, and eight characters of strings. */
export class MemoryBudget {
  readonly #onFull: () => never;
  #left: number;

  /** @param onFull throws, so that the text is evaluated elsewhere */
  constructor(units: number, onFull: () => never = memoryBudgetExceeded) {
    this.#left = units;
    this.#onFull = onFull;
  }

  /** Counts new values. Throws if they exceed the limit. */
  take(units: number): void {
    this.#left -= units;
    if (this.#left < 0) this.#onFull();
  }
}

function memoryBudgetExceeded(): never {
  throw new MemoryBudgetExceeded('the values of a text take too much memory here');
}
