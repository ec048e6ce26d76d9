import { everyMs } from '../../platform/every.ts';
import type { Logger } from '../../platform/log.ts';
import type { ReplicaReason } from '../../platform/metrics/role-metrics.ts';
import { errorMessage } from '../../platform/redact.ts';
import { withTimeout } from '../../platform/retry.ts';
import type { ServerPosition, WalPlace } from './replay-wait.ts';

/** WAL position of the primary at a time; unit of `at`: ms on the monotonic clock. */
interface Seen {
  readonly place: WalPlace;
  readonly at: number;
}

/** Maximum remembered polls: more than ten seconds. If full, every second one is removed, so that the lag can only seem longer. */
const MOST = 64;

/** Lag of a replica by the clock of this process: clocks of servers differ, and the time of the last replayed change is useless without changes. */
export class ReplicaLag {
  /** positions of the primary that the replica has not reached, oldest first */
  #ahead: Seen[] = [];
  /** the replica contains all data that was visible on the primary at this time */
  #reachedAt = Number.NEGATIVE_INFINITY;

  /** @param at time before the query to the primary */
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

  /** Maximum age of the replica's data, in ms; infinite before the first poll. */
  ageMs(now: number): number {
    return now - this.#reachedAt;
  }

  /** Lag, 0 if the replica has reached the last known position of the primary. Unit: ms. */
  lagMs(now: number): number {
    const [oldest] = this.#ahead;
    return oldest === undefined
      ? 0
      : Math.max(0, now - (this.#reachedAt === Number.NEGATIVE_INFINITY ? oldest.at : this.#reachedAt));
  }
}

/** Queries for the state of both servers. */
interface ReplicaQueries {
  readonly primary: () => Promise<ServerPosition>;
  readonly replica: () => Promise<ServerPosition>;
}

interface ReplicaWatchOptions {
  readonly queries: ReplicaQueries;
  /** maximum age of a replica's data; unit: ms */
  readonly maxLagMs: number;
  readonly log: Pick<Logger, 'event'>;
  /** called when the replica becomes unusable: readers switch to the primary */
  readonly onLeft: () => void;
}

const POLL_MS = 250;
const POLL_TIMEOUT_MS = 2000;

/** Reason why a replica is not used. */
type WhyNot = Exclude<ReplicaReason, 'position' | 'error'>;

/** Watches whether a replica is usable: it responds, follows the primary of the same database, and is not late. */
export class ReplicaWatch {
  readonly #options: ReplicaWatchOptions;
  readonly #lag = new ReplicaLag();
  #why: WhyNot | undefined = 'away';
  /** last logged state; undefined: none */
  #logged: WhyNot | 'used' | undefined;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;
  readonly #begunAt = performance.now();

  constructor(options: ReplicaWatchOptions) {
    this.#options = options;
  }

  begin(): void {
    this.#timer = everyMs(POLL_MS, () => this.poll());
    void this.poll();
  }

  end(): void {
    this.#hasEnded = true;
    clearInterval(this.#timer);
  }

  /** Reason why the replica must not be used now; undefined: usable. */
  whyNot(): WhyNot | undefined {
    if (this.#why !== undefined) return this.#why;
    return this.#lag.ageMs(performance.now()) > this.#options.maxLagMs ? 'behind' : undefined;
  }

  lagMs(): number {
    return this.#lag.lagMs(performance.now());
  }

  /** Reports that a read could not reach the replica. */
  lost(error: unknown): void {
    this.#become('away', errorMessage(error));
  }

  /** Polls both servers once. Never rejects. */
  async poll(): Promise<void> {
    const { primary, replica } = this.#options.queries;
    const at = performance.now();
    // an unreachable primary fails its own readers; the data of the replica gets older
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
      // half the limit for a return to use, so that a replica at the limit does not switch all the time
      const most = this.#why === undefined ? maxLagMs : maxLagMs / 2;
      this.#become(this.#lag.ageMs(performance.now()) > most ? 'behind' : undefined);
    }
  }

  #become(why: WhyNot | undefined, message = ''): void {
    if (this.#hasEnded) return;
    const hasLeft = this.#why === undefined && why !== undefined;
    this.#why = why;
    this.#tell(why, message);
    if (hasLeft) this.#options.onLeft();
  }

  #tell(why: WhyNot | undefined, message: string): void {
    if (this.#logged === (why ?? 'used')) return;
    // at the start its position is not known yet
    if (this.#logged === undefined && why === 'behind' && performance.now() - this.#begunAt < this.#options.maxLagMs) return;
    this.#logged = why ?? 'used';
    const LagMs = Math.round(this.lagMs());
    if (why === undefined) this.#options.log.event('replica-used', { LagMs });
    else this.#options.log.event('replica-not-used', { Reason: why, LagMs, ...(message !== '' && { ErrorMessage: message }) });
  }
}
