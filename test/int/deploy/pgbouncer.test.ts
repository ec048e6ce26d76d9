import { expect } from 'chai';
import { openPool } from '../../../src/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { get, post } from '../../support/http/http-client.ts';
import { deploy, start } from '../../support/http/steps.ts';
import { script, sequence, userTask } from '../../support/models/models.ts';
import { emptyRedis } from '../../support/open-backend.ts';
import { hasPgbouncer, startPgbouncer, type TestPooler } from '../../support/pgbouncer.ts';
import { BACKENDS, startService, type TestService } from '../../support/service.ts';

/** Fewer than the service would open automatically, so that they change hands all the time. */
const SERVER_CONNECTIONS = 4;
const INSTANCES = 60;

if (hasPgbouncer() && BACKENDS.includes('redis')) {
  for (const isDirect of [false, true]) {
    describe(`the service behind a PgBouncer in transaction mode ${isDirect ? 'with' : 'without'} a way around it`, function () {
      this.timeout(120_000);
      let database: TestDatabase;
      let pooler: TestPooler;
      let service: TestService;
      before(async () => {
        database = await createTestDatabase();
        pooler = await startPgbouncer(database.url, SERVER_CONNECTIONS);
        const direct = isDirect ? `&direct=${new URL(database.url).host}` : '';
        const databaseUrl = `${pooler.url}?pooler=transaction${direct}`;
        const REDIS_URL = await emptyRedis('redis');
        service = await startService({
          backend: 'redis',
          databaseUrl,
          env: { REDIS_URL: REDIS_URL ?? '', DATABASE_URL: databaseUrl },
        });
        await deploy(service.url, sequence('approve', script('count', 'n = n + 1'), userTask('decide')));
      });
      after(async () => {
        await service?.stop();
        await pooler?.stop();
        await database?.drop();
      });

      it('starts, lists, claims and completes when many want that concurrently', async () => {
        const ids = await Promise.all(
          Array.from({ length: INSTANCES }, (_, n) => start(service.url, 'approve', { Variables: { n } })),
        );
        await eventually('all are listed', async () => {
          const { json } = await get(service.url, '/UserTasks?pageSize=1');
          return json.totalCount === INSTANCES;
        });
        const { json } = await get(service.url, `/UserTasks?pageSize=${INSTANCES}`);
        const data: readonly { activityInstanceId: string; workflowInstanceId: string }[] = json.data;
        expect(new Set(data.map(({ workflowInstanceId }) => workflowInstanceId))).to.deep.equal(new Set(ids));
        const answers = await Promise.all(
          data.map(async ({ activityInstanceId }) => {
            const claimed = await post(service.url, `/UserTasks/${activityInstanceId}/claim`, { UserId: 'ada' });
            const completed = await post(service.url, `/UserTasks/${activityInstanceId}/complete`, {
              UserId: 'ada',
              Variables: {},
            });
            return [claimed.status, completed.status];
          }),
        );
        expect(answers.flat().filter((status) => status !== 200)).to.deep.equal([]);
        await eventually('all are shown as completed', async () => {
          const filters = encodeURIComponent('IsCompleted==true');
          const shown = await get(service.url, `/Definitions/approve/instances?pageSize=1&filters=${filters}`);
          return shown.json.totalCount === INSTANCES;
        });
      });

      it('listens on its own connection where there is a way to the server', async () => {
        const pool = openPool(database.url, { max: 1, applicationName: 'sluice test' });
        try {
          const { rows } = await pool.query<{ count: number }>(
            `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name like 'sluice listen%'`,
          );
          expect(rows[0]?.count).to.equal(isDirect ? 1 : 0);
        } finally {
          await pool.end();
        }
      });
    });
  }
}
