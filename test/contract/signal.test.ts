import { expect } from 'chai';
import { itKeepsCommonRefusals, itKeepsVariableRules } from '../support/http/common-refusals.ts';
import { expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { post } from '../support/http/http-client.ts';
import { deploy, start, stateOf } from '../support/http/steps.ts';
import { signalElement, signalWait, startedBySignal, withRoot } from '../support/models/event-models.ts';
import { flow, model, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const PATH = '/Execution/signal';

describe('POST /Execution/signal (docs/contributing/spec/http/execution.md#signal)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, signalWait('listening', 'wait', 'alarm'));
  });
  after(() => service.stop());
  const send = (SignalName: unknown, more: object = {}) => post(service.url, PATH, { SignalName, ...more });

  itKeepsCommonRefusals(() => service.url, { path: PATH });
  itKeepsVariableRules(
    () => service.url,
    () => PATH,
    () => ({ SignalName: 'alarm' }),
  );

  it('answers 400 when SignalName is not a text, missing, null, blank or cannot be stored', async () => {
    expectProblem(await send(1), 400, 'SignalName must be a string.', PATH);
    for (const name of [undefined, null, '', ' ']) expectError(await send(name), 400, 'SignalName is required');
    expectProblem(await send('\ud800'), 400, 'SignalName contains a character that cannot be stored.', PATH);
  });

  it('answers 404 when no subscription and no active start event has the name, case counts', async () => {
    expectError(await send('unheard'), 404, "No active subscription found for signal 'unheard'");
    await start(service.url, 'listening');
    expect((await send('Alarm')).status).to.equal(404);
  });

  it('resumes everyone who waits and starts every active key, resumed ones first', async () => {
    await deploy(service.url, signalWait('hearing', 'wait', 'all'));
    for (const key of ['z-started', 'a-started', 'm-disabled'])
      await deploy(service.url, startedBySignal(key, 'all', task('pack')));
    expectJson(await post(service.url, '/Definitions/disable', { ProcessDefinitionKey: 'm-disabled' }));
    const waiting = [await start(service.url, 'hearing'), await start(service.url, 'hearing')];
    const { DeliveredCount, WorkflowInstanceIds } = expectJson(await send('all', { Variables: { level: 3 } }));
    expect(DeliveredCount).to.equal(4);
    expect(WorkflowInstanceIds.slice(0, 2)).to.deep.equal(waiting);
    const states = await Promise.all(WorkflowInstanceIds.map((id: string) => stateOf(service.url, id)));
    expect(states.map((state) => state.variableStates[0].variables)).to.deep.equal(Array(4).fill({ level: 3 }));
    expect(states.slice(0, 2).map((state) => state.isCompleted)).to.deep.equal([true, true]);
    const startedKeys = states.slice(2).map((state) => state.processDefinitionId.split(':')[0]);
    expect(startedKeys).to.deep.equal(['a-started', 'z-started']);
    expect(states.map((state) => state.businessId)).to.deep.equal(Array(4).fill(null));
  });

  it('counts each subscription and lists each instance once when an instance has two', async () => {
    const caught = ['left', 'right'].map(
      (id) => `<intermediateCatchEvent id="${id}"><signalEventDefinition signalRef="signal"/></intermediateCatchEvent>`,
    );
    const content = [
      '<startEvent id="s"/><parallelGateway id="fork"/><endEvent id="e1"/><endEvent id="e2"/>',
      ...caught,
      flow('f0', 's', 'fork'),
      flow('f1', 'fork', 'left'),
      flow('f2', 'fork', 'right'),
      flow('f3', 'left', 'e1'),
      flow('f4', 'right', 'e2'),
    ].join('');
    await deploy(service.url, withRoot(signalElement('pair'), model('pairs', content)));
    const id = await start(service.url, 'pairs');
    expect(expectJson(await send('pair'))).to.deep.equal({ DeliveredCount: 2, WorkflowInstanceIds: [id] });
  });

  it('is taken once by each when it is sent again', async () => {
    const id = await start(service.url, 'listening');
    const first = expectJson(await send('alarm'));
    expect(first.WorkflowInstanceIds).to.include(id);
    expect((await send('alarm')).status).to.equal(404);
  });
});
