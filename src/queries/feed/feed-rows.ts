import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { FEED_NAME_LENGTH } from '../../requests/position.ts';
import { keyCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';

const ROWS_PER_READ = 200;
/** Positions that one read scans, so that it ends in time even if few rows match. Does not apply to a filter with an instance id. */
const MAX_SCANNED = 20_000;

export interface FeedRowFilter {
  /** process keys of the reader's permission */
  readonly limits: KeyLimits;
  /** patterns of process keys; undefined: all */
  readonly keys: KeyLimits;
  readonly instanceId: string | undefined;
  readonly businessId: string | undefined;
}

/** Rows `fromSeq` to `toSeq` of the event history of an instance. `toSeq` 0: the instance was deleted. */
export interface FeedRow {
  readonly position: number;
  readonly instanceId: string;
  readonly key: string;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly at: Date;
}

export interface FeedHead {
  readonly id: string;
  /** prefix of the positions of this feed */
  readonly name: string;
  /** last position; all rows up to it are committed, and none is added before it later */
  readonly position: number;
}

/** `readTo`: last scanned position. */
export interface FeedRows {
  readonly rows: readonly FeedRow[];
  readonly readTo: number;
}

export async function readFeedHead(db: ReadDatabase): Promise<FeedHead> {
  const { id, position } = await db.selectFrom('feed_head').select(['id', 'position']).executeTakeFirstOrThrow();
  return { id, name: id.slice(0, FEED_NAME_LENGTH), position: Number(position) };
}

/** Positions `from` to `end`, both included. `end` must not be after the end of the feed. */
export async function readFeedRows(db: ReadDatabase, from: number, end: number, filter: FeedRowFilter): Promise<FeedRows> {
  const last = filter.instanceId === undefined ? Math.min(end, from + MAX_SCANNED) : end;
  const conditions = [sql<SqlBool>`position between ${from} and ${last}`, ...conditionsOf(filter)];
  const { rows } = await sql<{
    position: string;
    instance_id: string;
    process_key: string;
    from_seq: number;
    to_seq: number;
    at: Date;
  }>`
    select position, instance_id, process_key, from_seq, to_seq, at from feed
    where ${sql.join(conditions, sql` and `)} order by position limit ${ROWS_PER_READ}`.execute(db);
  const found = rows.map((row) => ({
    position: Number(row.position),
    instanceId: row.instance_id,
    key: row.process_key,
    fromSeq: row.from_seq,
    toSeq: row.to_seq,
    at: row.at,
  }));
  return { rows: found, readTo: found.length < ROWS_PER_READ ? last : (found.at(-1)?.position ?? last) };
}

function conditionsOf({ limits, keys, instanceId, businessId }: FeedRowFilter): readonly RawBuilder<SqlBool>[] {
  const key = sql.ref('process_key');
  const conditions = [keyCondition(key, limits), keyCondition(key, keys)].filter((condition) => condition !== undefined);
  if (instanceId !== undefined) conditions.push(sql<SqlBool>`instance_id = ${instanceId}::uuid`);
  if (businessId !== undefined)
    conditions.push(
      sql<SqlBool>`exists (select from q_instance i where i.instance_id = feed.instance_id and i.business_id = ${businessId})`,
    );
  return conditions;
}

/** Poll interval for the end of the feed while readers wait. */
const POLL_MS = 150;

interface Waiter {
  readonly row: number;
  readonly deadline: number;
  readonly isOver: () => boolean;
  readonly resolve: (head: FeedHead | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** All waiting readers of a process share one query, and none keeps a connection, so a thousand idle streams cost as much as one. */
export class HeadWatch {
  readonly #readHead: () => Promise<FeedHead>;
  #waiting: Waiter[] = [];
  #isScheduled = false;

  constructor(readHead: () => Promise<FeedHead>) {
    this.#readHead = readHead;
  }

  now(): Promise<FeedHead> {
    return this.#readHead();
  }

  /**
   * Resolves when the end of the feed is after a row; undefined at the deadline (ms since epoch) or if `isOver` returns true. Rejects if the database cannot
   * be read.
   */
  behind(row: number, deadline: number, isOver: () => boolean): Promise<FeedHead | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row, deadline, isOver, resolve, reject });
      this.#schedulePoll();
    });
  }

  #schedulePoll(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setTimeout(() => {
      void this.#poll().finally(() => {
        this.#isScheduled = false;
        this.#schedulePoll();
      });
    }, POLL_MS);
  }

  async #poll(): Promise<void> {
    const asked = this.#waiting;
    try {
      const head = await this.#readHead();
      const now = Date.now();
      for (const waiter of asked) {
        if (waiter.row < head.position) this.#answer(waiter, head);
        else if (now >= waiter.deadline || waiter.isOver()) this.#answer(waiter, undefined);
      }
      const answered = this.#answered;
      this.#waiting = this.#waiting.filter((waiter) => !answered.has(waiter));
      answered.clear();
    } catch (error) {
      this.#waiting = this.#waiting.filter((waiter) => !asked.includes(waiter));
      for (const { reject } of asked) reject(error);
    }
  }

  readonly #answered = new Set<Waiter>();

  #answer(waiter: Waiter, head: FeedHead | undefined): void {
    this.#answered.add(waiter);
    waiter.resolve(head);
  }
}
