import { poolConnection } from '../../db/connection.ts';
import { backoffMs, pause } from '../../platform/retry.ts';
import { openWakeSignal } from '../../platform/wake-signal.ts';
import { readClock } from '../../store/clock.ts';
import { DueLines, type PollResult } from './due-lines.ts';
import type { DueTools } from './due-tools.ts';

/** Poll interval while timers are due or change. A small value costs more index look-ups, a large one makes timers late. */
const POLL_MS = 100;
/** Finds timers of workers that died, and timers written directly to the database. */
const IDLE_POLL_MS = 1000;
/** Interval of polls that include rows that are late or fired separately. */
const THOROUGH_MS = 250;
const OUTAGE = { firstDelayMs: POLL_MS, maxDelayMs: 5000 };

export interface DueLoop {
  /** Polls soon, because this worker has written timers. */
  timersChanged(): void;
  stop(): Promise<void>;
}

/** Fires due timers and timer start events. Several workers can run it at the same time (docs/contributing/spec/waiting.md#due-timer). */
export function startDueLoop(tools: DueTools): DueLoop {
  const stopping = new AbortController();
  const changes = openWakeSignal(stopping.signal);
  async function loop(): Promise<void> {
    const begunAt = await untilRead(() => readClock(poolConnection(tools.pool)), stopping.signal);
    if (begunAt === undefined) return;
    const lines = new DueLines({ ...tools, begunAt });
    let isMore = false;
    let failures = 0;
    let thoroughAt = Number.NEGATIVE_INFINITY;
    while (!stopping.signal.aborted) {
      const polledAt = performance.now();
      const isThorough = polledAt - thoroughAt >= THOROUGH_MS;
      if (isThorough) thoroughAt = polledAt;
      const result = await lines.fire({ isLateWanted: isMore || isThorough, isHardWanted: isThorough });
      isMore = result.isMore;
      failures = lines.hasFailed ? failures + 1 : 0;
      if (failures > 0) await pause(backoffMs(OUTAGE, failures), stopping.signal);
      else if (!isMore) await untilNextPoll(result, polledAt);
    }
    await lines.ended();
  }
  /** Waits at most one idle interval. A change of timers ends the wait after the short interval. */
  async function untilNextPoll({ isAnyDue, nextMs = IDLE_POLL_MS }: PollResult, polledAt: number): Promise<void> {
    const isWoken = !isAnyDue && (await changes.wait(Math.min(Math.ceil(nextMs), IDLE_POLL_MS)));
    if (isAnyDue || isWoken) await pause(Math.max(0, polledAt + POLL_MS - performance.now()), stopping.signal);
  }
  const running = loop();
  return {
    timersChanged: () => changes.wake(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Retries while the database is not reachable. Undefined if the worker stops first. */
async function untilRead<T>(read: () => Promise<T>, stopping: AbortSignal): Promise<T | undefined> {
  for (let failures = 1; !stopping.aborted; failures += 1) {
    try {
      return await read();
    } catch {
      await pause(backoffMs(OUTAGE, failures), stopping);
    }
  }
  return undefined;
}
