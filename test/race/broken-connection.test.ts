import { expect } from 'chai';
import { CommitUnknown } from '../../src/db/connection.ts';
import { openPool } from '../../src/db/pool.ts';
import type { Command } from '../../src/messages/commands.ts';
import { type PausePoint, setPause } from '../../src/worker/pause-points.ts';
import { completeOf, deployOf, startOf } from '../support/commands.ts';
import { type CutProxy, openCutProxy } from '../support/cut-proxy.ts';
import { post } from '../support/http/http-client.ts';
import { deploy } from '../support/http/steps.ts';
import { sequence, task } from '../support/models/models.ts';
import { emptyRedis } from '../support/open-backend.ts';
import { openStage, type Stage } from '../support/pause-points.ts';
import { BACKENDS, startService, type TestService } from '../support/service.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../support/write-side.ts';

// tier all: a race of one command; the commit tier has the races of delivery, order, timers, instances and commits

const POINTS: readonly PausePoint[] = ['after-route', 'after-lock', 'before-write', 'before-commit', 'after-commit'];
const WORKERS = `datname = current_database() and application_name like '% worker%'`;

describe('a connection that breaks (docs/contributing/spec/reliability.md#lost-commit-answer, docs/contributing/spec/reliability.md#stray-errors)', () => {
  let side: WriteSide;
  let stage: Stage;

  beforeEach(async () => {
    side = await openWriteSide();
    await side.deploy(sequence('order', task('work')));
    await side.sql('truncate journal, inbox');
    stage = openStage();
  });
  afterEach(async () => {
    stage.close();
    await side.close();
  });

  const rows = (table: string) => side.value<number>(`select count(*)::int from ${table}`);
  const kill = () => side.value<number>(`select count(pg_terminate_backend(pid))::int from pg_stat_activity where ${WORKERS}`);
  async function commandOf(kind: Command['kind']): Promise<Command> {
    if (kind === 'DeployDefinition') return deployOf(sequence('order', task('work')));
    const start = startOf('order');
    if (kind === 'StartInstance') return start;
    await side.run(start);
    await side.sql('truncate journal, inbox');
    return completeOf(start.instanceId, 'work');
  }

  for (const point of POINTS) {
    for (const kind of ['StartInstance', 'CompleteActivity', 'DeployDefinition'] as const) {
      it(`costs nothing but a repeat when it breaks ${point} of ${kind}: run once, and answered`, async () => {
        const command = await commandOf(kind);
        let killed = 0;
        stage.once(point, command.id, async () => {
          killed = await kill();
        });
        const { announced } = await deliverTo(side.worker(), [command]);
        expect(killed).to.be.at.least(1);
        expect(announced.map(({ commandId, reply }) => [commandId, reply?.ok])).to.deep.equal([[command.id, true]]);
        expect([await rows('journal'), await rows('inbox'), await rows('dead_letter')]).to.deep.equal([1, 1, 0]);
      });
    }
  }

  it('answers the stored reply and does nothing again when it is not known whether the commit happened, and it did', async () => {
    const [start, other] = [startOf('order'), startOf('order')];
    stage.once('after-commit', start.id, async () => {
      throw new CommitUnknown(new Error('connection reset'));
    });
    const { announced } = await deliverTo(side.worker(), [start, other]);
    expect(announced.map(({ reply }) => reply)).to.containSubset(
      [start, other].map(({ instanceId }) => ({ ok: true, result: { instanceId } })),
    );
    expect([await rows('journal'), await rows('instance')]).to.deep.equal([2, 2]);
  });

  describe('on the wire, right behind the commit', () => {
    let wire: CutProxy;

    beforeEach(async () => {
      wire = await openCutProxy(side.url);
    });
    afterEach(() => wire.close());

    for (const kind of ['StartInstance', 'CompleteActivity', 'DeployDefinition'] as const) {
      it(`leaves one effect and one reply of ${kind} when the answer to the commit is lost twice`, async () => {
        const command = await commandOf(kind);
        const pool = openPool(wire.url, { max: 2, applicationName: 'sluice test wire', isPipelined: true });
        const tools = side.worker({ pool });
        wire.cutOnCommit(2);
        const { announced } = await deliverTo(tools, [command]);
        expect(wire.cuts).to.equal(2);
        expect(announced.map(({ reply }) => reply?.ok)).to.deep.equal([true]);
        expect([await rows('journal'), await rows('inbox')]).to.deep.equal([1, 1]);
      });
    }
  });
});

for (const backend of BACKENDS) {
  describe(`connections that break under the whole service on ${backend}`, () => {
    let service: TestService;

    beforeEach(async () => {
      const redisUrl = await emptyRedis(backend);
      service = await startService({ backend, ...(redisUrl === undefined ? {} : { env: { REDIS_URL: redisUrl } }) });
      await deploy(service.url, sequence('order', task('work')));
    });
    afterEach(async () => {
      setPause(undefined);
      await service.stop();
    });

    it('costs no request its answer when each point is hit repeatedly', async () => {
      const pool = openPool(service.databaseUrl, { max: 2, applicationName: 'sluice test' });
      let visits = 0;
      let kills = 0;
      setPause(async () => {
        visits += 1;
        if (visits % 7 !== 0 || kills >= 12) return;
        kills += 1;
        await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${WORKERS}`);
      });
      const ids = new Set<string>();
      for (let round = 0; round < 12; round++) {
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => post(service.url, '/Execution/start', { WorkflowId: 'order' })),
        );
        expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
        for (const { json } of answers) ids.add(json.WorkflowInstanceId);
      }
      expect(kills).to.be.at.least(3);
      const { rows } = await pool.query('select count(*)::int as n, count(distinct subject_id)::int as d from journal');
      expect([ids.size, rows[0]]).to.deep.equal([120, { n: 121, d: 121 }]);
      await pool.end();
    });
  });
}
