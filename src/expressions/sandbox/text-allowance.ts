/** Time slice per turn of the event loop; other evaluations wait for the next turn. */
export const ALLOWANCE_MS = 15;
/** Time for a short text after the slice is used. */
const LEAST_MS = 2;

/** Measures the current turn of the event loop. At twice the slice, all texts are deferred. */
export class TextAllowance {
  private readonly inTurnMs: number;
  private spentMs = 0;
  private isEndAwaited = false;

  constructor(inTurnMs: number) {
    this.inTurnMs = inTurnMs;
  }

  /** Time for the next text. */
  get allowanceMs(): number {
    if (this.inTurnMs === 0 || this.spentMs > 2 * this.inTurnMs) return 0;
    return Math.max(LEAST_MS, this.inTurnMs - this.spentMs);
  }

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
