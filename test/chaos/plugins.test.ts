// runs alone: programs are killed at moments that depend on the speed of the others

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { build } from '../../bin/build.mjs';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded/start.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openPool, type Pool } from '../../src/db/pool.ts';
import { silentLog } from '../../src/platform/log.ts';
import { copyDataFolder } from '../support/data-folder.ts';
import { eventually } from '../support/eventually.ts';
import { deploy, start } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { type HostProcess, startHostProcess } from '../support/plugin-host-process.ts';
import { seededRandom } from '../support/random.ts';
import { type RestartableRedis, startRestartableRedis } from '../support/redis-on-port.ts';
import { BACKENDS, startService, type TestService } from '../support/service.ts';

const TASKS = 1000;
const PLUGIN = join(import.meta.dirname, '../support/recording-plugin.mjs');

interface Recorded {
  readonly what: 'begun' | 'ended';
  readonly ActivityInstanceId: string;
  readonly idempotencyKey: string;
  readonly attempt: number;
}

for (const backend of BACKENDS) {
  describe(`custom tasks under faults, queue on ${backend}`, function () {
    this.timeout(180_000);
    const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);
    const random = seededRandom(seed);
    let folder: string;
    let service: TestService;
    let postgres: EmbeddedPostgres;
    let redis: RestartableRedis | undefined;
    let pool: Pool;
    let hosts: HostProcess[];
    let hostsStarted = 0;

    before(async () => {
      build();
      folder = mkdtempSync(join(tmpdir(), 'sluice-chaos-'));
      chmodSync(folder, 0o755);
      writeFileSync(join(folder, 'record'), '');
      await copyDataFolder(join(folder, 'data'));
      postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: silentLog });
      await migrate(postgres.url);
      redis = backend === 'redis' ? await startRestartableRedis() : undefined;
      service = await startService({
        databaseUrl: postgres.url,
        env: redis === undefined ? {} : { REDIS_URL: redis.url },
      });
      pool = openPool(service.databaseUrl, { max: 2, applicationName: 'sluice test' });
      hosts = [];
    });
    after(async () => {
      for (const host of hosts ?? []) await host.kill();
      await pool?.end();
      await service?.stop();
      await redis?.kill();
      await postgres?.stop();
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    });

    function addHost(): void {
      hostsStarted += 1;
      const env = {
        DATABASE_URL: service.databaseUrl,
        ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
        PROCESS_NAME: `chaos-${hostsStarted}`,
        RECORD_FILE: join(folder, 'record'),
        LOG_LEVEL: 'fatal',
        Plugins__LockSeconds: '3',
        Engine__CommandTimeoutSeconds: '3',
      };
      hosts.push(startHostProcess([PLUGIN], env));
    }
    const recorded = (): Recorded[] =>
      readFileSync(join(folder, 'record'), 'utf8')
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => JSON.parse(line) as Recorded);
    const begun = (count: number) =>
      eventually(`${count} runs`, () => recorded().length >= 2 * count, { withinMs: 60_000, everyMs: 20 });
    /** Kills the oldest host in the middle of its runs and starts another one, as an orchestrator would. */
    async function killHost(): Promise<void> {
      await hosts.shift()?.kill();
      addHost();
    }
    async function loseRedis(): Promise<void> {
      await redis?.kill();
      await pause(500 + random() * 500);
      await redis?.start();
    }

    /** The server's first process, with whatever it had not written yet; its keeper starts it again on the same port. */
    function losePostgres(): void {
      const [pid] = readFileSync(join(postgres.dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
    }

    it(`finishes each of ${TASKS} activities exactly once when hosts, Redis and Postgres are killed in the middle`, async () => {
      await deploy(service.url, oneTask('chaos', 'recorded', { outputs: { attempt: '=__response' } }));
      addHost();
      addHost();
      const starts = Array.from({ length: 20 }, async () => {
        for (let i = 0; i < TASKS / 20; i++) await start(service.url, 'chaos');
      });
      await Promise.all(starts);
      await begun(TASKS / 10);
      await killHost();
      await begun(TASKS / 4);
      await loseRedis();
      await begun(TASKS / 2);
      await killHost();
      await begun((TASKS * 3) / 4);
      losePostgres();

      const left = async () =>
        (await pool.query('select count(*)::int as n from instance where not is_terminal')).rows[0].n as number;
      await eventually(`the end of all instances; seed ${seed}`, async () => (await left()) === 0, {
        withinMs: 90_000,
        everyMs: 100,
      });

      const events = await pool.query<{ subject_id: string; type: string; n: number }>(
        `select subject_id, e->>'type' as type, count(*)::int as n from journal, json_array_elements(events) e
          where e->>'type' in ('InstanceCompleted', 'InstanceFailed', 'ElementFailed')
            or (e->>'type' = 'ElementCompleted' and e->>'element' = 'work') group by 1, 2`,
      );
      const completed = events.rows.filter(({ type, n }) => type === 'ElementCompleted' && n === 1);
      expect(completed, `seed ${seed}`).to.have.length(TASKS);
      expect(events.rows.filter(({ type }) => type === 'InstanceCompleted')).to.have.length(TASKS);
      expect(events.rows.filter(({ type }) => type.endsWith('Failed'))).to.deep.equal([]);
      expect((await pool.query('select count(*)::int as n from custom_task')).rows[0].n).to.equal(0);
      expect((await pool.query('select count(*)::int as n from dead_letter')).rows[0].n).to.equal(0);

      const runs = recorded().filter(({ what }) => what === 'begun');
      const keys = new Map(runs.map((run) => [run.ActivityInstanceId, new Set<string>()]));
      for (const run of runs) keys.get(run.ActivityInstanceId)?.add(run.idempotencyKey);
      expect(keys.size).to.equal(TASKS);
      expect([...keys.values()].filter((of) => of.size !== 1)).to.deep.equal([]);
      expect(new Set(runs.map((run) => run.idempotencyKey)).size).to.equal(TASKS);
      expect(runs.length, 'no task was run twice: nothing was killed in the middle').to.be.greaterThan(TASKS);
    });
  });
}
