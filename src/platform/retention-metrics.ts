import type { Registry } from 'prom-client';
import { SERIES } from './metric-series.ts';
import { askTwice, countTwice } from './metric-twins.ts';

/** Metrics of retention (docs/contributing/spec/observability.md#metrics). */
export interface RetentionMetrics {
  /** finished instances were deleted with the rows of their event histories; `archiveBytes`: what was written to the archive before */
  instancesDeleted(instances: number, journalRows: number, archiveBytes: number): void;
  /** How long the oldest expired instance has been waiting for its deletion; unit: s. Called at every scrape; the latest source wins. */
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
