import { poolConnection } from '../db/connection.ts';
import type { Pool } from '../db/pool.ts';
import { backoffMs, pause } from '../platform/retry.ts';
import { Lease, LeaseLost } from './lease.ts';
import { ensureSubscriber, type SubscriberBegin, type SubscriberId } from './subscriber.ts';

/** How often a process that does not hold a subscriber asks for it. Unit: ms. */
const ASK_MS = 2000;
/** How long it leaves a subscriber alone at which something failed. */
const OUTAGE = { firstDelayMs: ASK_MS, maxDelayMs: 10_000 };
/** The failure of a turn that lasted so long is the first of another outage. Unit: ms. */
const LONG_TURN_MS = 60_000;

/** The process that wants to send, and its subscriber. */
export interface SubscriberHolding {
  readonly pool: Pool;
  readonly subscriber: SubscriberId;
  readonly begin: SubscriberBegin;
  /** name of this process */
  readonly owner: string;
  /** Sends until the lease ends or sending must stop; resolves when none of its requests is running. An exception ends the turn. */
  readonly send: (lease: Lease, stopping: AbortSignal) => Promise<void>;
  /** something failed: the database, or a bug */
  readonly onFailure: (error: unknown) => void;
  /** default: waits until it is to stop */
  readonly pause?: typeof pause;
}

/** Sends to a subscriber while no other process does, until it is stopped. @returns stops it; resolves when it has ended */
export function holdSubscriber(holding: SubscriberHolding): () => Promise<void> {
  const stopping = new AbortController();
  const running = hold(holding, stopping.signal);
  return async () => {
    stopping.abort();
    await running;
  };
}

async function hold(holding: SubscriberHolding, stopping: AbortSignal): Promise<void> {
  const { pool, subscriber, begin, owner, send, onFailure, pause: wait = pause } = holding;
  const connection = poolConnection(pool);
  let isKnown = false;
  let failures = 0;
  while (!stopping.aborted) {
    const begunAt = performance.now();
    let lease: Lease | undefined;
    try {
      if (!isKnown) await ensureSubscriber(connection, subscriber, begin);
      isKnown = true;
      lease = await Lease.take(connection, subscriber, owner);
      if (lease !== undefined) await send(lease, stopping);
      failures = 0;
    } catch (error) {
      const hasFailed = !(error instanceof LeaseLost);
      const wasLong = performance.now() - begunAt >= LONG_TURN_MS;
      failures = hasFailed ? (wasLong ? 1 : failures + 1) : 0;
      if (hasFailed) onFailure(error);
    }
    await lease?.release().catch(onFailure);
    if (!stopping.aborted) await wait(failures === 0 ? ASK_MS : backoffMs(OUTAGE, failures), stopping);
  }
}
