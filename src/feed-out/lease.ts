import { type Connection, poolConnection, type Transaction } from '../db/connection.ts';
import type { Pool } from '../db/pool.ts';
import { CLOCK, type Statement } from '../db/statement.ts';
import { backoffMs, pause } from '../platform/retry.ts';
import {
  ensureSubscriber,
  type FeedPlace,
  type PlaceColumns,
  placeOf,
  type SubscriberBegin,
  type SubscriberId,
} from './subscriber.ts';

export const LEASE_MS = 15_000;
const RENEW_MS = 4000;
/** Time before the end of the lease in the database at which the process treats it as ended. */
const MARGIN_MS = 2000;

/** Another process has acquired the lease. Nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

const TAKE: Statement = {
  name: 'feed-out-take-lease',
  text: `update feed_subscriber
    set lease_owner = $3, lease_until = statement_timestamp() + $4 * interval '1 ms', lease_term = lease_term + 1
    where kind = $1 and name = $2 and (lease_until is null or lease_until < statement_timestamp())
    returning lease_term`,
};
const RENEW: Statement = {
  name: 'feed-out-renew-lease',
  text: `update feed_subscriber set lease_until = statement_timestamp() + $4 * interval '1 ms'
    where kind = $1 and name = $2 and lease_term = $3 and lease_until is not null returning lease_term`,
};
const RELEASE: Statement = {
  name: 'feed-out-release-lease',
  text: 'update feed_subscriber set lease_owner = null, lease_until = null where kind = $1 and name = $2 and lease_term = $3',
};
const LOCK: Statement = {
  name: 'feed-out-lock-as-holder',
  text: `select row_position, sequence, state from feed_subscriber
    where kind = $1 and name = $2 and lease_term = $3 and lease_until is not null for update`,
};
const READ: Statement = {
  name: 'feed-out-read-as-holder',
  text: `select row_position, sequence, state from feed_subscriber
    where kind = $1 and name = $2 and lease_term = $3 and lease_until is not null`,
};
const ADVANCE: Statement = {
  name: 'feed-out-advance',
  text: `update feed_subscriber set row_position = $4, sequence = $5, sent_at = case when $6 then clock.now else sent_at end from ${CLOCK}
    where kind = $1 and name = $2 and lease_term = $3`,
};
const NOTE_ERROR: Statement = {
  name: 'feed-out-note-error',
  text: `update feed_subscriber set error = $4, error_at = case when $4::text is null then null else clock.now end from ${CLOCK}
    where kind = $1 and name = $2 and lease_term = $3 and error is distinct from $4`,
};
const PAUSE: Statement = {
  name: 'feed-out-pause',
  text: `update feed_subscriber set state = 'Paused', reason = $4, paused_at = statement_timestamp()
    where kind = $1 and name = $2 and lease_term = $3 and state = 'Active'`,
};

export interface SubscriberPosition {
  readonly place: FeedPlace;
  readonly isPaused: boolean;
}

/**
 * Exclusive permission of one process to send to a subscriber, renewed until `release`. After its end, writes fail or have no effect; requests must be
 * aborted with `signal`.
 */
export class Lease {
  readonly subscriber: SubscriberId;
  readonly #term: string;
  readonly #connection: Connection;
  readonly #over = new AbortController();
  readonly #renewing: NodeJS.Timeout;
  #ending: NodeJS.Timeout;

  private constructor(connection: Connection, subscriber: SubscriberId, term: string, asked: number) {
    this.#connection = connection;
    this.subscriber = subscriber;
    this.#term = term;
    this.#ending = this.#endLater(asked);
    this.#renewing = setInterval(() => void this.#renew(), RENEW_MS);
    this.#renewing.unref();
  }

  /** Returns undefined if another process has the lease, or the subscriber has no row. */
  static async take(connection: Connection, subscriber: SubscriberId, owner: string): Promise<Lease | undefined> {
    const asked = performance.now();
    const { kind, name } = subscriber;
    const [row] = await connection.query<{ lease_term: string }>(TAKE, [kind, name, owner, LEASE_MS]);
    return row === undefined ? undefined : new Lease(connection, subscriber, row.lease_term, asked);
  }

  /** Aborted when the lease is lost, expired or released. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Rejects with {@link LeaseLost} if the lease is lost. */
  async read(): Promise<SubscriberPosition> {
    return this.#positionOf(await this.#connection.query<PositionColumns>(READ, this.#key));
  }

  /** Locks until the transaction ends. Every transaction that writes must start with it. Rejects with {@link LeaseLost} if the lease is lost. */
  async lock(transaction: Transaction): Promise<SubscriberPosition> {
    return this.#positionOf(await transaction.query<PositionColumns>(LOCK, this.#key));
  }

