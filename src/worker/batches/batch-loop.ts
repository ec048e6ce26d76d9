import { backoffMs, pause } from '../../platform/retry.ts';
import { type BatchTools, executeTaken, nextItems } from './batch-worker.ts';

/** Pause between polls while no items are found. A small value costs queries, a large one delays new batches. Unit: ms. */
const POLL_MS = 250;

const OUTAGE = { firstDelayMs: POLL_MS, maxDelayMs: 5000 };

/** Processes batch items until it is stopped. Several workers can run it at the same time. `concurrency`: parallel transactions; 0 turns it off. */
export function startBatchLoop(tools: BatchTools, concurrency: number): { stop(): Promise<void> } {
  const stopping = new AbortController();
  if (concurrency === 0) stopping.abort();
  async function loop(): Promise<void> {
    const inWork = new Set<Promise<void>>();
    let failures = 0;
    while (!stopping.signal.aborted) {
      if (inWork.size >= concurrency) {
        await Promise.race(inWork);
        continue;
      }
      const taken = await nextItems(tools).catch(() => 'failed' as const); // the database is not reachable
      failures = taken === 'failed' ? failures + 1 : 0;
      if (taken === undefined) await pause(POLL_MS, stopping.signal);
      if (taken === 'failed') await pause(backoffMs(OUTAGE, failures), stopping.signal);
      if (taken === undefined || taken === 'again' || taken === 'failed') continue;
      const work: Promise<void> = executeTaken(tools, taken).finally(() => inWork.delete(work));
      inWork.add(work);
    }
    await Promise.all(inWork);
  }
  const running = loop();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
