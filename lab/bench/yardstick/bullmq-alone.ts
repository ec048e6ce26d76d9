import { randomUUID } from 'node:crypto';
import { Queue, QueueEvents, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { serveLoad } from '../driver-process.ts';

/** One side of the queue alone: who adds jobs and waits for their end, or who works on them. */
export interface QueueLoad {
  readonly redisUrl: string;
  readonly queue: string;
  readonly connections: number;
  readonly seconds: number;
}

export interface QueueResult {
  readonly jobs: number;
  readonly seconds: number;
}

serveLoad(async ({ redisUrl, queue: name, connections, seconds }: QueueLoad): Promise<QueueResult> => {
  const connect = () => new Redis(redisUrl, { maxRetriesPerRequest: null });
  const clients = [connect(), connect(), connect()] as const;
  const worker = new Worker(name, async () => ({ ok: true }), { connection: clients[0], concurrency: connections });
  const events = new QueueEvents(name, { connection: clients[1] });
  const queue = new Queue(name, { connection: clients[2], defaultJobOptions: { removeOnComplete: 5000 } });
  for (const emitter of [worker, events, queue]) emitter.setMaxListeners(0);
  await Promise.all([worker.waitUntilReady(), events.waitUntilReady(), queue.waitUntilReady()]);
  const began = performance.now();
  let jobs = 0;
  const keepBusy = async () => {
    while (performance.now() - began < seconds * 1000) {
      const job = await queue.add('start', { WorkflowId: 'linear', id: randomUUID() });
      await job.waitUntilFinished(events);
      jobs += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, keepBusy));
  const result = { jobs, seconds: (performance.now() - began) / 1000 };
  await worker.close();
  await Promise.all([events.close(), queue.close()]);
  for (const client of clients) client.disconnect();
  return result;
});
