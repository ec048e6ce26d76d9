import type { Registry } from 'prom-client';
import { SERIES } from './metric-series.ts';
import { askTwice, countTwice } from './metric-twins.ts';

/** Series about what is deleted because its time is over (docs/spec/observability.md#metrics). */
export interface RetentionMetrics {
  /** so many finished instances were deleted with so many rows of their journals; `archiveBytes`: what was written to the archive before */
  instancesDeleted(instances: number, journalRows: number, archiveBytes: number): void;
  /** For how long the oldest instance whose time is over has been waiting to be deleted; unit: s. Asked at every scrape; the latest source wins. */
  onCollectRetention(source: () => Promise<number | undefined>): void;
}

export function retentionSeries(registry: Registry): RetentionMetrics {
  const deleted = countTwice(registry, SERIES.retentionInstances);
  const rows = countTwice(registry, SERIES.retentionJournalRows);
  const bytes = countTwice(registry, SERIES.retentionArchiveBytes);
  const setLag = askTwice(registry, SERIES.retentionLag);
  return {
    instancesDeleted(instances, journalRows, archiveBytes) {
      deleted({}, instances);
      rows({}, journalRows);
      bytes({}, archiveBytes);
    },
    onCollectRetention: (source) => setLag(async () => [[{}, (await source()) ?? 0]]),
  };
}
