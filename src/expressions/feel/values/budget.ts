import { MAX_TEXT_LENGTH, MAX_VALUES } from '../../limits.ts';
import { NotAValue } from './not-a-value.ts';
import type { Room } from './room.ts';

/**
 * How many values one look at a value may still visit. Lists that hold one list many times are small and have no end when they are written out:
 * `{a: [1, 1], b: [a, a], c: [b, b]}` and so on.
 */
export class Budget {
  readonly #room: Room | undefined;
  #left = MAX_VALUES;
  #characters = MAX_TEXT_LENGTH;

  constructor(room?: Room) {
    this.#room = room;
  }

  spend(): void {
    this.#left -= 1;
    this.#room?.take(1);
    if (this.#left < 0) throw new NotAValue(`value holds more than ${MAX_VALUES} values`);
  }

  /** Counts a part of the text that the look writes; a part may stand in it many times. */
  text(length: number): void {
    this.#characters -= length;
    if (this.#characters < 0) throw new NotAValue(`text is longer than ${MAX_TEXT_LENGTH} characters`);
  }
}
