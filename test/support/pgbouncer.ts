import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverAccount } from '../../src/db/embedded/run.ts';
import { openPool, ping } from '../../src/db/pool.ts';
import { installPackage } from './debian-package.ts';
import { eventually } from './eventually.ts';
import { freePort } from './redis.ts';

/** A running PgBouncer that gives a connection of the server for each transaction. */
export interface TestPooler {
  /** address of the same database through it, without any word about it */
  readonly url: string;
  stop(): Promise<void>;
}

/** Whether PgBouncer can be started here. */
export function hasPgbouncer(): boolean {
  return spawnSync('pgbouncer', ['--version']).status === 0;
}

/** Installs it where that may be done: root on Debian. */
export function installPgbouncer(say: (text: string) => void): boolean {
  return installPackage('pgbouncer', say) && hasPgbouncer();
}

/** @param connections of the server that all clients share */
export async function startPgbouncer(databaseUrl: string, connections: number): Promise<TestPooler> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-pgbouncer-'));
  const account = await serverAccount();
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl);
  const port = await freePort();
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  const settings = `[databases]
* = host=${hostname} port=${serverPort} user=${decodeURIComponent(username)}${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = ${connections}
logfile = ${join(folder, 'log')}
`;
  await writeFile(join(folder, 'pgbouncer.ini'), settings, { mode: 0o600 });
  if (account !== undefined)
    for (const path of [folder, join(folder, 'pgbouncer.ini')]) await chown(path, account.uid, account.gid);
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { cwd: folder, stdio: 'ignore', ...account });
  const ended = once(child, 'exit');
  const through = new URL(databaseUrl);
  through.host = `127.0.0.1:${port}`;
  const pool = openPool(`${through.href}?pooler=transaction`, { max: 1, applicationName: 'sluice test' });
  try {
    await eventually('PgBouncer answers', async () => {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${await readFile(join(folder, 'log'), 'utf8')}`);
      return await ping(pool).then(
        () => true,
        () => false,
      );
    });
  } finally {
    await pool.end();
  }
  return {
    url: through.href,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
