import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, serverAccount } from '../../src/db/embedded/run.ts';
import { endWithUs } from './end-with-us.ts';
import { eventually } from './eventually.ts';
import { freePort } from './redis.ts';

/** Postgres servers that Patroni controls, behind HAProxy, with synchronous replication. */
export interface PatroniCluster {
  /** through HAProxy, which connects to the primary */
  readonly url: string;
  /**
   * Kills Postgres of the primary once a synchronous standby exists; in a power cut, Patroni of that server too. Starts Patroni again
   * after another server has become the primary.
   * @returns the time until then, in ms
   */
  failOver(isPowerCut: boolean): Promise<number>;
  stop(): Promise<void>;
}

const SERVERS = 3;
const PASSWORD = 'secret';
const PROGRAMS = ['patroni', 'etcd', 'haproxy'];
const DEBIAN_POSTGRES = '/usr/lib/postgresql';
/** The lowest that Patroni allows: the time after which a primary that does not answer is replaced. Unit: s. */
const TTL_SECONDS = 20;
const WITHIN = { withinMs: 180_000, everyMs: 200 };

/** Names of the programs that are missing here. */
export function missingForPatroni(): readonly string[] {
  const missing = PROGRAMS.filter((name) => spawnSync(name, [name === 'haproxy' ? '-v' : '--version']).status !== 0);
  return spawnSync('ls', [DEBIAN_POSTGRES]).status === 0 ? missing : [...missing, 'postgresql'];
}

/** Starts three servers with an empty database `postgres`. Rejects if they are not in step within three minutes. */
export async function startPatroni(): Promise<PatroniCluster> {
  const account = await serverAccount();
  const folder = await mkdtemp(join(tmpdir(), 'sluice-patroni-'));
  await chmod(folder, 0o755);
  const programs: Program[] = [];
  const begin = (name: string, args: readonly string[]) => {
    const program = new Program(name, args, folder, account);
    programs.push(program);
    return program;
  };
  const etcdPort = await startEtcd(folder, account, begin);
  const servers: Server[] = [];
  for (let n = 0; n < SERVERS; n++) servers.push(await configure(folder, `s${n}`, etcdPort, account));
  const runs = new Map(servers.map((server) => [server, begin('patroni', [server.file])]));
  const port = await startHaproxy(folder, servers, begin);
  const inStep = async () => (await primaryOf(servers)) !== undefined && (await rolesOf(servers)).includes('sync_standby');
  await eventually('a primary and a synchronous standby', inStep, WITHIN);

  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    async failOver(isPowerCut) {
      await eventually('a primary and a synchronous standby', inStep, WITHIN);
      const victim = (await primaryOf(servers)) as Server;
      const began = performance.now();
      if (isPowerCut) runs.get(victim)?.kill();
      await killPostgres(victim);
      const others = servers.filter((server) => server !== victim);
      await eventually('another server is the primary', async () => (await primaryOf(others)) !== undefined, WITHIN);
      const took = performance.now() - began;
      if (isPowerCut) runs.set(victim, begin('patroni', [victim.file]));
      return took;
    },
    async stop() {
      for (const program of programs) program.kill();
      for (const server of servers) await killPostgres(server);
      for (const program of programs) await program.ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A program with its output in a file. */
class Program {
  readonly ended: Promise<unknown>;
  readonly #child: ChildProcess;
  readonly #forget: () => void;

  constructor(name: string, args: readonly string[], cwd: string, account: Account | undefined) {
    this.#child = spawn(name, args, { cwd, stdio: 'ignore', ...(account && { uid: account.uid, gid: account.gid }) });
    this.ended = once(this.#child, 'exit');
    this.#forget = endWithUs(() => this.#child.kill('SIGKILL'));
  }

  kill(): void {
    this.#forget();
    this.#child.kill('SIGKILL');
  }
}

interface Server {
  readonly name: string;
  readonly port: number;
  /** of Patroni's REST API */
  readonly restPort: number;
  readonly data: string;
  /** settings of Patroni */
  readonly file: string;
}

type Begin = (name: string, args: readonly string[]) => Program;

async function startEtcd(folder: string, account: Account | undefined, begin: Begin): Promise<number> {
  const [client, peer] = [await freePort(), await freePort()];
  const data = join(folder, 'etcd');
  await ownedFolder(data, account);
  const [clients, peers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  begin('etcd', [
    ...['--name', 'etcd', '--data-dir', data, '--logger', 'zap', '--log-level', 'error', '--initial-cluster', `etcd=${peers}`],
    ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
    ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers],
  ]);
  await eventually('etcd answers', async () => (await fetch(`${clients}/health`)).ok, WITHIN);
  return client;
}

async function configure(folder: string, name: string, etcdPort: number, account: Account | undefined): Promise<Server> {
  const [port, restPort] = [await freePort(), await freePort()];
  const own = join(folder, name);
  await ownedFolder(own, account);
  const server = { name, port, restPort, data: join(own, 'data'), file: join(own, 'patroni.json') };
  const [version = ''] = (await readdir(DEBIAN_POSTGRES)).sort((a, b) => Number(b) - Number(a));
  const login = (username: string) => ({ username, password: PASSWORD });
  const settings = {
    scope: 'sluice',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...{ ttl: TTL_SECONDS, loop_wait: 1, retry_timeout: 5, synchronous_mode: true, maximum_lag_on_failover: 1_048_576 },
        master_start_timeout: 0, // no restart of a crashed primary before another one is chosen
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_keep_size: '512MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}`, data_dir: server.data },
      pgpass: join(own, 'pgpass'),
      bin_dir: join(DEBIAN_POSTGRES, version, 'bin'),
      authentication: { superuser: login('postgres'), replication: login('replicator'), rewind: login('rewinder') },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
      parameters: { unix_socket_directories: own },
    },
  };
  await writeFile(server.file, JSON.stringify(settings), { mode: 0o644 });
  return server;
}

async function startHaproxy(folder: string, servers: readonly Server[], begin: Begin): Promise<number> {
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 30m',
    '  timeout server 30m',
    'listen primary',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers.map((server) => `  server ${server.name} 127.0.0.1:${server.port} check port ${server.restPort}`),
  ];
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  begin('haproxy', ['-f', file]);
  return port;
}

async function ownedFolder(path: string, account: Account | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (account !== undefined) await chown(path, account.uid, account.gid);
}

/** Answers of Patroni's REST API. Asks every server, because one that was killed does not answer. */
async function rolesOf(servers: readonly Server[]): Promise<readonly string[]> {
  const roles = servers.map(async ({ restPort }) => {
    const found = await Promise.all(['primary', 'sync'].map((role) => isRole(restPort, role)));
    return found[0] ? 'primary' : found[1] ? 'sync_standby' : 'other';
  });
  return Promise.all(roles);
}

async function primaryOf(servers: readonly Server[]): Promise<Server | undefined> {
  const roles = await rolesOf(servers);
  return servers.find((_, n) => roles[n] === 'primary');
}

async function isRole(restPort: number, role: string): Promise<boolean> {
  const url = `http://127.0.0.1:${restPort}/${role}`;
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** Ends all processes of a server immediately. */
async function killPostgres({ data }: Server): Promise<void> {
  const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
  if (!(pid > 0)) return;
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).split(' ').map(Number);
  for (const one of [pid, ...children]) {
    try {
      if (one > 0) process.kill(one, 'SIGKILL');
    } catch {
      // it has ended
    }
  }
}
