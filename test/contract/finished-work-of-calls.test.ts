// tier all: takes 8 s; test/contract/finished-work.test.ts shows repairs of one instance

import { expect } from 'chai';
import { createBatch, endedBatch } from '../support/batches.ts';
import { charge, charged, countedRepairs, READY, risk, withIncidents } from '../support/counted-repairs.ts';
import { expectEmpty, expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, type State, stateOf, until } from '../support/http/steps.ts';
import { withZeebe } from '../support/models/custom-task-models.ts';
import { flow, model, sequence, userTask } from '../support/models/models.ts';
import { itFull } from '../support/tier.ts';

describe('a repair does not repeat finished work across calls (docs/contributing/spec/forks.md#called-instances)', () => {
  const { service, begin, act, become, failed, completed, incidentOf, variablesOf } = countedRepairs();

  const call = (calledElement: string, loop = '') =>
    `<callActivity id="call" calledElement="${calledElement}">${loop}</callActivity>`;
  const finish = async (instanceId: string, activityId: string) => {
    const taskId = await activeEntry(service.url, instanceId, activityId);
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'ann' }));
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/complete`, { UserId: 'ann' }));
  };
  /** Instances of a process, the oldest first, with their states. */
  const instancesOf = async (key: string) => {
    const { items } = expectJson(await get(service.url, `/Definitions/${key}/instances?sorts=CreatedAt`));
    return items.map(({ instanceId }: { instanceId: string }) => instanceId) as readonly string[];
  };

  it('makes one call per service when the instance at the top of three failed ones is retried', async () => {
    await deploy(service.url, charged('grandchild', risk()));
    await deploy(service.url, charged('child', call('grandchild')));
    await deploy(service.url, charged('parent', call('child')));
    const { instanceId, calls } = await begin('parent');
    await failed(instanceId);
    expect(calls()).to.have.length(3);
    const [[child], [grandchild]] = [await instancesOf('child'), await instancesOf('grandchild')];
    const plan = await act(instanceId, 'revive', { DryRun: true, Variables: READY });
    expect(plan.Repeats).to.deep.equal([
      { ActivityId: 'call', RetryDoes: 'enter' },
      { ActivityId: 'call', RetryDoes: 'enter', WorkflowInstanceId: child },
      { ActivityId: 'risk', RetryDoes: 'enter', WorkflowInstanceId: grandchild },
    ]);
    expect(await act(instanceId, 'revive')).to.include({ WorkflowInstanceId: instanceId, IsFork: false });
    await failed(instanceId);
    await act(instanceId, 'revive', { Variables: READY });
    await completed(instanceId);
    expect(calls()).to.have.length(3);
    // they are the same instances
    expect([await instancesOf('child'), await instancesOf('grandchild')]).to.deep.equal([[child], [grandchild]]);
    expect(await variablesOf(instanceId)).to.include({ done: 'ann' });
  });

  it('makes one call per service when a called instance in the middle is retried alone, and then its caller', async () => {
    await deploy(service.url, charged('inner', risk(), charge('notify')));
    await deploy(service.url, charged('middle', call('inner')));
    await deploy(service.url, charged('outer', call('middle')));
    const { instanceId, calls } = await begin('outer');
    await failed(instanceId);
    expect(calls()).to.have.length(3);
    const [middle = ''] = await instancesOf('middle');
    const { WorkflowInstanceId: fork, IsFork } = await act(middle, 'revive', { Variables: READY });
    await completed(fork);
    expect([IsFork, calls().length]).to.deep.equal([true, 4]);
    await act(instanceId, 'revive', { Variables: READY });
    await completed(instanceId);
    expect(calls()).to.have.length(4);
  });

  it('makes one call per service when a called instance is retried alone while its caller has an incident', async () => {
    await deploy(service.url, charged('called', risk(), charge('notify')));
    await deploy(service.url, withIncidents(charged('waits', call('called'))));
    const { instanceId, calls } = await begin('waits');
    const incidentId = await incidentOf(instanceId);
    expect(calls()).to.have.length(2);
    const [child = ''] = await instancesOf('called');
    const { WorkflowInstanceId: fork } = await act(child, 'revive', { Variables: READY });
    await completed(fork);
    expect(calls()).to.have.length(3);
    expectEmpty(await post(service.url, `/Incidents/${incidentId}/retry`, {}));
    await completed(instanceId);
    expect(calls()).to.have.length(3);
  });

  itFull('makes one call per service when one of several called instances has failed while another one runs', async () => {
    const route =
      `<startEvent id="start"/>${charge()}<exclusiveGateway id="by"/>${userTask('gate')}${userTask('ask')}${risk()}<endEvent id="end"/>` +
      flow('a', 'start', 'charge') +
      flow('b', 'charge', 'by') +
      flow('c', 'by', 'end', 'item == 1') +
      flow('d', 'by', 'gate', 'item == 2') +
      flow('e', 'by', 'ask', 'item == 3') +
      flow('f', 'gate', 'risk') +
      flow('g', 'risk', 'end') +
      flow('h', 'ask', 'end');
    await deploy(service.url, withZeebe(model('one', route)));
    const loop =
      '<multiInstanceLoopCharacteristics><extensionElements><zeebe:loopCharacteristics inputCollection="=[1, 2, 3]" inputElement="item"/>' +
      '</extensionElements></multiInstanceLoopCharacteristics>';
    await deploy(service.url, withZeebe(sequence('many', call('one', loop))));
    const { instanceId, calls } = await begin('many');
    const isReady = ([first, ...rest]: readonly State[]) =>
      rest.length === 2 && [first, ...rest].some((state) => state?.isCompleted);
    await until(async () => Promise.all((await instancesOf('one')).map((id) => stateOf(service.url, id))), isReady);
    const states = await Promise.all((await instancesOf('one')).map(async (id) => [id, await stateOf(service.url, id)] as const));
    const at = (activityId: string) => states.find(([, state]) => state.activeActivityIds.includes(activityId))?.[0] as string;
    const [second, third] = [at('gate'), at('ask')];
    await finish(second, 'gate');
    await failed(instanceId);
    expect(await act(instanceId, 'revive', { Variables: READY })).to.include({ IsFork: false });
    await completed(second);
    await become(third, ({ activeActivityIds }) => activeActivityIds.includes('ask'));
    await finish(third, 'ask');
    await completed(instanceId);
    expect(calls()).to.have.length(3);
    expect(await instancesOf('one')).to.have.length(3);
  });

  it('makes no further call when the incident of a call is retried', async () => {
    await deploy(service.url, charged('failing', risk()));
    await deploy(service.url, withIncidents(charged('caller', call('failing'))));
    const { instanceId, calls } = await begin('caller');
    const incidentId = await incidentOf(instanceId);
    await act(instanceId, 'variables', { Variables: READY });
    expectEmpty(await post(service.url, `/Incidents/${incidentId}/retry`, {}));
    await completed(instanceId);
    expect(calls()).to.have.length(2);
    expect(await instancesOf('failing')).to.have.length(1);
  });

  itFull('lets called instances of other branches continue, and keeps one suspended that was', async () => {
    const branches = ['first', 'second']
      .map((id) => `<callActivity id="${id}" calledElement="waiter"/>${flow(`to-${id}`, 'split', id)}`)
      .join('');
    const nodes = `<startEvent id="start"/><parallelGateway id="split"/>${branches}${userTask('ask')}${risk()}`;
    const flows = flow('a', 'start', 'split') + flow('b', 'split', 'ask') + flow('c', 'ask', 'risk');
    await deploy(service.url, charged('waiter', userTask('wait')));
    await deploy(service.url, withZeebe(model('beside', nodes + flows)));
    const { instanceId, calls } = await begin('beside');
    const [first = '', second = ''] = await until(
      () => instancesOf('waiter'),
      (ids) => ids.length === 2,
    );
    await become(first, ({ activeActivityIds }) => activeActivityIds.includes('wait'));
    await become(second, ({ activeActivityIds }) => activeActivityIds.includes('wait'));
    await act(second, 'suspend');
    await finish(instanceId, 'ask');
    await failed(instanceId);
    await act(instanceId, 'revive', { Variables: READY });
    await become(first, ({ activeActivityIds }) => activeActivityIds.includes('wait'));
    await finish(first, 'wait');
    await become(second, ({ isCancelled }) => !isCancelled);
    const { items } = expectJson(await get(service.url, '/Definitions/waiter/instances?filters=IsSuspended==true'));
    expect(items.map((item: { instanceId: string }) => item.instanceId)).to.include(second);
    await act(second, 'resume');
    await finish(second, 'wait');
    await completed(instanceId);
    expect(calls()).to.have.length(2);
  });

  itFull('makes no further call when a batch retries callers and called instances together', async () => {
    await deploy(service.url, charged('both', risk()));
    await deploy(service.url, charged('calls-both', call('both')));
    const { instanceId, calls } = await begin('calls-both');
    await failed(instanceId);
    const [child = ''] = await instancesOf('both');
    const batchId = await createBatch(service.url, { Operation: 'revive', Ids: [child, instanceId], Variables: READY });
    await endedBatch(service.url, batchId);
    await completed(instanceId);
    expect(calls()).to.have.length(2);
    expect(await instancesOf('both')).to.deep.equal([child]);
  });
});
