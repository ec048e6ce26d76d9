import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Member, ROLES } from '../../lab/chaos/campaign/member.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded/start.ts';
import { silentLog } from '../../src/platform/log.ts';
import { type CutProxy, openCutProxy } from '../support/cut-proxy.ts';
import { copyDataFolder } from '../support/data-folder.ts';
import { migrateNew } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/redis.ts';

/** Longer than any health check takes. Unit: ms. */
const ANSWER_MS = 5000;

/** The parts of the cluster that a fault can hit. */
export type Victim = 'api' | 'worker' | 'projector' | 'postgres';

/** The service as it runs in production: every role in its own processes, on a Postgres that flushes each commit to disk. */
export interface Cluster {
  /** addresses of the API processes; they stay the same when one is restarted */
  readonly urls: readonly string[];
  readonly databaseUrl: string;
  /** of all shards, by number */
  readonly databaseUrls: readonly string[];
  /** Kills the server of a shard of `startShards`; it cannot be reached for this time. */
  loseDatabase(shard: number, lostMs: number): Promise<void>;
  /** Kills one process of this kind with SIGKILL; it is started again, as an orchestrator would. `index` picks which. */
  kill(victim: Victim, index: number): Promise<void>;
  /** Resolves when every process answers that it is ready. */
  untilReady(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param replicas processes of each role
 * @param seed where the positions of rows begin
 * @param given an empty database to use, which is not stopped here and cannot be a victim; `directUrl`: one server of it
 * @param settings further settings of all processes
 */
export async function startCluster(
  redisUrl: string | undefined,
  replicas = 2,
  seed = 1,
  given?: { readonly url: string; readonly directUrl: string },
  settings: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-chaos-'));
  await chmod(folder, 0o755);
  const own = given === undefined ? await startOwn(join(folder, 'data')) : undefined;
  const postgres = given ?? (own as EmbeddedPostgres);
  await migrateNew(given?.directUrl ?? postgres.url, seed);
  const databases: Databases = {
    settings: { DATABASE_URL: postgres.url, REDIS_URL: redisUrl ?? '' },
    urls: [postgres.url],
    own: own === undefined ? [] : [own],
    proxies: [],
    folder,
  };
  return openCluster(databases, replicas, settings);
}

/** A cluster with one process of each role, and a server for each shard. */
export async function startShards(count: number, settings: Readonly<Record<string, string>>): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-chaos-'));
  await chmod(folder, 0o755);
  const own: EmbeddedPostgres[] = [];
  for (let shard = 0; shard < count; shard += 1) own.push(await startOwn(join(folder, `data-${shard}`)));
  const urls = own.map(({ url }) => url);
  for (const url of urls) await migrateNew(url, 1);
  const proxies = await Promise.all(urls.map((url) => openCutProxy(url)));
  const SHARDS = proxies.map(({ url }, shard) => `s${shard}=${url}`).join(',');
  const databases = { settings: { SHARDS, DATABASE_URL: '', REDIS_URL: '' }, urls, own, proxies, folder };
  return openCluster(databases, 1, settings);
}

interface Databases {
  readonly settings: Readonly<Record<string, string>>;
  /** by number of the shard */
  readonly urls: readonly string[];
  /** servers that are stopped with the cluster */
  readonly own: readonly EmbeddedPostgres[];
  readonly proxies: readonly CutProxy[];
  readonly folder: string;
}

async function openCluster(
  { urls: databaseUrls, own, proxies, folder, ...databases }: Databases,
  replicas: number,
  settings: Readonly<Record<string, string>>,
): Promise<Cluster> {
  const env = {
    ...process.env,
    ...databases.settings,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    NODE_ENV: 'production',
    Engine__CommandTimeoutSeconds: '3',
    ...settings,
  };
  const roles = Array.from({ length: replicas }, () => ROLES).flat();
  const members = await Promise.all(roles.map(async (role) => new Member(role, await freePort(), env)));
  const ofKind = (kind: Victim) => members.filter(({ role }) => role === kind);
  const untilReady = async (meant: readonly Member[] = members) => {
    const patience = { withinMs: 180_000, everyMs: 50 };
    await Promise.all(meant.map(({ role, url }) => eventually(`${role} at ${url} is ready`, () => isReady(url), patience)));
  };
  await untilReady();

  return {
    untilReady: () => untilReady(),
    urls: ofKind('api').map(({ url }) => url),
    databaseUrl: databaseUrls[0] ?? '',
    databaseUrls,
    async loseDatabase(shard, lostMs) {
      proxies[shard]?.setDown(true);
      await killPostgres(own[shard] as EmbeddedPostgres);
      await pause(lostMs);
      proxies[shard]?.setDown(false);
    },
    async kill(victim, index) {
      // One more of a kind is killed only when the last is back: on a slow machine nothing would ever be up otherwise.
      const possible = ofKind(victim === 'postgres' ? 'api' : victim);
      await untilReady(possible);
      if (victim === 'postgres') await killPostgres(own[0] as EmbeddedPostgres);
      else possible[index % possible.length]?.signal('SIGKILL');
    },
    async stop() {
      await Promise.all(members.map((member) => member.end()));
      for (const proxy of proxies) await proxy.close();
      await Promise.all(own.map((server) => server.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startOwn(dataDir: string): Promise<EmbeddedPostgres> {
  await copyDataFolder(dataDir);
  return startEmbeddedPostgres({ dataDir, log: silentLog });
}

/** A process that accepts a connection and sends nothing is not ready either. */
async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/ready`, { signal: AbortSignal.timeout(ANSWER_MS) })).status === 200;
}

/** The server's first process; the others end when they see it gone. Its keeper in this process starts it again on the same port. */
async function killPostgres({ dataDir }: EmbeddedPostgres): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  if (pid !== undefined && pid !== '') process.kill(Number(pid), 'SIGKILL');
}
