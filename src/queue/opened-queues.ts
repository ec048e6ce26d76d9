import type { Job, Queue } from 'bullmq';
import type { Logger } from '../platform/log.ts';
import type { QueueCount } from '../platform/metrics/metrics.ts';
import { backoffMs, pause } from '../platform/retry.ts';
import { type QueueBackend, taskQueueName } from './queue-backend.ts';

const BACKOFF = { firstDelayMs: 100, maxDelayMs: 5000 };
/** Errors after which BullMQ waits before it retries. */
const WAITED_FOR = /ECONNREFUSED|Connection is closed/;

interface Fetching {
  _getNextJob(...args: readonly unknown[]): Promise<Job | undefined>;
}
interface Closing {
  on(event: 'closing', listener: () => void): unknown;
}

/**
 * BullMQ retries immediately after an error of the store, which may last: a missing function or privilege, full memory or a full disk. The pauses grow until
 * a success.
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

/** Start of BullMQ's message about a lock that it could not renew; the error has no code. */
const LOST_LOCK = 'could not renew lock';

/** An unrenewed job lock of a busy replica does not mean an unreachable queue: the job is delivered again, and its commands get their recorded replies. */
export function logQueueErrors(log: Logger): (error: Error) => void {
  return ({ message: ErrorMessage }) => {
    if (ErrorMessage.startsWith(LOST_LOCK)) log.event('job-lock-lost', { ErrorMessage });
    else log.event('queue-unreachable', { Operation: 'connection', ErrorMessage });
  };
}

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;
/** A job with a priority has a separate state in BullMQ. */
const WAITING = ['waiting', 'prioritized'] as const;

/** Jobs per state, for the metric `service_queue_jobs` (docs/contributing/spec/observability.md#metrics). */
export async function queueCounts(queues: readonly Pick<Queue, 'name' | 'getJobCounts'>[]): Promise<readonly QueueCount[]> {
  const counts = await Promise.all(
    queues.map(async (queue) => {
      const of = await queue.getJobCounts(...STATES, ...WAITING);
      const waiting = WAITING.reduce((sum, state) => sum + (of[state] ?? 0), 0);
      return STATES.map((state) => ({ queue: queue.name, state, count: state === 'waiting' ? waiting : (of[state] ?? 0) }));
    }),
  );
  return counts.flat();
}

/** Custom task functions of a backend, with their queues. */
export interface WakeUps {
  readonly port: Pick<QueueBackend, 'sendWakeUp' | 'consumeWakeUps' | 'announceEnded' | 'listenEnded'>;
  queues(): readonly Pick<Queue, 'name' | 'getJobCounts'>[];
  close(): Promise<void>;
}

/** Task types to which this replica has sent wake-up signals; each queue is opened once. */
export interface OpenedQueues<Opened> {
  of(typeKey: string): Promise<Opened>;
  all(): readonly Opened[];
}

/** Opens queues on first use. Retries a failed open at the next use. */
export function openedQueues<Opened>(open: (name: string) => Promise<Opened>): OpenedQueues<Opened> {
  const opening = new Map<string, Promise<Opened>>();
  const opened: Opened[] = [];

  async function openOne(name: string): Promise<Opened> {
    try {
      const queue = await open(name);
      opened.push(queue);
      return queue;
    } catch (error) {
      opening.delete(name);
      throw error;
    }
  }

  return {
    of(typeKey) {
      const name = taskQueueName(typeKey);
      const known = opening.get(name) ?? openOne(name);
      opening.set(name, known);
      return known;
    },
    all: () => [...opened],
  };
}
