import { expect } from 'chai';
import fc from 'fast-check';
import { sql } from 'kysely';
import { countInstances } from '../../../src/queries/instances/instance-count.ts';
import { instanceNames } from '../../../src/queries/instances/process-instances.ts';
import { parseListQuery } from '../../../src/queries/lists/list-query.ts';
import { listUserTasks, userTaskNames } from '../../../src/queries/user-tasks/user-tasks.ts';
import { itFull } from '../../support/tier.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { idOf, insertInstance } from './rows.ts';

const OUTCOMES = ['running', 'completed', 'cancelled', 'failed'] as const;
const IDS = [null, 'PO-1', 'po-1', 'PO-2', 'x'];
const TIMES = ['2026-01-01T00:00:00.000Z', '2026-01-01T23:59:59.999Z', '2026-01-02T00:00:00.000Z', '2026-01-03T12:00:00.001Z'];
const COUNTS = sql<{ sum: string }>`select coalesce(sum(count), 0)::text as sum from q_instance_count`;

const flag = fc
  .tuple(
    fc.subarray(['IsStarted', 'IsCompleted', 'IsCancelled', 'IsFailed'], { minLength: 1, maxLength: 2 }),
    fc.constantFrom('==', '!='),
    fc.boolean(),
  )
  .map(([names, operator, value]) => `${names.join('|')}${operator}${value}`);
const time = fc
  .tuple(
    fc.constantFrom('>', '>=', '<', '<=', '==', '!='),
    fc.constantFrom(...TIMES, '2026-01-02', '0000-01-01', '9999-12-31T23:59:59.999-23:59', '2026-01-03T12:00:00.0005Z'),
  )
  .map(([operator, value]) => `CreatedAt${operator}${value}`);
const businessId = fc
  .tuple(
    fc.constantFrom('==', '!=', '@=', '!@=', '_=', '!_=*', '!=*', '_-=', '==*'),
    fc.array(fc.constantFrom('PO-1', 'po', 'null', '', '2'), { minLength: 1, maxLength: 2 }),
  )
  .map(([operator, values]) => `BusinessId${operator}${values.join('|')}`);

describe('the total of a list of instances', () => {
  let database: OpenDatabase;
  before(async () => {
    database = await openDatabase();
    for (let n = 0; n < 120; n++) {
      await insertInstance(database.db, {
        instanceId: idOf(n),
        key: n % 10 === 0 ? 'other' : 'order',
        version: 1 + (n % 2),
        businessId: IDS[n % 5] ?? null,
        outcome: OUTCOMES[n % 4] ?? 'running',
        createdAt: TIMES[(n * 7) % 4] ?? '',
        startedAt: n % 11 === 0 ? null : (TIMES[0] ?? ''),
      });
    }
  });
  after(() => database.close());

  itFull('is what counting row by row gives when the filters are anything', async () => {
    const terms = fc.array(fc.oneof(flag, time, businessId), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        terms,
        fc.constantFrom(undefined, 1, 2, 3),
        fc.constantFrom('', 'PO-1'),
        async (filters, version, exact) => {
          const parameters = new Map([
            ['filters', filters.join(',')],
            ['businessid', exact],
          ]);
          const parsed = parseListQuery(parameters, instanceNames);
          if (!parsed.ok) throw new Error(parsed.detail);
          const { businessId: id, conditions } = parsed.value;
          let rows = database.db.selectFrom('q_instance').where('key', '=', 'order');
          if (version !== undefined) rows = rows.where('version', '=', version);
          if (id !== undefined) rows = rows.where('business_id', '=', id);
          for (const condition of conditions) rows = rows.where(condition);
          const { total } = await rows.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow();
          expect(await countInstances(database.db, { key: 'order', version }, parsed.value)).to.equal(Number(total));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('follows every change of the rows, of any origin', async () => {
    const sum = async () => Number((await COUNTS.execute(database.db)).rows[0]?.sum);
    const completed = async () => {
      const parsed = parseListQuery(new Map([['filters', 'IsCompleted==true']]), instanceNames);
      return parsed.ok ? countInstances(database.db, { key: 'order', version: undefined }, parsed.value) : Number.NaN;
    };
    expect(await sum()).to.equal(120);
    const before = await completed();
    await sql`update q_instance set is_completed = true where key = 'order'`.execute(database.db);
    expect(await completed())
      .to.be.greaterThan(before)
      .and.equal(108);
    await sql`insert into q_instance select * from q_instance on conflict (instance_id) do update set is_completed = false`.execute(
      database.db,
    );
    expect([await completed(), await sum()]).to.deep.equal([0, 120]);
    await sql`delete from q_instance where version = 1`.execute(database.db);
    expect(await sum()).to.equal(60);
    await sql`truncate q_instance`.execute(database.db);
    expect(await sum()).to.equal(0);
  });
});

describe('the total of the list of user tasks', () => {
  it('follows every change of the rows', async () => {
    const database = await openDatabase();
    const total = async (filters: string) => {
      const parsed = parseListQuery(new Map([['filters', filters]]), userTaskNames);
      if (!parsed.ok) throw new Error(parsed.detail);
      const nobody = { assignee: undefined, candidateGroup: undefined };
      return (await listUserTasks(database.db, nobody, { ...parsed.value, paging: { page: 1, pageSize: 1 } })).totalCount;
    };
    const totals = () => Promise.all(['', 'TaskState==Created', 'TaskState!=Created', 'TaskState==Failed'].map(total));
    try {
      await sql`
        insert into q_user_task select gen_random_uuid(), gen_random_uuid(), 'a', null, '{}', '{}', null, now(), '{}'
        from generate_series(1, 10)`.execute(database.db);
      expect(await totals()).to.deep.equal([10, 10, 0, 0]);
      const some = sql`(select task_id from q_user_task limit 4)`;
      await sql`update q_user_task set claimed_by = 'ann' where task_id in ${some}`.execute(database.db);
      expect(await totals()).to.deep.equal([10, 6, 4, 0]);
      await sql`delete from q_user_task where claimed_by = 'ann'`.execute(database.db);
      expect(await totals()).to.deep.equal([6, 6, 0, 0]);
      await sql`truncate q_user_task`.execute(database.db);
      expect(await totals()).to.deep.equal([0, 0, 0, 0]);
    } finally {
      await database.close();
    }
  });
});
