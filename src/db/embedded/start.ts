import pg from 'pg';
import { ConfigError } from '../../platform/config/config.ts';
import type { Logger } from '../../platform/log.ts';
import { errorMessage } from '../../platform/redact.ts';
import { retry, sleep } from '../../platform/retry.ts';
import { isRetryable } from '../errors.ts';
import { findBinaries } from './binaries.ts';
import { type Cluster, DATABASE_USER, openCluster } from './cluster.ts';
import { type DataFolderLock, openDataFolder, readPassword, takeDataFolderLock } from './data-folder.ts';
import { serverAccount } from './run.ts';

export interface EmbeddedPostgres {
  /** connection URL with the password; a restart of the server does not change it */
  readonly url: string;
  readonly port: number;
  /** the server was already running, because a replica was killed */
  readonly adopted: boolean;
  /** this start has created the database */
  readonly firstStart: boolean;
  /** real path */
  readonly dataDir: string;
  /** Starts the server if it is not running. It also restarts automatically after it has ended. */
  ensureRunning(): Promise<void>;
  /** Stops the server. Safe to call twice. */
  stop(): Promise<void>;
}

/** `onLost` is called once if the server has ended and cannot be restarted, or another process has locked the folder. */
export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: Logger;
  readonly onLost?: (error: Error) => void;
}

interface Server {
  readonly port: number;
  readonly adopted: boolean;
}

/** Every new cluster has it. The creation of another one would double the time of the first start. */
const DATABASE = 'postgres';
const UP_DEADLINE_MS = 60_000;
const POLL_MS = 30;

/**
 * Starts or reuses the server of a data folder and keeps it running until `stop`. In a second process of one folder, rejects with ConfigError. Works also
 * after a process was killed at any time, for example during initialisation.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const account = await serverAccount();
  const folder = await openDataFolder(options.dataDir, account);
  const binaries = await findBinaries(folder.root, account);
  const password = await readPassword(folder, account);
  const cluster = openCluster(folder, binaries, account);
  const firstStart = await cluster.initialize();
  const urlOf = (port: number) => `postgres://${DATABASE_USER}:${password}@127.0.0.1:${port}/${DATABASE}`;

  const enter = async () => {
    const up = await bringUp(cluster, undefined, urlOf);
    return { server: up, lock: await holdFolder(urlOf(up.port), folder.root) };
  };
  // a stopping replica may end the reused server; the retry starts a new server
  const { server, lock } = await retry(enter, { firstDelayMs: 50, maxDelayMs: 500, maxAttempts: 10, isRetryable });
  const url = urlOf(server.port);
  const keeper = keepRunning(cluster, server.port, lock, { url, dataDir: folder.root, options });
  return {
    url,
    port: server.port,
    adopted: server.adopted,
    firstStart,
    dataDir: folder.root,
    ...keeper,
  };
}

/** Starts the server if it is not running. Rejects after UP_DEADLINE_MS with the last error. */
async function bringUp(cluster: Cluster, port: number | undefined, urlOf: (port: number) => string): Promise<Server> {
  const deadline = Date.now() + UP_DEADLINE_MS;
  let problem: string | undefined;
  let isStartedHere = false;
  while (Date.now() < deadline) {
    const running = await cluster.running();
    if (running === undefined) {
      problem = await cluster.start(port);
      isStartedHere = problem === undefined;
      if (problem !== undefined) await sleep(POLL_MS * 10);
      continue;
    }
    const refusal = await tryConnect(urlOf(running.port));
    if (refusal === undefined) return { port: running.port, adopted: !isStartedHere };
    problem = refusal;
    await sleep(POLL_MS);
  }
  throw new Error(`the embedded Postgres does not come up: ${problem ?? 'no reason given'}`);
}

/** @returns the reason of a failure; undefined: success. Rejects with ConfigError if the password is wrong. */
async function tryConnect(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    if ((error as { code?: unknown }).code === '28P01') {
      throw new ConfigError('DATA_DIR', 'holds a database and a password file that do not belong together');
    }
    return errorMessage(error);
  } finally {
    await client.end().catch(() => {});
  }
}

async function holdFolder(url: string, dataDir: string): Promise<DataFolderLock> {
  const lock = await takeDataFolderLock(url);
  if ('lost' in lock) return lock;
  const who = lock.holder === undefined ? '' : ` (process id ${lock.holder})`;
  const reason = `The data folder ${dataDir} is already used by another Sluice process${who}. Stop that one, or set DATA_DIR to another folder.`;
  throw new ConfigError('DATA_DIR', reason);
}

interface KeepContext {
  readonly url: string;
  readonly dataDir: string;
  readonly options: EmbeddedOptions;
}

/** Restarts the server on the same port when the connection of the lock breaks, which happens when the server ends. */
function keepRunning(
  cluster: Cluster,
  port: number,
  first: DataFolderLock,
  context: KeepContext,
): Pick<EmbeddedPostgres, 'ensureRunning' | 'stop'> {
  const { options } = context;
  const stopping = new AbortController();
  let lock = first;
  let repair: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  async function bringBack(): Promise<void> {
    await bringUp(cluster, port, () => context.url);
    await lock.release();
    lock = await holdFolder(context.url, context.dataDir);
    watch(lock);
  }
  function ensureRunning(): Promise<void> {
    repair ??= retry(bringBack, {
      firstDelayMs: 100,
      maxDelayMs: 2000,
      maxAttempts: 5,
      signal: stopping.signal,
      isRetryable: (error) => !(error instanceof ConfigError),
    }).finally(() => {
      repair = undefined;
    });
    return repair;
  }
  function watch(watched: DataFolderLock): void {
    void watched.lost.then(async () => {
      await repair?.catch(() => {});
      if (stopping.signal.aborted || lock !== watched) return;
      options.log.event('database-unreachable', { Operation: 'embedded-database', ErrorMessage: 'connection lost' });
      try {
        await ensureRunning();
      } catch (error) {
        if (!stopping.signal.aborted) options.onLost?.(error as Error);
      }
    });
  }
  async function stopAll(): Promise<void> {
    stopping.abort();
    await repair?.catch(() => {});
    await cluster.stop();
    await lock.release();
  }

  watch(first);
  return {
    ensureRunning: async () => {
      if (!stopping.signal.aborted && (await tryConnect(context.url)) !== undefined) await ensureRunning();
    },
    stop() {
      stopped ??= stopAll();
      return stopped;
    },
  };
}
