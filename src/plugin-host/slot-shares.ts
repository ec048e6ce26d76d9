/** Tasks that a claim may take now. */
export interface Claimable {
  /** tasks of all keys */
  readonly limit: number;
  /** process keys that have their share already */
  readonly without: readonly string[];
}

/**
 * Shares the slots of a task type among process keys: each key leaves a quarter of what the others do not use. So calls of one key that hang do not keep those of
 * other keys waiting (docs/contributing/spec/http/custom-tasks.md#shared-slots). Fewer than four slots are not shared.
 */
export class SlotShares {
  readonly #slots: number;
  readonly #running = new Map<string, number>();
  #total = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  get free(): number {
    return this.#slots - this.#total;
  }

  begin(key: string): void {
    this.#total += 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  end(key: string): void {
    const left = (this.#running.get(key) ?? 0) - 1;
    this.#total -= 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
  }

  /** At most `most`, and so few that no key gets more than its share, even if all of them are of one key. */
  claimable(most: number): Claimable {
    const without: string[] = [];
    let limit = Math.min(most, shareOf(this.free));
    for (const [key, running] of this.#running) {
      const room = shareOf(this.#slots - (this.#total - running)) - running;
      if (room <= 0) without.push(key);
      else limit = Math.min(limit, room);
    }
    return { limit, without };
  }
}

/** Most slots that one process key may use while others are without work. */
function shareOf(slots: number): number {
  return Math.ceil((slots * 3) / 4);
}
