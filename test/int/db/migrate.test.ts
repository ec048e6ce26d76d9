import { expect } from 'chai';
import { openKysely } from '../../../src/db/kysely.ts';
import { migrate, readSchemaVersion, schemaVersion } from '../../../src/db/migrate.ts';
import { openPool } from '../../../src/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

describe('the migrator', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase({ isMigrated: false });
  });
  afterEach(() => database.drop());

  it('applies every file once when several processes migrate at the same time', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url)));
    expect(results.map((result) => result.to)).to.deep.equal([schemaVersion, schemaVersion, schemaVersion, schemaVersion]);
    expect(await readSchemaVersion(database.url)).to.equal(schemaVersion);
  });

  it('changes nothing when the schema is up to date', async () => {
    expect(await migrate(database.url)).to.deep.equal({ from: 0, to: schemaVersion });
    expect(await migrate(database.url)).to.deep.equal({ from: schemaVersion, to: schemaVersion });
  });

  it('leaves the schema alone when it is newer than the code', async () => {
    await migrate(database.url);
    const pool = openPool(database.url, { max: 1, applicationName: 'migrate test' });
    await pool.query(`insert into schema_migration (name, timestamp) values ('9999_from_the_future', '2099-01-01')`);
    await pool.end();
    expect(await migrate(database.url)).to.deep.equal({ from: 9999, to: 9999 });
  });

  it('leaves no triggers on tables, and the totals to the projector, when the database has Citus', async () => {
    const pool = openPool(database.url, { max: 1, applicationName: 'migrate test' });
    await pool.query('create table pg_dist_schema ()');
    await migrate(database.url);
    const { rows } = await pool.query(`
      select tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid where not tgisinternal and relkind = 'r'
      union all select proname from pg_proc where proname ~ '^q_.*_counted$'`);
    await pool.end();
    expect(rows).to.deep.equal([]);
  });

  it('makes every table the query builder knows', async () => {
    await migrate(database.url);
    const pool = openPool(database.url, { max: 1, applicationName: 'migrate test' });
    const db = openKysely(pool);
    expect(await db.selectFrom('journal').selectAll().execute()).to.deep.equal([]);
    expect(await db.selectFrom('q_user_task').selectAll().execute()).to.deep.equal([]);
    await pool.end();
  });
});
