import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/db/embedded/start.ts';
import { migrate } from '../../src/db/migrate.ts';
import { silentLog } from '../../src/platform/log.ts';
import { freePort, startRedis } from '../../test/support/redis.ts';
import { end, startRole } from './children.ts';
import { cpuSecondsOf } from './cpu.ts';

/** A running service with its servers. */
export interface Stack {
  readonly name: string;
  readonly url: string;
  /** where the metrics of the worker are */
  readonly workerUrl: string;
  /** CPU seconds so far, by process */
  cpu(): Record<string, number>;
  stop(): Promise<void>;
}

/** With the database next to it, for queries of the scenario. */
export interface RedisStack extends Stack {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** of all processes, by name */
  readonly pids: Readonly<Record<string, number | undefined>>;
  /** starts another worker, which the caller kills */
  startWorker(): Promise<ChildProcess>;
}

/** An embedded Postgres in its own folder, with `fsync` on, that belongs to a measurement. `prepare`: settings before its second start. */
export async function startBenchPostgres(
  prepare?: (databaseUrl: string) => Promise<void>,
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  const postgres = await startDatabase(folder, prepare);
  return {
    url: postgres.url,
    pid: postmasterPid(folder) ?? Number.NaN,
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const QUIET = { LOG_LEVEL: 'warning', NODE_ENV: 'production', HOST: '127.0.0.1' };

/**
 * Starts one API, one worker and one projector as separate processes, with the given Redis and Postgres or new ones. `prepare`: settings of the new
 * database, applied before it restarts.
 */
export async function startRedisStack(
  more: Readonly<Record<string, string>> = {},
  prepare?: (databaseUrl: string) => Promise<void>,
  shards = 1,
): Promise<RedisStack> {
  const postgres = process.env['DATABASE_URL'] === undefined ? await startBenchPostgres(prepare) : undefined;
  const others = await Promise.all(Array.from({ length: shards - 1 }, () => startBenchPostgres(prepare)));
  const redis = process.env['REDIS_URL'] === undefined ? await startRedis() : undefined;
  const databaseUrl = process.env['DATABASE_URL'] ?? postgres?.url ?? '';
  const databases = [databaseUrl, ...others.map((other) => other.url)];
  for (const each of databases) await migrate(each);
  const shared = { ...QUIET, ...more, ...addressOf(databases), REDIS_URL: process.env['REDIS_URL'] ?? redis?.url ?? '' };
  const children: Record<string, ChildProcess> = {};
  const startChild = async (verb: string, portKey: string) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    return { child: await startRole(verb, { ...shared, [portKey]: String(port) }, url), url };
  };
  const start = async (verb: string, portKey: string) => {
    const { child, url } = await startChild(verb, portKey);
    children[verb] = child;
    return url;
  };
  const workerUrl = await start('worker', 'METRICS_PORT');
  await start('projector', 'METRICS_PORT');
  const url = await start('api', 'PORT');
  const pids: Record<string, number | undefined> = {
    ...pidsOf(children),
    redis: redis?.pid,
    postgres: postgres?.pid,
    ...Object.fromEntries(others.map(({ pid }, at) => [`postgres ${at + 2}`, pid])),
  };
  return {
    name: `Redis: one API, one worker, one projector${shards === 1 ? '' : `, ${shards} shards, each with its own Postgres`}`,
    url,
    databaseUrl,
    redisUrl: shared.REDIS_URL,
    pids,
    workerUrl,
    startWorker: async () => (await startChild('worker', 'METRICS_PORT')).child,
    cpu: () => cpuByName(pids),
    async stop() {
      for (const child of Object.values(children).reverse()) await end(child);
      await redis?.stop();
      for (const each of [postgres, ...others]) await each?.stop();
    },
  };
}

function addressOf(databases: readonly string[]): Record<string, string> {
  if (databases.length === 1) return { DATABASE_URL: databases[0] ?? '' };
  return { DATABASE_URL: '', SHARDS: databases.map((url, number) => `s${number}=${url}`).join(',') };
}

async function startDatabase(dataDir: string, prepare: ((databaseUrl: string) => Promise<void>) | undefined) {
  const first = await startEmbeddedPostgres({ dataDir, log: silentLog });
  if (prepare === undefined) return first;
  await prepare(first.url);
  await first.stop();
  return startEmbeddedPostgres({ dataDir, log: silentLog });
}

/** Reads the metrics of the worker, in the text format of Prometheus. */
export async function workerMetrics({ workerUrl }: Pick<Stack, 'workerUrl'>): Promise<string> {
  return (await fetch(`${workerUrl}/metrics`)).text();
}

/** `npm start`: every role in one process, the queue in the embedded database. */
export async function startEmbeddedStack(): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  const [port, uiPort] = [await freePort(), await freePort()];
  const env = { ...QUIET, DATA_DIR: folder, DATABASE_URL: '', REDIS_URL: '', PORT: String(port), UI_PORT: String(uiPort) };
  const child = await startRole('start', env, `http://127.0.0.1:${port}`);
  const pids = { sluice: child.pid, postgres: postmasterPid(folder) };
  return {
    name: 'embedded: npm start, one process',
    url: `http://127.0.0.1:${port}`,
    workerUrl: `http://127.0.0.1:${port}`,
    cpu: () => cpuByName(pids),
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function pidsOf(children: Record<string, ChildProcess>): Record<string, number | undefined> {
  return Object.fromEntries(Object.entries(children).map(([name, child]) => [name, child.pid]));
}

function cpuByName(pids: Record<string, number | undefined>): Record<string, number> {
  const seconds: Record<string, number> = {};
  for (const [name, pid] of Object.entries(pids)) if (pid !== undefined) seconds[name] = cpuSecondsOf(pid);
  return seconds;
}

/** First line of postmaster.pid, wherever in the data folder the cluster is. */
function postmasterPid(folder: string): number | undefined {
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('postmaster.pid'));
  return file === undefined ? undefined : Number.parseInt(readFileSync(join(folder, file), 'utf8'), 10);
}
