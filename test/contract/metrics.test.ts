import { expect } from 'chai';
import pg from 'pg';
import { startApi } from '../../src/api/main.ts';
import { openHealth } from '../../src/platform/health.ts';
import { silentLog } from '../../src/platform/log.ts';
import { SERIES, type SeriesRow } from '../../src/platform/metrics/metric-series.ts';
import { openMetrics } from '../../src/platform/metrics/metrics.ts';
import { startMetricsServer } from '../../src/platform/metrics/metrics-server.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { createTestDatabase } from '../support/database.ts';
import { expectEmpty } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { deploy, start, startAtTask, stateOf, until } from '../support/http/steps.ts';
import { sequence, task, userTask } from '../support/models/models.ts';
import { ALERTS } from '../support/monitoring/alerts.ts';
import { ROWS } from '../support/monitoring/panels.ts';
import { readExpression } from '../support/monitoring/read-expression.ts';
import { readScrape } from '../support/monitoring/scrape.ts';
import { startService, type TestService, TIER_BACKENDS } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const BOUNDS = [10, 50, 100, 250, 500, 1000, 5000, 10_000, 30_000, 60_000, 300_000, 600_000];
const RESULTS = ['completed', 'cancelled', 'failed'];

/** Value of each series of an exposition, by its name with labels. */
async function seriesOf(url: string): Promise<ReadonlyMap<string, number>> {
  const { text } = await get(url, '/metrics');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}
const activity = (part: string, type: string) => `service_activity_duration_milliseconds_${part}{activity_type="${type}"}`;

