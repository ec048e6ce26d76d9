import { expect } from 'chai';
import { ACTIVITY_TYPES, SERIES, type SeriesRow } from '../../../src/platform/metrics/metric-series.ts';
import { openMetrics } from '../../../src/platform/metrics/metrics.ts';
import { version } from '../../../src/platform/version.ts';
import { type Family, readScrape } from '../../support/monitoring/scrape.ts';
import { itFull } from '../../support/tier.ts';

const ROWS: readonly SeriesRow[] = Object.values(SERIES);
/** The semantic conventions for HTTP name this one; the contract does too. */
const OF_OTHERS = ['http_server_request_duration_seconds'];
/** Names of the contract, and those that earlier releases have documented: monitoring that reads them must find them. */
const FORMER =
  `service_workflow_started_total service_workflow_terminated_total service_activity_duration_milliseconds service_queue_jobs
  service_projection_lag_seconds service_projection_pending_events service_envelope_commands service_lock_wait_seconds service_text_threads_busy
  service_long_texts_waiting service_long_texts_total service_dead_letters service_incidents service_incidents_raised_total
  service_outbox_age_seconds service_ready service_commands_parked_total service_export_failures_total service_requests_forbidden_total
  service_custom_task_started_total service_custom_task_succeeded_total service_custom_task_failed_total service_custom_task_retried_total
  service_custom_task_duration_milliseconds service_custom_task_waiting`.split(/\s+/);

/** Names of hostile length and number, as models and plugins could give them. */
const HOSTILE = Array.from({ length: 5000 }, (_, n) => `type-${n}"\\\n{}`);

describe('the table of series', () => {
  it('names every series as Prometheus does', () => {
    for (const { name, kind, help, labels, bounds } of ROWS) {
      if (!OF_OTHERS.includes(name)) expect(name).to.match(/^sluice_[a-z]+(?:_[a-z]+)*$/);
      expect(name.endsWith('_total'), name).to.equal(kind === 'counter');
      expect(name).not.to.match(/milli|_ms|minute|hour|percent/);
      expect(help).to.match(/^[A-Z0-9].*[.]$/);
      for (const [label, most] of Object.entries(labels)) {
        expect(label).to.match(/^[a-z]+(?:_[a-z]+)*$/);
        expect(['le', 'job', 'instance', 'id', 'key']).not.to.include(label);
        expect(most).to.be.within(1, 250);
      }
      expect(bounds !== undefined, name).to.equal(kind === 'histogram');
      expect([...(bounds ?? [])].sort((a, b) => a - b)).to.deep.equal([...(bounds ?? [])]);
    }
    expect(new Set(ROWS.map(({ name }) => name)).size).to.equal(ROWS.length);
  });

  it('keeps every name that was there before', () =>
    expect(ROWS.flatMap(({ formerName }) => formerName ?? [])).to.include.members(FORMER));

  it('keeps the bounds of the contract under its name, and has the same in seconds', () => {
    const { formerBounds = [], formerPerUnit = 1, bounds = [] } = SERIES.activityDuration;
    expect(formerBounds).to.deep.equal([10, 50, 100, 250, 500, 1000, 5000, 10_000, 30_000, 60_000, 300_000, 600_000]);
    expect(bounds.slice(0, formerBounds.length)).to.deep.equal(formerBounds.map((bound) => bound / formerPerUnit));
  });
});

