import { expect } from 'chai';
import { startService, type TestService } from '../support/service.ts';
import { itKeepsCommonRows } from './common-rows.ts';
import { boundary, catching, message, onCondition, onMessage, onSignal, onTimer, processOf, signal } from './event-models.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from './expect-answer.ts';
import { get, type HttpAnswer, post } from './http-client.ts';
import { flow, script, sequence, task, userTask } from './models.ts';
import { deploy, start, stateOf, TIMESTAMP, UNKNOWN_ID, until } from './steps.ts';

const pathOf = (id: string) => `/Instances/${id}/cancel`;

describe('contract 2.12 POST /Instances/{instanceId}/cancel', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('pack')));
    await deploy(service.url, sequence('ask', userTask('review')));
    await deploy(service.url, sequence('caller', '<callActivity id="call" calledElement="ask"/>'));
    await deploy(service.url, sequence('top', '<callActivity id="call" calledElement="caller"/>'));
  });
  after(() => service.stop());

  const cancel = (id: string, body?: object): Promise<HttpAnswer> => post(service.url, pathOf(id), body);
  const childOf = async (id: string): Promise<string> => {
    const { activeActivities } = expectJson(await get(service.url, `/Instances/${id}/state`));
    return activeActivities[0].childWorkflowInstanceId;
  };
  const cancelled = (id: string) =>
    until(
      () => stateOf(service.url, id),
      (state) => state.isCompleted,
    );

  itKeepsCommonRows(() => service.url, { path: pathOf(UNKNOWN_ID) });

  it('answers 400 when the reason has the wrong type or cannot be stored (rows 7b, 9e)', async () => {
    expectProblem(await cancel(UNKNOWN_ID, { reason: 1 }), 400, 'reason must be a string.', pathOf(UNKNOWN_ID));
    const detail = 'reason contains a character that cannot be stored.';
    expectProblem(await cancel(UNKNOWN_ID, { Reason: 'a\0' }), 400, detail.replace('R', 'r'), pathOf(UNKNOWN_ID));
  });

  it('answers 404 when the instance is unknown, or the id is no GUID (row 2)', async () => {
    expectError(await cancel(UNKNOWN_ID), 404, `Instance ${UNKNOWN_ID} not found`);
    expectProblem(await cancel('x'), 404, 'No endpoint matches this path.', pathOf('x'));
  });

  it('ends the instance as cancelled with the reason on every active entry (note 1)', async () => {
    const reasons: readonly [body: object | undefined, reason: string][] = [
      [{ reason: 'customer called' }, 'customer called'],
      [{ REASON: ' kept as sent ' }, ' kept as sent '],
      [{ reason: '  ' }, 'Cancelled by operator'],
      [{ reason: null }, 'Cancelled by operator'],
      [undefined, 'Cancelled by operator'],
    ];
    for (const [body, reason] of reasons) {
      const id = await start(service.url, 'order');
      expectEmpty(await cancel(id.toUpperCase(), body));
      const state = expectJson(await get(service.url, `/Instances/${id}/state`));
      expect(state).to.deep.include({ isCompleted: true, isCancelled: true, isFailed: false, activeActivities: [] });
      expect(state.completedAt).to.match(TIMESTAMP);
      const entry = state.completedActivities.find((one: { activityId: string }) => one.activityId === 'pack');
      expect(entry).to.include({ isCancelled: true, isCompleted: true, cancellationReason: reason, errorState: null });
    }
  });

  it('runs no boundary event, no compensation and no error handling (note 1)', async () => {
    const handler = `${boundary('late', 'wait', onTimer('PT1H'))}
      <boundaryEvent id="undo" attachedToRef="book"><compensateEventDefinition/></boundaryEvent>
      <scriptTask id="unbook" isForCompensation="true"><script>undone = true</script></scriptTask>
      <association id="a1" associationDirection="One" sourceRef="undo" targetRef="unbook"/>
      <boundaryEvent id="wrong" attachedToRef="wait"><errorEventDefinition/></boundaryEvent>${flow('f-w', 'wrong', 'late-end')}`;
    await deploy(service.url, processOf('booked', '', [script('book', 'booked = true'), task('wait')], handler));
    const id = await start(service.url, 'booked');
    expectEmpty(await cancel(id));
    const state = await stateOf(service.url, id);
    expect(state.completedActivityIds).to.deep.equal(['start', 'book', 'wait']);
    expect(state.variableStates[0]?.variables).to.deep.equal({ booked: true });
  });

  it('takes user tasks, subscriptions and timers away (note 1)', async () => {
    const roots = message('m', 'poke') + signal('shake');
    const beside =
      boundary('b-m', 'review', onMessage('m'), false) +
      boundary('b-s', 'review', onSignal('shake'), false) +
      boundary('b-t', 'review', onTimer('PT0.5S'), false) +
      boundary('b-c', 'review', onCondition('x == 1'), false);
    await deploy(service.url, processOf('busy', roots, [userTask('review')], beside));
    const id = await start(service.url, 'busy');
    const { activeActivities } = await stateOf(service.url, id);
    const taskId = activeActivities[0]?.activityInstanceId ?? '';
    expectEmpty(await cancel(id));
    const before = await stateOf(service.url, id);
    expectError(await get(service.url, `/UserTasks/${taskId}`), 404, `User task '${taskId}' not found`);
    expect((await post(service.url, '/Execution/message', { MessageName: 'poke' })).status).to.equal(404);
    expect((await post(service.url, '/Execution/signal', { SignalName: 'shake' })).status).to.equal(404);
    // a timer that is due later than its own, so its time has passed when that one fires
    await deploy(service.url, processOf('clock', '', [catching('wait', onTimer('PT0.6S'))]));
    await cancelled(await start(service.url, 'clock'));
    expect(await stateOf(service.url, id)).to.deep.equal(before);
  });

  it('cancels running children too, to any depth (note 1)', async () => {
    const top = await start(service.url, 'top');
    const middle = await childOf(top);
    const low = await childOf(middle);
    expectEmpty(await cancel(top, { reason: 'enough' }));
    for (const [id, reason] of [
      [top, 'enough'],
      [middle, 'Cancelled by parent'],
      [low, 'Cancelled by parent'],
    ] as const) {
      const state = await cancelled(id);
      expect([state.isCancelled, state.isFailed], id).to.deep.equal([true, false]);
      expect(state.completedActivities.find((entry) => entry.isCancelled)?.cancellationReason).to.equal(reason);
    }
    const tasks = expectJson(await get(service.url, '/UserTasks'));
    expect(tasks.data.filter((one: { workflowInstanceId: string }) => one.workflowInstanceId === low)).to.deep.equal([]);
  });

  it('changes nothing when the instance is terminal, whatever its outcome was (note 2)', async () => {
    await deploy(service.url, sequence('done', script('s', 'x = 1')));
    await deploy(service.url, sequence('failed', script('s', 'x = nothing.at.all * 2')));
    const cancelledOne = await start(service.url, 'order');
    expectEmpty(await cancel(cancelledOne, { reason: 'first' }));
    for (const id of [await start(service.url, 'done'), await start(service.url, 'failed'), cancelledOne]) {
      const before = await stateOf(service.url, id);
      expectEmpty(await cancel(id, { reason: 'second' }));
      expect(await stateOf(service.url, id)).to.deep.equal(before);
    }
  });

  it('cancels the entry of the call activity when a child is cancelled, and the caller when nothing else is left (note 3)', async () => {
    const parent = await start(service.url, 'caller');
    expectEmpty(await cancel(await childOf(parent), { reason: 'child gone' }));
    const state = await cancelled(parent);
    expect([state.isCancelled, state.isFailed]).to.deep.equal([true, false]);
    const call = state.completedActivities.find((entry) => entry.activityId === 'call');
    expect(call?.isCancelled).to.equal(true);
  });

  it('lets a caller go on that has other active entries (note 3)', async () => {
    const fork = '<parallelGateway id="fork"/>';
    const beside = `${task('other')}${flow('f-o', 'fork', 'other')}${flow('f-e', 'other', 'end')}`;
    await deploy(service.url, processOf('two', '', [fork, '<callActivity id="call" calledElement="ask"/>'], beside));
    const parent = await start(service.url, 'two');
    const call = (await stateOf(service.url, parent)).activeActivities.find((entry) => entry.activityId === 'call');
    expectEmpty(await cancel((call as unknown as { childWorkflowInstanceId: string }).childWorkflowInstanceId));
    await until(
      () => stateOf(service.url, parent),
      (state) => state.activeActivityIds.join() === 'other',
    );
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: parent, ActivityId: 'other' }));
    const state = await stateOf(service.url, parent);
    expect([state.isCompleted, state.isCancelled]).to.deep.equal([true, false]);
  });
});
