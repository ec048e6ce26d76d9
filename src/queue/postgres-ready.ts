import type { PostgresQueuePort } from './postgres-backend.ts';

/** What makes one of BullMQ's objects wait for its database. */
export interface Patience {
  readonly port: Pick<PostgresQueuePort, 'whenReachable'>;
  /** ends the waiting */
  readonly stopping: AbortSignal | undefined;
}

interface BullObject {
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Makes one of BullMQ's objects. It remembers how its first look at the database ended: one that was made while the database was away never works,
 * so it is closed and another one made until one is ready.
 */
export function madeReady<Made extends BullObject>({ port, stopping }: Patience, make: () => Made): Promise<Made> {
  return port.whenReachable(async () => {
    const made = make();
    try {
      await made.waitUntilReady();
      return made;
    } catch (error) {
      await made.close().catch(() => {});
      throw error;
    }
  }, stopping);
}

interface BullWorker extends BullObject {
  run(): Promise<void>;
}

/**
 * Like {@link madeReady}, for a worker made with `autorun: false`, and then lets it run. A worker that runs before the database has answered asks
 * it again without a pause when it is refused, and leaves no moment for anything else in this process.
 */
export async function runningWorker<Made extends BullWorker>(
  patience: Patience,
  make: () => Made,
  complain: (error: Error) => void,
): Promise<Made> {
  const worker = await madeReady(patience, make);
  worker.run().catch(complain);
  return worker;
}