describe('a scrape', () => {
  async function scrape(metrics = openMetrics()): Promise<ReadonlyMap<string, Family>> {
    return readScrape(await metrics.text());
  }
  /** Everything that can happen, with names from outside. */
  async function busy(): Promise<ReadonlyMap<string, Family>> {
    const metrics = openMetrics();
    metrics.workflowStarted(3);
    for (const result of ['completed', 'cancelled', 'failed'] as const) metrics.workflowTerminated(result);
    for (const type of ACTIVITY_TYPES) metrics.activityEnded(type, 1234);
    metrics.httpRequest('GET', '/Definitions', 200, 0.004);
    metrics.commandBatchCommitted(4);
    metrics.lockWaited(0.25);
    metrics.commandParked();
    metrics.incidentRaised();
    metrics.longTextEnded('timed_out');
    metrics.decided('failed', 0.02);
    for (const type of HOSTILE) {
      metrics.customTaskStarted(type);
      for (const outcome of ['succeeded', 'failed', 'retried'] as const) metrics.customTaskEnded(type, outcome, 70);
    }
    metrics.onCollectQueue(async () => HOSTILE.map((queue) => ({ queue, state: 'waiting' as const, count: 1 })));
    metrics.onCollectCustomTasks(async () => HOSTILE.map((taskType) => ({ taskType, count: 1 })));
    metrics.onCollectProjection(async () => ({ lagSeconds: 1.5, pendingEvents: 7 }));
    metrics.onCollectDeadLetters(async () => 2);
    metrics.onCollectIncidents(async () => 3);
    metrics.onCollectOutbox(async () => 4);
    metrics.onCollectReady(async () => true);
    metrics.webhookConfigured('billing');
    metrics.webhookSent('billing', 'refused');
    metrics.onCollectWebhooks(async () => [{ name: 'billing', lagSeconds: 5, isPaused: true, failing: 1, waiting: 2 }]);
    return scrape(metrics);
  }

  it('has every row of the table, of its kind, and no other metric of Sluice', async () => {
    const families = await scrape();
    for (const { name, formerName, kind, help } of ROWS)
      for (const each of [name, ...(formerName === undefined ? [] : [formerName])])
        expect([families.get(each)?.kind, families.get(each)?.help], each).to.deep.equal([kind, help]);
    const ours = [...families.keys()].filter((name) => /^(?:sluice|service|http)_/.test(name));
    expect(ours).to.have.members(
      ROWS.flatMap(({ name, formerName }) => (formerName === undefined ? [name] : [name, formerName])),
    );
  });

  itFull(
    'has the labels of the table, each with no more values than the table allows, whatever names come from outside',
    async () => {
      const families = await busy();
      for (const { name, formerName, labels } of ROWS)
        for (const each of [name, ...(formerName === undefined ? [] : [formerName])]) {
          const { series = [] } = families.get(each) ?? {};
          expect(series.length, each).to.be.above(0);
          for (const one of series) expect(Object.keys(one), each).to.have.members(Object.keys(labels));
          for (const [label, most] of Object.entries(labels))
            expect(new Set(series.map((one) => one[label])).size, `${each} ${label}`).to.be.at.most(most);
        }
      const { values } = families.get('sluice_custom_task_waiting') as Family;
      expect(values.get('sluice_custom_task_waiting{task_type="other"}')).to.equal(HOSTILE.length - 200);
      expect([...values.values()].reduce((sum, value) => sum + value)).to.equal(HOSTILE.length);
    },
  );

  itFull('reports the same under both names', async () => {
    const families = await busy();
    for (const { name, formerName, kind, formerPerUnit = 1 } of ROWS) {
      if (formerName === undefined) continue;
      const [own, former] = [families.get(name) as Family, families.get(formerName) as Family];
      for (const [key, value] of own.values) {
        if (key.includes('_bucket{') && formerPerUnit !== 1) continue;
        const twin = former.values.get(key.replace(name, formerName));
        const isSum = kind === 'histogram' && key.startsWith(`${name}_sum`);
        expect(twin, key).to.be.closeTo(
          isSum ? value * formerPerUnit : value,
          1e-6 * Math.max(1, Math.abs(value * formerPerUnit)),
        );
      }
    }
  });

  it('shows which release and which Node runs', async () => {
    const { series, values } = (await scrape()).get('sluice_build_info') as Family;
    expect(series).to.deep.equal([{ version, node_version: process.versions.node }]);
    expect([...values.values()]).to.deep.equal([1]);
  });
});