  /** All events up to the position were received or are parked. `hasSent`: an event was sent. Requires {@link lock}. */
  advance(transaction: Transaction, { row, sequence }: FeedPlace, hasSent: boolean): void {
    transaction.enqueue(ADVANCE, [...this.#key, row, sequence ?? null, hasSent]);
  }

  /** Stores the reason why the last send failed, without secrets; null: it succeeded. Requires {@link lock}. */
  noteError(transaction: Transaction, error: string | null): void {
    transaction.enqueue(NOTE_ERROR, [...this.#key, error]);
  }

  /** Pauses until an operator resumes the subscriber. Requires {@link lock}. */
  pause(transaction: Transaction, reason: string): void {
    transaction.enqueue(PAUSE, [...this.#key, reason]);
  }

  /** Releases the lease; another process can acquire it immediately. All writes with it must have ended. */
  async release(): Promise<void> {
    const isLost = this.#over.signal.aborted;
    this.#end();
    if (!isLost) await this.#connection.query(RELEASE, this.#key);
  }

  get #key(): readonly [string, string, string] {
    return [this.subscriber.kind, this.subscriber.name, this.#term];
  }

  #positionOf([row]: readonly PositionColumns[]): SubscriberPosition {
    if (row === undefined) {
      this.#end();
      throw new LeaseLost(`${this.subscriber.kind} ${this.subscriber.name} is another process's now`);
    }
    return { place: placeOf(row), isPaused: row.state !== 'Active' };
  }

  async #renew(): Promise<void> {
    const asked = performance.now();
    try {
      const [row] = await this.#connection.query(RENEW, [...this.#key, LEASE_MS]);
      if (this.#over.signal.aborted) return;
      if (row === undefined) return this.#end();
      clearTimeout(this.#ending);
      this.#ending = this.#endLater(asked);
    } catch {
      // the next renewal may succeed; otherwise the lease ends
    }
  }

  /** Ends the lease earlier than in the database. `asked`: time before the statement was sent. */
  #endLater(asked: number): NodeJS.Timeout {
    const timer = setTimeout(() => this.#end(), asked + LEASE_MS - MARGIN_MS - performance.now());
    timer.unref();
    return timer;
  }

  #end(): void {
    clearInterval(this.#renewing);
    clearTimeout(this.#ending);
    this.#over.abort();
  }
}

interface PositionColumns extends PlaceColumns {
  readonly state: string;
}

/** Interval at which a process tries to acquire a subscriber. */
const ASK_MS = 2000;
/** Delays after a failure of a subscriber. */
const OUTAGE = { firstDelayMs: ASK_MS, maxDelayMs: 10_000 };
/** A failure after at least this time counts as the first one of a new outage. */
const LONG_TURN_MS = 60_000;

export interface SubscriberHolding {
  readonly pool: Pool;
  readonly subscriber: SubscriberId;
  readonly begin: SubscriberBegin;
  readonly owner: string;
  /** Sends until the lease ends or `stopping` is aborted. Resolves when no request runs. If it rejects, the lease is released and acquired again later. */
  readonly send: (lease: Lease, stopping: AbortSignal) => Promise<void>;
  /** called after a database error or a bug */
  readonly onFailure: (error: unknown) => void;
  /** waits between attempts; default: `pause` of platform/retry.ts */
  readonly pause?: typeof pause;
}

/** Sends in a loop, with the lease. @returns a function that stops the loop and resolves when it has ended */
export function holdSubscriber(holding: SubscriberHolding): () => Promise<void> {
  const stopping = new AbortController();
  const running = hold(holding, stopping.signal);
  return async () => {
    stopping.abort();
    await running;
  };
}

async function hold(holding: SubscriberHolding, stopping: AbortSignal): Promise<void> {
  const { pool, subscriber, begin, owner, send, onFailure, pause: wait = pause } = holding;
  const connection = poolConnection(pool);
  let isKnown = false;
  let failures = 0;
  while (!stopping.aborted) {
    const begunAt = performance.now();
    let lease: Lease | undefined;
    try {
      if (!isKnown) await ensureSubscriber(connection, subscriber, begin);
      isKnown = true;
      lease = await Lease.take(connection, subscriber, owner);
      if (lease !== undefined) await send(lease, stopping);
      failures = 0;
    } catch (error) {
      const hasFailed = !(error instanceof LeaseLost);
      const wasLong = performance.now() - begunAt >= LONG_TURN_MS;
      failures = hasFailed ? (wasLong ? 1 : failures + 1) : 0;
      if (hasFailed) onFailure(error);
    }
    await lease?.release().catch(onFailure);
    if (!stopping.aborted) await wait(failures === 0 ? ASK_MS : backoffMs(OUTAGE, failures), stopping);
  }
}
