import { isRetryable, poolConnection, type Transaction, withTransaction } from '../db/connection.ts';
import type { Pool } from '../db/pool.ts';
import type { IndexedVariable } from '../platform/config/setting-types.ts';
import type { Logger } from '../platform/log.ts';
import { FaultsInARow } from '../platform/loops.ts';
import { errorMessage } from '../platform/redact.ts';
import { backoffMs, pause } from '../platform/retry.ts';
import { openWakeSignal, type WakeSignal } from '../platform/wake-signal.ts';
import { type Batch, projectBatch } from './batch.ts';
import { fillFeed } from './feed/fill.ts';
import type { Stop } from './journal-row.ts';
import { LiveCache } from './open-projections.ts';
import { logStop } from './stop-log.ts';
import { hasTodo } from './todo.ts';

/** Times in ms. */
interface ProjectorSettings {
  /** rows of projection_todo per transaction */
  readonly batchSize: number;
  /** poll interval without wake-up signals */
  readonly pollMs: number;
  /** delay before a failed subject is retried and logged again */
  readonly retryStoppedMs: number;
  /** searchable variables of instances (ADR 0025) */
  readonly indexedVariables: readonly IndexedVariable[];
  /** publishes to the event feed (ADR 0080) */
  readonly isFed: boolean;
}

export interface Projector {
  /** Polls immediately. */
  wake(): void;
  /** Rejects if the last batches failed, several times and for some seconds (`FaultsInARow`). */
  checkWorking(): Promise<void>;
  /** Stops after the running batch. Safe to call twice. */
  stop(): Promise<void>;
}

const DEFAULTS: ProjectorSettings = { batchSize: 200, pollMs: 250, retryStoppedMs: 60_000, indexedVariables: [], isFed: false };
const OUTAGE = { firstDelayMs: 100, maxDelayMs: 5000 };
const LAG_WARNING_MS = 10_000;
const LAG_WARNING_EVERY_MS = 60_000;

/** SQLSTATE of invalid data and exceeded limits; a retry would fail too. */
const DATA_REFUSED = /^(22|23|54)/;

/** Retries after database errors. Several projectors can run at the same time. */
export function runProjector(pool: Pool, log: Logger, settings: Partial<ProjectorSettings> = {}): Projector {
  const loop = new ProjectorLoop(pool, log, { ...DEFAULTS, ...settings });
  const ended = Promise.all([loop.run(), loop.fill()]);
  return {
    wake: () => loop.wakeSignal.wake(),
    checkWorking: () => loop.faults.check(),
    async stop() {
      loop.ending.abort();
      await ended;
    },
  };
}

class ProjectorLoop {
  readonly ending = new AbortController();
  readonly faults = new FaultsInARow('a batch');
  readonly wakeSignal: WakeSignal = openWakeSignal(this.ending.signal);
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #settings: ProjectorSettings;
  readonly #cache = new LiveCache();
  /** failed subjects with the time of their retry (ms since epoch) */
  readonly #retryAt = new Map<string, number>();
  /** following batches that take only one row, to find the row that the database rejected */
  #singles = 0;
  #failures = 0;
  #lagWarnedAt = Number.NEGATIVE_INFINITY;

  constructor(pool: Pool, log: Logger, settings: ProjectorSettings) {
    this.#pool = pool;
    this.#log = log;
    this.#settings = settings;
  }

  /** Never rejects; ends when `ending` is aborted. */
  async run(): Promise<void> {
    while (!this.ending.signal.aborted) {
      const mayBeMore = await this.#runBatch();
      if (!mayBeMore) await this.#untilWorkIsLikely();
    }
  }

  /** Waits for a signal, or until a poll finds rows. The poll takes no locks, because it usually finds nothing. Returns after `ending` too. */
  async #untilWorkIsLikely(): Promise<void> {
    while (!(await this.wakeSignal.wait(this.#settings.pollMs))) {
      // the next batch reports the error
      if (await hasTodo(poolConnection(this.#pool)).catch(() => true)) return;
    }
  }

  /** Publishes older events to the feed; never rejects. */
  async fill(): Promise<void> {
    if (this.#settings.isFed) await fillFeed(this.#pool, this.#log, this.ending.signal);
  }

  /** Runs one batch; never rejects. @returns whether to run the next one without waiting */
  async #runBatch(): Promise<boolean> {
    const limit = this.#singles > 0 ? 1 : this.#settings.batchSize;
    let batch: Batch | undefined;
    try {
      const { indexedVariables, isFed } = this.#settings;
      const work = async (transaction: Transaction) => {
        batch = await projectBatch(transaction, limit, this.#pausedSubjects(), this.#cache, indexedVariables, isFed);
      };
      await withTransaction(this.#pool, work, { beginsWithRead: true });
    } catch (error) {
      await this.#recover(error, batch);
      return true;
    }
    this.#failures = 0;
    this.faults.succeeded();
    if (batch === undefined) return false;
    this.#cache.keep(batch.projections);
    this.#singles = batch.takenCount === 0 ? 0 : Math.max(0, this.#singles - 1);
    this.#report(batch);
    return batch.mayBeMore;
  }

  #pausedSubjects(): readonly string[] {
    for (const [subjectId, until] of this.#retryAt) if (until <= Date.now()) this.#retryAt.delete(subjectId);
    return [...this.#retryAt.keys()];
  }

  #report({ takenCount, rowCount, lagMs, stopped }: Batch): void {
    if (takenCount === 0) return;
    for (const [subjectId, stop] of stopped) this.#pauseSubject(subjectId, stop);
    const LagMs = Math.round(lagMs);
    this.#log.event('batch-projected', { Count: rowCount, LagMs });
    if (LagMs <= LAG_WARNING_MS || Date.now() - this.#lagWarnedAt < LAG_WARNING_EVERY_MS) return;
    this.#lagWarnedAt = Date.now();
    this.#log.event('projection-lagging', { LagMs });
  }

  #pauseSubject(subjectId: string, stop: Stop): void {
    this.#retryAt.set(subjectId, Date.now() + this.#settings.retryStoppedMs);
    logStop(this.#log, subjectId, stop);
  }

  /**
   * The rollback has restored the rows. If the database rejected the data of one subject, pauses it; if the batch had several, the next batches take one row
   * each. After other errors, waits with backoff.
   */
  async #recover(error: unknown, batch: Batch | undefined): Promise<void> {
    const [subjectId, ...others] = batch?.subjectIds ?? [];
    if (subjectId !== undefined && isDataRefused(error)) {
      if (others.length > 0) this.#singles = this.#settings.batchSize;
      else this.#pauseSubject(subjectId, { reason: 'damage', seq: null, error });
      return;
    }
    this.#failures++;
    this.faults.failed();
    if (this.#failures === 1) this.#logFailure(error);
    await pause(backoffMs(OUTAGE, this.#failures), this.ending.signal);
  }

  #logFailure(error: unknown): void {
    const reason = errorMessage(error);
    if (isRetryable(error)) this.#log.event('database-unreachable', { Operation: 'projection', ErrorMessage: reason });
    else this.#log.event('invariant-broken', { ErrorMessage: reason, Rule: 'a batch can be projected' });
  }
}

function isDataRefused(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && DATA_REFUSED.test(code);
}
