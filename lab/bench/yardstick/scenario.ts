import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPool } from '../../../src/db/pool.ts';
import { startRedis } from '../../../test/support/redis.ts';
import { barsOf } from '../bars.ts';
import { driveBy, startBareExpress } from '../children.ts';
import { countCompleted, deploy, post, untilCompleted } from '../client.ts';
import type { LoadResult } from '../driver.ts';
import { memoryOf } from '../hostile.ts';
import { type HttpDriver, httpDriver } from '../http-load.ts';
import { LINEAR } from '../models.ts';
import { startEmbeddedStack, startRedisStack } from '../stack.ts';
import type { QueueLoad, QueueResult } from './bullmq-alone.ts';
import { type PostgresFloor, postgresFloor } from './postgres-floor.ts';

const START = JSON.stringify({ WorkflowId: 'linear', Variables: { n: 1 } });
const DRAIN_LIMIT_MS = 60_000;
/** V8 compiles busy functions again for some seconds. */
const WARM_SECONDS = 8;

export interface YardstickOptions {
  readonly seconds: number;
  readonly connections: number;
  /** number of runs; the result is their median */
  readonly runs: number;
  /** where the numbers and the picture are put; absent: nowhere */
  readonly folder: string | undefined;
}

/** One run of everything. Unit of rates: 1/s */
interface Run {
  readonly bare: LoadResult;
  readonly roles: Measured;
  readonly alone: Measured;
  readonly floor: PostgresFloor;
  readonly writes: Writes;
  /** most memory of each role; unit: MB */
  readonly memory: Readonly<Record<string, number>>;
  readonly queue: number;
}

/** Data that all roles together make the database write, per instance. */
interface Writes {
  /** unit: bytes */
  readonly wal: number;
  readonly commits: number;
}

interface Measured {
  readonly load: LoadResult;
  /** unit: s per 1,000 instances, all processes */
  readonly cpu: number;
  /** acknowledged, and not there at the end */
  readonly missing: number;
}

/** A line of the report, over all runs. */
export interface Yard {
  readonly name: string;
  /** unit: 1/s */
  readonly rate: number;
  readonly note: string;
}

/**
 * Scenario `yardstick`: starts of three script tasks, next to what bounds them: a bare Express route under the same driver, the same rows written by a bare client of
 * Postgres, and BullMQ with jobs that do nothing. One after the other, several times; medians.
 */
export async function yardstick(options: YardstickOptions): Promise<void> {
  const driver = await httpDriver();
  line(`${options.connections} connections, ${options.seconds} s each, driven by ${driver.name}, ${options.runs} runs`);
  const runs: Run[] = [];
  for (let nth = 1; nth <= options.runs; nth += 1) {
    const run = await runOnce(driver, options);
    runs.push(run);
    line(
      `run ${nth}: Express ${rateOf(run.bare).toFixed(0)}  three roles ${rateOf(run.roles.load).toFixed(0)} (${ratio(run, 'roles').toFixed(3)})  npm start ${rateOf(run.alone.load).toFixed(0)} (${ratio(run, 'alone').toFixed(3)})  Postgres ${run.floor.instancesPerSecond.toFixed(0)}  BullMQ ${run.queue.toFixed(0)}`,
    );
  }
  await report(runs, driver, options);
}

async function runOnce(driver: HttpDriver, options: YardstickOptions): Promise<Run> {
  const bare = await measureBare(driver, options);
  const ofRoles = await measureRoles(driver, options);
  const alone = await measureAlone(driver, options);
  return { bare, ...ofRoles, alone, queue: await measureQueue(options) };
}

async function measureBare(driver: HttpDriver, { seconds, connections }: YardstickOptions): Promise<LoadResult> {
  const express = await startBareExpress();
  const load = { url: `${express.url}/Execution/start`, body: START, connections };
  await driver.drive({ ...load, seconds: WARM_SECONDS });
  const result = await driver.drive({ ...load, seconds });
  await express.stop();
  return result;
}

async function measureRoles(
  driver: HttpDriver,
  options: YardstickOptions,
): Promise<Pick<Run, 'roles' | 'floor' | 'writes' | 'memory'>> {
  const stack = await startRedisStack();
  try {
    const before = await writesOf(stack.databaseUrl);
    const roles = await measure(driver, stack, options);
    const memory = memoryOf(stack.pids);
    const writes = await writesOf(stack.databaseUrl, before);
    const { WorkflowInstanceId } = (await post(stack, '/Execution/start', JSON.parse(START))) as { WorkflowInstanceId: string };
    await untilCompleted(stack, 'linear', (await countCompleted(stack, 'linear')) + 1, 1000);
    const floor = await postgresFloor(stack.databaseUrl, WorkflowInstanceId, Math.min(3, options.seconds));
    return { roles, floor, writes, memory };
  } finally {
    await stack.stop();
  }
}

interface WriteCounts {
  readonly wal: number;
  readonly commits: number;
  readonly instances: number;
}

