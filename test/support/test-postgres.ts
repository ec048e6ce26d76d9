import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { findBinaries } from '../../src/db/embedded/binaries.ts';
import { serverAccount } from '../../src/db/embedded/run.ts';
import { endWithUs } from './end-with-us.ts';
import { freePort } from './redis.ts';
import { scratchRoot } from './scratch.ts';

/** A Postgres of the test run's own: fast because it may forget everything, gone with the process that started it. */
export interface TestServer {
  /** connection url of its maintenance database */
  readonly url: string;
  readonly dataDir: string;
  /** @param signal SIGQUIT: without a word to its clients */
  stop(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
}

const run = promisify(execFile);
const READY = /database system is ready to accept (?:read-only )?connections/;
const ENOUGH_BYTES = 2 * 1024 ** 3;
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  io_method: 'sync',
  jit: 'off',
  shared_buffers: '128MB',
  log_min_messages: 'error',
};

/** Options for a separate server of a test. */
export interface TestServerOptions {
  /** its certificate and key; absent: it speaks no TLS */
  readonly tls?: { readonly certificate: string; readonly key: string };
  /** lines of pg_hba.conf; absent: all users may connect */
  readonly access?: readonly string[];
  /** makes its folder what it is to start with, for the account it runs as; absent: a new and empty cluster */
  readonly fill?: (dataDir: string) => Promise<void>;
}

/** Starts a server in a temporary folder on a free port of 127.0.0.1 and waits until it takes connections. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const user = await serverAccount();
  const binaries = await findBinaries(await copyFolder(), user);
  const dataDir = await mkdtemp(join(await scratchRoot(ENOUGH_BYTES), 'sluice-test-pg-'));
  if (user !== undefined) await chown(dataDir, user.uid, user.gid);
  const empty = ['-D', dataDir, '-U', 'sluice', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  if (options.fill === undefined) await run(binaries.initdb, empty, { cwd: dataDir, ...user });
  else await options.fill(dataDir);
  const port = await freePort();
  const own = await writeOptions(dataDir, options, user);
  const settings = Object.entries({ ...SETTINGS, ...own, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const server = spawn(binaries.postgres, ['-D', dataDir, ...settings], {
    cwd: dataDir,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  });
  const killWithUs = () => {
    server.kill('SIGQUIT');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  const endByTerm = () => process.exit(143);
  const stay = endWithUs(killWithUs);
  process.once('SIGTERM', endByTerm);
  await untilReady(server);
  return {
    url: `postgres://sluice@127.0.0.1:${port}/postgres`,
    dataDir,
    async stop(signal = 'SIGINT') {
      const exited = once(server, 'exit');
      if (server.exitCode === null && server.kill(signal)) await exited;
      await rm(dataDir, { recursive: true, force: true });
      stay();
      process.off('SIGTERM', endByTerm);
    },
  };
}

async function writeOptions(
  dataDir: string,
  { tls, access }: TestServerOptions,
  user: { readonly uid: number; readonly gid: number } | undefined,
): Promise<Readonly<Record<string, string>>> {
  const write = async (name: string, text: string) => {
    const path = join(dataDir, name);
    await writeFile(path, text, { mode: 0o600 });
    if (user !== undefined) await chown(path, user.uid, user.gid);
    return path;
  };
  if (access !== undefined) await write('pg_hba.conf', `${access.join('\n')}\n`);
  if (tls === undefined) return {};
  return {
    ssl: 'on',
    ssl_cert_file: await write('server.crt', tls.certificate),
    ssl_key_file: await write('server.key', tls.key),
  };
}

/** Where the programs are copied to when the server's account cannot reach them in the checkout; kept for the next run. */
async function copyFolder(): Promise<string> {
  const folder = join(tmpdir(), 'sluice-test-programs');
  await mkdir(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/** Resolves at the server's ready line; its standard error is read to the end, or the server would block on a full pipe. */
function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    const lines = createInterface({ input: server.stderr! });
    lines.on('line', (line) => {
      if (READY.test(line)) resolve();
      said.push(line);
      if (said.length > 50) said.shift();
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`test database ended with ${code}: ${said.join('\n')}`)));
  });
}
