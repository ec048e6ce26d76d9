import { randomBytes } from 'node:crypto';
import { chown, link, mkdir, readdir, readFile, realpath, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { ConfigError } from '../../platform/config/config.ts';
import { sleep } from '../../platform/retry.ts';
import { type Account, runProgram } from './run.ts';

/** An advisory lock of a connection, so that it also ends if the process is killed. */
export interface DataFolderLock {
  /** resolves when the connection ends, and the lock with it */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/** "slui" as a number. */
const LOCK_KEY = 0x736c7569;
const NAME_PREFIX = 'sluice process ';
/** A process that was just killed or stopped may still have the lock. */
const LOCK_WAIT_MS = 2000;
const RETRY_MS = 50;

/** Takes the lock. If another process still has it after LOCK_WAIT_MS, returns the id of that process (undefined: unknown). Rejects on a database error. */
export async function takeDataFolderLock(url: string): Promise<DataFolderLock | { readonly holder: string | undefined }> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `${NAME_PREFIX}${process.pid}`,
    connectionTimeoutMillis: 2000,
  });
  const lost = new Promise<void>((resolve) => {
    client.on('end', resolve);
    client.on('error', () => resolve());
  });
  await client.connect();
  try {
    const deadline = Date.now() + LOCK_WAIT_MS;
    while (!(await tryLock(client))) {
      if (Date.now() > deadline) {
        const holder = await lockHolder(client);
        await client.end();
        return { holder };
      }
      await sleep(RETRY_MS);
    }
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return { lost, release: () => client.end().catch(() => {}) };
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const result = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK_KEY]);
  return result.rows[0]?.taken === true;
}

async function lockHolder(client: pg.Client): Promise<string | undefined> {
  const result = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [LOCK_KEY],
  );
  const name = result.rows[0]?.name;
  return name?.startsWith(NAME_PREFIX) === true ? name.slice(NAME_PREFIX.length) : undefined;
}

/** Paths inside DATA_DIR. */
export interface DataFolder {
  readonly root: string;
  /** data directory of Postgres */
  readonly cluster: string;
  /** random password of the only database user; readable by its owner only */
  readonly passwordFile: string;
  readonly serverLog: string;
}

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const DRAFT = /^pg\.init-(\d+)$/;

/**
 * Creates DATA_DIR, removes temporary folders of dead processes, and truncates a large server log. Rejects with ConfigError if DATA_DIR cannot be created, is
 * not a folder, or the account of the server cannot enter it.
 */
export async function openDataFolder(dataDir: string, account: Account | undefined): Promise<DataFolder> {
  try {
    await mkdir(dataDir, { recursive: true });
  } catch (error) {
    throw new ConfigError(
      'DATA_DIR',
      `names ${dataDir}, which cannot be made (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`,
    );
  }
  const root = await realpath(dataDir);
  if (!(await stat(root)).isDirectory()) throw new ConfigError('DATA_DIR', `names ${root}, which is not a folder`);
  await checkAccess(root, account);
  const folder = {
    root,
    cluster: join(root, 'pg'),
    passwordFile: join(root, 'pg-password'),
    serverLog: join(root, 'pg.log'),
  };
  await removeDeadDrafts(root);
  await prepareLog(folder.serverLog, account);
  return folder;
}

/** True if the data directory of Postgres is initialised. */
export async function hasCluster(folder: DataFolder): Promise<boolean> {
  return (await stat(join(folder.cluster, 'PG_VERSION')).catch(() => undefined)) !== undefined;
}

/** The cluster is initialised in it; it is then renamed to `cluster` in one step. */
export async function makeDraft(folder: DataFolder, account: Account | undefined): Promise<string> {
  const draft = join(folder.root, `pg.init-${process.pid}`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  if (account !== undefined) await chown(draft, account.uid, account.gid);
  return draft;
}

/** Creates the password on the first call. Concurrent first calls get the same one. */
export async function readPassword(folder: DataFolder, account: Account | undefined): Promise<string> {
  const existing = await readFile(folder.passwordFile, 'utf8').catch(() => undefined);
  if (existing !== undefined) return existing.trim();
  const draft = `${folder.passwordFile}-${process.pid}`;
  await writeFile(draft, randomBytes(24).toString('hex'), { mode: 0o600 });
  if (account !== undefined) await chown(draft, account.uid, account.gid);
  await link(draft, folder.passwordFile).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  return (await readFile(folder.passwordFile, 'utf8')).trim();
}

async function checkAccess(root: string, account: Account | undefined): Promise<void> {
  if (account === undefined) return;
  if (await canEnter(root, account)) return;
  // change only the owner of an empty folder, such as a new temporary folder with a strict umask
  if ((await readdir(root)).length === 0) {
    await chown(root, account.uid, account.gid);
    if (await canEnter(root, account)) return;
  }
  throw new ConfigError(
    'DATA_DIR',
    `names ${root}, which the account ${account.name} cannot enter; as root the embedded database runs as that account: choose another folder`,
  );
}

async function canEnter(folder: string, account: Account): Promise<boolean> {
  return (await runProgram('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], '/', account)).exitCode === 0;
}

async function prepareLog(path: string, account: Account | undefined): Promise<void> {
  const size = (await stat(path).catch(() => undefined))?.size;
  if (size === undefined) await writeFile(path, '', { mode: 0o600, flag: 'a' });
  else if (size > LOG_LIMIT_BYTES) await truncate(path);
  if (account !== undefined) await chown(path, account.uid, account.gid);
}

async function removeDeadDrafts(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = DRAFT.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(root, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
