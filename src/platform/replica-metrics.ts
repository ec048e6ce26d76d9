import type { Registry } from 'prom-client';
import { SERIES } from './metric-series.ts';
import { askTwice, countTwice } from './metric-twins.ts';

/** Where a list is read. */
export const LIST_PLACES = ['primary', 'replica'] as const;
export type ListPlace = (typeof LIST_PLACES)[number];

/**
 * Why a list is read from the primary although there is a replica. behind: replication is late; away: unreachable; promoted: no
 * longer a standby; position: it has not reached the required position; error: a read there has failed.
 */
export const REPLICA_REASONS = ['behind', 'away', 'promoted', 'other-database', 'position', 'error'] as const;
export type ReplicaReason = (typeof REPLICA_REASONS)[number];

/** Series about a replica that lists are read on (docs/contributing/spec/observability.md#metrics). */
export interface ReplicaMetrics {
  /** a list was read there */
  listRead(place: ListPlace): void;
  /** a list was read on the primary although there is a replica */
  replicaPassedBy(reason: ReplicaReason): void;
  /** How late the replica is; unit: s. Asked at every scrape; the latest source wins. */
  onCollectReplicaLag(source: () => Promise<number>): void;
}

export function replicaSeries(registry: Registry): ReplicaMetrics {
  const reads = countTwice(registry, SERIES.listReads);
  for (const place of LIST_PLACES) reads({ place }, 0);
  const passed = countTwice(registry, SERIES.replicaPassedBy);
  for (const reason of REPLICA_REASONS) passed({ reason }, 0);
  const setLag = askTwice(registry, SERIES.replicaLag);
  return {
    listRead: (place) => reads({ place }),
    replicaPassedBy: (reason) => passed({ reason }),
    onCollectReplicaLag: (source) => setLag(async () => [[{}, await source()]]),
  };
}
