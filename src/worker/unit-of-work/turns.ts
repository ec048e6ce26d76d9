/** After this time of long work the other work of this process has its turn. Unit: ms. */
export const SLICE_MS = 10;

/** Waits at least so long (ms), so that others have their turn. */
export type Rest = (ms: number) => Promise<unknown>;

/** Does long work in slices. */
export class Turns {
  private readonly rest: Rest;
  private sliceBegan = performance.now();

  constructor(rest: Rest) {
    this.rest = rest;
  }

  /** Takes all parts of some work, and rests between two of them when a slice is over. @returns the parts */
  async all<Part>(parts: Iterable<Part>): Promise<readonly Part[]> {
    const taken: Part[] = [];
    for (const part of parts) {
      taken.push(part);
      if (this.isOver) await this.next();
    }
    return taken;
  }

  /** Does some work step by step, and rests between two steps when a slice is over. @returns what the last step returns */
  async through<Result>(steps: Iterator<void, Result>): Promise<Result> {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      if (this.isOver) await this.next();
    }
  }

  private get isOver(): boolean {
    return performance.now() - this.sliceBegan > SLICE_MS;
  }

  private async next(): Promise<void> {
    await this.rest(0);
    this.sliceBegan = performance.now();
  }
}
