import { taskQueueName } from './queue-backend.ts';

/** The queues of task types that this process has nudged so far; each is opened once. */
export interface OpenedQueues<Queue> {
  of(typeKey: string): Queue;
  all(): readonly Queue[];
}

/** Queues by task type, opened when they are first asked for. */
export function openedQueues<Queue>(open: (name: string) => Queue): OpenedQueues<Queue> {
  const queues = new Map<string, Queue>();
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
