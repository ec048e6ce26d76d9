import { SERIES, type SeriesRow } from '../../../src/platform/metrics/metric-series.ts';
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
  return `${headText('Metrics', 'the table of metrics')}Every metric of \`GET /metrics\` with its labels and alerts. For operators. The number after a label is the largest number of its values. If a metric has two names, both have the same value; use the first in new dashboards and alerts. How to scrape and alert: [operations](operations.md#metrics).

${tableText(['Metric', 'Second name', 'Kind', 'Labels', 'Meaning', 'Alerts'], rows)}

## Buckets of the histograms

${tableText(['Metric', 'Upper bounds'], buckets)}

\`process_*\` and \`nodejs_*\` are metrics of the runtime.

**Next:** [runbooks](../runbooks.md) · [operations reference](operations.md)
`;
}

function alertsOn(series: string): string {
  const own = ALERTS.filter(({ expr }) => new RegExp(`\\b${series}(?:_bucket|_count|_sum)?\\b`).test(expr));
  return own.map(({ name }) => `[${name}](../runbooks.md#${name.toLowerCase()})`).join(', ');
}
