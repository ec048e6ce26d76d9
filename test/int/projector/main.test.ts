import { expect } from 'chai';
import { notify, PROJECTION_CHANNEL } from '../../../src/db/notify.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { openHealth } from '../../../src/platform/health.ts';
import { openMetrics } from '../../../src/platform/metrics/metrics.ts';
import type { RoleRuntime } from '../../../src/platform/role.ts';
import { rebuildProjection, startProjector } from '../../../src/projector/main.ts';
import { QUERY_TABLES } from '../../../src/projector/query-rows.ts';
import { reviewedInstance } from '../../support/hand-made-journal.ts';
import { idNumber, type KeptLog, keptLog, openReadSide, type ReadSide } from '../../support/read-side.ts';

describe('projector role', () => {
  let side: ReadSide;
  let log: KeptLog;
  let runtime: RoleRuntime;

  beforeEach(async () => {
    side = await openReadSide();
    log = keptLog();
    const config = { ...readConfig({}, 'projector'), databaseUrl: side.url };
    runtime = { config, log, metrics: openMetrics(), health: openHealth(log) };
  });
  afterEach(() => side.close());

  it('projects, measures and is ready when it runs, and leaves no connection when it stops', async () => {
    const role = await startProjector(runtime);
    const projected = log.next(4060);
    await side.write(reviewedInstance(idNumber(1), 5));
    await notify(side.pool, PROJECTION_CHANNEL, '');
    expect(await projected).to.include({ Count: 3 });
    await side.untilPending(0);
    expect(await runtime.metrics.text()).to.match(/^service_projection_lag_seconds 0$/m);
    expect(await runtime.health.ready()).to.deep.equal({ status: 200, body: 'Ready' });
    await Promise.all([role.stop(), role.stop()]);
    const text = `select 1 from pg_stat_activity where datname = current_database() and application_name !~ 'test'`;
    while ((await side.connection.query({ name: 'test-connections', text }, [])).length > 0); // a backend ends a moment after its client
  });

  it('stops when the database cannot be reached, and reports it once', async () => {
    const role = await startProjector({
      ...runtime,
      config: { ...runtime.config, databaseUrl: 'postgres://nobody@127.0.0.1:1/none' },
    });
    await log.next(7044);
    await role.stop();
    expect(log.of(7044).length).to.be.within(1, 2);
    expect(log.lines.map(({ id }) => id)).to.not.include(3004);
  });

  it('makes the tables again when asked to rebuild', async () => {
    await side.write(reviewedInstance(idNumber(1), 5));
    await rebuildProjection(runtime);
    expect((await side.dump())['q_instance']).to.have.length(1);
    expect(log.of(4063)).to.have.length(QUERY_TABLES.length);
  });
});
