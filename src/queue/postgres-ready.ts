import { withPauses } from './fetch-pauses.ts';
import type { PostgresQueuePort } from './postgres-backend.ts';

/** What makes one of BullMQ's objects wait for its database. */
export interface Patience {
  readonly port: Pick<PostgresQueuePort, 'whenReachable'>;
  /** ends the waiting */
  readonly stopping: AbortSignal | undefined;
  /** called with its errors, also later ones */
  readonly complain: (error: Error) => void;
}

interface BullObject {
  on(event: 'error', listener: (error: Error) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Creates a BullMQ object. An object that was created while the database was unreachable never works. So it is closed and
 * another one is created, until one is ready.
 */
export function madeReady<Made extends BullObject>({ port, stopping, complain }: Patience, make: () => Made): Promise<Made> {
  return port.whenReachable(async () => {
    const made = make();
    made.on('error', complain);
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
  on(event: 'error' | 'closing', listener: (error: Error) => void): unknown;
  run(): Promise<void>;
}

/**
 * Like {@link madeReady}, for a worker made with `autorun: false`, and then lets it run. A worker that runs before the database has answered asks
 * it again without a pause when it is refused, and leaves no moment for anything else in this process.
 */
export async function runningWorker<Made extends BullWorker>(patience: Patience, make: () => Made): Promise<Made> {
  const worker = withPauses(await madeReady(patience, make));
  worker.run().catch(patience.complain);
  return worker;
}
