/** Thrown on the main thread: the text must run in the sandbox. */
export class MemoryBudgetExceeded extends Error {
  override readonly name = 'MemoryBudgetExceeded';
}

/** Limits texts on the main thread. Units: list items, context entries, and eight characters of strings. */
export class MemoryBudget {
  readonly #onFull: () => never;
  #left: number;

  /** @param onFull throws, so that the text is evaluated elsewhere */
  constructor(units: number, onFull: () => never = memoryBudgetExceeded) {
    this.#left = units;
    this.#onFull = onFull;
  }

  /** Throws above the limit. */
  take(units: number): void {
    this.#left -= units;
    if (this.#left < 0) this.#onFull();
  }
}

function memoryBudgetExceeded(): never {
  throw new MemoryBudgetExceeded('the values of a text take too much memory here');
}
