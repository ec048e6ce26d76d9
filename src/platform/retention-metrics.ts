import { Counter, Gauge, type Registry } from 'prom-client';

/** Series about what is deleted because its time is over (docs/spec/observability.md#metrics). */
export interface RetentionMetrics {
  /** so many finished instances were deleted with so many rows of their journals; `archiveBytes`: what was written to the archive before */
  instancesDeleted(instances: number, journalRows: number, archiveBytes: number): void;
  /** For how long the oldest instance whose time is over has been waiting to be deleted; unit: s. Asked at every scrape; the latest source wins. */
  onCollectRetention(source: () => Promise<number | undefined>): void;
}

export function retentionSeries(registry: Registry): RetentionMetrics {
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name: `service_retention_${name}_total`, help, registers });
  const deleted = counter('instances_deleted', 'Finished instances that were deleted because their time was over.');
  const rows = counter('journal_rows_deleted', 'Rows of their journals.');
  const bytes = counter('archive_bytes', 'Bytes that were written to the archive.');
  let source: () => Promise<number | undefined> = async () => undefined;
  new Gauge({
    name: 'service_retention_lag_seconds',
    help: 'How long the oldest instance whose time is over has been waiting to be deleted, 0 when there is none.',
    registers,
    async collect() {
      const lag = await source().catch(() => undefined);
      if (lag !== undefined) this.set(lag);
    },
  });
  return {
    instancesDeleted(instances, journalRows, archiveBytes) {
      deleted.inc(instances);
      rows.inc(journalRows);
      bytes.inc(archiveBytes);
    },
    onCollectRetention: (next) => {
      source = next;
    },
  };
}
