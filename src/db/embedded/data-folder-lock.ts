import pg from 'pg';
import { sleep } from '../../platform/retry.ts';

/** Lock of a data folder, held by a connection: it ends with its process in any case. */
export interface DataFolderLock {
  /** resolves when the connection is lost, and the lock with it */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/** Arbitrary constant: "slui" as a number. */
const LOCK_KEY = 0x736c7569;
const NAME_PREFIX = 'sluice process ';
/** Wait for a process that was just killed or stopped. Unit: ms. */
const LOCK_WAIT_MS = 2000;
const RETRY_MS = 50;

/** Takes the lock. If another process holds it, returns its process id if known. */
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
