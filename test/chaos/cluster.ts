import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded/start.ts';
import { migrate } from '../../src/db/migrate.ts';
import { silentLog } from '../../src/platform/log.ts';
import { copyDataFolder } from '../support/data-folder.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/redis.ts';

const SLUICE = fileURLToPath(new URL('../../bin/sluice.mjs', import.meta.url));
/** How long what runs the processes lets a dead one lie before it starts the next. Unit: ms. */
const RESTART_AFTER_MS = 200;
/** Longer than any health check takes. Unit: ms. */
const ANSWER_MS = 5000;

/** The parts of the cluster that a fault can hit. */
export type Victim = 'api' | 'worker' | 'projector' | 'postgres';

/** The service as it runs in production: every role a process of its own, two of each, on a Postgres that keeps what it has acknowledged. */
export interface Cluster {
  /** addresses of the two API processes; they stay the same when one is started again */
  readonly urls: readonly string[];
  readonly databaseUrl: string;
  /** Kills one process of this kind with SIGKILL; it is started again, as an orchestrator would. `index` picks which. */
  kill(victim: Victim, index: number): Promise<void>;
  /** Resolves when every process answers that it is ready. */
  untilReady(): Promise<void>;
  stop(): Promise<void>;
}

interface Member {
  readonly role: Victim;
  child: ChildProcess;
  restarted: Promise<void>;
}

export async function startCluster(redisUrl: string | undefined): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-chaos-'));
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  await copyDataFolder(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
  await migrate(postgres.url);
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    REDIS_URL: redisUrl ?? '',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    NODE_ENV: 'production',
    Engine__CommandTimeoutSeconds: '3',
  };
  let isStopping = false;

  async function addMember(role: Victim): Promise<{ member: Member; url: string }> {
    const port = await freePort();
    const portKey = role === 'api' ? 'PORT' : 'METRICS_PORT';
    const run = () =>
      spawn(process.execPath, [SLUICE, role], {
        env: { ...env, [portKey]: String(port) },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    const member: Member = { role, child: run(), restarted: Promise.resolve() };
    const watch = () =>
      member.child.once('exit', () => {
        member.restarted = pause(RESTART_AFTER_MS).then(() => {
          if (isStopping) return;
          member.child = run();
          watch();
        });
      });
    watch();
    return { member, url: `http://127.0.0.1:${port}` };
  }

  const members = await Promise.all((['worker', 'worker', 'projector', 'projector', 'api', 'api'] as const).map(addMember));
  const urls = members.filter(({ member }) => member.role === 'api').map(({ url }) => url);
  const untilReady = async (isMeant = (_: Member) => true) => {
    const patience = { withinMs: 60_000, everyMs: 50 };
    const meant = members.filter(({ member }) => isMeant(member));
    await Promise.all(
      meant.map(({ member, url }) => eventually(`${member.role} at ${url} is ready`, () => isReady(url), patience)),
    );
  };
  await untilReady();

  return {
    untilReady: () => untilReady(),
    urls,
    databaseUrl: postgres.url,
    async kill(victim, index) {
      // One more of a kind is killed only when the last has come back: on a slow machine nothing would ever be up otherwise.
      await untilReady(({ role }) => role === (victim === 'postgres' ? 'api' : victim));
      if (victim === 'postgres') return killPostgres(postgres);
      const ofKind = members.filter(({ member }) => member.role === victim);
      ofKind[index % ofKind.length]?.member.child.kill('SIGKILL');
    },
    async stop() {
      isStopping = true;
      await Promise.all(members.map(({ member }) => end(member)));
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A process that accepts a connection and says nothing is not ready either. */
async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/ready`, { signal: AbortSignal.timeout(ANSWER_MS) })).status === 200;
}

/** The server's first process; the others end when they see it gone. Its keeper in this process starts it again on the same port. */
async function killPostgres({ dataDir }: EmbeddedPostgres): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  if (pid !== undefined && pid !== '') process.kill(Number(pid), 'SIGKILL');
}

async function end(member: Member): Promise<void> {
  await member.restarted;
  const { child } = member;
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
