/** What texts may take of one turn of the event loop; more of them wait for the next one. Unit: ms. */
export const ALLOWANCE_MS = 15;
/** A short text that comes when that is used up is not sent away for it. Unit: ms. */
const LEAST_MS = 2;

/** How long texts have held up the present turn of the event loop. When it is twice the allowance, every text is sent away. */
export class TextAllowance {
  private readonly inTurnMs: number;
  private spentMs = 0;
  private isEndAwaited = false;

  constructor(inTurnMs: number) {
    this.inTurnMs = inTurnMs;
  }

  /** How long the next text may hold it up. Unit: ms. */
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
