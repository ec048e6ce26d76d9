import { openPool, type Pool } from '../../src/db/pool.ts';
import { deploy } from './client.ts';
import { driveCycles } from './cycles/drive.ts';
import { completedCycles, untilEnded } from './cycles/ended.ts';
import { CYCLE_MODELS } from './cycles/models.ts';
import { type RedisStack, startRedisStack } from './stack.ts';

/** Measured cases: throughput with an empty database, and with this many finished instances. */
export interface FinishedOptions {
  readonly instances: number;
  /** of `cycles` */
  readonly scenario: string;
  readonly seconds: number;
  readonly connections: number;
  /** how often each is measured; the median counts */
  readonly runs: number;
}

const WARM_SECONDS = 5;
const DRAIN_LIMIT_MS = 120_000;
/** Instances of one statement: what a trigger counts of one stays in memory. */
const CHUNK = 50_000;

/** One finished instance of the scenario `linear`, as often as it is wanted, in all tables in which it is kept, ended at some time of the last sixty days. */
const COPIES = `
  with one as materialized (select i.* from instance i join q_instance q on q.instance_id = i.id where q.key = 'linear' and q.is_completed limit 1),
    ids as materialized (select gen_random_uuid() as id, now() - random() * interval '60 days' as at from generate_series(1, $1::int)),
    journals as (insert into journal (subject_id, seq, command_id, at, v, events, actor)
      select ids.id, j.seq, gen_random_uuid(), ids.at, j.v, j.events, j.actor from journal j join one on j.subject_id = one.id cross join ids),
    shown as (insert into q_instance (instance_id, definition_id, key, version, business_id, is_completed, is_cancelled, is_failed, created_at, started_at,
        completed_at, last_seq, live, live_seq, live_size, journal_size)
      select ids.id, q.definition_id, q.key, q.version, q.business_id, true, false, false, ids.at, ids.at, ids.at, q.last_seq, q.live, q.live_seq, q.live_size,
        q.journal_size from q_instance q join one on q.instance_id = one.id cross join ids),
    steps as (insert into q_instance_step (instance_id, seq, completed, conditions)
      select ids.id, s.seq, s.completed, s.conditions from q_instance_step s join one on s.instance_id = one.id cross join ids)
  insert into instance (id, definition_id, seq, is_terminal, state, state_seq, state_size, journal_size, ended_at)
    select ids.id, definition_id, seq, true, state, state_seq, state_size, journal_size, ids.at from one cross join ids`;
const TABLES = ['journal', 'instance', 'q_instance', 'q_instance_step'];

/** One measured stretch. */
interface Stretch {
  readonly rate: number;
  readonly p99: number;
  /** CPU seconds of all processes for 1,000 cycles */
  readonly cpu: number;
  readonly pages: Pages;
}

/** Page operations of the database for one cycle. */
interface Pages {
  /** unit: bytes */
  readonly wal: number;
  /** whole pages in the WAL: those that are changed for the first time since a checkpoint */
  readonly whole: number;
  /** pages of indexes that its cache did not hold */
  readonly read: number;
}

/**
 * Scenario `finished`: throughput of a database with nothing in it, and of the same one with a million finished instances in the tables of both sides, all behind indexes that
 * are as deep as that makes them. The aim is a change of less than 5 %.
 */
export async function finished(options: FinishedOptions): Promise<void> {
  const stack = await startRedisStack();
  const pool = openPool(stack.databaseUrl, { max: 1, applicationName: 'bench', answerTimeoutMs: 0 });
  try {
    for (const model of Object.values(CYCLE_MODELS)) await deploy(stack, model);
    await drive(stack, 'linear', options, WARM_SECONDS); // one of them is copied
    const before = await measured(stack, pool, options);
    line(`with nothing else      ${text(before)}`);
    line(`filled in ${((await fill(pool, options.instances)) / 1000).toFixed(0)} s: ${await sizes(pool)}`);
    const after = await measured(stack, pool, options);
    line(`with ${`${options.instances} finished`.padEnd(18)}${text(after)}`);
    line(`rate ${change(before.rate, after.rate)}, p99 ${change(before.p99, after.p99)}, CPU ${change(before.cpu, after.cpu)}`);
  } finally {
    await pool.end();
    await stack.stop();
  }
}

