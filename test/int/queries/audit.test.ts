import { expect } from 'chai';
import { sql } from 'kysely';
import { type AuditItem, auditCondition, auditNames, auditPortions, listAudit } from '../../../src/queries/audit.ts';
import { limited } from '../../../src/queries/key-limits.ts';
import { type ListQuery, parseListQuery } from '../../../src/queries/lists/list-query.ts';
import { readQueryParameters } from '../../../src/requests/request-texts.ts';
import { itFull } from '../../support/tier.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

const ROWS = 20_000;

describe('the audit as it is read (docs/contributing/spec/audit.md#list-of-entries)', () => {
  let database: OpenDatabase;
  before(async () => {
    database = await openDatabase();
    // ten entries in each millisecond
    await sql`insert into audit_entry
      select timestamptz '2026-01-31' + make_interval(secs => (n / 10) * 0.001), gen_random_uuid(), 'Act' || n % 400, 'token', 'user' || n % 400, null, 'api', 'instance',
        'i' || n, 'key' || n % 400, '10.0.0.' || n % 250, md5(n::text), gen_random_uuid(), case when n % 400 = 0 then 'failed' else 'accepted' end, 200,
        case when n % 100 = 0 then 'CODE' || n % 400 end, 1
      from generate_series(1, ${ROWS}) as n`.execute(database.db);
    await sql`analyze audit_entry`.execute(database.db);
  });
  after(() => database.close());

  function queryOf(filters: string): ListQuery {
    const query = parseListQuery(readQueryParameters(new URLSearchParams({ filters }).toString()), auditNames);
    if (!query.ok) throw new Error(query.detail);
    return query.value;
  }
  async function exported(filters: string, between: () => Promise<unknown> = async () => {}): Promise<AuditItem[]> {
    const items: AuditItem[] = [];
    for await (const portion of auditPortions(database.db, queryOf(filters).conditions)) {
      expect(portion.length).to.be.at.most(1000);
      items.push(...portion);
      await between();
    }
    return items;
  }

  itFull(
    'is exported whole and in order, each entry once, when many have the same time and others are written in the meantime',
    async () => {
      const writeOne = () =>
        sql`insert into audit_entry values (clock_timestamp(), gen_random_uuid(), 'Late', 'token', null, null, 'api', null, null, null, null, null, null,
        'accepted', 200, null, 1)`.execute(database.db);
      const items = await exported('', writeOne);
      expect(items).to.have.length(ROWS);
      expect(new Set(items.map(({ entryId }) => entryId)).size).to.equal(ROWS);
      const times = items.map(({ at }) => at.getTime());
      expect(times).to.deep.equal([...times].sort((a, b) => b - a));
      expect((await exported('Act==Late')).length).to.be.greaterThan(10);
      expect(await exported('Act==Nobody')).to.deep.equal([]);
    },
  );

  for (const filter of [
    'At>=2026-01-31T00:00:01.990Z',
    'Act==Act7',
    'Actor==user7',
    'TargetId==i777',
    'ProcessKey==key7',
    'ClientAddress==10.0.0.7',
    `TraceId==${'0'.repeat(32)}`,
    'CommandId==0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11',
    'Result==failed',
    'Code==CODE300',
  ]) {
    it(`is found through an index when it is filtered by ${filter}`, async () => {
      const { conditions, order } = queryOf(filter);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select entry_id from audit_entry where ${sql.join(conditions, sql` and `)} order by ${order} limit 20`.execute(
        database.db,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan)
        .to.match(/audit_entry_\w+/)
        .and.not.match(/Seq Scan/);
    });
  }

  it('is within the keys of the reader, for items and totals', async () => {
    const query = limited(queryOf(''), auditCondition(['key7', 'key39*']));
    const { items, totalCount } = await listAudit(database.db, query);
    expect(totalCount).to.equal((ROWS / 400) * 12);
    for (const { processKey } of items) expect(processKey).to.match(/^key(?:7|39\d?)$/);
  });
});
