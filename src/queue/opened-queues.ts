import type { Queue } from 'bullmq';
import { type QueueBackend, taskQueueName } from './queue-backend.ts';

/** The part of a backend that is about custom tasks, with the queues it has opened. */
export interface Nudges {
  readonly port: Pick<QueueBackend, 'nudge' | 'consumeNudges' | 'announceEnded' | 'listenEnded'>;
  queues(): readonly Pick<Queue, 'name' | 'getJobCounts'>[];
  close(): Promise<void>;
}

/** The queues of task types that this replica has nudged so far; each is opened once. */
export interface OpenedQueues<Opened> {
  of(typeKey: string): Opened;
  all(): readonly Opened[];
}

/** Queues by task type, opened when they are first asked for. */
export function openedQueues<Opened>(open: (name: string) => Opened): OpenedQueues<Opened> {
  const queues = new Map<string, Opened>();
  return {
    of(typeKey) {
      const name = taskQueueName(typeKey);
      const known = queues.get(name) ?? open(name);
      queues.set(name, known);
      return known;
    },
    all: () => [...queues.values()],
  };
}
