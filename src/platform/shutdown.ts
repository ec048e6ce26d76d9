import { formatTimestamp } from './clock.ts';
import type { Logger } from './log.ts';
import { errorMessage } from './redact.ts';
import { withTimeout } from './retry.ts';

/** Sources of work first, the database last. */
export const SHUTDOWN_STAGES = ['readiness', 'api', 'plugin-host', 'worker', 'projector', 'ui', 'pools', 'database'] as const;
export type ShutdownStage = (typeof SHUTDOWN_STAGES)[number];

export interface Shutdown {
  /** Parts of one stage stop concurrently. */
  register(stage: ShutdownStage, name: string, stop: () => Promise<void> | void): void;
  /** Runs all stages once; later calls share the run. Exit code: 0, or 1 if a part failed or did not stop in time. */
  stop(reason: string): Promise<number>;
  readonly hasBegun: boolean;
  /** aborted when the stop starts, so that waits of the start-up end */
  readonly signal: AbortSignal;
  /** `stop` waits until `startUp` has ended or failed, so that no part starts after the stop. */
  during(startUp: Promise<unknown>): void;
}

/** Minimum for the database stage, also if the earlier stages have used the whole deadline. */
const LAST_STAGE_MS = 10_000;

/** `deadlineMs`: for all stages together, except the database stage. */
export function openShutdown(log: Logger, deadlineMs: number): Shutdown {
  const stops: { stage: ShutdownStage; name: string; stop: () => Promise<void> | void }[] = [];
  const begun = new AbortController();
  let running: Promise<number> | undefined;
  let startUp: Promise<unknown> = Promise.resolve();

  async function stopOne(name: string, stop: () => Promise<void> | void, limitMs: number): Promise<boolean> {
    try {
      await withTimeout(Promise.resolve().then(stop), limitMs, name);
      return true;
    } catch (error) {
      log.event('replica-stopping', { Reason: `${name} did not stop in order: ${errorMessage(error)}`, Phase: 'incomplete' });
      return false;
    }
  }

  async function run(reason: string): Promise<number> {
    const deadline = Date.now() + deadlineMs;
    log.event('replica-stopping', { Reason: reason, Phase: 'stopping', Deadline: formatTimestamp(deadline) });
    await withTimeout(
      startUp.catch(() => {}),
      deadlineMs,
      'start-up',
    ).catch(() => {});
    let exitCode = 0;
    for (const stage of SHUTDOWN_STAGES) {
      const limitMs = Math.max(stage === 'database' ? LAST_STAGE_MS : 1, deadline - Date.now());
      const members = stops.filter((member) => member.stage === stage).reverse();
      const done = await Promise.all(members.map(({ name, stop }) => stopOne(name, stop, limitMs)));
      if (done.includes(false)) exitCode = 1;
    }
    log.event('replica-stopping', { Phase: 'stopped' });
    return exitCode;
  }

  return {
    register(stage, name, stop) {
      stops.push({ stage, name, stop });
    },
    stop(reason) {
      begun.abort();
      running ??= run(reason);
      return running;
    },
    get hasBegun() {
      return running !== undefined;
    },
    signal: begun.signal,
    during(promise) {
      startUp = promise;
    },
  };
}

/** A terminal sends Ctrl-C to the whole process group, and npm sends it again. A second signal within this time does not count. */
const SAME_WISH_MS = 1000;

/** Tests use others. */
export interface SignalSource {
  on(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: (signal: NodeJS.Signals) => void): unknown;
  exit(code: number): void;
}

/** The first signal runs the shutdown and exits with its code. A second one more than SAME_WISH_MS later exits immediately with 130 (SIGINT) or 143. */
export function stopOnSignals(shutdown: Shutdown, source: SignalSource = process, now: () => number = Date.now): void {
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt !== undefined) {
      if (now() - firstAt > SAME_WISH_MS) source.exit(signal === 'SIGINT' ? 130 : 143);
      return;
    }
    firstAt = now();
    void shutdown.stop(signal).then((code) => source.exit(code));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) source.on(signal, onSignal);
}

const PARENT_POLL_MS = 200;

/**
 * Runs the shutdown when the parent process ends, only in processes that npm has started: npm passes a signal only to its shell, which ends without a signal
 * to this process. Others can continue after their shell has ended.
 */
export function stopWithParent(shutdown: Shutdown, exit: (code: number) => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    if (!shutdown.hasBegun) void shutdown.stop('the process that started this one has ended').then(exit);
  }, PARENT_POLL_MS);
  timer.unref();
}
