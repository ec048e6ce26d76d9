import { expect } from 'chai';
import { migrate, schemaVersion } from '../../../src/db/migrate.ts';
import { openPool, type Pool } from '../../../src/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { get, post } from '../../support/http/http-client.ts';
import { deploy, start, startAtTask, until } from '../../support/http/steps.ts';
import { sequence, userTask } from '../../support/models/models.ts';
import { startService, type TestService } from '../../support/service.ts';

const SCHEMAS = ['north', 'south'] as const;

describe('two installations in two schemas of one database', () => {
  let database: TestDatabase;
  let admin: Pool;
  const services: TestService[] = [];
  const urlOf = (schema: string) => `${database.url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`;

  before(async () => {
    database = await createTestDatabase({ isMigrated: false });
    admin = openPool(database.url, { max: 1, applicationName: 'sluice test' });
    for (const schema of SCHEMAS) await admin.query(`create schema ${schema}`);
    const results = await Promise.all(SCHEMAS.map((schema) => migrate(urlOf(schema))));
    expect(results.map(({ to }) => to)).to.deep.equal([schemaVersion, schemaVersion]);
    for (const schema of SCHEMAS) services.push(await startService({ databaseUrl: urlOf(schema), backend: 'postgres' }));
  });
  after(async () => {
    for (const service of services) await service.stop();
    await admin.end();
    await database.drop();
  });

  async function total(url: string, path: string, filters = ''): Promise<number> {
    const { status, json } = await get(url, `${path}?pageSize=1&filters=${encodeURIComponent(filters)}`);
    expect(status).to.equal(200);
    return json.totalCount;
  }

  it('do not see what the other deploys, starts, completes and lists', async () => {
    const [north, south] = services.map(({ url }) => url) as [string, string];
    await Promise.all(services.map(({ url }) => deploy(url, sequence('approve', userTask('review')))));
    await deploy(south, sequence('approve', userTask('review'), userTask('sign')));
    const task = await startAtTask(north, 'approve', 'review', { BusinessId: 'order-7-north' });
    for (const n of [1, 2]) await start(south, 'approve', { BusinessId: `order-${n}-south` });
    const complete = (url: string) => post(url, `/UserTasks/${task.taskId}/complete`, { UserId: 'ada', Variables: {} });
    expect((await post(north, `/UserTasks/${task.taskId}/claim`, { UserId: 'ada' })).status).to.equal(200);
    expect((await complete(south)).status).to.equal(404);
    expect((await complete(north)).status).to.equal(200);
    const list = '/Definitions/approve/instances';
    await until(
      () => Promise.all([total(north, list, 'IsCompleted==true'), total(south, list)]),
      ([a, b]) => a === 1 && b === 2,
    );
    const seen = (url: string) =>
      Promise.all([
        total(url, '/Definitions'),
        total(url, list),
        total(url, list, 'IsCompleted==true'),
        total(url, list, 'BusinessId@=7-north'),
        total(url, '/UserTasks'),
      ]);
    expect(await seen(north)).to.deep.equal([1, 1, 1, 1, 0]);
    expect(await seen(south)).to.deep.equal([2, 2, 0, 0, 2]);
  });

  it('have no extension in their schemas, and its index in both, when the server has it', async () => {
    const { rows } = await admin.query<{ home: string; indexes: number }>(`
      select extnamespace::regnamespace::text as home,
        (select count(*)::int from pg_indexes where indexname = 'q_instance_business_id_parts') as indexes
      from pg_extension where extname = 'pg_trgm'`);
    const { rowCount } = await admin.query(`select from pg_available_extensions where name = 'pg_trgm'`);
    expect(rows).to.deep.equal(rowCount === 0 ? [] : [{ home: 'public', indexes: SCHEMAS.length }]);
  });

  it('keep the session options of a pool when the URL has some', async () => {
    const pool = openPool(urlOf('south'), {
      max: 1,
      applicationName: 'sluice test',
      synchronousCommitOff: true,
      readsByKey: true,
    });
    const queue = openPool(urlOf('south'), { max: 1, applicationName: 'sluice test', searchPath: 'north' });
    const shown = async (from: Pool, name: string) =>
      (await from.query('select current_setting($1) as value', [name])).rows[0]?.value;
    try {
      expect(await shown(pool, 'search_path')).to.equal('south');
      expect(await shown(pool, 'synchronous_commit')).to.equal('off');
      expect(await shown(pool, 'enable_seqscan')).to.equal('off');
      expect(await shown(queue, 'search_path')).to.equal('north');
    } finally {
      await Promise.all([pool.end(), queue.end()]);
    }
  });

  it('are not created when no schema of search_path exists', async () => {
    const error = await migrate(urlOf('nowhere')).catch((failure: Error) => failure);
    expect((error as Error).message).to.equal(
      "DATABASE_URL: names a search_path (nowhere) of which no schema exists: create it with 'create schema'",
    );
  });
});
