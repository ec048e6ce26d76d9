import { expect } from 'chai';
import { expectEmpty } from '../contract/expect-answer.ts';
import { get, post } from '../contract/http-client.ts';
import { sequence, task } from '../contract/models.ts';
import { deploy, start } from '../contract/steps.ts';
import { type CutProxy, openCutProxy } from '../support/cut-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startService, type TestService } from '../support/service.ts';

describe('commits whose answer is lost (contract 9.2, rule 2)', () => {
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

  it('are counted once when the work turns out to be done, and not once more for the repeats', async () => {
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
});