async function measured(stack: RedisStack, pool: Pool, options: FinishedOptions): Promise<Stretch> {
  await drive(stack, options.scenario, options, WARM_SECONDS);
  const stretches: Stretch[] = [];
  for (let run = 0; run < options.runs; run += 1) {
    const before = await pagesOf(pool);
    const driven = await drive(stack, options.scenario, options, options.seconds);
    stretches.push({ ...driven, pages: await pagesOf(pool, before, driven.rate * options.seconds) });
  }
  const median = (of: (stretch: Stretch) => number) =>
    stretches.map(of).sort((a, b) => a - b)[stretches.length >> 1] ?? Number.NaN;
  const pages = {
    wal: median(({ pages: { wal } }) => wal),
    whole: median(({ pages: { whole } }) => whole),
    read: median(({ pages: { read } }) => read),
  };
  return { rate: median(({ rate }) => rate), p99: median(({ p99 }) => p99), cpu: median(({ cpu }) => cpu), pages };
}

/** Counters of the database; with `before`, per cycle since then. */
async function pagesOf(pool: Pool, before?: Pages, cycles = 1): Promise<Pages> {
  const { rows } = await pool.query<Pages>(
    `select (pg_current_wal_lsn() - '0/0')::float8 as wal, (select wal_fpi::float8 from pg_stat_wal) as whole,
       (select coalesce(sum(idx_blks_read), 0)::float8 from pg_statio_user_tables) as read`,
  );
  const now = rows[0] as Pages;
  if (before === undefined) return now;
  return {
    wal: (now.wal - before.wal) / cycles,
    whole: (now.whole - before.whole) / cycles,
    read: (now.read - before.read) / cycles,
  };
}

/** Each part of the run ends when the query tables contain all of it. A remainder would be work of the next part. */
async function drive(
  stack: RedisStack,
  scenario: string,
  { connections }: FinishedOptions,
  seconds: number,
): Promise<Omit<Stretch, 'pages'>> {
  const used = () => Object.values(stack.cpu()).reduce((sum, one) => sum + one, 0);
  const ended = () => completedCycles(stack);
  const [had, before] = [await ended(), used()];
  const result = await driveCycles({ url: stack.url, scenario, connections, seconds });
  await untilEnded(ended, had + result.cycles, DRAIN_LIMIT_MS);
  return { rate: result.cycles / result.seconds, p99: result.p99, cpu: ((used() - before) / result.cycles) * 1000 };
}

/** @returns how long it took, unit: ms */
async function fill(pool: Pool, instances: number): Promise<number> {
  const began = performance.now();
  await pool.query('set statement_timeout = 0');
  for (let made = 0; made < instances; made += CHUNK) await pool.query(COPIES, [Math.min(CHUNK, instances - made)]);
  for (const table of [...TABLES, 'q_instance_count']) await pool.query(`vacuum analyze ${table}`);
  await pool.query('checkpoint');
  return performance.now() - began;
}

async function sizes(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string; size: string }>(
    'select name, pg_size_pretty(pg_total_relation_size(name::regclass)) as size from unnest($1::text[]) as t (name)',
    [TABLES],
  );
  return rows.map(({ name, size }) => `${name} ${size}`).join(', ');
}

const line = (words: string) => process.stdout.write(`${words}\n`);
const text = ({ rate, p99, cpu, pages: { wal, whole, read } }: Stretch) =>
  `${rate.toFixed(0).padStart(6)} /s  p99 ${p99.toFixed(1)} ms  CPU s per 1,000 ${cpu.toFixed(3)}  for each ${(wal / 1024).toFixed(1)} kB of WAL with ${whole.toFixed(2)} whole pages, ${read.toFixed(2)} pages of indexes read`;
const change = (before: number, after: number) => `${after >= before ? '+' : ''}${((after / before - 1) * 100).toFixed(1)} %`;
