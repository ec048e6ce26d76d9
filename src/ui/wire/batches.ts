/** GET /batches/failed-again?batches=: succeeded items of retries that have failed again, by id of the batch. Absent: none. */
export interface FailedAgainView {
  readonly counts: Readonly<Record<string, number>>;
}

/** GET /batches/now: succeeded items of a batch by the present status of their instances (docs/contributing/spec/batches.md#status-now). */
export interface ItemsNowView {
  readonly completed: number;
  /** without the waiting ones */
  readonly running: number;
  readonly waiting: number;
  readonly failed: number;
  readonly cancelled: number;
}
