import { MAX_TEXT_LENGTH, MAX_VALUES } from '../limits.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { NotAValue } from './not-a-value.ts';

/** Limits a traversal: small nested lists can expand exponentially, `{a: [1, 1], b: [a, a], c: [b, b]}`. */
export class VisitBudget {
  readonly #memory: MemoryBudget | undefined;
  #left = MAX_VALUES;
  #characters = MAX_TEXT_LENGTH;

  constructor(memory?: MemoryBudget) {
    this.#memory = memory;
  }

  /** Throws if there are too many. */
  spend(): void {
    this.#left -= 1;
    this.#memory?.take(1);
    if (this.#left < 0) throw new NotAValue(`value holds more than ${MAX_VALUES} values`);
  }

  /** Counts written text; a value may be written many times. */
  text(length: number): void {
    this.#characters -= length;
    if (this.#characters < 0) throw new NotAValue(`text is longer than ${MAX_TEXT_LENGTH} characters`);
  }
}
