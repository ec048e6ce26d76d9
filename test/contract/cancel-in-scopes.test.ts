import { expect } from 'chai';
import { expectEmpty } from '../support/http/expect-answer.ts';
import { post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, startAtTask, stateOf, until } from '../support/http/steps.ts';
import { flow, model, sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const LOOP = '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>';

describe('failing and cancelling inside scopes (docs/contributing/spec/http/user-tasks.md#cancel-ends-scopes)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  const fail = (taskId: string, errorCode: string) =>
    post(service.url, `/UserTasks/${taskId}/fail`, { errorMessage: 'no', errorCode });
  const cancel = (taskId: string) => post(service.url, `/UserTasks/${taskId}/cancel`, { reason: 'why' });

  it('continues in the error event sub-process that matches when a task fails', async () => {
    const handler =
      '<subProcess id="handler" triggeredByEvent="true"><startEvent id="caught"><errorEventDefinition errorRef="error"/></startEvent>' +
      `${task('repair')}${flow('fh', 'caught', 'repair')}</subProcess>`;
    const content = `<startEvent id="s"/>${userTask('review')}<endEvent id="e"/>${handler}${flow('f0', 's', 'review')}${flow('f1', 'review', 'e')}`;
    await deploy(service.url, model('handled', content).replace('<process ', '<error id="error" errorCode="X7"/><process '));
    const { instanceId, taskId } = await startAtTask(service.url, 'handled');
    expectEmpty(await fail(taskId, 'X7'));
    const state = await stateOf(service.url, instanceId);
    expect(state.activeActivityIds).to.include('repair');
    expect(state.isFailed).to.equal(false);
  });

  describe('of a loop', () => {
    const looped = userTask('review').replace('</userTask>', `${LOOP}</userTask>`);
    const iterations = async (instanceId: string) =>
      (await stateOf(service.url, instanceId)).activeActivities.filter((entry) => entry.activityType === 'UserTask');

    it('leaves the other iterations and ends without output when one is cancelled', async () => {
      await deploy(service.url, sequence('one-of-two', looped, task('pack')));
      const instanceId = await start(service.url, 'one-of-two');
      const [first, second] = await iterations(instanceId);
      expectEmpty(await cancel(first?.activityInstanceId ?? ''));
      expect(await iterations(instanceId)).to.have.length(1);
      const taskId = second?.activityInstanceId ?? '';
      expectEmpty(await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'ada' }));
      expectEmpty(await post(service.url, `/UserTasks/${taskId}/complete`, { UserId: 'ada' }));
      expect((await stateOf(service.url, instanceId)).activeActivityIds).to.deep.equal(['pack']);
    });

    it('cancels the host, and the instance, when all iterations are cancelled', async () => {
      await deploy(service.url, sequence('two-of-two', looped));
      const instanceId = await start(service.url, 'two-of-two');
      for (const { activityInstanceId } of await iterations(instanceId)) expectEmpty(await cancel(activityInstanceId));
      const state = await stateOf(service.url, instanceId);
      expect([state.isCompleted, state.isCancelled]).to.deep.equal([true, true]);
      expect(state.completedActivities.find((entry) => entry.activityType === 'MultiInstance')?.isCancelled).to.equal(true);
    });
  });

  it('cancels the entry of the call activity, and its instance, when the last task of the child is cancelled', async () => {
    await deploy(service.url, sequence('child', userTask('review')));
    await deploy(service.url, sequence('parent', '<callActivity id="call" calledElement="child"/>'));
    const parentId = await start(service.url, 'parent');
    const childId = (await stateOf(service.url, parentId)).activeActivities[0]?.childWorkflowInstanceId ?? '';
    expectEmpty(await cancel(await activeEntry(service.url, childId, 'review')));
    expect((await stateOf(service.url, childId)).isCancelled).to.equal(true);
    // the child's end reaches its parent as its own command
    const parent = await until(
      () => stateOf(service.url, parentId),
      (state) => state.isCancelled,
    );
    expect([
      parent.isCancelled,
      parent.completedActivities.find((entry) => entry.activityId === 'call')?.isCancelled,
    ]).to.deep.equal([true, true]);
  });
});
