import { isConflict, isRetryable } from '../../db/connection.ts';
import { openKysely } from '../../db/kysely.ts';
import { openPool } from '../../db/pool.ts';
import type { ReplicaConfig } from '../../platform/config/config-process.ts';
import type { Logger } from '../../platform/log.ts';
import { everyMs } from '../../platform/loops.ts';
import type { ReplicaMetrics, ReplicaReason } from '../../platform/metrics/role-metrics.ts';
import { errorMessage } from '../../platform/redact.ts';
import { sleep, withTimeout } from '../../platform/retry.ts';
import type { Closer } from '../../platform/role.ts';
import type { Tracing } from '../../platform/telemetry/tracing.ts';
import type { ReadDatabase } from '../read-database.ts';
import { type ListReader, type ListReads, type ListWork, readsOfPrimary } from './list-reads.ts';
import {
  begunAfter,
  ReplayWait,
  readPrimaryEnd,
  readPrimaryPosition,
  readReplicaEnd,
  readReplicaPosition,
  type ServerPosition,
  type WalPlace,
} from './replay-wait.ts';

/** Position of the primary at the time `at`, in ms on the monotonic clock. */
interface Seen {
  readonly place: WalPlace;
  readonly at: number;
}

/** Positions that are remembered, for more than ten seconds. Above it, every second one is removed, so that the lag can only seem longer. */
const MOST = 64;

/**
 * Lag measured with the clock of this process: the clocks of servers differ, and the time of the last replayed change does not show the lag while the primary
 * writes nothing.
 */
export class ReplicaLag {
  /** positions of the primary that the replica has not reached, oldest first */
  #ahead: Seen[] = [];
  /** the replica contains all data that was visible on the primary at this time */
  #reachedAt = Number.NEGATIVE_INFINITY;

