import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Member, ROLES } from '../../lab/chaos/campaign/member.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded/start.ts';
import { silentLog } from '../../src/platform/log.ts';
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
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    REDIS_URL: redisUrl ?? '',
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
    databaseUrl: postgres.url,
    async kill(victim, index) {
      // One more of a kind is killed only when the last is back: on a slow machine nothing would ever be up otherwise.
      const possible = ofKind(victim === 'postgres' ? 'api' : victim);
      await untilReady(possible);
      if (victim === 'postgres') await killPostgres(own as EmbeddedPostgres);
      else possible[index % possible.length]?.signal('SIGKILL');
    },
    async stop() {
      await Promise.all(members.map((member) => member.end()));
      await own?.stop();
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
