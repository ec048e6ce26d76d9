import { expect } from 'chai';
import { expectEmpty, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, type State, start, startAtTask, stateOf, UNKNOWN_ID } from '../support/http/steps.ts';
import { messageElement, messageWait, startedBySignal, withRoot } from '../support/models/event-models.ts';
import { flow, model, sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const COMPLETE = '/Execution/complete-activity';
const LOOP = '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>';

describe('entries of every kind (docs/contributing/spec/http/instances.md#entries)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  const complete = (WorkflowInstanceId: string, ActivityId: string) =>
    post(service.url, COMPLETE, { WorkflowInstanceId, ActivityId });
  const typesOf = ({ activeActivities, completedActivities }: State) =>
    new Map([...completedActivities, ...activeActivities].map((entry) => [entry.activityId, entry.activityType]));

  it('may be completed by a caller when they are tasks that wait for one', async () => {
    const kinds = {
      task: 'Task',
      manualTask: 'ManualTask',
      serviceTask: 'ServiceTask',
      sendTask: 'SendTask',
      businessRuleTask: 'BusinessRuleTask',
      receiveTask: 'ReceiveTask',
    };
    const tags = Object.keys(kinds);
    await deploy(service.url, sequence('callable', ...tags.map((tag) => `<${tag} id="a-${tag}"/>`)));
    const id = await start(service.url, 'callable');
    for (const tag of tags) expectEmpty(await complete(id, `a-${tag}`));
    const state = await stateOf(service.url, id);
    expect(state.isCompleted).to.equal(true);
    for (const [tag, type] of Object.entries(kinds)) expect(typesOf(state).get(`a-${tag}`)).to.equal(type);
  });

  it('may not be completed by a caller when they wait for something else', async () => {
    const refuse = async (id: string, activity: string) => {
      const answer = await complete(id, activity);
      expectProblem(answer, 409, `Activity '${activity}' completes on its own. Requests cannot complete it.`, COMPLETE);
    };
    await deploy(service.url, messageWait('catching', 'caught', 'never'));
    await refuse(await start(service.url, 'catching'), 'caught');
    await deploy(
      service.url,
      withRoot(messageElement('never2'), sequence('receiving', '<receiveTask id="receive" messageRef="message"/>')),
    );
    await refuse(await start(service.url, 'receiving'), 'receive');
    await deploy(service.url, sequence('callee', task('deep')));
    await deploy(service.url, sequence('caller', '<callActivity id="call" calledElement="callee"/>'));
    await refuse(await start(service.url, 'caller'), 'call');
  });

  it('have the name of their element as type, and MultiInstance for the host of a loop', async () => {
    const sub = `<subProcess id="sub"><startEvent id="inner"/>${task('deep')}${flow('fi', 'inner', 'deep')}</subProcess>`;
    const looped = `<task id="looped">${LOOP}</task>`;
    const content = [
      `<startEvent id="s"/><parallelGateway id="fork"/>${sub}${looped}<exclusiveGateway id="choice"/><inclusiveGateway id="some"/>`,
      '<intermediateThrowEvent id="thrown"/><scriptTask id="script" scriptFormat="csharp"><script>_context.a = 1</script></scriptTask><endEvent id="e"/>',
      flow('f0', 's', 'fork'),
      flow('f1', 'fork', 'sub'),
      flow('f2', 'fork', 'looped'),
      flow('f3', 'fork', 'choice'),
      flow('f4', 'choice', 'some'),
      flow('f5', 'some', 'thrown'),
      flow('f6', 'thrown', 'script'),
      flow('f7', 'script', 'e'),
    ].join('');
    await deploy(service.url, model('kinds', content));
    const id = await start(service.url, 'kinds');
    const state = await stateOf(service.url, id);
    expect(Object.fromEntries(typesOf(state))).to.include({
      s: 'StartEvent',
      fork: 'ParallelGateway',
      sub: 'SubProcess',
      choice: 'ExclusiveGateway',
      some: 'InclusiveGateway',
      thrown: 'IntermediateThrowEvent',
      script: 'ScriptTask',
      e: 'EndEvent',
    });
    const loops = state.activeActivities.filter((entry) => entry.activityId === 'looped').map((entry) => entry.activityType);
    expect(loops).to.deep.equal(['MultiInstance', 'Task', 'Task']);
    expectEmpty(await complete(id, 'looped'));
    expect((await stateOf(service.url, id)).activeActivityIds.filter((each) => each === 'looped')).to.have.length(2);
  });

  it('show their child when they are call activities, and the caller’s business id is not the child’s', async () => {
    await deploy(service.url, sequence('child', task('deep')));
    await deploy(service.url, sequence('parent', '<callActivity id="call" calledElement="child"/>'));
    const id = await start(service.url, 'parent', { BusinessId: 'PO-1' });
    const [entry] = expectJson(await get(service.url, `/Instances/${id}/state`)).activeActivities;
    expect(entry.activityType).to.equal('CallActivity');
    expect((await stateOf(service.url, entry.childWorkflowInstanceId)).businessId).to.equal(null);
    const list = expectJson(await get(service.url, '/Definitions/child/instances'));
    expect(list.items.map((item: { instanceId: string }) => item.instanceId)).to.include(entry.childWorkflowInstanceId);
  });

  it('are cancelled, with subscriptions and tasks gone, when one of them fails unhandled', async () => {
    const content = [
      '<startEvent id="s"/><parallelGateway id="fork"/><endEvent id="e"/>',
      userTask('doomed'),
      userTask('review'),
      '<intermediateCatchEvent id="wait"><messageEventDefinition messageRef="message"/></intermediateCatchEvent>',
      flow('f0', 's', 'fork'),
      flow('f1', 'fork', 'doomed'),
      flow('f2', 'fork', 'review'),
      flow('f3', 'fork', 'wait'),
      flow('f4', 'doomed', 'e'),
    ].join('');
    await deploy(service.url, withRoot(messageElement('still'), model('failing', content)));
    const { instanceId, taskId } = await startAtTask(service.url, 'failing');
    const doomed = await activeEntry(service.url, instanceId, 'doomed');
    expectEmpty(await post(service.url, `/UserTasks/${doomed}/fail`, { errorMessage: 'no', errorCode: 'X1' }));
    const state = await stateOf(service.url, instanceId);
    expect([state.isCompleted, state.isFailed, state.isCancelled, state.activeActivities]).to.deep.equal([true, true, false, []]);
    const failed = state.completedActivities.find((entry) => entry.activityId === 'doomed');
    expect(failed?.errorState).to.deep.equal({ code: 'X1', message: 'no' });
    for (const id of ['review', 'wait'])
      expect(state.completedActivities.find((entry) => entry.activityId === id)?.isCancelled).to.equal(true);
    expect((await get(service.url, `/UserTasks/${taskId}`)).status).to.equal(404);
    expect((await post(service.url, '/Execution/message', { MessageName: 'still' })).status).to.equal(404);
  });

  it('show the conditions inside sub-processes too, and the root scope first', async () => {
    const inner =
      '<startEvent id="i"/><exclusiveGateway id="g" default="d"/>' +
      `${task('left')}${task('right')}${flow('fi', 'i', 'g')}${flow('c', 'g', 'left', 'a > 1')}${flow('d', 'g', 'right')}`;
    await deploy(service.url, sequence('nested', `<subProcess id="sub">${inner}</subProcess>`));
    const state = await stateOf(service.url, await start(service.url, 'nested', { Variables: { a: 2 } }));
    expect(state.conditionSequences).to.deep.equal([
      { sequenceFlowId: 'c', condition: 'a > 1', sourceActivityId: 'g', targetActivityId: 'left', result: true },
    ]);
    expect(state.variableStates[0]?.variables).to.deep.equal({ a: 2 });
    expect(new Set(state.variableStates.map(({ variablesId }) => variablesId)).size).to.equal(state.variableStates.length);
  });

  it('are not found for an unknown instance', async () => {
    expectProblem(await complete(UNKNOWN_ID, 'a'), 404, `Workflow instance '${UNKNOWN_ID}' not found.`, COMPLETE);
  });
});

