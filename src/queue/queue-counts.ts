import type { Queue } from 'bullmq';
import type { QueueCount } from '../platform/metrics/metrics.ts';

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;
/** A job with a priority has a separate state in BullMQ. */
const WAITING = ['waiting', 'prioritized'] as const;

/** Jobs per queue and state for the metric `service_queue_jobs` (docs/contributing/spec/observability.md#metrics). */
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
