import { MAX_VALUES } from '../../limits.ts';
import { NotAValue } from './not-a-value.ts';

/**
 * How many values one look at a value may still visit. Lists that hold one list many times are small and have no end when they are written out:
 * `{a: [1, 1], b: [a, a], c: [b, b]}` and so on.
 */
export class Budget {
  #left = MAX_VALUES;

  spend(): void {
    this.#left -= 1;
    if (this.#left < 0) throw new NotAValue(`value holds more than ${MAX_VALUES} values`);
  }
}
