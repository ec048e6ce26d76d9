/** One request of a client, and its answer. */
export interface Deed {
  /** is among the variables it was sent with, and in nothing else */
  readonly marker: string;
  readonly what: 'start' | 'message' | 'signal' | 'complete' | 'work';
  /**
   * instances to which it was done, as the client was told with a 200; empty: nothing was done, as it was told with an error that says so;
   * undefined: it was not told
   */
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

  /** Counts a write that was acknowledged. Times as `performance.now` tells them. */
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
