/** GET /batches/now: succeeded items of a batch by the present status of their instances (docs/contributing/spec/batches.md#status-now). */
export interface ItemsNowView {
  readonly completed: number;
  /** without the waiting ones */
  readonly running: number;
  readonly waiting: number;
  readonly failed: number;
  readonly cancelled: number;
}
