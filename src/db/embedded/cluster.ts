import { appendFile, readFile, rename, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { type DataFolder, hasCluster, makeDraft } from './data-folder.ts';
import { type Account, runProgram } from './run.ts';

/** The only user of an embedded database. */
export const DATABASE_USER = 'sluice';

/** Content of the pid file. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
}

const SETTINGS = `
# Written by sluice when the cluster was made.
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 100
timezone = 'UTC'
log_timezone = 'UTC'
jit = off
io_method = sync
wal_level = minimal
max_wal_senders = 0
log_checkpoints = off
`;
const START_SECONDS = 60;
const STOP_SECONDS = 20;

/** A Postgres cluster on disk, controlled by pg_ctl. */
export interface Cluster {
  /** @returns true if this call created the cluster, false if it existed */
  initialize(): Promise<boolean>;
  /** Removes a pid file that a crash has left. Undefined if no server is running or starting. */
  running(): Promise<PostmasterFile | undefined>;
  /** `port` undefined: a free one. @returns an error message; undefined: success */
  start(port: number | undefined): Promise<string | undefined>;
  /** Ends all sessions. Resolves when the server has ended. */
  stop(): Promise<void>;
}

/** Does not start it. */
export function openCluster(folder: DataFolder, binaries: Binaries, account: Account | undefined): Cluster {
  const pgCtl = (...args: readonly string[]) =>
    runProgram(binaries.pgCtl, ['-D', folder.cluster, '-s', ...args], folder.root, account);

  async function running(): Promise<PostmasterFile | undefined> {
    const lines = await readPidFile(folder.cluster);
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 0) return undefined;
    if (await isAnotherProgram(pid, lines[1] ?? '')) {
      // a crashed machine or container has left the file; the process id now belongs to another program
      await rm(join(folder.cluster, 'postmaster.pid'), { force: true });
      return undefined;
    }
    if ((await pgCtl('status')).exitCode !== 0) return undefined;
    return { pid, port: Number(lines[3]) };
  }

  return {
    running,
    initialize: () => initialize(folder, binaries, account),
    async start(port) {
      const options = `-c port=${port ?? (await freePort())}`;
      const started = await pgCtl('-w', '-t', String(START_SECONDS), '-l', folder.serverLog, '-o', options, 'start');
      return started.exitCode === 0 ? undefined : `${started.output}\n${await lastLines(folder.serverLog)}`;
    },
    async stop() {
      const stopped = await pgCtl('-w', '-t', String(STOP_SECONDS), '-m', 'fast', 'stop');
      if (stopped.exitCode !== 0 && (await running()) !== undefined) await pgCtl('-w', '-m', 'immediate', 'stop');
    },
  };
}

async function initialize(folder: DataFolder, binaries: Binaries, account: Account | undefined): Promise<boolean> {
  if (await hasCluster(folder)) return false;
  const draft = await makeDraft(folder, account);
  const flags = [
    '-A',
    'scram-sha-256',
    `--pwfile=${folder.passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ];
  const made = await runProgram(binaries.initdb, ['-D', draft, '-U', DATABASE_USER, ...flags], folder.root, account);
  if (made.exitCode !== 0) throw new Error(`the embedded database could not be made: ${made.output}`);
  await appendFile(join(draft, 'postgresql.conf'), SETTINGS);
  try {
    await rename(draft, folder.cluster);
    return true;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (await hasCluster(folder)) return false; // another process has created it first
    throw error;
  }
}

async function readPidFile(cluster: string): Promise<readonly string[]> {
  const content = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return content.split('\n').map((line) => line.trim());
}

/** Known not to be the server of the folder. Works only on Linux; elsewhere false, and pg_ctl checks it. */
async function isAnotherProgram(pid: number, dataFolder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return command !== undefined && !(command.includes('postgres') && command.includes(dataFolder)); // empty: a zombie process
}

async function lastLines(log: string): Promise<string> {
  const text = await readFile(log, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-5).join('\n');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
