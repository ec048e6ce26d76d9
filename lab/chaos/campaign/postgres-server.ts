import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Binaries, findBinaries } from '../../../src/db/embedded/binaries.ts';
import { DATABASE_USER } from '../../../src/db/embedded/cluster.ts';
import { openDataFolder, readPassword } from '../../../src/db/embedded/data-folder.ts';
import { type Account, runProgram, serverAccount } from '../../../src/db/embedded/run.ts';
import { copyDataFolder } from '../../../test/support/data-folder.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { freePort } from '../../../test/support/redis.ts';

const run = promisify(execFile);

/** Settings that a server needs to have a standby. */
const SETTINGS = [
  'wal_level=replica',
  'max_wal_senders=6',
  'wal_keep_size=512MB',
  'max_connections=200',
  'wal_retrieve_retry_interval=200ms',
  'wal_receiver_timeout=5s',
  'wal_sender_timeout=5s',
  'hot_standby=on',
];

/** A Postgres server of a campaign: it can be killed, promoted, and copied while it runs. */
export class PostgresServer {
  readonly port: number;
  readonly folder: string;
  readonly password: string;
  readonly #binaries: Binaries;
  readonly #account: Account | undefined;

  private constructor(
    place: { port: number; folder: string; password: string },
    programs: { binaries: Binaries; account: Account | undefined },
  ) {
    this.port = place.port;
    this.folder = place.folder;
    this.password = place.password;
    this.#binaries = programs.binaries;
    this.#account = programs.account;
  }

  /** A new server with an empty database; `folder` is on the disk it is to have. */
  static async create(folder: string): Promise<PostgresServer> {
    const account = await serverAccount();
    await copyDataFolder(join(folder, 'data'));
    const data = await openDataFolder(join(folder, 'data'), account);
    const password = await readPassword(data, account);
    const programs = { binaries: await findBinaries(data.root, account), account };
    const server = new PostgresServer({ port: await freePort(), folder: data.root, password }, programs);
    await server.#configure('');
    await server.start();
    return server;
  }

  get url(): string {
    return this.urlOf(this.port);
  }

  /** The address of its database behind another port. */
  urlOf(port: number): string {
    return `postgres://${DATABASE_USER}:${this.password}@127.0.0.1:${port}/postgres`;
  }

  /** Starts it, or lets it be when it runs. */
  async start(): Promise<void> {
    const options = [`port=${this.port}`, ...SETTINGS].map((setting) => `-c ${setting}`).join(' ');
    const log = join(this.folder, 'pg.log');
    if ((await this.#control('status')).exitCode === 0) return;
    const { exitCode, output } = await this.#control('-w', '-t', '60', '-l', log, '-o', options, 'start');
    if (exitCode !== 0) throw new Error(`Postgres does not start: ${output}\n${(await readFile(log, 'utf8')).slice(-1500)}`);
  }

  /** Starts it repeatedly until it answers. */
  async bringBack(): Promise<void> {
    const look = async () => {
      await this.start();
      await this.query('select 1');
      return true;
    };
    await eventually('Postgres is back', look, { withinMs: 60_000, everyMs: 200 });
  }

  /** Ends all its processes immediately: none of them continues for the time it takes to see that the first one is gone. */
  async kill(): Promise<void> {
    const pid = Number((await readFile(join(this.#cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
    if (!(pid > 0)) return;
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).split(' ').map(Number);
    for (const one of [pid, ...children]) if (one > 0) killed(one);
  }

  async stop(): Promise<void> {
    await this.#control('-m', 'immediate', '-w', 'stop');
  }

  async promote(): Promise<void> {
    await this.query('select pg_promote(true, 30)');
  }

  /** From now on a commit is acknowledged when the standby has it, too; or, again, by this server alone. */
  async waitForStandby(isWaiting: boolean): Promise<void> {
    await this.query(`alter system set synchronous_standby_names = '${isWaiting ? '*' : ''}'`);
    await this.query('select pg_reload_conf()');
  }

  /** Whether the standby has everything that is acknowledged. */
  async isInStep(): Promise<boolean> {
    return (await this.query(`select 1 from pg_stat_replication where sync_state = 'sync'`)).length > 0;
  }

  /** Makes and starts a standby of this server in another folder, while it works (low-level base backup of the manual, 25.3.4). */
  async addStandby(folder: string, port?: number): Promise<PostgresServer> {
    await rm(join(folder, 'data'), { recursive: true, force: true });
    const place = { port: port ?? (await freePort()), folder: join(folder, 'data'), password: this.password };
    const standby = new PostgresServer(place, { binaries: this.#binaries, account: this.#account });
    const client = await connected(this.url);
    try {
      await client.query(`select pg_backup_start('standby', true)`);
      // files that disappear during the copy are in the log that is replayed
      await run('cp', ['-a', this.folder, standby.folder]).catch(() => {});
      const { rows } = await client.query('select labelfile from pg_backup_stop()');
      await standby.#write('backup_label', rows[0].labelfile);
    } finally {
      await client.end();
    }
    for (const file of ['postmaster.pid', 'postmaster.opts']) await rm(join(standby.#cluster, file), { force: true });
    await rm(join(standby.#cluster, 'pg_wal'), { recursive: true, force: true });
    await mkdir(join(standby.#cluster, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
    await standby.#write('standby.signal', '');
    const conninfo = `host=127.0.0.1 port=${this.port} user=${DATABASE_USER} password=${this.password} application_name=standby`;
    await standby.#configure(conninfo);
    await standby.#own();
    await standby.start();
    return standby;
  }

  async query(text: string): Promise<Record<string, unknown>[]> {
    const client = await connected(this.url);
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  get #cluster(): string {
    return join(this.folder, 'pg');
  }

  #control(...args: readonly string[]) {
    return runProgram(this.#binaries.pgCtl, ['-D', this.#cluster, '-s', ...args], this.folder, this.#account);
  }

  /** Settings that `alter system` wrote on the copied server do not apply here. */
  async #configure(conninfo: string): Promise<void> {
    const lines = [`primary_conninfo = '${conninfo}'`, `synchronous_standby_names = ''`, `synchronous_commit = 'on'`];
    await this.#write('postgresql.auto.conf', `${lines.join('\n')}\n`);
    await this.#own();
  }

  #write(name: string, text: string): Promise<void> {
    return writeFile(join(this.#cluster, name), text, { mode: 0o600 });
  }

  async #own(): Promise<void> {
    if (this.#account !== undefined) await run('chown', ['-R', `${this.#account.uid}:${this.#account.gid}`, this.#cluster]);
  }
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended automatically
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000, query_timeout: 30_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    await pause(0);
    throw error;
  }
  return client;
}
