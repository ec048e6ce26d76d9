import { expect } from 'chai';
import { expectEmpty, expectError, expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, startAtTask, stateOf } from '../support/http/steps.ts';
import { flow, model, sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

describe('user task states (docs/contributing/spec/http/user-tasks.md#states)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', userTask('review')));
    const terminate = '<endEvent id="all"><terminateEventDefinition/></endEvent>';
    const fork = `<startEvent id="s"/><parallelGateway id="fork"/>${userTask('review')}${task('pack')}${terminate}`;
    const flows = flow('a', 's', 'fork') + flow('b', 'fork', 'review') + flow('c', 'fork', 'pack') + flow('d', 'pack', 'all');
    await deploy(service.url, model('ending', fork + flows));
    await deploy(service.url, sequence('listed', userTask('review', { users: ' ann ,, bob ', groups: ',staff, ' })));
  });
  after(() => service.stop());

  const call = (taskId: string, action: string, body: object = {}) => post(service.url, `/UserTasks/${taskId}/${action}`, body);
  const stateOfTask = async (instanceId: string, taskId: string): Promise<string> => {
    await stateOf(service.url, instanceId);
    return expectJson(await get(service.url, `/UserTasks/${taskId}`)).taskState;
  };

  it('go to Claimed and back to Created, and to Completed, when claimed, unclaimed and completed', async () => {
    const { instanceId, taskId } = await startAtTask(service.url, 'order');
    expect(await stateOfTask(instanceId, taskId)).to.equal('Created');
    expectEmpty(await call(taskId, 'claim', { UserId: 'ann' }));
    expect(await stateOfTask(instanceId, taskId)).to.equal('Claimed');
    expectEmpty(await call(taskId, 'unclaim'));
    expect(await stateOfTask(instanceId, taskId)).to.equal('Created');
    expectError(await call(taskId, 'complete', { UserId: 'ann' }), 409, 'Task must be claimed before completing');
    expectEmpty(await call(taskId, 'claim', { UserId: 'ann' }));
    expectEmpty(await call(taskId, 'complete', { UserId: 'ann' }));
  });

  const endings: readonly [title: string, end: (taskId: string) => Promise<unknown>][] = [
    [
      'completed',
      async (taskId) => {
        expectEmpty(await call(taskId, 'claim', { UserId: 'ann' }));
        expectEmpty(await call(taskId, 'complete', { UserId: 'ann' }));
      },
    ],
    ['failed', async (taskId) => expectEmpty(await call(taskId, 'fail', { errorMessage: 'm' }))],
    ['cancelled', async (taskId) => expectEmpty(await call(taskId, 'cancel'))],
  ];
  for (const [title, end] of endings) {
    it(`answer 404 to claim, unclaim, complete and GET, and 200 to fail and cancel, when ${title}`, async () => {
      const { instanceId, taskId } = await startAtTask(service.url, 'order');
      await end(taskId);
      const before = await stateOf(service.url, instanceId);
      const text = `User task '${taskId}' not found`;
      expectError(await call(taskId, 'claim', { UserId: 'ann' }), 404, text);
      expectError(await call(taskId, 'unclaim'), 404, text);
      expectError(await call(taskId, 'complete', { UserId: 'ann' }), 404, text);
      expectError(await get(service.url, `/UserTasks/${taskId}`), 404, text);
      expectEmpty(await call(taskId, 'fail', { errorMessage: 'm' }));
      expectEmpty(await call(taskId, 'cancel'));
      expect(await stateOf(service.url, instanceId)).to.deep.equal(before);
    });
  }

  it('end as Cancelled when the end of the instance takes the task away', async () => {
    const { instanceId, taskId } = await startAtTask(service.url, 'ending');
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: instanceId, ActivityId: 'pack' }));
    const state = await stateOf(service.url, instanceId);
    expect(state.isCompleted).to.equal(true);
    expect(state.completedActivities.find((entry) => entry.activityId === 'review')?.isCancelled).to.equal(true);
    expectError(await get(service.url, `/UserTasks/${taskId}`), 404, `User task '${taskId}' not found`);
    expectEmpty(await call(taskId, 'cancel'));
  });

  it('have trimmed lists without blanks when the model separates them by commas', async () => {
    const { taskId } = await startAtTask(service.url, 'listed');
    const shown = expectJson(await get(service.url, `/UserTasks/${taskId}`));
    expect([shown.candidateUsers, shown.candidateGroups]).to.deep.equal([['ann', 'bob'], ['staff']]);
  });
});
