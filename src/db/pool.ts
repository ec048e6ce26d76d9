import pg from 'pg';
import { noTracing, type Tracing } from '../platform/telemetry/tracing.ts';
import { securedConnection } from './secured-connection.ts';
import { tracedClient } from './traced-client.ts';

const JSON_OID = 114;
const JSONB_OID = 3802;

/** Returns `json` and `jsonb` as text, because most callers do not need the parsed value. */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if ((oid === JSON_OID || oid === JSONB_OID) && format !== 'binary') return (value: string) => value;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/** Other folders import the type from here, because only `db` may import the driver. */
export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;

interface PoolOptions {
  readonly max: number;
  /** name in pg_stat_activity */
  readonly applicationName: string;
  /** schema instead of `public` */
  readonly searchPath?: string;
  /** does not wait for the disk at a commit, so a server crash may lose commits: only for data that can be restored, never for the transactional tables */
  readonly synchronousCommitOff?: boolean;
  /**
   * makes the planner prefer an index to a table scan. Set it if every statement finds its rows by a key. A named statement keeps the plan of its first
   * executions, which would be a table scan for about a minute if the table was nearly empty
   */
  readonly readsByKey?: boolean;
  /** many statements take one round trip; each error still rejects its own statement */
  readonly isPipelined?: boolean;
  /** idle time after which the server ends a transaction and releases its locks; default 5,000 ms */
  readonly idleInTransactionMs?: number;
  /**
   * of a statement, then the connection counts as broken: if a network drops packets, the operating system reports an error only after 15 minutes. 0: no
   * limit, for slow statements. Default 60,000 ms
   */
  readonly answerTimeoutMs?: number;
  /** default column types, for a library with its own statements */
  readonly hasDriverTypes?: boolean;
  /** creates a span for every statement of a trace */
  readonly tracing?: Tracing | undefined;
}

const CONNECT_TIMEOUT_MS = 2000;
const IDLE_TIMEOUT_MS = 60_000;

/** Limit of an idle transaction: a replica that hangs must release its row locks. */
const IDLE_IN_TRANSACTION_MS = 5000;

/** Limit of an answer: longer than any statement with its lock waits, and short enough to detect a lost server soon. */
const ANSWER_TIMEOUT_MS = 60_000;

/**
 * Connects at the first query. Replaces a broken connection, and the query that used it rejects. Queries return `json` and `bigint` columns as text, and
 * `timestamptz` as Date.
 */
export function openPool(url: string, options: PoolOptions): Pool {
  const { Client, isPooled, ...secured } = securedConnection(url);
  const pool = new pg.Pool({
    ...secured,
    ...(isPooled === true ? {} : sessionOptions(secured.connectionString, options)),
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
  });
  pool.on('error', () => {}); // an idle connection broke; the pool has removed it
  pool.on('connect', (client) => {
    client.on('error', () => {}); // a connection in use broke: its query rejects
  });
  return pool;
}

/** Rejects if the database is not reachable. */
export async function ping(pool: Pool): Promise<void> {
  await pool.query('select 1');
}

/**
 * Rejects also if permissions are revoked, on a standby, and if the server cannot load its procedural language, which `select 1` does not detect. Writes
 * nothing.
 */
export async function checkWritable(pool: Pool): Promise<void> {
  await pool.query('do $$ begin end $$');
  const { rows } = await pool.query<{ may: boolean }>(MAY_WRITE);
  if (rows[0]?.may !== true) throw new Error('the database is read only, or the right to write is missing');
}

/** Tables that every commit of a command writes. */
const MAY_WRITE = `select current_setting('transaction_read_only') = 'off'
  and bool_and(has_table_privilege(name, 'insert')) as may from unnest(array['inbox', 'journal', 'outbox', 'projection_todo']) as name`;

/** A pooler rejects or shares session settings, so they must be set on the database user there (docs/how-to/size-and-scale.md#a-pooler). */
function sessionOptions(connectionString: string, options: PoolOptions): pg.ClientConfig {
  // before version 18 Postgres counts each scan that `enable_seqscan=off` discourages as expensive, and compiles its statement each time
  const flags = ['-c jit=off'];
  if (options.searchPath !== undefined) flags.push(`-c search_path=${options.searchPath.replace(/[\\ ]/g, '\\$&')}`);
  if (options.synchronousCommitOff === true) flags.push('-c synchronous_commit=off');
  if (options.readsByKey === true) flags.push('-c enable_seqscan=off');
  const idle = { idle_in_transaction_session_timeout: options.idleInTransactionMs ?? IDLE_IN_TRANSACTION_MS };
  const url = URL.canParse(connectionString) ? new URL(connectionString) : undefined;
  const given = url?.searchParams.get('options') ?? '';
  if (url === undefined || given === '') return { ...idle, options: flags.join(' ') };
  // if the URL has options, the driver ignores these, so combine them in the URL; the server uses the last value of a setting
  url.searchParams.set('options', [given, ...flags].join(' '));
  return { ...idle, connectionString: url.href };
}
