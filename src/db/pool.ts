import pg from 'pg';
import { noTracing, type Tracing } from '../platform/telemetry/tracing.ts';
import { columnTypes } from './column-types.ts';
import { securedConnection } from './secured-connection.ts';
import { tracedClient } from './traced-client.ts';

/** A pool of connections. Other folders name the type from here; only `db` knows the driver. */
export type Pool = pg.Pool;
/** One connection taken from a pool. */
export type PoolClient = pg.PoolClient;

/** How a pool behaves. */
export interface PoolOptions {
  /** most connections at the same time */
  readonly max: number;
  /** shown in pg_stat_activity */
  readonly applicationName: string;
  /** schema to work in instead of `public` */
  readonly searchPath?: string;
  /** a commit may be lost by a crash of the server: only for data that can be made again, never for the write side */
  readonly synchronousCommitOff?: boolean;
  /**
   * every statement finds its rows by a key. A named statement keeps the plan of its first executions. Planned on a nearly
   * empty table, it would scan the whole table for about a minute. So plans of this pool always prefer an index
   */
  readonly readsByKey?: boolean;
  /** sends statements without waiting for the answer of the one before (one round trip for many); each error still belongs to its statement */
  readonly isPipelined?: boolean;
  /** how long a transaction may be idle before the server ends it and frees its locks; default 5,000 ms */
  readonly idleInTransactionMs?: number;
  /**
   * how long a statement may go without an answer before its connection counts as dead: when a network drops packets, no error comes for a
   * quarter of an hour. 0: no limit, for work that may take long. Default 60,000 ms
   */
  readonly answerTimeoutMs?: number;
  /** column values as the driver gives them by default: for a library that brings its own statements */
  readonly hasDriverTypes?: boolean;
  /** makes a span of every statement on behalf of a trace */
  readonly tracing?: Tracing | undefined;
}

const CONNECT_TIMEOUT_MS = 2000;
const IDLE_TIMEOUT_MS = 60_000;
/** A replica that stops inside a transaction must not keep its row locks. */
const IDLE_IN_TRANSACTION_MS = 5000;
/** Longer than any statement takes, with its waits for row locks; short enough to find a lost server soon. */
const ANSWER_TIMEOUT_MS = 60_000;

/**
 * Opens a pool. No connection is made before the first query. A connection that breaks, idle or in use, is replaced and never ends
 * the replica. `json` columns are given as their text, `bigint` as text, `timestamptz` as Date.
 */
export function openPool(url: string, options: PoolOptions): Pool {
  const { Client, isPooled, ...secured } = securedConnection(url);
  const pool = new pg.Pool({
    ...secured,
    max: options.max,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    query_timeout: options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(options.hasDriverTypes === true ? {} : { types: columnTypes }),
    pipeline: options.isPipelined ?? false,
    Client: options.tracing === undefined || options.tracing === noTracing ? Client : tracedClient(options.tracing, Client),
    ...(isPooled === true ? {} : sessionOptions(options)),
  });
  pool.on('error', () => {}); // an idle connection broke: the pool has already dropped it
  pool.on('connect', (client) => {
    client.on('error', () => {}); // a connection in use broke: its query rejects
  });
  return pool;
}

/** Whether the database answers: a health check. Rejects when it does not. */
export async function ping(pool: Pool): Promise<void> {
  await pool.query('select 1');
}

/**
 * Whether transactions could be committed: a health check for what `select 1` does not notice, such as rights that were taken away, a standby, or a
 * server that cannot load its procedural language. It writes nothing.
 */
export async function checkWritable(pool: Pool): Promise<void> {
  await pool.query('do $$ begin end $$');
  const { rows } = await pool.query<{ may: boolean }>(MAY_WRITE);
  if (rows[0]?.may !== true) throw new Error('the database is read only, or the right to write is missing');
}

/** Tables that every commit of a command writes. */
const MAY_WRITE = `select current_setting('transaction_read_only') = 'off'
  and bool_and(has_table_privilege(name, 'insert')) as may from unnest(array['inbox', 'journal', 'outbox', 'projection_todo']) as name`;

/** Session settings of a new connection. A pooler rejects or shares them; set them on the database user instead (docs/how-to/size-and-scale.md#a-pooler). */
function sessionOptions(options: PoolOptions): { options?: string; idle_in_transaction_session_timeout: number } {
  const flags: string[] = [];
  if (options.searchPath !== undefined) flags.push(`-c search_path=${options.searchPath.replace(/[\\ ]/g, '\\$&')}`);
  if (options.synchronousCommitOff === true) flags.push('-c synchronous_commit=off');
  if (options.readsByKey === true) flags.push('-c enable_seqscan=off');
  const idle = { idle_in_transaction_session_timeout: options.idleInTransactionMs ?? IDLE_IN_TRANSACTION_MS };
  return flags.length === 0 ? idle : { ...idle, options: flags.join(' ') };
}