for (const backend of TIER_BACKENDS) {
  describe(`metrics on ${backend} (docs/contributing/spec/observability.md#metrics)`, () => {
    let service: TestService;
    before(async () => {
      service = await startService({ backend });
      await deploy(service.url, sequence('order', task('pack')));
      await deploy(service.url, sequence('ask', userTask('review')));
      await deploy(service.url, sequence('calling', '<callActivity id="call" calledElement="order"/>'));
    });
    after(() => service.stop());

    /** How much some series grow while something is done. */
    async function growth(names: readonly string[], work: () => Promise<unknown>): Promise<number[]> {
      const before = await seriesOf(service.url);
      await work();
      const after = await seriesOf(service.url);
      return names.map((name) => (after.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN));
    }
    const WORKFLOWS = [
      'service_workflow_started_total',
      ...RESULTS.map((r) => `service_workflow_terminated_total{result="${r}"}`),
    ];
    const complete = (id: string) =>
      post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'pack' });

    it('has the names, kinds and labels of the table when it is asked', async () => {
      const { text, headers } = await get(service.url, '/metrics');
      expect(headers['content-type']).to.match(/^text\/plain; version=0\.0\.4/);
      for (const [name, kind] of [
        ['service_workflow_started_total', 'counter'],
        ['service_workflow_terminated_total', 'counter'],
        ['service_activity_duration_milliseconds', 'histogram'],
        ['http_server_request_duration_seconds', 'histogram'],
        ['service_queue_jobs', 'gauge'],
        ['service_projection_lag_seconds', 'gauge'],
        ['service_projection_pending_events', 'gauge'],
        ['service_dead_letters', 'gauge'],
        ['sluice_batch_items_total', 'counter'],
        ['sluice_event_streams', 'gauge'],
        ['sluice_kafka_events_total', 'counter'],
        ['sluice_kafka_failures_total', 'counter'],
        ['sluice_kafka_lag_seconds', 'gauge'],
        ['sluice_list_reads_total', 'counter'],
        ['sluice_replica_lag_seconds', 'gauge'],
        ['sluice_replica_passed_by_total', 'counter'],
        ['sluice_webhook_messages_total', 'counter'],
        ['sluice_webhook_lag_seconds', 'gauge'],
        ['sluice_webhook_parked_instances', 'gauge'],
        ['sluice_webhook_paused', 'gauge'],
        ['sluice_batches_open', 'gauge'],
        ['service_incidents', 'gauge'],
        ['service_incidents_raised_total', 'counter'],
        ['service_text_threads_busy', 'gauge'],
        ['service_long_texts_waiting', 'gauge'],
        ['service_long_texts_total', 'counter'],
        ['service_outbox_age_seconds', 'gauge'],
        ['sluice_retention_lag_seconds', 'gauge'],
        ['sluice_retention_instances_deleted_total', 'counter'],
        ['sluice_retention_journal_rows_deleted_total', 'counter'],
        ['sluice_retention_archive_bytes_total', 'counter'],
        ['sluice_decision_seconds', 'histogram'],
        ['service_ready', 'gauge'],
        ['service_envelope_commands', 'histogram'],
        ['service_lock_wait_seconds', 'histogram'],
      ])
        expect(text).to.contain(`# TYPE ${name} ${kind}\n`);
      const series = await seriesOf(service.url);
      for (const state of ['waiting', 'active', 'delayed', 'failed'])
        expect(series.has(`service_queue_jobs{queue="commands",state="${state}"}`), state).to.equal(true);
      expect([...series.keys()].some((name) => name.startsWith('process_'))).to.equal(true);
      expect([...series.keys()].some((name) => name.startsWith('nodejs_'))).to.equal(true);
    });

    it('has every series of the table and no other, with its labels and no more values than it may have', async () => {
      await complete(await start(service.url, 'order'));
      const families = readScrape((await get(service.url, '/metrics')).text);
      const rows: readonly SeriesRow[] = Object.values(SERIES);
      const names = rows.flatMap(({ name, formerName }) => (formerName === undefined ? [name] : [name, formerName]));
      expect([...families.keys()].filter((name) => !/^(?:process|nodejs)_/.test(name))).to.have.members(names);
      for (const { name, formerName, kind, labels } of rows)
        for (const each of formerName === undefined ? [name] : [name, formerName]) {
          const { kind: scraped, series = [] } = families.get(each) ?? {};
          expect(scraped, each).to.equal(kind);
          for (const one of series) expect(Object.keys(one), each).to.have.members(Object.keys(labels));
          for (const [label, most] of Object.entries(labels))
            expect(new Set(series.map((one) => one[label])).size, `${each} ${label}`).to.be.at.most(most);
        }
    });

    it('has everything that alerts and board ask for', async () => {
      const families = readScrape((await get(service.url, '/metrics')).text);
      const asked = [
        ...ALERTS.map(({ expr }) => expr),
        ...ROWS.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries.map(({ expr }) => expr))),
      ];
      const names = asked.flatMap((expr) => readExpression(expr).series.map(({ name }) => name)).filter((name) => name !== 'up');
      for (const name of names) {
        const isThere = families.has(name) || families.get(name.replace(/_(?:bucket|sum|count)$/, ''))?.kind === 'histogram';
        expect(isThere, name).to.equal(true);
      }
    });

    it('has the bounds of the contract when an entry ends', async () => {
      const series = await seriesOf(service.url);
      for (const le of [...BOUNDS, '+Inf'])
        expect(series.has(`service_activity_duration_milliseconds_bucket{le="${le}",activity_type="Task"}`), String(le)).to.equal(
          true,
        );
    });

    it('counts a start and an end once, when they are committed', async () => {
      expect(await growth(WORKFLOWS, () => start(service.url, 'order'))).to.deep.equal([1, 0, 0, 0]);
      const id = await start(service.url, 'order');
      expect(await growth([...WORKFLOWS, activity('count', 'Task')], () => complete(id))).to.deep.equal([0, 1, 0, 0, 1]);
    });

    it('distinguishes the three results', async () => {
      const failing = await startAtTask(service.url, 'ask');
      const fail = () => post(service.url, `/UserTasks/${failing.taskId}/fail`, { errorMessage: 'm' });
      expect(await growth([...WORKFLOWS, activity('count', 'UserTask')], fail)).to.deep.equal([0, 0, 0, 1, 1]);
      const id = await start(service.url, 'order');
      const cancel = () => post(service.url, `/Instances/${id}/cancel`);
      expect(await growth([...WORKFLOWS, activity('count', 'Task')], cancel)).to.deep.equal([0, 0, 1, 0, 1]);
    });

    it('counts nothing when a command is refused or repeated', async () => {
      const refuse = () => post(service.url, '/Execution/start', { WorkflowId: 'unknown' });
      expect(await growth(WORKFLOWS, refuse)).to.deep.equal([0, 0, 0, 0]);
      const repeated = () =>
        http(service.url, {
          method: 'POST',
          path: '/Execution/start',
          body: { WorkflowId: 'order' },
          headers: { 'Idempotency-Key': `m-${backend}` },
        });
      expect(await growth(WORKFLOWS, repeated)).to.deep.equal([1, 0, 0, 0]);
      expect(await growth(WORKFLOWS, () => Promise.all([repeated(), repeated()]))).to.deep.equal([0, 0, 0, 0]);
    });

    it('counts children too', async () => {
      const grown = await growth(WORKFLOWS, async () => {
        const id = await start(service.url, 'calling');
        await until(
          () => stateOf(service.url, id),
          ({ activeActivities: [entry] }) =>
            (entry as never as { childWorkflowInstanceId: string }).childWorkflowInstanceId !== null,
        );
      });
      expect(grown).to.deep.equal([2, 0, 0, 0]);
    });

    it('names the host of a multi-instance MultiInstance and its iterations by their element', async () => {
      const loop =
        '<task id="pack"><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics></task>';
      await deploy(service.url, sequence('looping', loop));
      const names = [activity('count', 'MultiInstance'), activity('count', 'Task')];
      const id = await start(service.url, 'looping');
      expect(await growth(names, () => complete(id))).to.deep.equal([0, 1]);
      expect(await growth(names, () => complete(id))).to.deep.equal([1, 1]);
    });

    it('labels requests by path pattern, never by the raw path, and nothing by an id, a key or a business id', async () => {
      const id = await start(service.url, 'order', { BusinessId: 'PO-4711' });
      await stateOf(service.url, id);
      const { text } = await get(service.url, '/metrics');
      expect(text).to.match(
        /^http_server_request_duration_seconds_count\{method="GET",route="\/Instances\/\{instanceId\}\/state",status_code="200"\} \d+$/m,
      );
      for (const secret of [id, 'PO-4711', '"order"']) expect(text).not.to.contain(secret);
      expect(text).not.to.match(/active_(?:workflows|instances)/);
    });

    it('shows how old the oldest unprojected event is while no projector runs, and 0 when all is projected', async () => {
      const lag = async () => {
        const series = await seriesOf(service.url);
        return [series.get('service_projection_lag_seconds'), series.get('service_projection_pending_events')];
      };
      await until(lag, ([seconds, events]) => seconds === 0 && events === 0);
      const clients = service.databaseUrls.map((url) => new pg.Client(url));
      for (const client of clients) {
        await client.connect();
        await client.query('begin');
        await client.query('select pg_advisory_xact_lock(1400001, 0)'); // the gate a rebuild closes: projectors wait
      }
      await start(service.url, 'order');
      await until(lag, ([seconds = 0, events]) => seconds > 0.05 && events === 1);
      for (const client of clients) await client.end();
      await until(lag, ([seconds, events]) => seconds === 0 && events === 0);
    });
  });
}

