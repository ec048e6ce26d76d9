import { expect } from 'chai';
import pg from 'pg';
import { startHeartbeat } from '../../../src/cli/roles.ts';
import { beat, type Member } from '../../../src/db/members.ts';
import { openPool, type Pool } from '../../../src/db/pool.ts';
import { openCallStatistics } from '../../../src/platform/call-statistics.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { newId } from '../../../src/platform/ids.ts';
import { silentLog } from '../../../src/platform/log.ts';
import type { RoleConfig } from '../../../src/platform/role.ts';
import { openCutProxy } from '../../support/cut-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';

const NOTHING = openCallStatistics().read();

describe('the heartbeat of a process', () => {
  let database: TestDatabase;
  let pool: Pool;
  before(async () => {
    database = await createTestDatabase();
    pool = openPool(database.url, { max: 2, applicationName: 'heartbeat test' });
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });
  afterEach(() => sql('delete from member'));

  const sql = async (text: string, values: readonly unknown[] = []) => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      return (await client.query(text, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  const configOf = (env: Record<string, string> = {}) =>
    readConfig({ DATABASE_URL: database.url, PROCESS_NAME: 'me', ...env }, 'worker') as RoleConfig;
  const member = (processName: string): Member => ({ memberId: newId(), processName, role: 'api', host: 'h', version: '1' });

  it('is there when the process has started, shows when it stops, and is gone when it has stopped', async () => {
    const heart = await startHeartbeat(configOf(), openCallStatistics(), silentLog);
    const read = () => sql('select process_name, role, is_stopping from member');
    expect(await read()).to.deep.equal([{ process_name: 'me', role: 'worker', is_stopping: false }]);
    // a stop does not wait for a database that is slow
    await heart.beginShutdown();
    await eventually('it says that it stops', async () => (await read())[0]?.is_stopping === true);
    await heart.stop();
    await eventually('it is gone', async () => (await read()).length === 0);
  });

  it('holds the call statistics of the process', async () => {
    const calls = openCallStatistics();
    calls.called('StartInstance', 5, false);
    const heart = await startHeartbeat(configOf(), calls, silentLog);
    const [row] = await sql('select statistics from member');
    expect(row.statistics.methods[0]).to.include({ name: 'StartInstance', calls: 1, failures: 0, totalMs: 5 });
    await heart.stop();
  });

  it('stops in order when the database is away', async () => {
    const heart = await startHeartbeat(
      configOf({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
      openCallStatistics(),
      silentLog,
    );
    await heart.beginShutdown();
    await heart.stop();
  });

  it('stops when the database takes everything and answers nothing', async () => {
    const wire = await openCutProxy(database.url);
    const heart = await startHeartbeat(configOf({ DATABASE_URL: wire.url }), openCallStatistics(), silentLog);
    wire.freeze();
    await heart.beginShutdown();
    await heart.stop();
    await wire.close();
  });

  it('lets exactly one of the others report it when a process has vanished, each time', async () => {
    const [lost, other] = [member('lost'), member('other')];
    const vanish = () => sql("update member set heartbeat_at = now() - interval '31 seconds' where process_name = 'lost'");
    await beat(pool, lost, NOTHING);
    expect(await beat(pool, other, NOTHING)).to.deep.equal([]);
    await vanish();
    const told = await Promise.all([beat(pool, other, NOTHING), beat(pool, member('third'), NOTHING)]);
    expect(told.flat()).to.deep.equal(['lost']);
    expect(await beat(pool, other, NOTHING)).to.deep.equal([]);
    await beat(pool, lost, NOTHING);
    await vanish();
    expect(await beat(pool, other, NOTHING)).to.deep.equal(['lost']);
  });

  it('forgets a process ten minutes after its last one', async () => {
    await beat(pool, member('old'), NOTHING);
    await sql("update member set heartbeat_at = now() - interval '601 seconds'");
    await beat(pool, member('young'), NOTHING);
    expect((await sql('select process_name from member')).map((row) => row.process_name)).to.deep.equal(['young']);
  });
});
