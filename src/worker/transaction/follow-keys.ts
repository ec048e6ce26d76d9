import { isRetryable, poolConnection } from '../../db/connection.ts';
import { errorMessage, errorStack } from '../../platform/redact.ts';
import { backoffMs } from '../../platform/retry.ts';
import { openWakeSignal } from '../../platform/wake-signal.ts';
import { readClockAndKeys } from '../../store/clock.ts';
import { findKeysToFollow, findVersionIds, lockOutOfSync, type OutOfSyncInstances } from '../../store/suspensions.ts';
import { lockAll } from '../loading/load-rows.ts';
import { NO_ROWS } from '../unit-of-work/loaded-rows.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { TransactionTools } from './tools.ts';
import { transact } from './transact.ts';

/** Poll for keys that other workers suspend or resume. Does not delay the suspension: each transaction checks the key. */
const POLL_MS = 1000;
/** Limit of a transaction, which locks all of them. */
const INSTANCES_PER_TRANSACTION = 100;
/** Pause before a key whose instances are all marked is polled again: a start may have been running. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
const OUTAGE = { firstDelayMs: POLL_MS, maxDelayMs: 5000 };
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export interface FollowingTools extends TransactionTools {
  /** called for each committed unit */
  readonly afterCommit: (unit: UnitOfWork) => void;
}

export interface FollowingKeys {
  /** Polls immediately, because this worker has suspended or resumed a key. */
  keysChanged(): void;
  stop(): Promise<void>;
}

/**
 * Marks the instances of suspended keys and resumes those of resumed keys. Several workers can run it, and one that dies loses nothing, because the rows
 * contain the remaining work (docs/contributing/adr/0063-incidents-and-suspension.md).
 */
export function startFollowingKeys(tools: FollowingTools): FollowingKeys {
  const stopping = new AbortController();
  const changes = openWakeSignal(stopping.signal);
  const pauses = new Map<string, Pause>();
  async function loop(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      await changes.wait(failures === 0 ? POLL_MS : backoffMs(OUTAGE, failures));
      if (stopping.signal.aborted) return;
      const hasFailed = await followAll(tools, pauses, () => stopping.signal.aborted).then(
        () => false,
        () => true, // another worker does the rest, or the next poll
      );
      failures = hasFailed ? failures + 1 : 0;
    }
  }
  const running = loop();
  return {
    keysChanged: () => changes.wake(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Pause before a suspended key is polled again. */
interface Pause {
  readonly since: string;
  readonly lastMs: number;
  readonly until: number;
}

async function followAll(tools: FollowingTools, pauses: Map<string, Pause>, isStopping: () => boolean): Promise<void> {
  const connection = poolConnection(tools.pool);
  const { suspended, resumed } = await findKeysToFollow(connection);
  for (const key of resumed) await follow(tools, { heldBy: key }, isStopping);
  for (const key of pauses.keys()) if (!suspended.some((one) => one.key === key)) pauses.delete(key);
  for (const { key, since } of suspended) {
    const last = pauses.get(key);
    const isSame = last !== undefined && last.since === since;
    if (isSame && performance.now() < last.until) continue;
    let marked = 0;
    for (const version of await findVersionIds(connection, key)) marked += await follow(tools, { version }, isStopping);
    const pauseMs = isSame && marked === 0 ? Math.min(last.lastMs * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
    pauses.set(key, { since, lastMs: pauseMs, until: performance.now() + pauseMs });
  }
}

/** Syncs instances until all are in sync or the worker stops. Skips and logs those that fail to load. @returns the number of synced instances */
async function follow(tools: FollowingTools, where: OutOfSyncInstances, isStopping: () => boolean): Promise<number> {
  let after = BEFORE_ALL;
  let count = 0;
  /** instances to process one by one, because one of them failed to load */
  let alone = 0;
  while (!isStopping()) {
    const batch = await followNext(tools, where, after, alone > 0 ? 1 : INSTANCES_PER_TRANSACTION);
    if (batch === undefined) return count;
    alone = Math.max(0, alone - 1);
    if (batch.error === undefined) {
      count += batch.ids.length;
      after = batch.ids.at(-1) ?? after;
    } else if (batch.ids.length > 1) alone = batch.ids.length;
    else {
      const [id = ''] = batch.ids;
      logOnce(tools, id, batch.error);
      after = id;
    }
  }
  return count;
}

interface Followed {
  readonly ids: readonly string[];
  /** why the transaction was rolled back; absent: the instances are in sync */
  readonly error?: Error;
}

/** Returns undefined if no instance is left. Rejects after a database fault. */
async function followNext(
  tools: FollowingTools,
  where: OutOfSyncInstances,
  after: string,
  limit: number,
): Promise<Followed | undefined> {
  let ids: readonly string[] = [];
  try {
    const committed = await transact(tools, {
      async load(loading) {
        ids = await lockOutOfSync(loading.connection, where, after, limit);
        if (ids.length === 0) return undefined;
        const instances = await lockAll(loading, ids);
        const { now, suspendedKeys } = await readClockAndKeys(loading.connection);
        return { rows: { ...NO_ROWS, instances, suspendedKeys }, now, surroundings: { log: tools.log }, commandIds: ids };
      },
      // loading syncs the instances before anything is decided
      decide: (deciding) => deciding.executeEffects(),
    });
    if (committed === undefined) return undefined;
    tools.afterCommit(committed.unit);
    return { ids };
  } catch (error) {
    if (isRetryable(error) || ids.length === 0) throw error;
    return { ids, error: error as Error };
  }
}

/** Instances that failed to load; each is logged once per process. */
const loggedIds = new Set<string>();
const MAX_LOGGED = 1000;

function logOnce({ log }: FollowingTools, id: string, error: Error): void {
  if (loggedIds.has(id) || loggedIds.size >= MAX_LOGGED) return;
  loggedIds.add(id);
  const ErrorMessage = `instance ${id} does not follow its process key: ${errorMessage(error)}`;
  log.event('unexpected-error', { Operation: 'follow-key', Endpoint: '-', ErrorMessage, Stack: errorStack(error) });
}
