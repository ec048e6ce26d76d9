import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { type SqlBool, sql } from 'kysely';
import { openKysely } from '../../../src/db/kysely.ts';
import { openPool } from '../../../src/db/pool.ts';
import type { EngineEvent } from '../../../src/engine/events.ts';
import type { LiveState } from '../../../src/engine/model/read-model.ts';
import type { VariableScopeOrdinal } from '../../../src/engine/ordinals.ts';
import { applyToLive, openLive } from '../../../src/engine/state/live.ts';
import type { Json, Variables } from '../../../src/engine/values.ts';
import type { IndexedVariable } from '../../../src/platform/config/setting-types.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { rebuild } from '../../../src/projector/rebuild.ts';
import { valuesAt } from '../../../src/projector/tables/instance-variable.ts';
import { findInstances, MOST_COUNTED, parseFind, type VariableSearch } from '../../../src/queries/find-instances.ts';
import type { ReadDatabase } from '../../../src/queries/read-database.ts';
import { readQueryParameters } from '../../../src/requests/request-texts.ts';
import { post } from '../../support/http/http-client.ts';
import { deploy, start, stateOf } from '../../support/http/steps.ts';
import { sequence, task } from '../../support/models/models.ts';
import { startService } from '../../support/service.ts';
import { randomRuns } from '../../support/tier.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

const INDEXED: readonly IndexedVariable[] = [{ key: 'order', path: 'total' }];

async function find(db: ReadDatabase, query: Record<string, string>, search: VariableSearch = { indexed: INDEXED, maxReads: 0 }) {
  const parsed = parseFind(readQueryParameters(String(new URLSearchParams(query))), search, undefined);
  const found = parsed.ok ? await findInstances(db, parsed.value, undefined) : parsed;
  if (!found.ok) throw new Error(found.detail);
  return found.value;
}

/** Also the longest searchable texts, and texts that the database cannot store. */
const values = fc.constantFrom<Json>(
  ...[0, 1, -1, 1.5, 1e21, -1e-7, 5e-324, true, false, '', '1', 'true', 'a', 'B', 'ä', 'a,b|c', '"\\', '\u001b', 'x'.repeat(256)],
  ...['😀'.repeat(128), '😀', '\u{FFFF}'],
);
const unsearchable = fc.constantFrom<Json>(null, [1], [{ n: 1 }], { n: 1 }, 'x'.repeat(257), '😀'.repeat(129), 'a\0b', '\ud800');
const deep = fc.oneof(
  fc.record({ n: values }),
  fc.record({ 0: fc.record({ n: values }) }),
  fc.constant([{ n: 1 }] as Json),
  values,
);
const root = fc.record(
  { n: fc.oneof({ weight: 4, arbitrary: values }, unsearchable), deep, '': values, other: unsearchable },
  { requiredKeys: [] },
) as fc.Arbitrary<Variables>;
function rarely<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, arbitrary);
}
const instances = fc.record({
  root,
  written: rarely(root),
  removed: rarely(fc.subarray(['n', 'deep', '', 'other'])),
  inner: rarely(root),
});

