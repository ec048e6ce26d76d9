import { execFile } from 'node:child_process';
import { chown, cp, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { serverAccount } from '../../src/db/embedded/run.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openPool, type Pool } from '../../src/db/pool.ts';
import { eventually } from './eventually.ts';
import { startTestServer, type TestServer } from './test-postgres.ts';

/** A primary with a streaming replica, both of a test's own. */
export interface TestReplica {
  /** address of a migrated database on the primary */
  readonly primaryUrl: string;
  /** the same database on the replica */
  readonly replicaUrl: string;
  readonly primary: Pool;
  readonly replica: Pool;
  /** from now on the replica shows nothing new */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Waits until the replica has everything that can be seen on the primary. */
  caughtUp(): Promise<void>;
  /** Ends the replica without a word to its clients; false: it was ended before. */
  killReplica(): Promise<void>;
  stop(): Promise<void>;
}

const run = promisify(execFile);
/** Not of one start to the next: what a running server has written for itself. */
const OF_THE_PROCESS = new Set(['postmaster.pid', 'postmaster.opts']);

export async function startReplica(): Promise<TestReplica> {
  const primaryServer = await startTestServer();
  const primaryUrl = await makeDatabase(primaryServer.url);
  const standby = await startTestServer({ fill: (dataDir) => copyServer(primaryServer, dataDir) });
  const replicaUrl = Object.assign(new URL(standby.url), { pathname: new URL(primaryUrl).pathname }).href;
  const primary = openPool(primaryUrl, { max: 2, applicationName: 'sluice test' });
  const replica = openPool(replicaUrl, { max: 2, applicationName: 'sluice test' });
  let isKilled = false;
  return {
    primaryUrl,
    replicaUrl,
    primary,
    replica,
    async pause() {
      await replica.query('select pg_wal_replay_pause()');
      await eventually('the replica stands still', async () => {
        const { rows } = await replica.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state');
        return rows[0]?.state === 'paused';
      });
    },
    async resume() {
      await replica.query('select pg_wal_replay_resume()');
    },
    caughtUp: () => caughtUp(primary, replica),
    async killReplica() {
      isKilled = true;
      await standby.stop('SIGQUIT');
    },
    async stop() {
      await Promise.all([primary.end(), replica.end()]);
      if (!isKilled) await standby.stop();
      await primaryServer.stop();
    },
  };
}

async function makeDatabase(serverUrl: string): Promise<string> {
  const pool = openPool(serverUrl, { max: 1, applicationName: 'sluice test' });
  try {
    await pool.query('create database sluice_replicated');
  } finally {
    await pool.end();
  }
  const url = Object.assign(new URL(serverUrl), { pathname: '/sluice_replicated' }).href;
  await migrate(url);
  return url;
}

/** A copy of a running server that follows it. The programs of the embedded Postgres do not include one that does this. */
async function copyServer({ url, dataDir }: TestServer, target: string): Promise<void> {
  const pool = openPool(url, { max: 1, applicationName: 'sluice test' });
  try {
    await pool.query(`select pg_backup_start('test', true)`);
    for (const name of await readdir(dataDir))
      if (!OF_THE_PROCESS.has(name)) await cp(join(dataDir, name), join(target, name), { recursive: true });
    const { rows } = await pool.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
    await writeFile(join(target, 'backup_label'), rows[0]?.label ?? '');
  } finally {
    await pool.end();
  }
  // writes before the end of the copy must be included
  await rm(join(target, 'pg_wal'), { recursive: true, force: true });
  await cp(join(dataDir, 'pg_wal'), join(target, 'pg_wal'), { recursive: true });
  const { port } = new URL(url);
  await writeFile(join(target, 'standby.signal'), '');
  await writeFile(
    join(target, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=sluice'\nwal_receiver_status_interval = 1s\n`,
  );
  await giveToServer(target);
}

async function giveToServer(folder: string): Promise<void> {
  const account = await serverAccount();
  if (account === undefined) return;
  await chown(folder, account.uid, account.gid);
  await run('chown', ['-R', `${account.uid}:${account.gid}`, basename(folder)], { cwd: join(folder, '..') });
}

/** Behind what is seen now, so the log is written out first: what is committed without waiting for the disk is sent later. */
async function caughtUp(primary: Pool, replica: Pool): Promise<void> {
  const { rows } = await primary.query<{ place: string }>('select pg_current_wal_insert_lsn()::text as place');
  await primary.query(`set synchronous_commit = on; select pg_logical_emit_message(true, 'test', 'flush')`);
  await eventually('the replica has come as far as the primary', async () => {
    const text = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as "isThere"';
    return (await replica.query<{ isThere: boolean }>(text, [rows[0]?.place])).rows[0]?.isThere;
  });
}
