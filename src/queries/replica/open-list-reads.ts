import { openKysely } from '../../db/kysely.ts';
import { openPool } from '../../db/pool.ts';
import type { ReplicaConfig } from '../../platform/config/config-process.ts';
import type { Logger } from '../../platform/log.ts';
import type { ReplicaMetrics } from '../../platform/metrics/role-metrics.ts';
import type { Closer } from '../../platform/role.ts';
import type { Tracing } from '../../platform/telemetry/tracing.ts';
import type { ReadDatabase } from '../read-database.ts';
import { type ListReads, readsOfPrimary } from './list-reads.ts';
import { ReplicaReads } from './replica-reads.ts';

interface ListReadsOptions {
  readonly primary: ReadDatabase;
  /** undefined: no replica */
  readonly replica: ReplicaConfig | undefined;
  readonly connections: number;
  readonly applicationName: string;
  readonly log: Pick<Logger, 'event'>;
  readonly metrics: ReplicaMetrics;
  readonly tracing?: Tracing | undefined;
}

/** Timeout of a poll. Unit: ms. */
const POLL_TIMEOUT_MS = 2000;

/** Shorter than on the primary, which serves the reads that the replica does not. Unit: ms. */
const READ_TIMEOUT_MS = 20_000;

/**
 * Opens the list reads of a role. Does not wait for the replica: until it responds, lists are read on the primary. @returns the reads, and a function
 * that ends them
 */
export function openListReads(options: ListReadsOptions): { readonly lists: ListReads; readonly close: Closer } {
  const { primary, replica, connections: max, applicationName, log, metrics, tracing } = options;
  if (replica === undefined) {
    return { lists: readsOfPrimary(primary, () => metrics.listRead('primary')), close: () => {} };
  }
  const pool = openPool(replica.url, {
    max,
    applicationName: `${applicationName} replica`,
    answerTimeoutMs: READ_TIMEOUT_MS,
    tracing,
  });
  const name = `${applicationName} replica watch`;
  const watching = openPool(replica.url, { max: 1, applicationName: name, answerTimeoutMs: POLL_TIMEOUT_MS });
  const lists = new ReplicaReads({
    primary,
    replica: openKysely(pool),
    watched: openKysely(watching),
    maxLagMs: replica.maxLagSeconds * 1000,
    log,
    metrics,
  });
  lists.begin();
  return {
    lists,
    async close() {
      lists.end();
      await Promise.all([pool.end(), watching.end()]);
    },
  };
}
