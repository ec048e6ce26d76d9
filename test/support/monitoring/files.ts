import { stringify } from 'yaml';
import { ALERTS } from './alerts.ts';
import { type Panel, ROWS } from './panels.ts';

const RULES_HEAD = `# Alerts for Prometheus: name this file under \`rule_files\`, and scrape every replica under a job whose name begins with \`sluice\`.
# What to do about each: docs/runbooks.md. The bounds suit an installation that is idle at night; raise \`for\` where yours is not.
# Written by \`npm run monitoring:write\` from test/support/monitoring/alerts.ts.
`;
/** Columns of a board of Grafana. */
const COLUMNS = 24;
const HEIGHT = { stat: 4, timeseries: 8 } as const;

/** Files from the table of alerts and the table of panels, by path. The chart contains copies, because it reads nothing outside of its folder. */
export function monitoringFiles(): Readonly<Record<string, string>> {
  const rules = rulesText();
  const board = boardText();
  return {
    'deploy/prometheus-rules.yml': rules,
    'deploy/helm/sluice/files/prometheus-rules.yml': rules,
    'deploy/grafana/sluice.json': board,
    'deploy/helm/sluice/files/sluice-dashboard.json': board,
  };
}

function rulesText(): string {
  const rules = ALERTS.map(({ name, expr, holdsFor, severity, summary, description }) => ({
    alert: name,
    expr,
    ...(holdsFor === undefined ? {} : { for: holdsFor }),
    labels: { severity },
    annotations: { summary, description, runbook: `docs/runbooks.md#${name.toLowerCase()}` },
  }));
  return RULES_HEAD + stringify({ groups: [{ name: 'sluice', rules }] }, { lineWidth: 0 });
}

function boardText(): string {
  const panels: object[] = [];
  let y = 0;
  for (const { title, panels: own } of ROWS) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { h: 1, w: COLUMNS, x: 0, y },
      panels: [],
    });
    y += 1;
    const perLine = own[0]?.kind === 'stat' ? own.length : Math.min(own.length, 3);
    const w = Math.floor(COLUMNS / perLine);
    own.forEach((panel, at) => {
      const h = HEIGHT[panel.kind];
      panels.push(panelOf(panel, panels.length + 1, { h, w, x: (at % perLine) * w, y: y + Math.floor(at / perLine) * h }));
    });
    y += Math.ceil(own.length / perLine) * HEIGHT[own[0]?.kind ?? 'timeseries'];
  }
  return `${JSON.stringify(board(panels), null, 1)}\n`;
}

function panelOf({ title, says, kind, unit, queries }: Panel, id: number, gridPos: object): object {
  const datasource = { type: 'prometheus', uid: '$datasource' };
  const options =
    kind === 'stat'
      ? { reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false }, colorMode: 'value', graphMode: 'area' }
      : { legend: { displayMode: 'list', placement: 'bottom', showLegend: true }, tooltip: { mode: 'multi', sort: 'desc' } };
  return {
    id,
    type: kind,
    title,
    description: says,
    gridPos,
    datasource,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options,
    targets: queries.map(({ expr, legend }, at) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + at),
      datasource,
      expr,
      legendFormat: legend,
      ...(kind === 'stat' ? { instant: true, range: false } : {}),
    })),
  };
}

function board(panels: readonly object[]): object {
  const all = { includeAll: true, multi: true, allValue: 'sluice.*', current: { text: 'All', value: '$__all' } };
  return {
    uid: 'sluice',
    title: 'Sluice',
    tags: ['sluice', 'bpmn'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', label: 'Source', type: 'datasource', query: 'prometheus' },
        {
          name: 'job',
          label: 'Job',
          type: 'query',
          datasource: { type: 'prometheus', uid: '$datasource' },
          query: { query: 'label_values(sluice_build_info, job)', refId: 'job' },
          refresh: 2,
          ...all,
        },
      ],
    },
    annotations: { list: [] },
    panels,
  };
}
