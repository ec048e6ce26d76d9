import { expect } from 'chai';
import { checkWritable, openPool, type Pool, ping } from '../../../src/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

describe('a pool', () => {
  let database: TestDatabase;
  let pool: Pool;

  before(async () => {
    database = await createTestDatabase();
    pool = openPool(database.url, { max: 4, applicationName: 'pool test', searchPath: 'public', synchronousCommitOff: true });
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  async function terminateOthers(): Promise<void> {
    await pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
      ['pool test'],
    );
  }

  it('gives json as text, bigint as text and timestamptz as Date when a row is read', async () => {
    const result = await pool.query(
      `select '{"a": 1}'::json as j, 9007199254740993::bigint as b, timestamptz '2026-01-31T10:20:30.123Z' as t`,
    );
    expect(result.rows).to.deep.equal([{ j: '{"a": 1}', b: '9007199254740993', t: new Date('2026-01-31T10:20:30.123Z') }]);
  });

  it('sets what the options ask for when it connects', async () => {
    const shown = async (name: string) => (await pool.query(`select current_setting($1) as value`, [name])).rows[0]?.value;
    expect(await shown('search_path')).to.equal('public');
    expect(await shown('synchronous_commit')).to.equal('off');
    expect(await shown('idle_in_transaction_session_timeout')).to.equal('5s');
    expect(await shown('application_name')).to.equal('pool test');
    const { rows } = await pool.query(`select setting, source from pg_settings where name = 'jit'`);
    expect(rows).to.deep.equal([{ setting: 'off', source: 'client' }]);
  });

  it('is not writable when the session may only read, or lacks the right to write', async () => {
    await checkWritable(pool);
    const reading = openPool(database.url, { max: 1, applicationName: 'pool test that reads' });
    const reasonOf = () => checkWritable(reading).catch((error: Error) => error.message);
    const REFUSED = 'the database is read only, or the right to write is missing';
    try {
      await reading.query('set default_transaction_read_only = on');
      expect(await reasonOf()).to.equal(REFUSED);
      await reading.query('set default_transaction_read_only = off');
      await reading.query(
        'create role only_reads; grant select on all tables in schema public to only_reads; set role only_reads',
      );
      expect(await reasonOf()).to.equal(REFUSED);
    } finally {
      await reading.query('reset role; drop owned by only_reads; drop role only_reads');
      await reading.end();
    }
  });

  it('continues reading by the index when a table that was empty at the first reads has grown', async () => {
    const keyed = openPool(database.url, { max: 1, applicationName: 'pool test by key', readsByKey: true });
    try {
      const columns = Array.from({ length: 20 }, (_, at) => `text${at} text`).join(', ');
      await keyed.query(`create table grown (id int primary key, ${columns})`);
      const read = { name: 'read-grown', text: 'select text0 from grown where id = any($1::int[])' };
      for (let times = 0; times < 8; times += 1) await keyed.query({ ...read, values: [[1, 2, 3]] });
      await keyed.query("insert into grown (id, text0) select n, 'text' from generate_series(1, 20000) as n");
      const { rows } = await keyed.query(`explain execute "read-grown" ('{1,2,3}')`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).to.include('grown_pkey').and.not.include('Seq Scan');
    } finally {
      await keyed.end();
    }
  });

  it('answers again when its idle connections were terminated', async () => {
    await Promise.all([
      pool.query('select pg_sleep(0.05)'),
      pool.query('select pg_sleep(0.05)'),
      pool.query('select pg_sleep(0.05)'),
    ]);
    await terminateOthers();
    await Promise.all([1, 2, 3, 4].map(() => ping(pool).catch(() => {})));
    await ping(pool);
  });

  it('rejects only the query that was running when its connection was terminated', async () => {
    const client = await pool.connect();
    const sleeping = client.query('select pg_sleep(60)').then(
      () => 'answered',
      () => 'rejected',
    );
    const busy = `select count(*)::int as n from pg_stat_activity where application_name = 'pool test' and query like 'select pg_sleep(60)%'`;
    while ((await pool.query(busy)).rows[0]?.n === 0);
    await terminateOthers();
    expect(await sleeping).to.equal('rejected');
    client.release(true);
    await ping(pool);
  });
});
