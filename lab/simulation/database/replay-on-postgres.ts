import { openPool, type Pool, type PoolClient } from '../../../src/db/pool.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { type FirstPositions, setSequences } from '../../../test/support/positions.ts';
import type { Moment } from './history.ts';
import type { Sent } from './session.ts';
import type { Contents } from './tables.ts';

/** The clock of the server is that of the simulation: statements that ask for it find these functions first. */
const CLOCK = ['clock_timestamp', 'statement_timestamp']
  .map(
    (name) => `create function sim.${name}() returns timestamptz language sql volatile as
      $$ select to_timestamp(current_setting('sim.now')::float8 / 1000) $$;`,
  )
  .join('\n');
/** Faults that the simulation itself causes, such as a full disk. */
const REFUSED = '53100';

/** Puts the starting point of a simulation into an empty database of Postgres, and its clock under control. */
export async function prepareDatabase(pool: Pool, contents: Contents, positions: FirstPositions): Promise<void> {
  await pool.query(`create schema sim; ${CLOCK}`);
  for (const table of ['installation', 'feed_head']) await pool.query(`delete from ${table}`);
  for (const [table, rows] of contents) {
    for (const row of rows) {
      const columns = Object.keys(row);
      const places = columns.map((_, n) => `$${n + 1}`).join(', ');
      await pool.query(
        `insert into ${table} (${columns.join(', ')}) overriding system value values (${places})`,
        Object.values(row),
      );
    }
  }
  await pool.query(setSequences(positions));
}

/** Result of one moment on Postgres, if it differs. */
export interface Difference {
  readonly statement: string;
  readonly values: readonly unknown[];
  readonly simulated: string;
  readonly real: string;
}

/** A session of the simulation on Postgres. */
interface RealSession {
  readonly pool: Pool;
  readonly client: PoolClient;
  readonly pid: number;
  /** of the statement in work */
  answer: Promise<string> | undefined;
  isInTransaction: boolean;
  /** a statement of its transaction */
  hasFailed: boolean;
}

/** Does on Postgres what simulated sessions did, one moment after the other. @returns the first difference */
export async function replayOnPostgres(url: string, admin: Pool, history: readonly Moment[]): Promise<Difference | undefined> {
  const sessions = new Map<number, RealSession>();
  try {
    for (const [n, moment] of history.entries()) {
      if (moment.kind === 'ended') await end(admin, sessions, moment.session);
      else if (moment.kind === 'answered') {
        const difference = await compare(sessions.get(moment.session) as RealSession, moment);
        if (difference !== undefined) return difference;
      } else {
        const session = sessions.get(moment.session) ?? (await open(url));
        sessions.set(moment.session, session);
        const next = history[n + 1];
        const isAnsweredAtOnce = next?.kind === 'answered' && next.session === moment.session;
        await send(session, moment, isAnsweredAtOnce && next.error?.code === REFUSED);
        if (!isAnsweredAtOnce) await untilWaiting(admin, session, moment.sent);
      }
    }
    return undefined;
  } finally {
    for (const session of [...sessions.keys()]) await end(admin, sessions, session);
  }
}

async function open(url: string): Promise<RealSession> {
  const pool = openPool(url, { max: 1, applicationName: 'sluice differential', idleInTransactionMs: 0 });
  const client = await pool.connect();
  await client.query('set search_path = sim, public, pg_catalog');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { pool, client, pid: rows[0]!.pid, answer: undefined, isInTransaction: false, hasFailed: false };
}

/** Sends a statement without waiting for its answer. `isRefused`: it fails in its place, as in the simulation. */
async function send(session: RealSession, { sent, clock }: Moment & { kind: 'sent' }, isRefused: boolean): Promise<void> {
  const { client } = session;
  if (!session.hasFailed) await client.query(`select set_config('sim.now', $1, false)`, [String(clock)]);
  const { name, text, values } = sent;
  const query = isRefused ? client.query('select 1 / 0') : client.query({ name, text, values: [...values] });
  session.answer = query.then(
    ({ command, rows }) => answerText(sent, command, rows as object[]),
    (error: { code?: string }) => `error ${error.code}`,
  );
}

async function compare(session: RealSession, moment: Moment & { kind: 'answered' }): Promise<Difference | undefined> {
  const { sent, error, answered } = moment;
  const real = await session.answer;
  session.answer = undefined;
  if (sent.text === 'begin') session.isInTransaction = true;
  if (error !== undefined && session.isInTransaction) session.hasFailed = true;
  if (sent.text === 'commit' || sent.text === 'rollback') session.isInTransaction = session.hasFailed = false;
  if (error?.code === REFUSED) return undefined;
  const simulated = error === undefined ? answerText(sent, answered?.command ?? '', answered?.rows ?? []) : `error ${error.code}`;
  if (simulated === real) return undefined;
  return { statement: sent.name, values: sent.values, simulated, real: real ?? 'nothing was sent' };
}

/** Checks that the statement waits for a lock, as in the simulation. */
async function untilWaiting(admin: Pool, { pid }: RealSession, { name }: Sent): Promise<void> {
  await eventually(`${name} waits for a lock`, async () => {
    const { rows } = await admin.query<{ waits: boolean }>(
      `select wait_event_type = 'Lock' as waits from pg_stat_activity where pid = $1`,
      [pid],
    );
    return rows[0]?.waits === true;
  });
}

async function end(admin: Pool, sessions: Map<number, RealSession>, id: number): Promise<void> {
  const session = sessions.get(id);
  if (session === undefined) return;
  sessions.delete(id);
  await admin.query('select pg_terminate_backend($1)', [session.pid]);
  await eventually(`session ${id} is gone`, async () => {
    const { rows } = await admin.query('select from pg_stat_activity where pid = $1', [session.pid]);
    return rows.length === 0;
  });
  await session.answer;
  session.client.release(true);
  await session.pool.end();
}

/** An answer as text: rows in the order given where the statement has one, else sorted. */
function answerText({ text }: Sent, command: string, rows: readonly object[]): string {
  if (text === 'begin' || text === 'commit' || text === 'rollback') return command;
  const texts = rows.map((row) => JSON.stringify(sortedMembers(row)));
  const isOrdered = /order by/i.test(text) && !/returning/i.test(text);
  return `[${(isOrdered ? texts : texts.sort()).join(',')}]`;
}

function sortedMembers(row: object): object {
  const members = Object.entries(row).map(
    ([name, value]) => [name, name === 'known' ? known(value as string | null) : value] as const,
  );
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** An aggregate of rows comes in any order, with its own spaces. */
function known(text: string | null): unknown {
  if (text === null) return null;
  return (JSON.parse(text) as unknown[]).map((one) => JSON.stringify(one)).sort();
}
