import { expect } from 'chai';
import { type SqlBool, sql } from 'kysely';
import { openKysely } from '../../../src/db/kysely.ts';
import { openPool } from '../../../src/db/pool.ts';
import type { IndexedVariable } from '../../../src/platform/config/setting-types.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { rebuild } from '../../../src/projector/rebuild.ts';
import { findInstances, MOST_COUNTED, parseFind } from '../../../src/queries/find-instances.ts';
import type { ReadDatabase } from '../../../src/queries/read-database.ts';
import { readQueryParameters } from '../../../src/requests/request-texts.ts';
import { post } from '../../support/http/http-client.ts';
import { deploy, start, stateOf } from '../../support/http/steps.ts';
import { sequence, task } from '../../support/models/models.ts';
import { startService } from '../../support/service.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

const INDEXED: readonly IndexedVariable[] = [{ key: 'order', path: 'total' }];

async function find(db: ReadDatabase, query: Record<string, string>) {
  const parsed = parseFind(readQueryParameters(String(new URLSearchParams(query))), INDEXED, undefined);
  if (!parsed.ok) throw new Error(parsed.detail);
  return findInstances(db, parsed.value, undefined);
}

describe('the list of all instances', () => {
  describe('over many rows', () => {
    const COUNT = MOST_COUNTED + 5;
    let database: OpenDatabase;
    before(async () => {
      database = await openDatabase();
      await sql`
        insert into q_instance (instance_id, definition_id, key, version, is_completed, is_cancelled, is_failed, created_at, started_at, last_seq, live)
        select gen_random_uuid(), 'order:1:x', 'order', 1, false, false, false, now() - n * interval '1 second', now(), 1, '{}'
        from generate_series(1, ${COUNT}::int) n`.execute(database.db);
      await sql`insert into q_instance_element select instance_id, 'pack', false, created_at from q_instance`.execute(
        database.db,
      );
      await sql`
        insert into q_instance_variable (instance_id, path, number_value, begun_at)
        select instance_id, 'total', row_number() over (order by created_at), created_at from q_instance`.execute(database.db);
    });
    after(() => database.close());

    it('counts all of them when sums are kept', async () => {
      const { totalCount, isExact } = await find(database.db, { filters: 'ProcessDefinitionKey==order,Status==Running' });
      expect([totalCount, isExact]).to.deep.equal([COUNT, true]);
    });

    it('counts up to a bound when none are kept, and reports that there are more', async () => {
      for (const filters of ['ActivityId==pack', 'Variables.total>0', 'ErrorCode==null']) {
        const { totalCount, isExact, items } = await find(database.db, { filters });
        expect([filters, totalCount, isExact, items.length]).to.deep.equal([filters, MOST_COUNTED, false, 20]);
      }
      const few = await find(database.db, { filters: 'Variables.total<=30' });
      expect([few.totalCount, few.isExact]).to.deep.equal([30, true]);
    });

    it('counts to the end of the page when that is further than the bound', async () => {
      const last = await find(database.db, { filters: 'ActivityId==pack', pageSize: '100', page: '11' });
      expect([last.items.length, last.totalCount, last.isExact]).to.deep.equal([5, COUNT, true]);
    });
  });

  it('finds what was there before when the read side is rebuilt with other variables', async () => {
    const service = await startService();
    const pool = openPool(service.databaseUrl, { max: 2, applicationName: 'test' });
    try {
      const db = openKysely(pool);
      await deploy(service.url, sequence('order', task('pack'), task('ship')));
      const ids = [
        await start(service.url, 'order', { Variables: { total: 1 } }),
        await start(service.url, 'order', { Variables: { total: 2 } }),
      ];
      await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: ids[0], ActivityId: 'pack' });
      for (const id of ids) await stateOf(service.url, id);
      const rows = () => db.selectFrom('q_instance_element').selectAll().orderBy('instance_id').orderBy('element').execute();
      const live = await rows();
      expect(live.map(({ element }) => element).sort()).to.deep.equal(['pack', 'ship']);
      expect((await find(db, { filters: 'Variables.total==2' })).items).to.deep.equal([]);
      await rebuild(pool, silentLog, INDEXED);
      expect(await rows()).to.deep.equal(live);
      const found = await find(db, { filters: 'Variables.total==2' });
      expect(found.items.map(({ instanceId, elements }) => [instanceId, elements])).to.deep.equal([[ids[1], ['pack']]]);
      await rebuild(pool, silentLog, []);
      const { rows: left } = await sql<{ has: SqlBool }>`select exists (select from q_instance_variable) as has`.execute(db);
      expect(left[0]?.has).to.equal(false);
    } finally {
      await pool.end();
      await service.stop();
    }
  });
});
