/** A batch as the API shows it. */
export interface ShownBatch {
  readonly batchId: string;
  readonly operation: string;
  readonly status: string;
  readonly filters: string | null;
  readonly totalCount: number;
  readonly pendingCount: number;
  readonly succeededCount: number;
  readonly failedCount: number;
  readonly skippedCount: number;
  readonly createdAt: string;
  readonly endedAt: string | null;
}

/** Characters of the bar. */
const WIDTH = 30;

/** How far a batch is, in one line. */
export function progressText(batch: ShownBatch): string {
  const { status, totalCount, pendingCount, succeededCount, failedCount, skippedCount } = batch;
  const done = totalCount - pendingCount;
  const filled = totalCount === 0 ? WIDTH : Math.floor((done / totalCount) * WIDTH);
  const bar = `${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}`;
  return `[${bar}] ${done}/${totalCount}  succeeded ${succeededCount}  failed ${failedCount}  skipped ${skippedCount}  ${status}`;
}
