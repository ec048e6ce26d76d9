import { SERIES, type SeriesRow } from '../../../src/platform/metric-series.ts';
import { ALERTS } from '../monitoring/alerts.ts';
import { headText, tableText } from './table-text.ts';

/** docs/reference/metrics.md */
export function metricsPage(): string {
  const rows = (Object.values(SERIES) as readonly SeriesRow[]).map((row) => [
    `\`${row.name}\``,
    row.formerName === undefined ? '' : `\`${row.formerName}\``,
    row.kind,
    Object.entries(row.labels)
      .map(([label, most]) => `\`${label}\` (${most})`)
      .join(', '),
    row.help,
    alertsOn(row.name),
  ]);
  const buckets = (Object.values(SERIES) as readonly SeriesRow[]).flatMap(({ name, bounds }) =>
    bounds === undefined ? [] : [[`\`${name}\``, bounds.join(', ')]],
  );
  return `${headText('Metrics', 'the table of the series')}What \`GET /metrics\` shows, in the text format of Prometheus. The number behind a label is how many values it may have at most. Both names of a series tell the same; new boards and alerts use the first. How to read them, and what each one tells an operator: [operations](../operations.md#metrics).

${tableText(['Series', 'Also as', 'Kind', 'Labels', 'Says', 'Alerts'], rows)}

## Buckets of the histograms

${tableText(['Series', 'Upper bounds'], buckets)}

\`process_*\` and \`nodejs_*\` tell of the runtime.
`;
}

function alertsOn(series: string): string {
  const own = ALERTS.filter(({ expr }) => new RegExp(`\\b${series}(?:_bucket|_count|_sum)?\\b`).test(expr));
  return own.map(({ name }) => `[${name}](../runbooks.md#${name.toLowerCase()})`).join(', ');
}
