import { isConflict, isRetryable } from '../../db/connection.ts';
import type { Logger } from '../../platform/log.ts';
import type { ReplicaMetrics, ReplicaReason } from '../../platform/replica-metrics.ts';
import { sleep } from '../../platform/retry.ts';
import type { ReadDatabase } from '../read-database.ts';
import { begunAfter } from './begun-after.ts';
import type { ListReader, ListReads, ListWork } from './list-reads.ts';
import { ReplayWait } from './replay-wait.ts';
import { ReplicaWatch } from './replica-watch.ts';
import { readPrimaryEnd, readPrimaryStand, readReplicaEnd, readReplicaStand, type WalPlace } from './wal.ts';

/** A replica that fails says so at once: nobody asks it all the time. */
const LOOK_AGAIN_MS = 20;

/** The two servers. */
export interface ReplicaServers {
  readonly primary: ReadDatabase;
  readonly replica: ReadDatabase;
  /** the replica through a connection that nothing else uses: reads that hang must not hide that it answers */
  readonly watched: ReadDatabase;
}

export interface ReplicaReadsOptions extends ReplicaServers {
  readonly maxLagMs: number;
  readonly log: Pick<Logger, 'event'>;
  readonly metrics: ReplicaMetrics;
}

/** Lists on a replica; whatever it cannot answer the primary answers, so that nobody sees an error of a replica (ADR 0097). */
export class ReplicaReads implements ListReads {
  readonly #primary: ReadDatabase;
  readonly #replica: ReadDatabase;
  readonly #metrics: ReplicaMetrics;
  readonly #watch: ReplicaWatch;
  readonly #replay: ReplayWait;
  readonly #primaryEnd: () => Promise<WalPlace>;
  /** of reads under way on the replica: what sends them to the primary */
  readonly #leaving = new Set<() => void>();

  constructor({ primary, replica, watched, maxLagMs, log, metrics }: ReplicaReadsOptions) {
    this.#primary = primary;
    this.#replica = replica;
    this.#metrics = metrics;
    this.#primaryEnd = begunAfter(() => readPrimaryEnd(primary));
    this.#replay = new ReplayWait(() => readReplicaEnd(replica));
    const looks = { primary: () => readPrimaryStand(primary), replica: () => readReplicaStand(watched) };
    this.#watch = new ReplicaWatch({ looks, maxLagMs, log, onLeft: () => this.#leave() });
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
      // also an error of the read itself: the primary says the same, and what the replica lacks, as a migration that has not come there, it has
      if (isRetryable(error) && !isConflict(error)) this.#watch.lost(error);
      return this.#readPrimary(work, error instanceof ReplicaLeft ? (this.#watch.whyNot() ?? 'error') : 'error');
    }
  }

  async untilShown(): Promise<void> {
    if (this.#watch.whyNot() !== undefined) return;
    const place = await this.#primaryEnd();
    // what it has not come to makes its answers older, until the watch says that it is too late
    while (this.#watch.whyNot() === undefined && !(await this.#replay.until(place))) await sleep(LOOK_AGAIN_MS);
  }

  #readPrimary<T>(work: ListWork<T>, reason: ReplicaReason): Promise<T> {
    this.#metrics.listRead('primary');
    this.#metrics.replicaPassedBy(reason);
    return work(this.#primary);
  }

  /** What is asked of the primary now was there before: the replica has to have come that far. */
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

/** The replica may not be used any more; a read there might hang for as long as a connection does. */
class ReplicaLeft extends Error {
  override readonly name = 'ReplicaLeft';

  constructor() {
    super('the replica may not be used any more');
  }
}
