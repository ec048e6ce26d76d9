import { expect } from 'chai';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, startAtTask, stateOf, UNKNOWN_ID, until } from '../support/http/steps.ts';
import { messageWait } from '../support/models/event-models.ts';
import { flow, model, sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const pathOf = (id: string) => `/Instances/${id}/cancel`;

describe('POST /Instances/{instanceId}/cancel (docs/contributing/spec/http/instances.md#cancel-an-instance)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('simple', task('pack')));
    await deploy(service.url, sequence('order', userTask('review')));
    await deploy(service.url, messageWait('paying', 'wait', 'paid'));
    await deploy(service.url, sequence('calling', '<callActivity id="call" calledElement="simple"/>'));
  });
  after(() => service.stop());
  const cancelledWith = async (id: string) => {
    const { isCompleted, isCancelled, isFailed, activeActivities, completedActivities } = await stateOf(service.url, id);
    expect([isCompleted, isCancelled, isFailed, activeActivities]).to.deep.equal([true, true, false, []]);
    return completedActivities.at(-1)?.cancellationReason;
  };
  const childOf = async (id: string) => {
    const { activeActivities } = (await until(
      () => stateOf(service.url, id),
      ({ activeActivities: [entry] }) => (entry as never as { childWorkflowInstanceId: string }).childWorkflowInstanceId !== null,
    )) as never as { activeActivities: { childWorkflowInstanceId: string }[] };
    return activeActivities[0]?.childWorkflowInstanceId ?? '';
  };

  it('cancels all entries with the reason when the instance runs', async () => {
    const id = await start(service.url, 'simple');
    expectEmpty(await post(service.url, pathOf(id.toUpperCase()), { REASON: 'no longer wanted', other: 1 }));
    expect(await cancelledWith(id)).to.equal('no longer wanted');
  });

  for (const [title, body] of [
    ['no body', undefined],
    ['an empty body', {}],
    ['null', { reason: null }],
    ['an empty text', { reason: '' }],
    ['white space', { reason: ' \t' }],
  ] as const) {
    it(`gives its own reason when there is ${title}`, async () => {
      const id = await start(service.url, 'simple');
      expectEmpty(await post(service.url, pathOf(id), body));
      expect(await cancelledWith(id)).to.equal('Cancelled by operator');
    });
  }

  it('removes user tasks and subscriptions when it ends the instance', async () => {
    const { instanceId, taskId } = await startAtTask(service.url, 'order');
    const waiting = await start(service.url, 'paying');
    for (const id of [instanceId, waiting]) {
      expectEmpty(await post(service.url, pathOf(id)));
      await cancelledWith(id);
    }
    expectError(await get(service.url, `/UserTasks/${taskId}`), 404, `User task '${taskId}' not found`);
    expect((await post(service.url, '/Execution/message', { MessageName: 'paid' })).status).to.equal(404);
  });

  it('runs no boundary event, compensation or error handling when it ends the instance', async () => {
    const catching =
      `<startEvent id="start"/>${task('work')}<boundaryEvent id="b" attachedToRef="work"><errorEventDefinition/></boundaryEvent>` +
      `${task('after')}<endEvent id="end"/>${flow('f1', 'start', 'work')}${flow('f2', 'work', 'end')}${flow('f3', 'b', 'after')}`;
    await deploy(service.url, model('catching', catching));
    const id = await start(service.url, 'catching');
    expectEmpty(await post(service.url, pathOf(id)));
    await cancelledWith(id);
    expect((await stateOf(service.url, id)).completedActivityIds).to.deep.equal(['start', 'work']);
  });

  it('cancels running children too when the parent is cancelled', async () => {
    const id = await start(service.url, 'calling');
    const child = await childOf(id);
    expectEmpty(await post(service.url, pathOf(id)));
    expect(await cancelledWith(id)).to.equal('Cancelled by operator');
    await until(
      () => stateOf(service.url, child),
      (state) => state.isCancelled,
    );
  });

  it('cancels the entry of the call activity when the child is cancelled', async () => {
    const id = await start(service.url, 'calling');
    expectEmpty(await post(service.url, pathOf(await childOf(id))));
    const state = await until(
      () => stateOf(service.url, id),
      ({ activeActivityIds }) => activeActivityIds.length === 0,
    );
    expect(state.completedActivities.find(({ activityId }) => activityId === 'call')?.isCancelled).to.equal(true);
  });

  it('changes nothing and answers 200 when the instance is terminal, whatever its outcome', async () => {
    const completed = await start(service.url, 'simple');
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: completed, ActivityId: 'pack' }));
    const failed = await startAtTask(service.url, 'order');
    expectEmpty(await post(service.url, `/UserTasks/${failed.taskId}/fail`, { errorMessage: 'm' }));
    const cancelled = await start(service.url, 'simple');
    expectEmpty(await post(service.url, pathOf(cancelled), { reason: 'first' }));
    for (const id of [completed, failed.instanceId, cancelled]) {
      const before = await stateOf(service.url, id);
      const { totalCount } = expectJson(await get(service.url, `/Instances/${id}/history`));
      expectEmpty(await post(service.url, pathOf(id), { reason: 'second' }));
      expect(await stateOf(service.url, id)).to.deep.equal(before);
      expect(expectJson(await get(service.url, `/Instances/${id}/history`)).totalCount).to.equal(totalCount);
    }
  });

  it('answers 404 when the instance is unknown, and as no endpoint does when the id is not a GUID', async () => {
    expectError(await post(service.url, pathOf(UNKNOWN_ID)), 404, `Instance ${UNKNOWN_ID} not found`);
    expectProblem(await post(service.url, '/Instances/x/cancel'), 404, 'No endpoint matches this path.', '/Instances/x/cancel');
  });

  it('answers 400 when the reason is not a text or cannot be stored', async () => {
    const path = pathOf(UNKNOWN_ID);
    expectProblem(await post(service.url, path, { reason: 1 }), 400, 'reason must be a string.', path);
    const stored = 'reason contains a character that cannot be stored.';
    expectProblem(await post(service.url, path, { reason: 'a\u0000' }), 400, stored, path);
  });

  it('answers the stored reply when it is repeated with its Idempotency-Key, and 422 for another body', async () => {
    const id = await start(service.url, 'simple');
    await activeEntry(service.url, id, 'pack');
    const send = (body: object) =>
      http(service.url, { method: 'POST', path: pathOf(id), body, headers: { 'Idempotency-Key': 'cancel-1' } });
    expectEmpty(await send({ reason: 'a' }));
    const again = await send({ reason: 'a' });
    expectEmpty(again);
    expect(again.headers['idempotency-replayed']).to.equal('true');
    const detail = 'Idempotency-Key was already used with a different request.';
    expectProblem(await send({ reason: 'b' }), 422, detail, pathOf(id));
  });

  itKeepsCommonRefusals(() => service.url, { path: pathOf(UNKNOWN_ID) });
});
