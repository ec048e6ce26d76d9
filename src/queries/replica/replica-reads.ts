import { isConflict, isRetryable } from '../../db/connection.ts';
import type { Logger } from '../../platform/log.ts';
import type { ReplicaMetrics, ReplicaReason } from '../../platform/metrics/role-metrics.ts';
import { sleep } from '../../platform/retry.ts';
import type { ReadDatabase } from '../read-database.ts';
import type { ListReader, ListReads, ListWork } from './list-reads.ts';
import {
  begunAfter,
  ReplayWait,
  readPrimaryEnd,
  readPrimaryPosition,
  readReplicaEnd,
  readReplicaPosition,
  type WalPlace,
} from './replay-wait.ts';
import { ReplicaWatch } from './replica-watch.ts';

/** Poll interval after a failure of the replica. Unit: ms. */
const RETRY_MS = 20;

export interface ReplicaServers {
  readonly primary: ReadDatabase;
  readonly replica: ReadDatabase;
  /** the replica through a separate connection, so that blocked reads do not hide that it responds */
  readonly watched: ReadDatabase;
}

export interface ReplicaReadsOptions extends ReplicaServers {
  readonly maxLagMs: number;
  readonly log: Pick<Logger, 'event'>;
  readonly metrics: ReplicaMetrics;
}

/** Reads lists from a replica, and from the primary if the replica fails, so that users see no error of a replica (ADR 0025). */
export class ReplicaReads implements ListReads {
  readonly #primary: ReadDatabase;
  readonly #replica: ReadDatabase;
  readonly #metrics: ReplicaMetrics;
  readonly #watch: ReplicaWatch;
  readonly #replay: ReplayWait;
  readonly #primaryEnd: () => Promise<WalPlace>;
  /** moves running reads from the replica to the primary */
  readonly #leaving = new Set<() => void>();

  constructor({ primary, replica, watched, maxLagMs, log, metrics }: ReplicaReadsOptions) {
    this.#primary = primary;
    this.#replica = replica;
    this.#metrics = metrics;
    this.#primaryEnd = begunAfter(() => readPrimaryEnd(primary));
    this.#replay = new ReplayWait(() => readReplicaEnd(replica));
    const queries = { primary: () => readPrimaryPosition(primary), replica: () => readReplicaPosition(watched) };
    this.#watch = new ReplicaWatch({ queries, maxLagMs, log, onLeft: () => this.#leave() });
    metrics.onCollectReplicaLag(async () => this.#watch.lagMs() / 1000);
  }

  begin(): void {
    this.#watch.begin();
  }

  end(): void {
    this.#watch.end();
  }

  async read<T>(reader: ListReader, work: ListWork<T>): Promise<T> {
    const why = this.#watch.whyNot() ?? (reader.isAfterWrite ? await this.#whyNotYet() : undefined);
    if (why !== undefined) return this.#readPrimary(work, why);
    try {
      const found = await this.#readReplica(work);
      this.#metrics.listRead('replica');
      return found;
    } catch (error) {
      // also after an error of the read itself: the primary fails too, or has data that the replica lacks, such as a recent migration
      if (isRetryable(error) && !isConflict(error)) this.#watch.lost(error);
      return this.#readPrimary(work, error instanceof ReplicaLeft ? (this.#watch.whyNot() ?? 'error') : 'error');
    }
  }

  async untilShown(): Promise<void> {
    if (this.#watch.whyNot() !== undefined) return;
    const place = await this.#primaryEnd();
    // a lagging replica returns older data until the watch reports it as too late
    while (this.#watch.whyNot() === undefined && !(await this.#replay.until(place))) await sleep(RETRY_MS);
  }

  #readPrimary<T>(work: ListWork<T>, reason: ReplicaReason): Promise<T> {
    this.#metrics.listRead('primary');
    this.#metrics.replicaPassedBy(reason);
    return work(this.#primary);
  }

  /** Reason why the replica cannot serve a read now. It must have reached the current position of the primary. */
  async #whyNotYet(): Promise<ReplicaReason | undefined> {
    const place = await this.#primaryEnd().catch(() => undefined);
    return place !== undefined && (await this.#replay.until(place)) ? undefined : 'position';
  }

  #readReplica<T>(work: ListWork<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = () => reject(new ReplicaLeft());
      this.#leaving.add(leave);
      const done = () => this.#leaving.delete(leave);
      work(this.#replica).then(resolve, reject).finally(done);
    });
  }

  #leave(): void {
    for (const leave of [...this.#leaving]) leave();
  }
}

/** Thrown when the replica becomes unusable; a read there might hang until its connection fails. */
class ReplicaLeft extends Error {
  override readonly name = 'ReplicaLeft';

  constructor() {
    super('the replica is no longer usable');
  }
}