describe('tasks that something else ends (docs/contributing/spec/http/user-tasks.md#states), and who has no business id (docs/contributing/spec/http.md#business-id-absent)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('are Cancelled and gone when an interrupting boundary event fires', async () => {
    const boundary =
      '<boundaryEvent id="late" attachedToRef="review"><messageEventDefinition messageRef="message"/></boundaryEvent>';
    const content =
      `<startEvent id="s"/>${userTask('review')}${boundary}<endEvent id="e"/><endEvent id="gone"/>` +
      [flow('f0', 's', 'review'), flow('f1', 'review', 'e'), flow('f2', 'late', 'gone')].join('');
    await deploy(service.url, withRoot(messageElement('too late'), model('interrupted', content)));
    const { instanceId, taskId } = await startAtTask(service.url, 'interrupted');
    expectJson(await post(service.url, '/Execution/message', { MessageName: 'too late' }));
    const review = (await stateOf(service.url, instanceId)).completedActivities.find((entry) => entry.activityId === 'review');
    expect((await get(service.url, `/UserTasks/${taskId}`)).status).to.equal(404);
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/fail`, { errorMessage: 'm' }));
    expect(review?.isCancelled).to.equal(true);
  });

  it('are one per iteration when a user task loops', async () => {
    const looped = userTask('each', { assignee: 'looper', outputs: ['done'] }).replace('</userTask>', `${LOOP}</userTask>`);
    await deploy(service.url, sequence('looping', looped));
    const instanceId = await start(service.url, 'looping');
    await stateOf(service.url, instanceId);
    const { data } = expectJson(await get(service.url, '/UserTasks?assignee=looper'));
    expect(data.map((item: { workflowInstanceId: string }) => item.workflowInstanceId)).to.deep.equal([instanceId, instanceId]);
    expect(new Set(data.map((item: { activityInstanceId: string }) => item.activityInstanceId)).size).to.equal(2);
  });

  it('is null for instances that a signal starts', async () => {
    await deploy(service.url, startedBySignal('signalled', 'bang', task('pack')));
    const [id = ''] = expectJson(await post(service.url, '/Execution/signal', { SignalName: 'bang' })).WorkflowInstanceIds;
    expect((await stateOf(service.url, id)).businessId).to.equal(null);
  });
});
