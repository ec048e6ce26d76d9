import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import type { RoleRuntime, RunningRole } from '../../src/platform/role.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, start, startAtTask, stateOf, UNKNOWN_ID } from '../support/http/steps.ts';
import { sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const COMPLETE = '/Execution/complete-activity';

describe('writes, reads and time (docs/contributing/spec/http.md#writes-reads-and-time)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('two', task('pack'), task('ship')));
    await deploy(service.url, sequence('ask', userTask('review', { outputs: ['approved'] })));
  });
  after(() => service.stop());

  itFull('answers when the effect is committed and the instance waits again', async () => {
    for (let n = 0; n < 10; n++) {
      const WorkflowInstanceId = await start(service.url, 'two');
      expectEmpty(await post(service.url, COMPLETE, { WorkflowInstanceId, ActivityId: 'pack' }));
      expectEmpty(await post(service.url, COMPLETE, { WorkflowInstanceId, ActivityId: 'ship' }));
      const again = await post(service.url, COMPLETE, { WorkflowInstanceId, ActivityId: 'ship' });
      expectProblem(
        again,
        409,
        "Activity 'ship' is not active in this instance. GET /Instances/{instanceId}/state lists the active activities.",
        COMPLETE,
      );
    }
  });

  it('changes nothing when a write is refused', async () => {
    const { instanceId, taskId } = await startAtTask(service.url, 'ask');
    const before = await stateOf(service.url, instanceId);
    const refused = [
      await post(service.url, `/UserTasks/${taskId}/complete`, { UserId: 'ada', Variables: { other: 1 } }),
      await post(service.url, `/UserTasks/${taskId}/claim`, {}),
      await post(service.url, `/UserTasks/${taskId}/fail`, {}),
      await post(service.url, `/UserTasks/${taskId}/cancel`, { reason: 1 }),
      await post(service.url, COMPLETE, { WorkflowInstanceId: instanceId, ActivityId: 'review', Variables: { other: 1 } }),
      await post(service.url, `/Instances/${instanceId}/cancel`, '[]'),
    ];
    expect(refused.map(({ status }) => status)).to.deep.equal([409, 400, 400, 400, 409, 415]);
    expect(await stateOf(service.url, instanceId)).to.deep.equal(before);
    const history = expectJson(await get(service.url, `/Instances/${instanceId}/history`)).totalCount;
    expect(expectJson(await get(service.url, `/Instances/${instanceId}/history`)).totalCount).to.equal(history);
  });
});

describe('how soon a write is shown (docs/contributing/spec/http.md#writes-reads-and-time)', () => {
  // slow: writes one event after the other
  it('shows every event when it is written, without a poll', async () => {
    const service = await startService({ roles: [startWorker, startProjectorWithoutPoll, startApi] });
    try {
      await deploy(service.url, sequence('two', task('pack'), task('ship')));
      for (let n = 1; n <= 20; n++) {
        const started = await post(service.url, '/Execution/start', { WorkflowId: 'two' });
        const position = { 'Service-Min-Position': started.headers['service-position'] as string };
        const list = await get(service.url, '/Definitions/two/instances?pageSize=1', position);
        expect(expectJson(list).totalCount).to.equal(n);
      }
    } finally {
      await service.stop();
    }
  });
});

/** A projector that looks for work at its start and when a write wakes it. */
function startProjectorWithoutPoll(runtime: RoleRuntime): Promise<RunningRole> {
  const projection = { ...runtime.config.projection, pollMs: 3_600_000 };
  return startProjector({ ...runtime, config: { ...runtime.config, projection } });
}

describe('the worker decides (docs/contributing/spec/http.md#one-command-at-a-time)', () => {
  it('answers 404 and 409 on the current state when nothing is projected', async () => {
    const service = await startService({ roles: [startWorker, startApi] });
    try {
      await deploy(service.url, sequence('one', task('pack')));
      const WorkflowInstanceId = await start(service.url, 'one');
      expectEmpty(await post(service.url, COMPLETE, { WorkflowInstanceId, ActivityId: 'pack' }));
      const again = await post(service.url, COMPLETE, { WorkflowInstanceId, ActivityId: 'pack' });
      expectProblem(
        again,
        409,
        "Activity 'pack' is not active in this instance. GET /Instances/{instanceId}/state lists the active activities.",
        COMPLETE,
      );
      const unknown = await post(service.url, `/UserTasks/${UNKNOWN_ID}/claim`, { UserId: 'ada' });
      expectError(unknown, 404, `User task '${UNKNOWN_ID}' not found`);
      expect(expectJson(await get(service.url, '/Definitions')).totalCount).to.equal(0);
    } finally {
      await service.stop();
    }
  });
});
