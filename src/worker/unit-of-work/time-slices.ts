/** Length of a time slice of long work; other work of this process runs after it. Unit: ms. */
export const SLICE_MS = 10;

/** Yields to other work for at least this time (ms). */
export type YieldFor = (ms: number) => Promise<unknown>;

/** Runs long work in time slices. */
export class TimeSlices {
  private readonly yieldFor: YieldFor;
  private sliceBegan = performance.now();

  constructor(yieldFor: YieldFor) {
    this.yieldFor = yieldFor;
  }

  /** Collects all parts, and yields to other work after each time slice. @returns the parts */
  async all<Part>(parts: Iterable<Part>): Promise<readonly Part[]> {
    const taken: Part[] = [];
    for (const part of parts) {
      taken.push(part);
      if (this.isOver) await this.next();
    }
    return taken;
  }

  /** Runs all steps, and yields to other work after each time slice. @returns the result of the last step */
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
    await this.yieldFor(0);
    this.sliceBegan = performance.now();
  }
}