/** Counters of the database; with `before`, per instance since then. The server reports its own counters up to a second late. */
async function writesOf(databaseUrl: string, before?: WriteCounts): Promise<WriteCounts> {
  const pool = openPool(databaseUrl, { max: 1, applicationName: 'sluice bench' });
  try {
    if (before !== undefined) await new Promise((resolve) => setTimeout(resolve, 1500));
    const { rows } = await pool.query<WriteCounts>(
      `select (pg_current_wal_lsn() - '0/0')::float8 as wal, xact_commit::float8 as commits, (select count(*)::float8 from instance) as instances
       from pg_stat_database where datname = current_database()`,
    );
    const now = rows[0] as WriteCounts;
    if (before === undefined) return now;
    const instances = Math.max(1, now.instances - before.instances);
    return { wal: (now.wal - before.wal) / instances, commits: (now.commits - before.commits) / instances, instances };
  } finally {
    await pool.end();
  }
}

async function measureAlone(driver: HttpDriver, options: YardstickOptions): Promise<Measured> {
  const stack = await startEmbeddedStack();
  try {
    return await measure(driver, stack, options);
  } finally {
    await stack.stop();
  }
}

type Driven = Awaited<ReturnType<typeof startEmbeddedStack>>;

async function measure(driver: HttpDriver, stack: Driven, { seconds, connections }: YardstickOptions): Promise<Measured> {
  await deploy(stack, LINEAR);
  const load = { url: `${stack.url}/Execution/start`, body: START, connections };
  const warm = await driver.drive({ ...load, seconds: WARM_SECONDS });
  await untilCompleted(stack, 'linear', warm.requests, DRAIN_LIMIT_MS);
  const before = total(stack.cpu());
  const result = await driver.drive({ ...load, seconds });
  const expected = warm.requests + result.requests;
  await untilCompleted(stack, 'linear', expected, DRAIN_LIMIT_MS);
  const cpu = ((total(stack.cpu()) - before) / result.requests) * 1000;
  return { load: result, cpu, missing: Math.max(0, expected - (await countCompleted(stack, 'linear'))) };
}

async function measureQueue({ seconds, connections }: YardstickOptions): Promise<number> {
  const redis = await startRedis();
  try {
    const load: QueueLoad = { redisUrl: redis.url, queue: 'alone', connections, seconds: Math.min(5, seconds) };
    const { jobs, seconds: took } = await driveBy<QueueResult>('yardstick/bullmq-alone.ts', load);
    return jobs / took;
  } finally {
    await redis.stop();
  }
}

async function report(runs: readonly Run[], driver: HttpDriver, options: YardstickOptions): Promise<void> {
  const of = (value: (run: Run) => number) => median(runs.map(value));
  const measured = (name: 'roles' | 'alone') => {
    const latency = `p50 ${of((run) => run[name].load.p50).toFixed(1)} ms, p99 ${of((run) => run[name].load.p99).toFixed(1)} ms`;
    const missing = Math.max(...runs.map((run) => run[name].missing + run[name].load.errors));
    return `${of((run) => ratio(run, name)).toFixed(3)} of bare Express, ${latency}, ${of((run) => run[name].cpu).toFixed(2)} s of CPU per 1,000, ${missing} lost or refused`;
  };
  const batch = median(runs.map((run) => run.floor.batch));
  const yards: Yard[] = [
    { name: 'bare Express route', rate: of((run) => rateOf(run.bare)), note: `under ${driver.name}` },
    { name: 'Sluice, three roles', rate: of((run) => rateOf(run.roles.load)), note: measured('roles') },
    { name: 'Sluice, npm start', rate: of((run) => rateOf(run.alone.load)), note: measured('alone') },
    {
      name: 'Postgres alone',
      rate: of((run) => run.floor.instancesPerSecond),
      note: `${runs[0]?.floor.rows ?? 0} rows of an instance, ${batch} instances in a transaction`,
    },
    { name: 'BullMQ alone', rate: of((run) => run.queue), note: 'a job that does nothing, added and waited for one by one' },
  ];
  line('');
  for (const { name, rate, note } of yards) line(`${name.padEnd(20)} ${rate.toFixed(0).padStart(6)} /s  ${note}`);
  line(
    `for each instance, three roles: ${(of((run) => run.writes.wal) / 1024).toFixed(1)} kB of WAL, ${of((run) => run.writes.commits).toFixed(2)} commits`,
  );
  const memory = ['api', 'worker', 'projector'].map((role) => `${role} ${of((run) => run.memory[role] ?? 0).toFixed(0)} MB`);
  line(`most memory of each role: ${memory.join(', ')}`);
  if (options.folder === undefined) return;
  await mkdir(options.folder, { recursive: true });
  const { seconds, connections } = options;
  const written = { driver: driver.name, seconds, connections, medians: yards, runs };
  await writeFile(join(options.folder, 'yardstick.json'), `${JSON.stringify(written, null, 2)}\n`);
  await writeFile(
    join(options.folder, 'yardstick.svg'),
    barsOf(`Starts of three script tasks per second, medians of ${runs.length}`, yards),
  );
}

const rateOf = ({ requests, seconds }: LoadResult) => requests / seconds;
const ratio = (run: Run, name: 'roles' | 'alone') => rateOf(run[name].load) / rateOf(run.bare);
const total = (cpu: Record<string, number>) => Object.values(cpu).reduce((sum, seconds) => sum + seconds, 0);
const line = (text: string) => process.stdout.write(`${text}\n`);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
