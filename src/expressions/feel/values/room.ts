/** Values do not fit where a text is evaluated in the service itself: it has to be evaluated in the sandbox. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/**
 * How much memory the values of one or several texts may take where they are evaluated in the service itself. Unit: items of lists, entries of contexts,
 * and eight characters of texts.
 */
export class Room {
  readonly #onFull: () => never;
  #left: number;

  /** @param onFull throws, so that the text is evaluated elsewhere */
  constructor(units: number, onFull: () => never = noRoom) {
    this.#left = units;
    this.#onFull = onFull;
  }

  take(units: number): void {
    this.#left -= units;
    if (this.#left < 0) this.#onFull();
  }
}

function noRoom(): never {
  throw new NoRoom('the values of a text take too much memory here');
}
