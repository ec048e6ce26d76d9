import { poolConnection } from '../../db/connection.ts';
import { backoffMs, pause } from '../../platform/retry.ts';
import { readClock } from '../../store/clock.ts';
import { DueLines } from './due-lines.ts';
import type { DueTools } from './due-tools.ts';

/** Poll interval of due timers. A small value costs more index look-ups, a large one makes timers late. Unit: ms. */
const POLL_MS = 100;
/** Every n-th poll includes rows that are late or fired separately. */
const POLLS_UNTIL_THOROUGH = 3;
const OUTAGE = { firstDelayMs: POLL_MS, maxDelayMs: 5000 };

/** Fires due timers and timer start events until it is stopped. Several workers can run it at the same time (docs/contributing/spec/waiting.md#due-timer). */
export function startDueLoop(tools: DueTools): { stop(): Promise<void> } {
  const stopping = new AbortController();
  async function loop(): Promise<void> {
    const begunAt = await untilRead(() => readClock(poolConnection(tools.pool)), stopping.signal);
    if (begunAt === undefined) return;
    const lines = new DueLines({ ...tools, begunAt });
    let isMore = false;
    let failures = 0;
    for (let poll = 0; !stopping.signal.aborted; poll += 1) {
      const isThorough = poll % POLLS_UNTIL_THOROUGH === 0;
      isMore = await lines.fire({ isLateWanted: isMore || isThorough, isHardWanted: isThorough });
      failures = lines.hasFailed ? failures + 1 : 0;
      if (failures > 0) await pause(backoffMs(OUTAGE, failures), stopping.signal);
      else if (!isMore) await pause(POLL_MS, stopping.signal);
    }
    await lines.ended();
  }
  const running = loop();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Retries while the database is not reachable. Returns undefined if the worker stops first. */
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