/** Stored state, later events (null: none) and indexed values. */
function rowsOf(paths: readonly string[]) {
  return ({ root: values, written, removed, inner }: typeof instances extends fc.Arbitrary<infer T> ? T : never) => {
    const scope = { variableScope: 0 as VariableScopeOrdinal, kind: 'root' as const, parent: null, values, locals: [] };
    const stored: LiveState = { entries: [], variableScopes: [scope] };
    const of = { variableScope: 1 as VariableScopeOrdinal, kind: 'branch', parent: 0 as VariableScopeOrdinal } as const;
    const events = [
      ...(written === null ? [] : [{ type: 'VariablesWritten', variableScope: 0, values: written }]),
      ...(removed === null ? [] : [{ type: 'VariablesEdited', variableScope: 0, values: {}, removed }]),
      ...(inner === null
        ? []
        : [
            { type: 'VariableScopeOpened', ...of, locals: {} },
            { type: 'VariablesWritten', variableScope: 1, values: inner },
          ]),
      ...(inner === null ? [] : [{ type: 'VariableScopeClosed', variableScope: 1, into: 0 }]),
    ] as readonly unknown[] as readonly EngineEvent[];
    const live = openLive(JSON.parse(JSON.stringify(stored)) as LiveState);
    for (const event of JSON.parse(JSON.stringify(events)) as EngineEvent[]) applyToLive(live, event, 0);
    const later = events.length === 0 ? null : JSON.stringify(events);
    return { id: randomUUID(), live: JSON.stringify(stored), later, values: valuesAt(live, paths) };
  };
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

  describe('by a variable without an index', () => {
    const PATHS = ['n', 'n.0', 'deep.n', 'deep.0.n', ''];
    let database: OpenDatabase;
    before(async () => {
      database = await openDatabase();
      const rows = fc.sample(instances, { numRuns: 120, seed: Number(process.env['PROPERTY_SEED'] ?? 1) }).map(rowsOf(PATHS));
      const each = <T>(of: (row: (typeof rows)[number]) => T) => rows.map(of);
      await sql`
        insert into q_instance (instance_id, definition_id, key, version, is_completed, is_cancelled, is_failed, created_at, started_at,
          last_seq, live, live_seq)
        select id, 'order:1:x', case when at % 2 = 0 then 'order' else 'other' end, 1, false, false, false, now() - at * interval '1 second', now(),
          2, live::json, case when has_later then 1 end
        from unnest(${each(({ id }) => id)}::uuid[], ${each(({ live }) => live)}::text[], ${each(({ later }) => later !== null)}::bool[])
          with ordinality as t (id, live, has_later, at)`.execute(database.db);
      await sql`
        insert into journal (subject_id, seq, command_id, at, v, events)
        select id, 2, id, now(), 3, later::json
        from unnest(${each(({ id }) => id)}::uuid[], ${each(({ later }) => later)}::text[]) as t (id, later) where later is not null`.execute(
        database.db,
      );
      for (const { id, values } of rows) {
        for (const [path, value] of values) {
          await sql`insert into q_instance_variable values (${id}, ${path}, ${typeof value === 'number' ? value : null},
            ${typeof value === 'string' ? value : null}, ${typeof value === 'boolean' ? value : null}, now())`.execute(
            database.db,
          );
        }
      }
    });
    after(() => database.close());

    const idsOf = async (filters: string, search: VariableSearch) => {
      const { items, totalCount } = await find(database.db, { filters, pageSize: '100' }, search);
      const second = await find(database.db, { filters, pageSize: '100', page: '2' }, search);
      return [totalCount, [...items, ...second.items].map(({ instanceId }) => instanceId)];
    };

    it('finds what it finds with an index, for random values, changes and filters', async () => {
      const indexed = PATHS.map((path) => ({ key: '*', path }));
      const path = fc.constantFrom(...PATHS);
      const value = values.map((one) => (typeof one === 'string' ? JSON.stringify(one) : String(one)));
      const term = fc
        .tuple(
          fc.uniqueArray(path, { minLength: 1, maxLength: 2 }),
          fc.constantFrom('==', '!=', '<', '<=', '>', '>='),
          value,
          value,
        )
        .map(([paths, operator, one, other]) => {
          const written = [one, other].map((text) => text.replaceAll(/[\\,|*]/g, '\\$&')).join('|');
          return `${paths.length === 1 ? `Variables.${paths[0]}` : `(${paths.map((name) => `Variables.${name}`).join('|')})`}${operator}${written}`;
        });
      const filter = fc.tuple(
        fc.array(term, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', ',ProcessDefinitionKey==order', ',Status==Failed'),
      );
      let matches = 0;
      for (const [terms, rest] of fc.sample(filter, {
        numRuns: randomRuns(100),
        seed: Number(process.env['PROPERTY_SEED'] ?? 1),
      })) {
        const filters = `${terms.join(',')}${rest}`;
        const found = await idsOf(filters, { indexed: [], maxReads: 120 });
        expect([filters, found]).to.deep.equal([filters, await idsOf(filters, { indexed, maxReads: 0 })]);
        matches += Number(found[0]);
      }
      expect(matches).to.be.above(randomRuns(100));
    });

    it('refuses to read the variables of more instances than the limit', async () => {
      const search = { indexed: [], maxReads: 60 };
      const fault = async (filters: string) => find(database.db, { filters }, search).catch((error: Error) => error.message);
      const read = (count: string) =>
        `Without an index, the search would read the variables of ${count} instances; the limit is 60 (Projection:MaxVariableReads). Filter also by process, status or time, or index the variable.`;
      expect(await fault('Variables.n==1')).to.contain(` No variable is indexed. ${read('120')} Allowed names: `);
      expect(await fault('Variables.n==1,ErrorCode==null')).to.contain(read('more than 60'));
      expect(await fault('Variables.n==1,ProcessDefinitionKey==order')).to.have.property('items');
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
