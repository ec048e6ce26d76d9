import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { endWithUs } from './end-with-us.ts';
import { freePort } from './redis.ts';

/** A separate Redis that stops and starts on one port. */
export interface RestartableRedis {
  readonly url: string;
  readonly pid: number | undefined;
  readonly port: number;
  /** Starts it again, empty. */
  start(): Promise<void>;
  /** Ends it immediately, like a power cut; its memory is gone. */
  kill(): Promise<void>;
}

/** @param more further options of the server */
export async function startRestartableRedis(more: readonly string[] = []): Promise<RestartableRedis> {
  const port = await freePort();
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...more];
  let child: ChildProcess | undefined;
  let stay = () => {};
  const redis: RestartableRedis = {
    url: `redis://127.0.0.1:${port}`,
    port,
    get pid() {
      return child?.pid;
    },
    async start() {
      const started = spawn('redis-server', flags, { stdio: ['ignore', 'pipe', 'ignore'] });
      child = started;
      stay = endWithUs(() => started.kill('SIGKILL'));
      await untilReady(started);
    },
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      stay();
    },
  };
  await redis.start();
  return redis;
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    child.stdout?.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) resolve();
    });
  });
}
