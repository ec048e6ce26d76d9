import { expect } from 'chai';
import { diagnose } from '../../../src/cli/doctor/doctor.ts';
import { isRetryable } from '../../../src/db/errors.ts';
import { openPool, type Pool } from '../../../src/db/pool.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/redis.ts';
import { startReplica, type TestReplica } from '../../support/replica.ts';

// tier all: starts two Postgres servers

const IN_RECOVERY = 'select pg_is_in_recovery() as "isStandby"';

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('several hosts in DATABASE_URL (docs/how-to/size-and-scale.md#several-hosts)', function () {
  this.timeout(120_000);
  let servers: TestReplica;
  const pools: Pool[] = [];
  before(async () => {
    servers = await startReplica();
  });
  afterEach(async () => {
    for (const pool of pools.splice(0)) await pool.end();
  });
  after(async () => {
    await servers.stop();
  });

  /** A server that does not exist, the replica, the primary. */
  async function urlOf(query = ''): Promise<string> {
    const [primary, replica] = [new URL(servers.primaryUrl), new URL(servers.replicaUrl)];
    const hosts = `127.0.0.1:${await freePort()},${replica.host},${primary.host}`;
    return `${servers.primaryUrl.replace(primary.host, hosts)}${query}`;
  }
  async function poolOf(query?: string): Promise<Pool> {
    const pool = openPool(await urlOf(query), { max: 2, applicationName: 'sluice test' });
    pools.push(pool);
    return pool;
  }

  it('connects to the primary or a standby when target_session_attrs asks for it, wherever it is in the list', async () => {
    const roles = ['', '?target_session_attrs=read-write', '?target_session_attrs=standby'].map(async (query) => {
      const { rows } = await (await poolOf(query)).query<{ isStandby: boolean }>(IN_RECOVERY);
      return rows[0]?.isStandby;
    });
    expect(await Promise.all(roles)).to.deep.equal([false, false, true]);
  });

  it('closes connections and makes no new ones when the primary becomes read-only, and continues when it takes writes again', async () => {
    const pool = await poolOf();
    const makeReadOnly = async (word: string) => {
      await servers.primary.query(`alter system set default_transaction_read_only = ${word}`);
      await servers.primary.query('select pg_reload_conf()');
    };
    await pool.query('select 1');
    await makeReadOnly('on');
    try {
      const isRefused = async () => ((await errorOf(pool.query('select 1'))) ?? false) !== false;
      await eventually('no connection is left', isRefused);
      expect(isRetryable(await errorOf(pool.query('select 1')))).to.equal(true);
    } finally {
      await servers.primary.query('set default_transaction_read_only = off');
      await makeReadOnly('off');
    }
    await eventually('connections are made again', async () => (await errorOf(pool.query('select 1'))) === undefined);
  });

  it('is reported by the doctor when a server is down or two take writes', async () => {
    const env = { HOST: '127.0.0.1', PORT: '0', UI_PORT: '0', METRICS_PORT: '0', DATABASE_URL: await urlOf() };
    const ofHosts = async () =>
      (await diagnose(env)).findings.map(({ text }) => text).filter((text) => /of DATABASE_URL (?:take|cannot)/.test(text));
    expect(await ofHosts())
      .to.have.length(1)
      .and.to.satisfy(([text = '']: string[]) => text.includes('ECONNREFUSED'));
    await servers.replica.query('select pg_promote()');
    expect((await ofHosts())[0]).to.match(/^Two servers of DATABASE_URL take writes \(127\.0\.0\.1:\d+ and 127\.0\.0\.1:\d+\)/);
  });
});
