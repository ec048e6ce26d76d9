import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { installPackage } from './debian-package.ts';

/** A Redis for tests: a given one, or one that the run started. */
export interface TestRedis {
  readonly url: string;
  /** the process, when it is ours */
  readonly pid?: number | undefined;
  stop(): Promise<void>;
}

/**
 * Finds a Redis: REDIS_URL, else `redis-server` on the path, else the system's package manager when it may be used (root on Debian).
 * Undefined when none exists; the caller reports what it leaves out.
 */
export async function findRedis(say: (text: string) => void): Promise<TestRedis | undefined> {
  const given = process.env['REDIS_URL'];
  if (given !== undefined && given !== '') return { url: given, stop: async () => {} };
  if (!hasRedisServer() && !installRedis(say)) return undefined;
  return startRedis();
}

/** Whether `redis-server` is on the path. */
export function hasRedisServer(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

function installRedis(say: (text: string) => void): boolean {
  return installPackage('redis-server', say) && hasRedisServer();
}

/** Starts a Redis without persistence on a free port of this machine. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: 'pipe',
  });
  await ready(child);
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    child.stdout?.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) resolve();
    });
  });
}

/** Below the ports that systems give away automatically: no program gets one of these while its program is killed and started again. */
const PORTS = { from: 20_000, count: 12_000 };

/** A port in this set may not be in use yet. */
const given = new Set<number>();

/** Returns a free TCP port that this process has not returned before and that no other test gets by chance. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * PORTS.count);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
