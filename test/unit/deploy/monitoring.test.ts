import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { SERIES, type SeriesRow } from '../../../src/platform/metrics/metric-series.ts';
import { openMetrics } from '../../../src/platform/metrics/metrics.ts';
import { packageRoot } from '../../../src/platform/version.ts';
import { ALERTS } from '../../support/monitoring/alerts.ts';
import { monitoringFiles } from '../../support/monitoring/files.ts';
import { ROWS } from '../../support/monitoring/panels.ts';
import { readExpression } from '../../support/monitoring/read-expression.ts';
import { readScrape } from '../../support/monitoring/scrape.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}
interface GridPanel {
  readonly id: number;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8');
/** Labels that Prometheus gives every target. */
const OF_TARGETS = ['job', 'instance'];
/** Made by Prometheus itself for each target. */
const OF_PROMETHEUS: SeriesRow = { name: 'up', kind: 'gauge', help: '', labels: {} };
const TABLE: readonly SeriesRow[] = [...Object.values(SERIES), OF_PROMETHEUS];
const QUERIES = ROWS.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries));
const EXPRESSIONS = [...ALERTS.map(({ expr }) => expr), ...QUERIES.map(({ expr }) => expr)];

function rowOf(name: string): SeriesRow | undefined {
  return TABLE.find(
    (row) => row.name === name || (row.kind === 'histogram' && name.replace(/_(?:bucket|sum|count)$/, '') === row.name),
  );
}

describe('the files for Prometheus and Grafana', () => {
  for (const [path, text] of Object.entries(monitoringFiles()))
    it(`are what their tables specify when ${path} is read`, () =>
      expect(read(path) === text, 'npm run monitoring:write').to.equal(true));
});

describe('the expressions of alerts and board', () => {
  let runtime: ReadonlySet<string>;
  before(async () => {
    runtime = new Set([...readScrape(await openMetrics().text()).keys()].filter((name) => /^(?:process|nodejs)_/.test(name)));
  });

  it('name series of the table, and labels that these series have', () => {
    for (const expr of EXPRESSIONS) {
      const { series, grouping } = readExpression(expr);
      expect(series, expr).not.to.deep.equal([]);
      for (const { name, labels } of series) {
        if (runtime.has(name)) continue;
        const row = rowOf(name);
        expect(row, `${name} in ${expr}`).not.to.equal(undefined);
        const allowed = [...Object.keys(row?.labels ?? {}), ...OF_TARGETS, ...(name.endsWith('_bucket') ? ['le'] : [])];
        expect(allowed, expr).to.include.members([...labels]);
        if (series.length === 1) expect(allowed, expr).to.include.members([...grouping]);
      }
    }
  });

  it('take rates of counters and histograms only, and quantiles over le', () => {
    for (const expr of EXPRESSIONS) {
      for (const [, name = ''] of expr.matchAll(/(?:rate|increase)\((\w+)/g))
        expect(rowOf(name)?.kind ?? 'counter', expr).not.to.equal('gauge');
      for (const [, by = ''] of expr.matchAll(/histogram_quantile\([\d.]+, sum by \(([^)]*)\)/g))
        expect(by.split(', '), expr).to.include('le');
      for (const [open, close] of ['()', '{}', '[]'])
        expect(expr.split(open ?? '').length, expr).to.equal(expr.split(close ?? '').length);
    }
  });

  it('show every metric of Sluice somewhere', () => {
    const named = new Set(EXPRESSIONS.flatMap((expr) => readExpression(expr).series.map(({ name }) => rowOf(name)?.name)));
    expect(
      Object.values(SERIES)
        .map(({ name }) => name)
        .filter((name) => !named.has(name)),
    ).to.deep.equal([]);
  });
});

describe('the alerts', () => {
  const { groups } = parse(read('deploy/prometheus-rules.yml')) as {
    readonly groups: readonly { readonly rules: readonly Rule[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const runbooks = read('docs/runbooks.md');

  it('have the shape that Prometheus reads', () => {
    for (const rule of rules) {
      expect(['alert', 'expr', 'for', 'labels', 'annotations'], rule.alert).to.include.members(Object.keys(rule));
      expect(rule.alert).to.match(/^Sluice[A-Z][A-Za-z]+$/);
      expect(rule.for ?? '1m').to.match(/^\d+[smh]$/);
      expect(rule.expr).to.match(/(?:>|==) \d+(?:\.\d+)?$/);
      expect(['warning', 'critical']).to.include(rule.labels['severity']);
      expect(Object.keys(rule.annotations)).to.deep.equal(['summary', 'description', 'runbook']);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).to.equal(rules.length);
  });

  it('name labels in their texts that are left of their expressions', () => {
    for (const { name, expr, summary } of ALERTS)
      for (const [, label = ''] of summary.matchAll(/\$labels\.(\w+)/g)) {
        const { grouping } = readExpression(expr);
        expect(grouping.length === 0 ? OF_TARGETS : grouping, name).to.include(label);
      }
  });

  it('have a runbook each, and no runbook is without an alert', () => {
    const sections = [...runbooks.matchAll(/^## (Sluice\w+)$/gm)].map(([, name]) => name);
    expect(sections).to.deep.equal(ALERTS.map(({ name }) => name));
    for (const { alert, annotations } of rules) {
      expect(annotations['runbook']).to.equal(`docs/runbooks.md#${alert.toLowerCase()}`);
      const section = runbooks.split(`## ${alert}\n`)[1]?.split('\n## ')[0] ?? '';
      expect(section, `${alert}: what it means, then steps`).to.match(/^\n[A-Z][^\n]+\n[\s\S]*\n1\. /);
    }
  });

  it('name only series that exist in the runbooks', () => {
    for (const [, name = ''] of runbooks.matchAll(/`((?:sluice|service|http)_\w+)`/g))
      expect(rowOf(name), name).not.to.equal(undefined);
  });
});

describe('the board', () => {
  const { panels } = JSON.parse(read('deploy/grafana/sluice.json')) as { panels: readonly GridPanel[] };

  it('has panels with their own ids, none of which covers another', () => {
    expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length);
    const taken = new Map<string, number>();
    for (const { id, gridPos } of panels) {
      expect(gridPos.x + gridPos.w).to.be.at.most(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(taken.get(`${x},${y}`), `panel ${id}`).to.equal(undefined);
          taken.set(`${x},${y}`, id);
        }
    }
  });

  it('names labels in its legends that are left of the expressions', () => {
    for (const { expr, legend } of QUERIES)
      for (const [, label = ''] of legend.matchAll(/\{\{(\w+)\}\}/g)) {
        const { grouping } = readExpression(expr);
        expect(grouping.length === 0 ? OF_TARGETS : grouping, expr).to.include(label);
      }
  });

  it('shows only the jobs that were chosen', () => {
    for (const { expr } of QUERIES) for (const { labels } of readExpression(expr).series) expect(labels, expr).to.include('job');
  });
});
