import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { openMetrics } from '../../../src/platform/metrics.ts';
import { packageRoot } from '../../../src/platform/version.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const FILE = 'deploy/prometheus-rules.yml';
/** Made by Prometheus itself for each target. */
const OF_PROMETHEUS = ['up'];
/** Functions, operators and label names that stand in the expressions. */
const WORDS = new Set(['max', 'sum', 'increase', 'by']);

describe('the alert rules for Prometheus', () => {
  const text = readFileSync(join(packageRoot, FILE), 'utf8');
  const { groups } = parse(text) as { readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);

  /** Names of series in an expression, without what stands in braces and brackets. */
  function seriesOf(expr: string): string[] {
    const bare = expr
      .replace(/\{[^}]*\}/g, '')
      .replace(/\[[^\]]*\]/g, '')
      .replace(/\bby \([^)]*\)/g, '');
    return (bare.match(/[a-z_]\w*/g) ?? []).filter((word) => !WORDS.has(word));
  }

  it('have the shape that Prometheus reads', () => {
    expect(Object.keys(parse(text))).to.deep.equal(['groups']);
    for (const rule of rules) {
      expect(Object.keys(rule), rule.alert).to.satisfy((keys: string[]) =>
        keys.every((key) => ['alert', 'expr', 'for', 'labels', 'annotations'].includes(key)),
      );
      expect(rule.alert).to.match(/^Sluice[A-Z][A-Za-z]+$/);
      expect(rule.for ?? '1m').to.match(/^\d+[smh]$/);
      expect(rule.expr).to.match(/(?:>|==) \d+$/);
      for (const [open, close] of ['()', '{}', '[]'])
        expect(rule.expr.split(open ?? '').length, rule.expr).to.equal(rule.expr.split(close ?? '').length);
      expect(['warning', 'critical']).to.include(rule.labels['severity']);
      expect(Object.keys(rule.annotations)).to.deep.equal(['summary', 'description']);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).to.equal(rules.length);
  });

  it('name only series that are exported', async () => {
    const exported = [...(await openMetrics().text()).matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name);
    for (const { expr, alert } of rules) {
      const names = seriesOf(expr);
      expect(names, alert).not.to.deep.equal([]);
      expect([...exported, ...OF_PROMETHEUS], alert).to.include.members(names);
    }
  });

  it('watch dead letters, readiness, the projection, the outbox and the queue', () => {
    const named = new Set(rules.flatMap(({ expr }) => seriesOf(expr)));
    expect([...named]).to.include.members([
      'service_dead_letters',
      'service_ready',
      'service_projection_lag_seconds',
      'service_outbox_age_seconds',
      'service_queue_jobs',
    ]);
  });

  it('point at sections that exist', () => {
    const operations = readFileSync(join(packageRoot, 'docs/operations.md'), 'utf8');
    for (const { annotations } of rules) {
      for (const [, title] of (annotations['description'] ?? '').matchAll(/'([^']+)' in docs\/operations\.md/g))
        expect(operations).to.match(new RegExp(`^#+ ${title}$`, 'm'));
    }
  });
});
