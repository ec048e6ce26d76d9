import { backoffMs, pause } from '../../platform/retry.ts';
import { type BatchTools, carryOutTaken, nextItems } from './batch-worker.ts';

/** How often items are looked for while there are none. A small value costs queries, a large one makes batches begin late. Unit: ms. */
const LOOK_MS = 250;

const OUTAGE = { firstDelayMs: LOOK_MS, maxDelayMs: 5000 };

/** Carries batches out until it is stopped; any number of workers may do so side by side. `concurrency`: transactions at once; 0: this worker does none. */
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
      const taken = await nextItems(tools).catch(() => 'failed' as const); // the database is away
      failures = taken === 'failed' ? failures + 1 : 0;
      if (taken === undefined) await pause(LOOK_MS, stopping.signal);
      if (taken === 'failed') await pause(backoffMs(OUTAGE, failures), stopping.signal);
      if (taken === undefined || taken === 'again' || taken === 'failed') continue;
      const work: Promise<void> = carryOutTaken(tools, taken).finally(() => inWork.delete(work));
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