  /** `at`: time before the query to the primary. */
  primaryAt(place: WalPlace, at: number): void {
    this.#ahead.push({ place, at });
    if (this.#ahead.length > MOST) this.#ahead = this.#ahead.filter((_, index) => index % 2 === 0);
  }

  replicaAt(place: WalPlace): void {
    const first = this.#ahead.findIndex((seen) => seen.place > place);
    const reached = first < 0 ? this.#ahead : this.#ahead.slice(0, first);
    this.#ahead = first < 0 ? [] : this.#ahead.slice(first);
    this.#reachedAt = reached.at(-1)?.at ?? this.#reachedAt;
  }

  /** Maximum age of the data of the replica; infinite before it has reached a known position. */
  ageMs(now: number): number {
    return now - this.#reachedAt;
  }

  /** 0 if the replica has reached the last known position of the primary. */
  lagMs(now: number): number {
    const [oldest] = this.#ahead;
    return oldest === undefined
      ? 0
      : Math.max(0, now - (this.#reachedAt === Number.NEGATIVE_INFINITY ? oldest.at : this.#reachedAt));
  }
}

interface ReplicaQueries {
  readonly primary: () => Promise<ServerPosition>;
  readonly replica: () => Promise<ServerPosition>;
}

interface ReplicaWatchOptions {
  readonly queries: ReplicaQueries;
  readonly maxLagMs: number;
  readonly log: Pick<Logger, 'event'>;
  /** called when the replica becomes unusable: readers switch to the primary */
  readonly onLeft: () => void;
}

const POLL_MS = 250;
const POLL_TIMEOUT_MS = 2000;

type WhyNot = Exclude<ReplicaReason, 'position' | 'error'>;

/** A replica can be used if it responds, is a standby of the same installation, and does not lag too far behind. */
export class ReplicaWatch {
  readonly #options: ReplicaWatchOptions;
  readonly #lag = new ReplicaLag();
  #why: WhyNot | undefined = 'away';
  #logged: WhyNot | 'used' | undefined;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;
  readonly #begunAt = performance.now();

  constructor(options: ReplicaWatchOptions) {
    this.#options = options;
  }

  /** Polls now, and then every POLL_MS until `end`. */
  begin(): void {
    this.#timer = everyMs(POLL_MS, () => this.poll());
    void this.poll();
  }

  end(): void {
    this.#hasEnded = true;
    clearInterval(this.#timer);
  }

  /** Returns undefined if the replica can be used now. */
  whyNot(): WhyNot | undefined {
    if (this.#why !== undefined) return this.#why;
    return this.#lag.ageMs(performance.now()) > this.#options.maxLagMs ? 'behind' : undefined;
  }

  lagMs(): number {
    return this.#lag.lagMs(performance.now());
  }

  /** A read could not reach the replica. It is not used until a poll succeeds. */
  lost(error: unknown): void {
    this.#become('away', errorMessage(error));
  }

  /** Polls both servers. Never rejects. */
  async poll(): Promise<void> {
    const { primary, replica } = this.#options.queries;
    const at = performance.now();
    // if the primary is unreachable, its readers get the error; the data of the replica gets older
    const ours = await withTimeout(primary(), POLL_TIMEOUT_MS, 'the primary').catch(() => undefined);
    if (ours?.place !== undefined) this.#lag.primaryAt(ours.place, at);
    try {
      const its = await withTimeout(replica(), POLL_TIMEOUT_MS, 'the replica');
      this.#judge(its.place, ours !== undefined && ours.installation !== its.installation);
    } catch (error) {
      this.#become('away', errorMessage(error));
    }
  }

  #judge(place: WalPlace | undefined, isOther: boolean): void {
    if (isOther) this.#become('other-database');
    else if (place === undefined) this.#become('promoted');
    else {
      this.#lag.replicaAt(place);
      const { maxLagMs } = this.#options;
      // half the limit before the replica is used again, so that one at the limit does not switch all the time
      const most = this.#why === undefined ? maxLagMs : maxLagMs / 2;
      this.#become(this.#lag.ageMs(performance.now()) > most ? 'behind' : undefined);
    }
  }

  #become(why: WhyNot | undefined, message = ''): void {
    if (this.#hasEnded) return;
    const hasLeft = this.#why === undefined && why !== undefined;
    this.#why = why;
    this.#report(why, message);
    if (hasLeft) this.#options.onLeft();
  }

  #report(why: WhyNot | undefined, message: string): void {
    if (this.#logged === (why ?? 'used')) return;
    // at the start the position of the replica is not known yet
    if (this.#logged === undefined && why === 'behind' && performance.now() - this.#begunAt < this.#options.maxLagMs) return;
    this.#logged = why ?? 'used';
    const LagMs = Math.round(this.lagMs());
    if (why === undefined) this.#options.log.event('replica-used', { LagMs });
    else this.#options.log.event('replica-not-used', { Reason: why, LagMs, ...(message !== '' && { ErrorMessage: message }) });
  }
}

/** Pause before `untilShown` waits for the replica again. */
const RETRY_MS = 20;

export interface ReplicaServers {
  readonly primary: ReadDatabase;
  readonly replica: ReadDatabase;
  /** the replica with a separate connection, so that polls work if all connections for reads are busy */
  readonly watched: ReadDatabase;
}

export interface ReplicaReadsOptions extends ReplicaServers {
  readonly maxLagMs: number;
  readonly log: Pick<Logger, 'event'>;
  readonly metrics: ReplicaMetrics;
}

/** Reads from the primary if the replica fails or cannot be used, so that users see no error of a replica (ADR 0025). */
export class ReplicaReads implements ListReads {
  readonly #primary: ReadDatabase;
  readonly #replica: ReadDatabase;
  readonly #metrics: ReplicaMetrics;
  readonly #watch: ReplicaWatch;
  readonly #replay: ReplayWait;
  readonly #primaryEnd: () => Promise<WalPlace>;
  /** move running reads from the replica to the primary */
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
      // also after an error of the query: the primary gives the same error, or has data such as a migration that the replica does not have yet
      if (isRetryable(error) && !isConflict(error)) this.#watch.lost(error);
      return this.#readPrimary(work, error instanceof ReplicaLeft ? (this.#watch.whyNot() ?? 'error') : 'error');
    }
  }

  async untilShown(): Promise<void> {
    if (this.#watch.whyNot() !== undefined) return;
    const place = await this.#primaryEnd();
    // until the watch reports that the replica lags too far behind, lists may show older data
    while (this.#watch.whyNot() === undefined && !(await this.#replay.until(place))) await sleep(RETRY_MS);
  }

  #readPrimary<T>(work: ListWork<T>, reason: ReplicaReason): Promise<T> {
    this.#metrics.listRead('primary');
    this.#metrics.replicaPassedBy(reason);
    return work(this.#primary);
  }

  /** Reason against the replica: it does not reach the current position of the primary soon. */
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

/** The replica cannot be used any longer: running reads might wait until their connection fails. */
class ReplicaLeft extends Error {
  override readonly name = 'ReplicaLeft';

  constructor() {
    super('the replica is no longer usable');
  }
}

interface ListReadsOptions {
  readonly primary: ReadDatabase;
  /** undefined: no replica */
  readonly replica: ReplicaConfig | undefined;
  readonly connections: number;
  readonly applicationName: string;
  readonly log: Pick<Logger, 'event'>;
  readonly metrics: ReplicaMetrics;
  readonly tracing?: Tracing | undefined;
}

/** Limit of a read, shorter than on the primary, which then runs the read. */
const READ_TIMEOUT_MS = 20_000;

/** Does not wait for the replica: until it responds, lists are read from the primary. `close` closes the connections. */
export function openListReads(options: ListReadsOptions): { readonly lists: ListReads; readonly close: Closer } {
  const { primary, replica, connections: max, applicationName, log, metrics, tracing } = options;
  if (replica === undefined) {
    return { lists: readsOfPrimary(primary, () => metrics.listRead('primary')), close: () => {} };
  }
  const pool = openPool(replica.url, {
    max,
    applicationName: `${applicationName} replica`,
    answerTimeoutMs: READ_TIMEOUT_MS,
    tracing,
  });
  const name = `${applicationName} replica watch`;
  const watching = openPool(replica.url, { max: 1, applicationName: name, answerTimeoutMs: POLL_TIMEOUT_MS });
  const lists = new ReplicaReads({
    primary,
    replica: openKysely(pool),
    watched: openKysely(watching),
    maxLagMs: replica.maxLagSeconds * 1000,
    log,
    metrics,
  });
  lists.begin();
  return {
    lists,
    async close() {
      lists.end();
      await Promise.all([pool.end(), watching.end()]);
    },
  };
}
