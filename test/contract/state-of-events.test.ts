import { expect } from 'chai';
import { expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, type Entry, GUID, type State, start, stateOf, until } from '../support/http/steps.ts';
import { boundary, catching, eventSubProcess, message, onMessage, onTimer, processOf } from '../support/models/event-elements.ts';
import { flow, model, script, sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

interface CallEntry extends Entry {
  readonly childWorkflowInstanceId: string | null;
}

describe('the state of events, calls, loops and scopes (docs/contributing/spec/http/instances.md#state)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const send = (path: string, body: object) => post(service.url, `/Execution/${path}`, body);
  const started = async (key: string, Variables: object = {}): Promise<[id: string, state: State]> => {
    const id = await start(service.url, key, { Variables });
    return [id, await stateOf(service.url, id)];
  };
  const typesOf = (entries: readonly Entry[]) => entries.map(({ activityId, activityType }) => `${activityId} ${activityType}`);

  itFull('names every kind of element by its BPMN name with a capital first letter', async () => {
    const m = message('m', 'types');
    const inner = `<startEvent id="in"/>${task('t')}${flow('f-in', 'in', 't')}`;
    const kinds: readonly [node: string, type: string][] = [
      [catching('n', onMessage('m')), 'IntermediateCatchEvent'],
      [task('n'), 'Task'],
      ['<manualTask id="n"/>', 'ManualTask'],
      [userTask('n'), 'UserTask'],
      ['<serviceTask id="n"/>', 'ServiceTask'],
      ['<sendTask id="n"/>', 'SendTask'],
      ['<businessRuleTask id="n"/>', 'BusinessRuleTask'],
      ['<receiveTask id="n" messageRef="m"/>', 'ReceiveTask'],
      [`<subProcess id="n">${inner}</subProcess>`, 'SubProcess'],
      [`<transaction id="n">${inner}</transaction>`, 'Transaction'],
      [`<adHocSubProcess id="n">${task('t')}</adHocSubProcess>`, 'AdHocSubProcess'],
      ['<callActivity id="n" calledElement="types-child"/>', 'CallActivity'],
    ];
    await deploy(service.url, sequence('types-child', task('t')));
    for (const [node, type] of kinds) {
      await deploy(service.url, processOf('types', m, [node]));
      const [, state] = await started('types');
      expect(typesOf(state.activeActivities)[0], type).to.equal(`n ${type}`);
    }
  });

  it('shows the host of an event sub-process as EventSubProcess while it runs, and nothing of it before it fires', async () => {
    const body = `<startEvent id="on">${onMessage('m')}</startEvent>${task('handle')}${flow('f-h', 'on', 'handle')}`;
    const esp = `<subProcess id="esp" triggeredByEvent="true">${body}</subProcess>`;
    await deploy(service.url, processOf('handled', message('m', 'handle-it'), [task('work')], esp));
    const [id, before] = await started('handled');
    expect(before.activeActivityIds).to.deep.equal(['work']);
    expect(before.completedActivityIds).to.deep.equal(['start']);
    expectJson(await send('message', { MessageName: 'handle-it' }));
    const state = await stateOf(service.url, id);
    expect(typesOf(state.activeActivities)).to.deep.equal(['esp EventSubProcess', 'handle Task']);
    expect(typesOf(state.completedActivities)).to.deep.equal(['start StartEvent', 'work Task', 'on StartEvent']);
    const work = state.completedActivities.find((entry) => entry.activityId === 'work');
    expect(work).to.include({ isCancelled: true, cancellationReason: "Interrupted by event sub-process 'esp'" });
  });

  it('shows a boundary event only when it has fired, with the reason on its host', async () => {
    const beside = boundary('cut', 'work', onMessage('m')) + boundary('never', 'work', onTimer('PT1H'));
    await deploy(service.url, processOf('cut-off', message('m', 'cut'), [task('work')], beside));
    const [id, before] = await started('cut-off');
    expect(before.completedActivityIds).to.deep.equal(['start']);
    expectJson(await send('message', { MessageName: 'cut' }));
    const state = await stateOf(service.url, id);
    expect(typesOf(state.completedActivities)).to.deep.equal([
      'start StartEvent',
      'work Task',
      'cut BoundaryEvent',
      'cut-end EndEvent',
    ]);
    expect(state.completedActivities[1]).to.include({
      isCancelled: true,
      cancellationReason: "Interrupted by boundary event 'cut'",
    });
  });

  it('names the losers behind an event-based gateway', async () => {
    const gate = ['<eventBasedGateway id="gate"/>', catching('wait', onMessage('m'))];
    const other = `${catching('late', onTimer('PT1H'))}${flow('f-late', 'gate', 'late')}`;
    await deploy(service.url, processOf('race', message('m', 'race'), gate, other));
    const [id, before] = await started('race');
    expect(typesOf(before.activeActivities)).to.deep.equal(['wait IntermediateCatchEvent', 'late IntermediateCatchEvent']);
    expect(typesOf(before.completedActivities)).to.deep.equal(['start StartEvent', 'gate EventBasedGateway']);
    expectJson(await send('message', { MessageName: 'race' }));
    const late = (await stateOf(service.url, id)).completedActivities.find((entry) => entry.activityId === 'late');
    expect(late).to.include({ isCancelled: true, cancellationReason: 'Another event was first' });
  });

  it('shows the host of a multi-instance as MultiInstance and its iterations with the type of the element', async () => {
    const loop =
      '<userTask id="n"><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics></userTask>';
    await deploy(service.url, sequence('many', loop));
    const [, state] = await started('many', { a: 1 });
    expect(typesOf(state.activeActivities)).to.deep.equal(['n MultiInstance', 'n UserTask', 'n UserTask']);
    expect(state.activeActivityIds).to.deep.equal(['n', 'n', 'n']);
    const [root, ...iterations] = state.variableStates.map(({ variables }) => variables);
    expect(root).to.deep.equal({ a: 1 });
    expect(iterations).to.deep.equal([{ loopCounter: 0 }, { loopCounter: 1 }]);
  });

  it('carries the child on a call activity that has started it, during and after', async () => {
    await deploy(service.url, sequence('leaf', task('inner')));
    await deploy(service.url, sequence('caller', '<callActivity id="call" calledElement="leaf"/>'));
    const [id, state] = await started('caller');
    const [call] = state.activeActivities as readonly CallEntry[];
    expect(call?.childWorkflowInstanceId).to.match(GUID);
    const child = call?.childWorkflowInstanceId ?? '';
    const childState = expectJson(await get(service.url, `/Instances/${child}/state`));
    expect(childState).to.deep.include({ activeActivityIds: ['inner'], businessId: null });
    expect(childState.processDefinitionId).to.match(/^leaf:1:/);
    const listed = expectJson(await get(service.url, '/Definitions/leaf/instances'));
    expect(listed.items.map((item: { instanceId: string }) => item.instanceId)).to.deep.equal([child]);
    await send('complete-activity', { WorkflowInstanceId: child, ActivityId: 'inner', Variables: { got: 1 } });
    const ended = await until(
      () => stateOf(service.url, id),
      ({ isCompleted }) => isCompleted,
    );
    const [, after] = ended.completedActivities as readonly CallEntry[];
    expect([after?.activityId, after?.childWorkflowInstanceId]).to.deep.equal(['call', child]);
    expect(ended.variableStates[0]?.variables).to.deep.equal({ got: 1 });
  });

  it('fails the caller with the code of its child when the child fails (docs/contributing/spec/http.md#process-failures-are-no-errors)', async () => {
    const bad = script('bad', 'throw new BpmnError("E7", "broken")');
    await deploy(service.url, sequence('bad-leaf', bad));
    await deploy(service.url, sequence('bad-caller', '<callActivity id="call" calledElement="bad-leaf"/>'));
    const [, state] = await started('bad-caller');
    expect([state.isCompleted, state.isFailed]).to.deep.equal([true, true]);
    const call = state.completedActivities.find((entry) => entry.activityId === 'call') as CallEntry;
    expect(call.errorState).to.deep.equal({ code: 'E7', message: 'broken' });
    expect((await stateOf(service.url, call.childWorkflowInstanceId ?? '')).isFailed).to.equal(true);
  });

  it('answers 500 as the code of every fault that is not a code of the model', async () => {
    await deploy(service.url, sequence('lost-call', '<callActivity id="call" calledElement="never-deployed"/>'));
    const [, state] = await started('lost-call');
    expect(state.completedActivities.find((entry) => entry.activityId === 'call')?.errorState).to.deep.equal({
      code: '500',
      message: "Process 'never-deployed' is not deployed",
    });
  });

  it('lists the conditions of flows inside sub-processes too', async () => {
    const inner = `<startEvent id="in"/><exclusiveGateway id="gate"/>${task('t')}${flow('f-in', 'in', 'gate')}${flow('f-c', 'gate', 't', 'x > 1')}`;
    await deploy(service.url, sequence('deep', `<subProcess id="sub">${inner}</subProcess>`));
    const [, state] = await started('deep', { x: 2 });
    expect(state.conditionSequences).to.deep.equal([
      { sequenceFlowId: 'f-c', condition: 'x > 1', sourceActivityId: 'gate', targetActivityId: 't', result: true },
    ]);
  });

  it('has a scope for each path and each body that runs, the root scope first', async () => {
    const forked = `<startEvent id="s"/><parallelGateway id="fork"/>${script('set', 'mine = 1')}${task('hold')}${task('other')}`;
    const flows = flow('a', 's', 'fork') + flow('b', 'fork', 'set') + flow('c', 'set', 'hold') + flow('d', 'fork', 'other');
    await deploy(service.url, model('paths', forked + flows));
    const [, state] = await started('paths', { a: 1 });
    expect(state.variableStates.map(({ variables }) => variables)).to.deep.equal([{ a: 1 }, { mine: 1 }, {}]);
    const ids = new Set(state.variableStates.map(({ variablesId }) => variablesId));
    for (const entry of state.activeActivities as readonly (Entry & { variablesStateId: string })[])
      expect(ids).to.include(entry.variablesStateId);
  });

  itFull(
    'cancels active parts and takes subscriptions, timers and user tasks away when a failure ends the instance',
    async () => {
      const fork = '<parallelGateway id="fork"/>';
      const nodes = `${catching('wait', onMessage('m'))}${task('go')}${script('bad', 'x = nothing.at.all * 2')}`;
      const flows =
        flow('f-w', 'fork', 'wait') + flow('f-g', 'fork', 'go') + flow('f-b', 'go', 'bad') + flow('f-x', 'bad', 'end');
      const esp = eventSubProcess('esp', onMessage('m'), false);
      /** An instance that fails before its timer is due; a slow machine needs a longer timer. */
      const fallen = async (seconds: number): Promise<{ id: string; taskId?: string; state: State; seconds: number }> => {
        const beside = nodes + flows + boundary('soon', 'review', onTimer(`PT${seconds}S`), false);
        await deploy(service.url, processOf('falls', message('m', 'fall'), [fork, userTask('review')], beside + esp));
        const [id, before] = await started('falls');
        const taskId = before.activeActivities.find((entry) => entry.activityId === 'review')?.activityInstanceId ?? '';
        await send('complete-activity', { WorkflowInstanceId: id, ActivityId: 'go' });
        const state = await stateOf(service.url, id);
        return state.completedActivityIds.includes('soon') ? fallen(2 * seconds) : { id, taskId, state, seconds };
      };
      const { id, taskId, state, seconds } = await fallen(0.3);
      expect([state.isFailed, state.activeActivities.length]).to.deep.equal([true, 0]);
      const reasons = state.completedActivities.filter((entry) => entry.isCancelled).map((entry) => entry.cancellationReason);
      expect(reasons).to.deep.equal(['Instance failed', 'Instance failed']);
      expect((await get(service.url, `/UserTasks/${taskId}`)).status).to.equal(404);
      expect((await send('message', { MessageName: 'fall' })).status).to.equal(404);
      await deploy(service.url, processOf('fall-clock', '', [catching('wait', onTimer(`PT${(seconds + 0.1).toFixed(1)}S`))]));
      const [clock] = await started('fall-clock');
      await until(
        () => stateOf(service.url, clock),
        ({ isCompleted }) => isCompleted,
      );
      expect(await stateOf(service.url, id)).to.deep.equal(state);
    },
  );
});
