import { type ChildProcess, fork, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Load, LoadResult } from './driver.ts';

const here = import.meta.dirname;
const viaTsx = {
  execArgv: ['--import', 'tsx'],
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'] as ('ignore' | 'inherit' | 'ipc')[],
};

/** Runs one load in its own process. */
export function drive(load: Load): Promise<LoadResult> {
  return driveBy('driver.ts', load);
}

/** The same, by a driver of this folder. */
export function driveBy<Result>(driver: string, load: object): Promise<Result> {
  const child = fork(join(here, driver), viaTsx);
  child.send(load);
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as Result));
    child.once('exit', (code) => code !== 0 && reject(new Error(`the driver ended with ${code}`)));
  });
}

/** Starts the bare Express route. */
export async function startBareExpress(): Promise<{ url: string; stop(): Promise<void> }> {
  const child = fork(join(here, 'bare-express.ts'), viaTsx);
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(message as number)));
  return { url: `http://127.0.0.1:${port}`, stop: () => end(child) };
}

/** Starts one role of the service, or all of them, as an operator would; resolves when `readyUrl` answers. */
export async function startRole(verb: string, env: Record<string, string>, readyUrl: string): Promise<ChildProcess> {
  const profile = process.env['BENCH_PROFILE_DIR'];
  const child = spawn(
    process.execPath,
    [...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]), join(here, '../../bin/sluice.mjs'), verb],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  // its output is for people, and shown when the start fails
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said = `${said}${text}`.slice(-4000);
  });
  const deadline = Date.now() + 30_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${verb} ended with ${child.exitCode}: ${said}`);
    const answer = await fetch(`${readyUrl}/ready`).catch(() => undefined);
    if (answer?.status === 200) return child;
    if (Date.now() > deadline) throw new Error(`${verb} was not ready in time: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Asks a process to stop and waits until it has. */
export function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  return ended;
}
