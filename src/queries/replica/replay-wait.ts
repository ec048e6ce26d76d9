import { readPrepared } from '../../db/kysely.ts';
import { withTimeout } from '../../platform/retry.ts';
import type { ReadDatabase } from '../read-database.ts';

/** Concurrent callers of the result share one query. A caller never gets the result of a query that was sent before its call. */
export function begunAfter<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    const asked = ask();
    running = asked;
    const ended = () => {
      if (running === asked) running = undefined;
    };
    asked.then(ended, ended);
    return asked;
  };
  const beginNext = (): Promise<T> => {
    next = undefined;
    return begin();
  };
  return () => {
    if (running === undefined) return begin();
    next ??= running.then(beginNext, beginNext);
    return next;
  };
}

/** Bytes from the beginning of the write-ahead log. */
export type WalPlace = bigint;

/** WAL position, and identity of the database. */
export interface ServerPosition {
  /** primary: position after all visible data. Replica: last replayed position; undefined if the server is not a standby */
  readonly place: WalPlace | undefined;
  readonly installation: string;
}

interface PlaceRow {
  readonly place: string | null;
  readonly installation: string;
}

/**
 * The insert position: data that is committed without waiting for the disk, such as projections, is visible before it is written. At the end of a page, it
 * may be some bytes after the last change. A replica then seems to lag behind until the next change.
 */
const OF_PRIMARY = {
  name: 'position-of-primary',
  text: `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as place, (select id::text from installation) as installation`,
};
const END_OF_PRIMARY = {
  name: 'end-of-primary',
  text: `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as place`,
};

/** A promoted replica has separate positions, which do not match those of the primary. */
const OF_REPLICA = {
  name: 'position-of-replica',
  text: `select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as place,
    (select id::text from installation) as installation`,
};
const END_OF_REPLICA = {
  name: 'end-of-replica',
  text: `select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as place`,
};

export function readPrimaryPosition(primary: ReadDatabase): Promise<ServerPosition> {
  return readServerPosition(primary, OF_PRIMARY);
}

export function readReplicaPosition(replica: ReadDatabase): Promise<ServerPosition> {
  return readServerPosition(replica, OF_REPLICA);
}

/** Position after all data that is visible when the statement starts. */
export async function readPrimaryEnd(primary: ReadDatabase): Promise<WalPlace> {
  const place = await readPlace(primary, END_OF_PRIMARY);
  if (place === undefined) throw new Error('the primary does not return the end of its log');
  return place;
}

/** Replayed position. Undefined if the server is not a standby. */
export function readReplicaEnd(replica: ReadDatabase): Promise<WalPlace | undefined> {
  return readPlace(replica, END_OF_REPLICA);
}

type Statement = typeof OF_PRIMARY;

async function readServerPosition(db: ReadDatabase, statement: Statement): Promise<ServerPosition> {
  const [row] = await readPrepared<PlaceRow>(db, statement, []);
  if (row === undefined) throw new Error('a server did not return its position');
  return { place: placeOf(row.place), installation: row.installation };
}

async function readPlace(db: ReadDatabase, statement: Statement): Promise<WalPlace | undefined> {
  const [row] = await readPrepared<Pick<PlaceRow, 'place'>>(db, statement, []);
  return placeOf(row?.place ?? null);
}

function placeOf(text: string | null): WalPlace | undefined {
  return text === null ? undefined : BigInt(text);
}

interface Waiter {
  readonly place: WalPlace;
  readonly answer: (isReached: boolean) => void;
}

/** Wait of a read after a write; then a read from the primary is faster. */
const MOST_WAIT_MS = 50;
const PAUSE_MS = 4;

/** Timeout of a poll, because a broken connection must not block later polls. */
const SLOW_READ_MS = 500;

/** Waits for a WAL position on a replica. All waiting reads share one poll. */
export class ReplayWait {
  /** returns the WAL position of the replica; undefined: not a standby */
  readonly #readPlace: () => Promise<WalPlace | undefined>;
  readonly #waiting = new Set<Waiter>();
  #isPolling = false;

  constructor(readPlace: () => Promise<WalPlace | undefined>) {
    this.#readPlace = readPlace;
  }

  /** Returns false if the replica does not reach the position within MOST_WAIT_MS, or a poll fails. Never rejects. */
  until(place: WalPlace): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => waiter.answer(false), MOST_WAIT_MS);
      const waiter: Waiter = {
        place,
        answer: (isReached) => {
          clearTimeout(timer);
          this.#waiting.delete(waiter);
          resolve(isReached);
        },
      };
      this.#waiting.add(waiter);
      if (!this.#isPolling) void this.#pollOn();
    });
  }

  /** Polls while requests wait. A replica only advances, so the result of a poll is also valid for requests that arrived during it. */
  async #pollOn(): Promise<void> {
    this.#isPolling = true;
    while (this.#waiting.size > 0) {
      const reached = await withTimeout(this.#readPlace(), SLOW_READ_MS, 'the replica').catch(() => undefined);
      for (const waiter of [...this.#waiting])
        if (reached === undefined || reached >= waiter.place) waiter.answer(reached !== undefined);
      if (this.#waiting.size > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    this.#isPolling = false;
  }
}
