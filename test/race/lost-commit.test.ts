import { expect } from 'chai';
import { type CutProxy, openCutProxy } from '../support/cut-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { expectEmpty, expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, start } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

/** Labels of the series of custom tasks. */
const ASK = '{task_type="ask"}';

describe('commits whose answer is lost (docs/contributing/spec/observability.md#counted-after-commit)', () => {
  let database: TestDatabase;
  let wire: CutProxy;
  let service: TestService;

  beforeEach(async () => {
    database = await createTestDatabase();
    wire = await openCutProxy(database.url);
    service = await startService({ databaseUrl: wire.url });
    await deploy(service.url, sequence('order', task('work')));
  });
  afterEach(async () => {
    await service.stop();
    await wire.close();
    await database.drop();
  });

  const value = async (series: string): Promise<number> => {
    const { text } = await get(service.url, '/metrics');
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')[1],
    );
  };
  const counted = () =>
    Promise.all([
      value('service_workflow_started_total'),
      value('service_workflow_terminated_total{result="completed"}'),
      value('service_activity_duration_milliseconds_count{activity_type="Task"}'),
    ]);

  // slow: connections are cut at every step, and each retry has a pause
  it('are counted once when the work turns out to be done, and not again for the repeats', async () => {
    const rounds = 6;
    for (let round = 0; round < rounds; round++) {
      wire.cutOnCommit(1 + (round % 3));
      const id = await start(service.url, 'order');
      const complete = { WorkflowInstanceId: id, ActivityId: 'work' };
      expectEmpty(await post(service.url, '/Execution/complete-activity', complete));
    }
    expect(wire.cuts).to.be.at.least(rounds);
    const wanted = [rounds, rounds, rounds].join();
    await eventually('every fact is counted', async () => (await counted()).join() === wanted);
    // what is counted late is counted by now, and nothing comes on top
    await service.stopRole('worker');
    expect(await counted()).to.deep.equal([rounds, rounds, rounds]);
  });

  // slow: connections are cut at every step, and each retry has a pause
  it('are counted once also when they lock custom tasks or only put them off', async () => {
    await deploy(service.url, oneTask('asking', 'ask', { retries: '2' }));
    const runs = () =>
      Promise.all(['started', 'retried', 'succeeded'].map((what) => value(`service_custom_task_${what}_total${ASK}`)));
    const lock = async () => {
      wire.cutOnCommit(2);
      const { tasks } = expectJson(
        await post(service.url, '/custom-tasks/ask/fetch-and-lock', { WorkerId: 'w', WaitSeconds: 10 }),
      );
      return tasks[0] as { readonly activityInstanceId: string; readonly lockToken: string };
    };
    const rounds = 4;
    for (let round = 0; round < rounds; round++) {
      await start(service.url, 'asking');
      const first = await lock();
      wire.cutOnCommit(2);
      const failed = { LockToken: first.lockToken, ErrorMessage: 'not yet', RetryAfterSeconds: 0 };
      expectJson(await post(service.url, `/custom-tasks/${first.activityInstanceId}/fail`, failed));
      const second = await lock();
      await post(service.url, `/custom-tasks/${second.activityInstanceId}/complete`, { LockToken: second.lockToken });
    }
    const wanted = [2 * rounds, rounds, rounds];
    await eventually('every run is counted', async () => (await runs()).join() === wanted.join());
    await service.stopRole('worker');
    expect(await runs()).to.deep.equal(wanted);
  });
});
