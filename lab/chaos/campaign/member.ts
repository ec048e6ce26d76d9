import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PausePoint } from '../../../src/worker/pause-points.ts';
import { endWithUs } from '../../../test/support/end-with-us.ts';

const SLUICE = fileURLToPath(new URL('../../../bin/sluice.mjs', import.meta.url));
const PRELOAD = new URL('preload.mjs', import.meta.url).href;
/** Time after which the supervisor restarts a dead process. */
const RESTART_AFTER_MS = 200;
/** Longer than any orderly stop takes. */
const STOP_MS = 30_000;

export const ROLES = ['api', 'worker', 'projector'] as const;
export type Role = (typeof ROLES)[number];

/** Action of a process at a point. */
export interface AtPoint {
  readonly point: PausePoint;
  /** at which of its visits; 1 is the next one */
  readonly visits: number;
  readonly signal: 'SIGKILL' | 'SIGSTOP';
}

/** One process of the service; when it ends it is started again, as an orchestrator would. */
export class Member {
  readonly role: Role;
  readonly url: string;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess;
  #isKept = true;
  #stay = () => {};
  /** unexpected ends */
  readonly surprises: string[] = [];
  #isEndMeant = false;

  constructor(role: Role, port: number, env: NodeJS.ProcessEnv) {
    this.role = role;
    this.url = `http://127.0.0.1:${port}`;
    this.#env = { ...env, [role === 'api' ? 'PORT' : 'METRICS_PORT']: String(port) };
    this.#child = this.#start();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** A signal that ends it, or stops and continues it. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    if (signal === 'SIGKILL') this.#isEndMeant = true;
    this.#child.kill(signal);
  }

  /** Ends it in order; it is started again. */
  async restart(): Promise<void> {
    const child = this.#child;
    this.#isEndMeant = true;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    if ((await Promise.race([ended, pause(STOP_MS, undefined, { ref: false })])) === undefined) {
      this.surprises.push(`${this.role} ${child.pid} did not stop within ${STOP_MS} ms`);
      child.kill('SIGKILL');
      await ended;
    }
  }

  /** Its clock shows so much more than that of the machine. */
  stepClock(stepMs: number): void {
    this.#order({ stepMs });
  }

  /** Resolves when the process has reached the point or has died; undefined: not in time. */
  async reach(at: AtPoint, withinMs: number): Promise<'reached' | undefined> {
    const child = this.#child;
    this.#isEndMeant = at.signal === 'SIGKILL';
    this.#order({ at });
    const until = performance.now() + withinMs;
    while (performance.now() < until) {
      if (hasEnded(child) || (at.signal === 'SIGSTOP' && (await isStopped(child.pid)))) return 'reached';
      await pause(20);
    }
    // the order may already be on its way: an end by this signal is expected until the restart
    this.#order({ at: null });
    return undefined;
  }

  /** Ends it for good. */
  async end(): Promise<void> {
    this.#isKept = false;
    this.#child.kill('SIGCONT');
    if (!hasEnded(this.#child)) await this.restart();
  }

  #order(order: { readonly stepMs: number } | { readonly at: AtPoint | null }): void {
    if (this.#child.connected) this.#child.send(order, () => {});
  }

  #start(): ChildProcess {
    const child = spawn(process.execPath, ['--import', PRELOAD, SLUICE, this.role], {
      env: this.#env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#stay();
    this.#stay = endWithUs(() => child.kill('SIGKILL'));
    child.on('error', () => {});
    child.once('exit', (code, signal) => void this.#startAgain(child, code ?? signal));
    return child;
  }

  async #startAgain(child: ChildProcess, how: number | NodeJS.Signals | null): Promise<void> {
    if (!this.#isEndMeant) this.surprises.push(`${this.role} ${child.pid} ended by itself: ${how}`);
    this.#isEndMeant = false;
    await pause(RESTART_AFTER_MS);
    if (this.#isKept) this.#child = this.#start();
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function isStopped(pid: number | undefined): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return / T /.test(stat.slice(stat.lastIndexOf(')')));
}
