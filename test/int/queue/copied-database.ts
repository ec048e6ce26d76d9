import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { openPool, type Pool } from '../../../src/db/pool.ts';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { get, post } from '../../support/http/http-client.ts';
import { sequence, task } from '../../support/models/models.ts';
import { installationOf } from '../../support/open-backend.ts';
import { freePort } from '../../support/redis.ts';
import { type RestartableRedis, startRestartableRedis } from '../../support/redis-on-port.ts';
import { startService, type TestService } from '../../support/service.ts';

/** Starts roles on a copy of a database whose original uses the same Redis. */
export function describeRolesOfCopy(roles: readonly string[]): void {
  describe('a role on a copy of a database, with the Redis of its original', function () {
    this.timeout(120_000);
    let redis: RestartableRedis;
    let original: TestService;
    let copy: TestDatabase;
    const children: ChildProcess[] = [];
    const pools: Pool[] = [];

    before(async () => {
      redis = await startRestartableRedis();
      original = await startService({ env: { REDIS_URL: redis.url } });
      copy = await createTestDatabase();
      await poolOf(copy.url).query('update installation set id = $1', [await installationOf(original.databaseUrl)]);
    });
    after(async () => {
      for (const child of children) child.kill('SIGKILL');
      for (const pool of pools) await pool.end();
      await original?.stop();
      await copy?.drop();
      await redis.kill();
    });

    function poolOf(url: string): Pool {
      const pool = openPool(url, { max: 1, applicationName: 'sluice test' });
      pools.push(pool);
      return pool;
    }
    async function started(role: string) {
      const port = String(await freePort());
      const { PATH = '' } = process.env;
      const env = {
        PATH,
        HOST: '127.0.0.1',
        PORT: port,
        UI_PORT: port,
        METRICS_PORT: port,
        DATABASE_URL: copy.url,
        REDIS_URL: redis.url,
      };
      const child = spawn(process.execPath, commandLine(role), { env, stdio: ['ignore', 'pipe', 'ignore'] });
      children.push(child);
      const run = { child, output: '', url: `http://127.0.0.1:${port}`, ended: once(child, 'close') };
      child.stdout.on('data', (chunk: Buffer) => {
        run.output += chunk.toString();
      });
      return run;
    }

    for (const role of roles)
      it(`is not let near the queue when its ${role} starts: it waits, reports it once, and ends when requested`, async () => {
        const run = await started(role);
        const ready = async () => (await get(run.url, '/ready').catch(() => ({ text: '' }))).text;
        await eventually('it waits', async () => (await ready()) === 'Not ready: queue' && run.output.includes('"eventId":7058'));
        expect((await get(run.url, '/health')).status).to.equal(200);
        const answer = await post(original.url, '/Definitions/deploy', { BpmnXml: sequence(`of-${role}`, task('pack')) });
        expect(answer.status).to.equal(200);
        expect((await poolOf(copy.url).query('select 1 from process')).rows).to.deep.equal([]);
        expect(run.output.match(/"eventId":7058/g)).to.have.length(1);
        run.child.kill('SIGTERM');
        expect((await run.ended)[0]).to.equal(0);
      });
  });
}
