import type { Queue } from 'bullmq';
import type { QueueCount } from '../platform/metrics.ts';
import { COMMAND_QUEUE } from './queue-backend.ts';

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/** Jobs per state for the gauge `service_queue_jobs` (contract 9.2). */
export async function queueCounts(queue: Pick<Queue, 'getJobCounts'>): Promise<readonly QueueCount[]> {
  const counts = await queue.getJobCounts(...STATES);
  return STATES.map((state) => ({ queue: COMMAND_QUEUE, state, count: counts[state] ?? 0 }));
}
