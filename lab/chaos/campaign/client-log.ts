/** One request of a client, and its answer. */
export interface Deed {
  /** is among the variables it was sent with, and in nothing else */
  readonly marker: string;
  readonly what: 'start' | 'message' | 'signal' | 'complete' | 'work';
  /** changed instances according to a 200; empty: an error that excludes a change; undefined: no answer */
  instances: readonly string[] | undefined;
}

/** Requests of all clients, and their answers. */
export class ClientLog {
  readonly deeds: Deed[] = [];
  /** instances whose cancellation was acknowledged */
  readonly cancelled = new Set<string>();
  /** definitions whose deployment was acknowledged */
  readonly deployed: string[] = [];
  /** answers that no fault excuses */
  readonly wrongAnswers: string[] = [];
  readonly #acknowledgedAt: { readonly sentAt: number; readonly at: number }[] = [];
  acknowledged = 0;

  /** Counts an acknowledged write. Times of `performance.now`. */
  answered(sentAt: number): void {
    this.acknowledged += 1;
    this.#acknowledgedAt.push({ sentAt, at: performance.now() });
    if (this.#acknowledgedAt.length > 20_000) this.#acknowledgedAt.splice(0, 10_000);
  }

  /** When the first write was acknowledged that was sent after this moment; undefined: none yet. */
  firstAfter(moment: number): number | undefined {
    const after = this.#acknowledgedAt.filter(({ sentAt }) => sentAt >= moment).map(({ at }) => at);
    return after.length === 0 ? undefined : Math.min(...after);
  }
}
