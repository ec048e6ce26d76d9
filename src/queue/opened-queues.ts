import type { Queue } from 'bullmq';
import { type QueueBackend, taskQueueName } from './queue-backend.ts';

/** Custom task functions of a backend, with their queues. */
export interface WakeUps {
  readonly port: Pick<QueueBackend, 'sendWakeUp' | 'consumeWakeUps' | 'announceEnded' | 'listenEnded'>;
  queues(): readonly Pick<Queue, 'name' | 'getJobCounts'>[];
  close(): Promise<void>;
}

/** The queues of task types that this replica has signalled; each is opened once. */
export interface OpenedQueues<Opened> {
  of(typeKey: string): Promise<Opened>;
  /** queues that are open now */
  all(): readonly Opened[];
}

/** Opens queues by task type on first use. Retries a failed open at the next use. */
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
