import { type Connection, poolConnection } from '../../db/connection.ts';
import type { Pool } from '../../db/pool.ts';
import { retry, sleep } from '../../platform/retry.ts';
import { isReplyStored } from '../../store/inbox.ts';
import { isStored } from '../../store/journal.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';

/** A transaction without an answer can commit shortly after the connection broke. */
const CHECK_DELAYS_MS = [0, 250, 1000, 4000];
const BACKOFF = { firstDelayMs: 100, maxDelayMs: 2000 };

/**
 * Commits whose answer was lost. The inbox prevents a second execution, but the retry then has nothing to log or count. So this class searches for the first
 * attempt, and counts it if committed (docs/contributing/spec/observability.md#counted-after-commit).
 */
export class UnknownCommits {
  private readonly pool: Pool;
  private readonly onCommitted: (unit: UnitOfWork) => void;
  private readonly stopping: AbortSignal;
  private readonly open = new Set<Promise<void>>();

  constructor(pool: Pool, onCommitted: (unit: UnitOfWork) => void, stopping: AbortSignal) {
    this.pool = pool;
    this.onCommitted = onCommitted;
    this.stopping = stopping;
  }

  /** Searches in the background. Calls `onCommitted` if the unit was committed. */
  add(unit: UnitOfWork): void {
    const search = this.find(unit)
      .catch(() => {}) // the worker stops: the unit is not counted, as after a kill between commit and count
      .finally(() => this.open.delete(search));
    this.open.add(search);
  }

  async drained(): Promise<void> {
    await Promise.all(this.open);
  }

  private async find(unit: UnitOfWork): Promise<void> {
    for (const delayMs of CHECK_DELAYS_MS) {
      await sleep(delayMs, this.stopping);
      const isCommitted = await retry(() => wasCommitted(poolConnection(this.pool), unit), { ...BACKOFF, signal: this.stopping });
      if (!isCommitted) continue;
      this.onCommitted(unit);
      return;
    }
  }
}

/**
 * Searches for one row of the unit by command and time, because all are written together. A command that changes no instance, such as a lock or a failed
 * attempt with a retry, writes a reply but no event history.
 */
async function wasCommitted(connection: Connection, unit: UnitOfWork): Promise<boolean> {
  const { journal, replies } = unit.writeSet();
  const at = new Date(unit.context.now).toISOString();
  if (journal[0] !== undefined) return isStored(connection, journal[0], at);
  return replies[0] !== undefined && isReplyStored(connection, replies[0].commandId, at);
}
