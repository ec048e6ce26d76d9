import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { soon } from './eventually.ts';

/** A plugin host in its own process. */
export interface HostProcess {
  readonly child: ChildProcess;
  /** everything it has logged so far */
  readonly log: () => string;
  /** ends it in order; resolves to its exit code */
  stop(): Promise<number | null>;
  /** ends it as a power cut does */
  kill(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '..', '..');

/** Starts `sluice plugin-host` on folders or files, as an operator does. Sources are compiled when they are newer. */
export function startHostProcess(paths: readonly string[], env: Readonly<Record<string, string>>): HostProcess {
  const child = spawn(process.execPath, [join(ROOT, 'bin', 'sluice.mjs'), 'plugin-host', ...paths], {
    env: { PATH: process.env['PATH'] ?? '', METRICS_PORT: '0', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  return {
    child,
    log: () => text,
    async stop() {
      child.kill('SIGTERM');
      const [code] = await soon('the end of the host', exited);
      return code;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