describe('metrics of separate processes (docs/contributing/spec/observability.md#metrics)', () => {
  it('exist with 0 on every target from the start', async () => {
    const server = await startMetricsServer(openHealth(silentLog), openMetrics(), '127.0.0.1', PORT, () => undefined);
    const series = await seriesOf(server.url);
    expect(series.get('service_workflow_started_total')).to.equal(0);
    for (const result of RESULTS) expect(series.get(`service_workflow_terminated_total{result="${result}"}`)).to.equal(0);
    for (const type of ['StartEvent', 'UserTask', 'MultiInstance']) expect(series.get(activity('count', type))).to.equal(0);
    await server.close(0);
  });

  itFull('add up over the workers, each event counted by the one that committed it', async () => {
    const database = await createTestDatabase();
    const one = await startService({ databaseUrl: database.url, roles: [startWorker, startApi] });
    const two = await startService({ databaseUrl: database.url, roles: [startWorker, startProjector] });
    try {
      await deploy(one.url, sequence('order', task('pack')));
      await Promise.all(Array.from({ length: 40 }, () => start(one.url, 'order')));
      const started = async (service: TestService) =>
        Number(/^service_workflow_started_total (\d+)$/m.exec(await service.runtime.metrics.text())?.[1]);
      await until(
        async () => (await started(one)) + (await started(two)),
        (sum) => sum === 40,
      );
    } finally {
      await two.stop();
      await one.stop();
      await database.drop();
    }
  });

  itFull('measure from the times on the events, so that a restart does not shorten a duration', async () => {
    const database = await createTestDatabase();
    const before = await startService({ databaseUrl: database.url });
    await deploy(before.url, sequence('order', task('pack')));
    const id = await start(before.url, 'order');
    await before.stop();
    const after = await startService({ databaseUrl: database.url });
    try {
      expectEmpty(await post(after.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'pack' }));
      const { completedActivities } = (await stateOf(after.url, id)) as never as {
        completedActivities: { activityId: string; createdAt: string; completedAt: string }[];
      };
      const entry = completedActivities.find(({ activityId }) => activityId === 'pack');
      const lastedMs = Date.parse(entry?.completedAt ?? '') - Date.parse(entry?.createdAt ?? '');
      expect(lastedMs).to.be.greaterThan(10);
      const series = await seriesOf(after.url);
      expect(series.get(activity('sum', 'Task'))).to.equal(lastedMs);
      expect(series.get(activity('count', 'Task'))).to.equal(1);
    } finally {
      await after.stop();
      await database.drop();
    }
  });
});

const PORT = { key: 'METRICS_PORT', number: 0, isExplicit: true } as const;
