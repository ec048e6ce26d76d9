import { poolConnection, withTransaction } from '../../db/connection.ts';
import type { Pool } from '../../db/pool.ts';
import type { RetentionConfig } from '../../platform/config/config-engine.ts';
import { keepMsOf, type RetentionRule } from '../../platform/config/setting-types.ts';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { everyMs } from '../../platform/loops.ts';
import type { RetentionMetrics } from '../../platform/metrics/role-metrics.ts';
import { errorMessage } from '../../platform/redact.ts';
import { readClock } from '../../store/clock.ts';
import { deleteInstances } from '../../store/instance-removal.ts';
import { insertOutbox } from '../../store/outbox.ts';
import { dateEnded, findOldVersions, type KeptKey, lockExpired, readKeys, retentionLag } from '../../store/retention.ts';
import { pausePoint } from '../pause-points.ts';
import type { Archive } from './archive.ts';

/** Interval. A small value costs a look-up per version each time, a large one deletes in bursts. */
const POLL_MS = 5000;
/** Interval for old versions, which are few and not urgent. */
const VERSIONS_MS = 600_000;
/** A long transaction blocks no running work, but makes the server keep more of its log. */
const INSTANCES_PER_TRANSACTION = 500;
/** Maximum of called instances per transaction. If there are more, it deletes only called ones, and a later one their root instances. */
const MAX_CALLED = 2000;
const DATES_PER_STATEMENT = 1000;
const VERSIONS_PER_SCAN = 100;
const ACTOR = 'retention';

export interface RetentionTools {
  readonly pool: Pool;
  readonly log: Pick<Logger, 'event'>;
  readonly metrics: RetentionMetrics;
  readonly retention: Pick<RetentionConfig, 'instances' | 'definitions'>;
  readonly archive?: Pick<Archive, 'add'> | undefined;
  readonly signalProjectors: () => void;
}

/**
 * Several workers can run it at the same time (docs/contributing/spec/retention.md#deleting). Logs a failure; the next interval tries again.
 * @returns a function that stops it and waits for the current deletions
 */
export function startRetention(tools: RetentionTools): () => Promise<void> {
  const { retention, metrics, pool } = tools;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const during = (work: () => Promise<void>) => () => {
    const deletion = logFailure(tools, work).finally(() => running.delete(deletion));
    running.add(deletion);
    return deletion;
  };
  const timers: NodeJS.Timeout[] = [];
  if (retention.instances.length > 0) {
    timers.push(
      everyMs(
        POLL_MS,
        during(() => deleteExpired(tools, stopping.signal)),
      ),
    );
    metrics.onCollectRetention(async () => {
      const connection = poolConnection(pool);
      return retentionLag(connection, keptKeys(retention.instances, await readKeys(connection)));
    });
  }
  if (retention.definitions.length > 0)
    timers.push(
      everyMs(
        VERSIONS_MS,
        during(() => deleteOldVersions(tools)),
      ),
    );
  for (const timer of timers) timer.unref();
  return async () => {
    stopping.abort();
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running);
  };
}

async function logFailure({ log }: RetentionTools, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.event('retention-failed', { ErrorMessage: errorMessage(error) });
  }
}

/** Keys with a limited retention of instances. */
function keptKeys(rules: readonly RetentionRule[], keys: readonly string[]): readonly KeptKey[] {
  return keys.flatMap((key) => {
    const keepMs = keepMsOf(rules, key);
    return keepMs === undefined ? [] : [{ key, keepMs }];
  });
}

/** Deletes expired instances in several transactions; logs their sum. Stops after the current one if `stopping` is aborted. */
export async function deleteExpired(tools: RetentionTools, stopping?: AbortSignal): Promise<void> {
  const { pool, log, metrics, retention, signalProjectors } = tools;
  const connection = poolConnection(pool);
  const kept = keptKeys(retention.instances, await readKeys(connection));
  if (kept.length === 0) return;
  while (stopping?.aborted !== true && (await dateEnded(connection, DATES_PER_STATEMENT)) === DATES_PER_STATEMENT);
  const begun = performance.now();
  const LagSeconds = Math.round(await retentionLag(connection, kept));
  const sums = { Count: 0, RowCount: 0, ArchiveBytes: 0 };
  for (let mayBeMore = true; mayBeMore && stopping?.aborted !== true; ) {
    const batch = await deleteBatch(tools, kept);
    mayBeMore = batch.mayBeMore;
    if (batch.count === 0) continue;
    signalProjectors();
    metrics.instancesDeleted(batch.count, batch.rowCount, batch.archiveBytes);
    sums.Count += batch.count;
    sums.RowCount += batch.rowCount;
    sums.ArchiveBytes += batch.archiveBytes;
  }
  if (sums.Count > 0) log.event('instances-deleted', { ...sums, LagSeconds, DurationMs: Math.round(performance.now() - begun) });
}

interface DeletedBatch {
  readonly count: number;
  readonly rowCount: number;
  readonly archiveBytes: number;
  readonly mayBeMore: boolean;
}

/** The archive is on disk before the rows are deleted. */
function deleteBatch({ pool, archive }: RetentionTools, kept: readonly KeptKey[]): Promise<DeletedBatch> {
  return withTransaction(pool, async (transaction) => {
    const { ids, rowCount, mayBeMore } = await lockExpired(transaction, kept, INSTANCES_PER_TRANSACTION, MAX_CALLED);
    const archiveBytes = ids.length === 0 ? 0 : ((await archive?.add(transaction, ids)) ?? 0);
    await pausePoint('before-deletion', ids);
    deleteInstances(transaction, ids, await readClock(transaction), false);
    return { count: ids.length, rowCount, archiveBytes, mayBeMore };
  });
}

/**
 * Writes delete commands for up to 100 versions that are not kept, oldest first; the next call continues. The command checks again whether the version has
 * instances.
 */
export async function deleteOldVersions({ pool, log, retention }: RetentionTools): Promise<void> {
  const connection = poolConnection(pool);
  const kept = keptKeys(retention.definitions, await readKeys(connection));
  const versions = await findOldVersions(connection, kept, VERSIONS_PER_SCAN);
  if (versions.length === 0) return;
  const followUps = versions.map(({ key, version }) => ({
    command: { kind: 'DeleteDefinition', id: newId(), key, version, actor: ACTOR } as const,
  }));
  await withTransaction(pool, async (transaction) => {
    insertOutbox(transaction, followUps, [], await readClock(transaction));
  });
  log.event('old-versions-deleted', { Count: versions.length });
}
