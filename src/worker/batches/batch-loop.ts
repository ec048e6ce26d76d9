import { backoffMs, pause } from '../../platform/retry.ts';
import { openWakeSignal } from '../../platform/wake-signal.ts';
import { type BatchTools, executeTaken, nextItems } from './batch-worker.ts';

/** Interval while a batch is running. A small value costs queries, a large one delays items. */
const POLL_MS = 250;
/** Finds batches that other workers created. */
const IDLE_POLL_MS = 1000;
/** A batch counts as running this long after its last items: a rate or a lease may delay the next ones. */
const BUSY_MS = 15_000;

const OUTAGE = { firstDelayMs: POLL_MS, maxDelayMs: 5000 };

export interface BatchLoop {
  /** Polls immediately, because this worker has created, resumed or stopped a batch. */
  batchesChanged(): void;
  stop(): Promise<void>;
}

/** Several workers can run it at the same time. `concurrency`: parallel transactions; 0 turns it off. */
export function startBatchLoop(tools: BatchTools, concurrency: number): BatchLoop {
  const stopping = new AbortController();
  const changes = openWakeSignal(stopping.signal);
  if (concurrency === 0) stopping.abort();
  async function loop(): Promise<void> {
    const inWork = new Set<Promise<void>>();
    let failures = 0;
    let busyUntil = 0;
    while (!stopping.signal.aborted) {
      if (inWork.size >= concurrency) {
        await Promise.race(inWork);
        continue;
      }
      const taken = await nextItems(tools).catch(() => 'failed' as const); // the database is not reachable
      failures = taken === 'failed' ? failures + 1 : 0;
      if (taken === undefined) {
        const isWoken = await changes.wait(performance.now() < busyUntil ? POLL_MS : IDLE_POLL_MS);
        if (!isWoken) continue;
      }
      busyUntil = performance.now() + BUSY_MS;
      if (taken === 'failed') await pause(backoffMs(OUTAGE, failures), stopping.signal);
      if (taken === undefined || taken === 'again' || taken === 'failed') continue;
      const work: Promise<void> = executeTaken(tools, taken).finally(() => inWork.delete(work));
      inWork.add(work);
    }
    await Promise.all(inWork);
  }
  const running = loop();
  return {
    batchesChanged: () => changes.wake(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
