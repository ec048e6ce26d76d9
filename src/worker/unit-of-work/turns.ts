/** After this time of long work the other work of this process has its turn. Unit: ms. */
export const SLICE_MS = 10;

/** Waits at least so long (ms), so that others have their turn. */
export type Rest = (ms: number) => Promise<unknown>;

/** Does long work step by step. `rest`: between two slices. @returns what the last step returns */
export async function inTurns<Result>(steps: Iterator<void, Result>, rest: Rest): Promise<Result> {
  let sliceBegan = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - sliceBegan <= SLICE_MS) continue;
    await rest(0);
    sliceBegan = performance.now();
  }
}

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
      if (performance.now() - this.sliceBegan <= SLICE_MS) continue;
      await this.rest(0);
      this.sliceBegan = performance.now();
    }
    return taken;
  }
}
