import type { Job } from 'bullmq';
import { backoffMs, pause } from '../platform/retry.ts';

const BACKOFF = { firstDelayMs: 100, maxDelayMs: 5000 };
/** Errors after which BullMQ itself waits. */
const WAITED_FOR = /ECONNREFUSED|Connection is closed/;

interface Fetching {
  _getNextJob(...args: readonly unknown[]): Promise<Job | undefined>;
}
interface Closing {
  on(event: 'closing', listener: () => void): unknown;
}

/**
 * Adds pauses between attempts of a BullMQ worker to fetch a job. BullMQ retries immediately after an error of the store, which may last: a missing
 * function or privilege, full memory or a full disk. Pauses grow, and a success resets them.
 */
export function withPauses<Made extends Closing>(worker: Made): Made {
  const fetching = worker as unknown as Fetching;
  const fetch = fetching._getNextJob.bind(worker);
  const closing = new AbortController();
  worker.on('closing', () => closing.abort());
  let failures = 0;
  fetching._getNextJob = async (...args) => {
    try {
      const job = await fetch(...args);
      failures = 0;
      return job;
    } catch (error) {
      if (!WAITED_FOR.test((error as Error).message)) {
        failures += 1;
        await pause(backoffMs(BACKOFF, failures), closing.signal);
      }
      throw error;
    }
  };
  return worker;
}
