/** Time slice for evaluations per turn of the event loop; others wait for the next turn. */
export const ALLOWANCE_MS = 15;
/** Minimum time for a short text after the slice is used. */
const LEAST_MS = 2;

/** Measures the evaluation time in the current turn of the event loop. At twice the slice, all texts are deferred. */
export class TextAllowance {
  private readonly inTurnMs: number;
  private spentMs = 0;
  private isEndAwaited = false;

  constructor(inTurnMs: number) {
    this.inTurnMs = inTurnMs;
  }

  /** Time available to the next text. Unit: ms. */
  get allowanceMs(): number {
    if (this.inTurnMs === 0 || this.spentMs > 2 * this.inTurnMs) return 0;
    return Math.max(LEAST_MS, this.inTurnMs - this.spentMs);
  }

  /** Counts the time of a text in this turn. */
  spend(ms: number): void {
    this.spentMs += ms;
    if (this.isEndAwaited) return;
    this.isEndAwaited = true;
    setImmediate(() => {
      this.isEndAwaited = false;
      this.spentMs = 0;
    });
  }
}
