import { expect } from 'chai';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectEmpty, expectError, expectProblem } from '../support/http/expect-answer.ts';
import { type HttpAnswer, post } from '../support/http/http-client.ts';
import { deploy, type State, startAtTask, stateOf, UNKNOWN_ID } from '../support/http/steps.ts';
import { flow, model, sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

describe('failing and cancelling user tasks (docs/contributing/spec/http/user-tasks.md#fail-and-cancel)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', userTask('review')));
    const boundary = (id: string, code?: string) =>
      `<boundaryEvent id="${id}" attachedToRef="review"><errorEventDefinition${code === undefined ? '' : ` errorRef="${code}"`}/></boundaryEvent>`;
    const nodes = `<startEvent id="s"/>${userTask('review')}${boundary('any')}${boundary('special', 'err')}${task('rescue')}${task('special-rescue')}`;
    const flows = flow('f1', 's', 'review') + flow('f2', 'any', 'rescue') + flow('f3', 'special', 'special-rescue');
    const caught = model('caught', nodes + flows).replace('</definitions>', '<error id="err" errorCode="E1"/></definitions>');
    await deploy(service.url, caught);
    const fork = `<startEvent id="s"/><parallelGateway id="fork"/>${userTask('review')}${task('pack')}`;
    await deploy(
      service.url,
      model('both', fork + flow('a', 's', 'fork') + flow('b', 'fork', 'review') + flow('c', 'fork', 'pack')),
    );
    const inner = `<startEvent id="in"/>${userTask('review')}${flow('f9', 'in', 'review')}`;
    await deploy(service.url, sequence('nested', `<subProcess id="sub">${inner}</subProcess>`, task('after')));
  });
  after(() => service.stop());

  const fail = (taskId: string, body?: object): Promise<HttpAnswer> => post(service.url, `/UserTasks/${taskId}/fail`, body);
  const cancel = (taskId: string, body?: object): Promise<HttpAnswer> => post(service.url, `/UserTasks/${taskId}/cancel`, body);
  const reviewOf = (state: State) => state.completedActivities.find((entry) => entry.activityId === 'review');

  describe('fail', () => {
    itKeepsCommonRefusals(() => service.url, { path: `/UserTasks/${UNKNOWN_ID}/fail` });

    it('fails the instance with the code when no one catches it, Created or Claimed', async () => {
      for (const isClaimed of [false, true]) {
        const { instanceId, taskId } = await startAtTask(service.url, 'order');
        if (isClaimed) expectEmpty(await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'a' }));
        expectEmpty(await fail(taskId, { errorMessage: 'no stock', errorCode: 'E7' }));
        const state = await stateOf(service.url, instanceId);
        expect([state.isCompleted, state.isFailed]).to.deep.equal([true, true]);
        expect(reviewOf(state)?.errorState).to.deep.equal({ code: 'E7', message: 'no stock' });
      }
    });

    it('has code 500 when the code is absent, null or blank', async () => {
      for (const errorCode of [undefined, null, ' ']) {
        const { instanceId, taskId } = await startAtTask(service.url, 'order');
        expectEmpty(await fail(taskId, { ErrorMessage: ' kept ', errorCode }));
        expect(reviewOf(await stateOf(service.url, instanceId))?.errorState).to.deep.equal({ code: '500', message: ' kept ' });
      }
    });

    it('continues at the boundary with the code, before one without a code, when there are both', async () => {
      const special = await startAtTask(service.url, 'caught');
      expectEmpty(await fail(special.taskId, { errorMessage: 'm', errorCode: 'E1' }));
      expect((await stateOf(service.url, special.instanceId)).activeActivityIds).to.deep.equal(['special-rescue']);
      const any = await startAtTask(service.url, 'caught');
      expectEmpty(await fail(any.taskId, { errorMessage: 'm', errorCode: 'E2' }));
      expect((await stateOf(service.url, any.instanceId)).activeActivityIds).to.deep.equal(['rescue']);
    });

    it('answers 400 when a member is wrong or errorMessage is missing', async () => {
      const path = `/UserTasks/${UNKNOWN_ID}/fail`;
      expectProblem(await fail(UNKNOWN_ID, { errorMessage: 1 }), 400, 'errorMessage must be a string.', path);
      expectProblem(await fail(UNKNOWN_ID, { errorCode: 500 }), 400, 'errorCode must be a string.', path);
      for (const errorMessage of [undefined, null, '', ' ']) {
        expectError(await fail(UNKNOWN_ID, { errorMessage }), 400, 'ErrorMessage is required');
      }
      const bad = await fail(UNKNOWN_ID, { errorMessage: 'a', errorCode: '\0' });
      expectProblem(bad, 400, 'errorCode contains a character that cannot be stored.', path);
    });

    it('answers 404 when the task never existed, 200 when it has ended', async () => {
      expectError(await fail(UNKNOWN_ID, { errorMessage: 'm' }), 404, `User task '${UNKNOWN_ID}' not found`);
      const { instanceId, taskId } = await startAtTask(service.url, 'order');
      expectEmpty(await cancel(taskId));
      expectEmpty(await fail(taskId, { errorMessage: 'm' }));
      expectError(await fail(taskId, {}), 400, 'ErrorMessage is required');
      expect((await stateOf(service.url, instanceId)).isFailed).to.equal(false);
    });
  });

  describe('cancel', () => {
    itKeepsCommonRefusals(() => service.url, { path: `/UserTasks/${UNKNOWN_ID}/cancel` });

    it('ends the instance as cancelled when no other entry is active; no boundary fires', async () => {
      const { instanceId, taskId } = await startAtTask(service.url, 'caught');
      expectEmpty(await cancel(taskId, { reason: 'too late' }));
      const state = await stateOf(service.url, instanceId);
      expect([state.isCompleted, state.isCancelled, state.isFailed]).to.deep.equal([true, true, false]);
      expect(reviewOf(state)).to.deep.include({ isCancelled: true, cancellationReason: 'too late', errorState: null });
      expect(state.completedActivityIds).not.to.include('rescue');
    });

    it('has its own reason when none is given', async () => {
      for (const body of [undefined, {}, { reason: null }, { reason: ' ' }]) {
        const { instanceId, taskId } = await startAtTask(service.url, 'order');
        expectEmpty(await cancel(taskId, body));
        expect(reviewOf(await stateOf(service.url, instanceId))?.cancellationReason).to.equal('User task cancelled by operator');
      }
    });

    it('leaves the instance running when other entries are active', async () => {
      const { instanceId, taskId } = await startAtTask(service.url, 'both');
      expectEmpty(await cancel(taskId));
      expect((await stateOf(service.url, instanceId)).activeActivityIds).to.deep.equal(['pack']);
      expectEmpty(
        await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: instanceId, ActivityId: 'pack' }),
      );
      const state = await stateOf(service.url, instanceId);
      expect([state.isCompleted, state.isCancelled, state.isFailed]).to.deep.equal([true, false, false]);
    });

    it('cancels the enclosing sub-process when it has no active entry left', async () => {
      const { instanceId, taskId } = await startAtTask(service.url, 'nested');
      expectEmpty(await cancel(taskId));
      const state = await stateOf(service.url, instanceId);
      expect([state.isCompleted, state.isCancelled]).to.deep.equal([true, true]);
      expect(state.completedActivities.find((entry) => entry.activityId === 'sub')?.isCancelled).to.equal(true);
      expect(state.completedActivityIds).not.to.include('after');
    });

    it('answers 400 when reason is wrong', async () => {
      const path = `/UserTasks/${UNKNOWN_ID}/cancel`;
      expectProblem(await cancel(UNKNOWN_ID, { reason: [] }), 400, 'reason must be a string.', path);
      expectProblem(await cancel(UNKNOWN_ID, { reason: '\0' }), 400, 'reason contains a character that cannot be stored.', path);
    });

    it('answers 404 when the task never existed, 200 when it has ended', async () => {
      expectError(await cancel(UNKNOWN_ID), 404, `User task '${UNKNOWN_ID}' not found`);
      const { instanceId, taskId } = await startAtTask(service.url, 'order');
      expectEmpty(await fail(taskId, { errorMessage: 'm' }));
      expectEmpty(await cancel(taskId));
      expect((await stateOf(service.url, instanceId)).isCancelled).to.equal(false);
    });
  });
});
