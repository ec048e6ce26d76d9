/** What texts may take of one turn of the event loop; more of them wait for the next one. Unit: ms. */
const ALLOWANCE_MS = 15;
/** A short text that comes when that is used up is not sent away for it. Unit: ms. */
const LEAST_MS = 2;
/** When so much is used up, every text is. Unit: ms. */
const MOST_MS = 30;

/** How long texts have held up the present turn of the event loop. */
export class TextAllowance {
  private spentMs = 0;
  private isEndAwaited = false;

  /** How long the next text may hold it up. Unit: ms. */
  get allowanceMs(): number {
    return this.spentMs > MOST_MS ? 0 : Math.max(LEAST_MS, ALLOWANCE_MS - this.spentMs);
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
