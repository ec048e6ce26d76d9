import { expect } from 'chai';
import { expectError, expectJson } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, post } from '../support/http/http-client.ts';
import { deploy, start, stateOf, until } from '../support/http/steps.ts';
import { boundary, catching, eventSubProcess, onSignal, processOf, signal, startedBy } from '../support/models/event-elements.ts';
import { flow, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const PATH = '/Execution/signal';

interface Reached {
  readonly DeliveredCount: number;
  readonly WorkflowInstanceIds: readonly string[];
}

describe('POST /Execution/signal, who is reached (docs/contributing/spec/http/execution.md#signal)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const send = (body: object): Promise<HttpAnswer> => post(service.url, PATH, body);
  const broadcast = async (SignalName: string, Variables?: object): Promise<Reached> =>
    expectJson(await send({ SignalName, Variables }));
  const nobody = (name: string) => `No active subscription found for signal '${name}'`;
  const keyOf = async (id: string) =>
    ((await stateOf(service.url, id)) as unknown as { processDefinitionId: string }).processDefinitionId.split(':')[0];

  itFull('resumes all who wait and starts all active keys, resumed ones first, started ones by key', async () => {
    const roots = signal('alarm');
    await deploy(service.url, processOf('hears', roots, [catching('wait', onSignal('alarm'))]));
    for (const key of ['s-b', 's-a', 's-B']) await deploy(service.url, startedBy(key, roots, onSignal('alarm')));
    expectJson(await post(service.url, '/Definitions/disable', { ProcessDefinitionKey: 's-b' }));
    const waiting = [await start(service.url, 'hears'), await start(service.url, 'hears')];
    const { DeliveredCount, WorkflowInstanceIds } = await broadcast('alarm', { level: 3 });
    expect(DeliveredCount).to.equal(4);
    expect(WorkflowInstanceIds.slice(0, 2)).to.deep.equal(waiting);
    expect(await Promise.all(WorkflowInstanceIds.slice(2).map(keyOf))).to.deep.equal(['s-B', 's-a']);
    for (const id of WorkflowInstanceIds) {
      const state = await stateOf(service.url, id);
      expect([state.isCompleted, state.businessId, state.variableStates[0]?.variables]).to.deep.equal([true, null, { level: 3 }]);
    }
  });

  it('never starts a key twice: a model with two start events of one name is refused', async () => {
    const two = `<startEvent id="other">${onSignal('double')}</startEvent>${flow('f-other', 'other', 'end')}`;
    const BpmnXml = startedBy('doubled', signal('double'), onSignal('double'), [], two);
    const answer = await post(service.url, '/Definitions/deploy', { BpmnXml });
    expect(answer.status).to.equal(400);
    expect(answer.json.error).to.match(/^Invalid BPMN: startEvent 'other': duplicate start event for 'double'/);
  });

  it('counts two subscriptions of one instance twice and lists it once', async () => {
    const fork = '<parallelGateway id="fork"/>';
    const two = `${catching('two', onSignal('pair'))}${flow('f-two', 'fork', 'two')}`;
    await deploy(service.url, processOf('paired', signal('pair'), [fork, catching('one', onSignal('pair'))], two));
    const id = await start(service.url, 'paired');
    expect(await broadcast('pair')).to.deep.equal({ DeliveredCount: 2, WorkflowInstanceIds: [id] });
    expect((await stateOf(service.url, id)).isCompleted).to.equal(true);
    expectError(await send({ SignalName: 'pair' }), 404, nobody('pair'));
  });

  it('leaves a subscription out that an earlier one of the same broadcast has closed', async () => {
    const cut = boundary('cut', 'wait', onSignal('first-wins'));
    const beside = cut + eventSubProcess('esp', onSignal('first-wins'));
    await deploy(service.url, processOf('once', signal('first-wins'), [task('wait')], beside));
    const id = await start(service.url, 'once');
    const { DeliveredCount, WorkflowInstanceIds } = await broadcast('first-wins');
    expect([DeliveredCount, WorkflowInstanceIds]).to.deep.equal([1, [id]]);
    const state = await stateOf(service.url, id);
    expect([state.isCompleted, state.isFailed]).to.deep.equal([true, false]);
    expect(state.completedActivityIds).to.include('esp').and.not.include('cut');
  });

  itFull(
    'reaches boundary events, event sub-processes and event-based gateways, and those that do not interrupt again',
    async () => {
      const roots = signal('reach');
      await deploy(service.url, processOf('reach-b', roots, [task('wait')], boundary('ping', 'wait', onSignal('reach'), false)));
      await deploy(service.url, processOf('reach-e', roots, [task('wait')], eventSubProcess('ping', onSignal('reach'), false)));
      const gate = ['<eventBasedGateway id="gate"/>', catching('wait', onSignal('reach'))];
      const other = `${catching('late', onSignal('never'))}${flow('f-late', 'gate', 'late')}`;
      await deploy(service.url, processOf('reach-g', roots + signal('never'), gate, other));
      const ids = [await start(service.url, 'reach-b'), await start(service.url, 'reach-e'), await start(service.url, 'reach-g')];
      expect(await broadcast('reach')).to.deep.equal({ DeliveredCount: 3, WorkflowInstanceIds: ids });
      expect(await broadcast('reach')).to.deep.equal({ DeliveredCount: 2, WorkflowInstanceIds: ids.slice(0, 2) });
      for (const id of ids.slice(0, 2)) {
        const { completedActivityIds } = await stateOf(service.url, id);
        expect(completedActivityIds.filter((name) => name === 'ping')).to.have.length(2);
      }
      expect((await stateOf(service.url, ids[2] ?? '')).isCompleted).to.equal(true);
    },
  );

  it('goes from one instance to others and to start events when it is thrown inside a process', async () => {
    const thrown = `<intermediateThrowEvent id="say">${onSignal('inside')}</intermediateThrowEvent>`;
    await deploy(service.url, processOf('listens', signal('inside'), [catching('wait', onSignal('inside'))]));
    await deploy(service.url, startedBy('begins', signal('inside'), onSignal('inside')));
    const own = eventSubProcess('esp', onSignal('inside'), false);
    await deploy(service.url, processOf('says', signal('inside'), [thrown], own));
    const waiting = await start(service.url, 'listens');
    const thrower = await stateOf(service.url, await start(service.url, 'says'));
    expect(thrower.completedActivityIds.filter((name) => name === 'esp')).to.have.length(1);
    await until(
      () => stateOf(service.url, waiting),
      (state) => state.isCompleted,
    );
    const begun = await until(
      async () => expectJson(await get(service.url, '/Definitions/begins/instances')).totalCount,
      (count) => count > 0,
    );
    expect(begun).to.equal(1);
  });
});
