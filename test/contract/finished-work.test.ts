import { expect } from 'chai';
import { createBatch, endedBatch } from '../support/batches.ts';
import { charge, charged, countedRepairs, READY, risk, withIncidents } from '../support/counted-repairs.ts';
import { expectEmpty, expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, stateOf, until } from '../support/http/steps.ts';
import { customTask, withZeebe } from '../support/models/custom-task-models.ts';
import { flow, model, script, sequence, task, userTask } from '../support/models/models.ts';
import { itFull } from '../support/tier.ts';

describe('a repair does not repeat finished work (docs/contributing/spec/forks.md#finished-work)', () => {
  const { service, stub, failing, begin, act, failed, completed, at, incidentOf, variablesOf, callsOf } = countedRepairs();

  describe('by each way of repair', () => {
    before(async () => {
      await deploy(service.url, charged('plain', risk()));
      await deploy(service.url, withIncidents(charged('kept', risk())));
      await deploy(service.url, charged('waiting', userTask('ask')));
    });

    it('makes no further call when a failed instance is retried', async () => {
      const { instanceId, calls } = await begin('plain');
      await failed(instanceId);
      expect(await act(instanceId, 'revive', { Variables: READY })).to.deep.equal({
        WorkflowInstanceId: instanceId,
        Step: 1,
        IsFork: false,
        IsDryRun: false,
        Repeats: [{ ActivityId: 'risk', RetryDoes: 'enter' }],
        SinceThen: [],
      });
      await completed(instanceId);
      expect(calls()).to.have.length(1);
      expect(await variablesOf(instanceId)).to.include({ done: 'ann' });
    });

    it('keeps the failure once, with its time', async () => {
      const { instanceId } = await begin('plain');
      await failed(instanceId);
      const risksOf = async () =>
        (await stateOf(service.url, instanceId)).completedActivities.filter(({ activityId }) => activityId === 'risk');
      const before = await risksOf();
      await act(instanceId, 'revive', { Variables: READY });
      await completed(instanceId);
      const [kept, ...others] = await risksOf();
      expect([kept]).to.deep.equal(before);
      expect(others.map(({ errorState }) => errorState)).to.deep.equal([null]);
      const { items } = expectJson(await get(service.url, `/Instances/${instanceId}/history?pageSize=100`));
      const types = items.map(({ type }: { type: string }) => type);
      expect(types.filter((type: string) => type === 'ActivityFailed')).to.have.length(1);
    });

    it('names what will run again, and does nothing, when it is a dry run', async () => {
      const { instanceId, calls } = await begin('plain');
      await failed(instanceId);
      const plan = await act(instanceId, 'revive', { DryRun: true, Variables: READY });
      expect(plan).to.include({ WorkflowInstanceId: instanceId, IsDryRun: true, IsFork: false });
      expect(plan.Repeats).to.deep.equal([{ ActivityId: 'risk', RetryDoes: 'enter' }]);
      expect([(await stateOf(service.url, instanceId)).isFailed, calls().length]).to.deep.equal([true, 1]);
    });

    it('makes no further call when the retry fails again, and is repeated', async () => {
      const { instanceId, calls } = await begin('plain');
      await failed(instanceId);
      for (const variables of [{}, { a: 1 }, { b: 2 }]) await act(instanceId, 'revive', { Variables: variables });
      await failed(instanceId);
      await act(instanceId, 'revive', { Variables: READY });
      await completed(instanceId);
      expect(calls()).to.have.length(1);
      expect(await variablesOf(instanceId)).to.include({ a: 1, b: 2, done: 'ann' });
    });

    it('makes no further call when failed instances are retried by a batch', async () => {
      const { instanceId, calls } = await begin('plain');
      await failed(instanceId);
      await endedBatch(service.url, await createBatch(service.url, { Operation: 'revive', Ids: [instanceId], Variables: READY }));
      await completed(instanceId);
      expect(calls()).to.have.length(1);
    });

    it('makes no further call when variables are edited and the incident is retried, alone or by a batch', async () => {
      for (const isBatch of [false, true]) {
        const { instanceId, calls } = await begin('kept');
        const incidentId = await incidentOf(instanceId);
        await act(instanceId, 'variables', { Variables: READY });
        if (isBatch) await endedBatch(service.url, await createBatch(service.url, { Operation: 'retry', Ids: [incidentId] }));
        else expectEmpty(await post(service.url, `/Incidents/${incidentId}/retry`, {}));
        await completed(instanceId);
        expect(calls()).to.have.length(1);
      }
    });

    it('calls again, under another key, when a token is moved before the call or a fork starts before it', async () => {
      const { instanceId, calls } = await begin('waiting');
      await at(instanceId, 'ask');
      await act(instanceId, 'modify', { instructions: [{ cancel: { element: 'ask' } }, { startBefore: { element: 'charge' } }] });
      await until(
        async () => calls().length,
        (count) => count === 2,
      );
      await at(instanceId, 'ask');
      const { WorkflowInstanceId: forkId } = await act(instanceId, 'fork', { Step: 1 });
      await at(forkId, 'ask');
      expect(new Set(calls().map(({ headers }) => headers['idempotency-key'])).size).to.equal(3);
      expect(calls()).to.have.length(3);
    });

    it('makes no further call when a token is moved, the instance is forked behind the call, moved to a version, suspended and resumed', async () => {
      const { instanceId, calls } = await begin('waiting');
      await at(instanceId, 'ask');
      await act(instanceId, 'modify', { instructions: [{ cancel: { element: 'ask' } }, { startBefore: { element: 'ask' } }] });
      const { WorkflowInstanceId: forkId } = await act(instanceId, 'fork', { Step: 2 });
      await deploy(service.url, charged('waiting', userTask('ask'), task('more')));
      const { processDefinitionId } = await stateOf(service.url, (await begin('waiting')).instanceId);
      await act(instanceId, 'migrate', { DefinitionId: processDefinitionId });
      await act(instanceId, 'suspend');
      await act(instanceId, 'resume');
      await at(forkId, 'ask');
      await at(instanceId, 'ask');
      expect(calls()).to.have.length(1);
    });
  });

  itFull('makes exactly one further call, which completes, when the call itself has failed', async () => {
    await deploy(service.url, charged('declined', task('rest')));
    const path = '/declined-once';
    failing.set(path, 1);
    const instanceId = await start(service.url, 'declined', { Variables: { url: stub.url + path } });
    await failed(instanceId);
    await act(instanceId, 'revive');
    await at(instanceId, 'rest');
    const seen = stub.requests.filter((request) => request.path === path).map(({ headers }) => headers['idempotency-key']);
    expect(seen).to.have.length(2);
    // the first call may have had an effect: the other side can see that it is the same
    expect(new Set(seen).size).to.equal(1);
  });

  itFull('keeps a user task that is finished and a job that waits next to a branch that fails', async () => {
    const branches =
      `<startEvent id="start"/><parallelGateway id="split"/>${charge()}${customTask('slow', 'nobody-does-this')}` +
      `${userTask('ask')}${risk()}<parallelGateway id="join"/><endEvent id="end"/>` +
      flow('a', 'start', 'split') +
      flow('b', 'split', 'charge') +
      flow('c', 'split', 'slow') +
      flow('d', 'split', 'ask') +
      flow('e', 'charge', 'join') +
      flow('f', 'slow', 'join') +
      flow('g', 'ask', 'risk') +
      flow('h', 'risk', 'join') +
      flow('i', 'join', 'end');
    await deploy(service.url, withZeebe(model('branches', branches)));
    const { instanceId, calls } = await begin('branches');
    await until(
      async () => calls().length,
      (count) => count === 1,
    );
    await at(instanceId, 'ask', 'join', 'slow');
    const slow = await activeEntry(service.url, instanceId, 'slow');
    const fetch = async () =>
      expectJson(await post(service.url, '/custom-tasks/nobody-does-this/fetch-and-lock', { WorkerId: 'w', WaitSeconds: 60 }))
        .tasks[0];
    const { lockToken: late } = await fetch();
    const taskId = await activeEntry(service.url, instanceId, 'ask');
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'ann' }));
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/complete`, { UserId: 'ann' }));
    await failed(instanceId);
    await act(instanceId, 'revive', { Variables: READY });
    await at(instanceId, 'join', 'slow');
    expect(await activeEntry(service.url, instanceId, 'slow')).to.equal(slow);
    const again = await fetch();
    expect([again.activityInstanceId, again.idempotencyKey]).to.deep.equal([slow, slow]);
    const complete = (LockToken: string) => post(service.url, `/custom-tasks/${slow}/complete`, { LockToken, Variables: {} });
    // the worker that had the job before the failure comes too late; the one that has it now is not taken for a repeat
    expect((await complete(late)).status).to.equal(409);
    expect((await complete(again.lockToken)).status).to.equal(200);
    await completed(instanceId);
    expect(calls()).to.have.length(1);
  });

  it('stores the result of before when the mapping of an output has failed', async () => {
    const xml = withZeebe(sequence('mapped', charge('charge', { total: '=assert(extra, extra != null)' })));
    expect(await callsOf(xml, 'mapped', { extra: { amount: 4 } })).to.deep.equal([1, 1]);
  });

  it('evaluates only the condition when that of a gateway has failed', async () => {
    const nodes =
      `<startEvent id="start"/>${charge()}<exclusiveGateway id="choose"/><endEvent id="end"/>` +
      flow('a', 'start', 'charge') +
      flow('b', 'charge', 'choose') +
      flow('c', 'choose', 'end', 'ready.by == "ann"');
    expect(await callsOf(withZeebe(model('gateway', nodes)), 'gateway')).to.deep.equal([1, 1]);
  });

  it('calls only the listener when that has failed', async () => {
    const listener =
      '<zeebe:executionListeners><zeebe:executionListener eventType="end" type="note" retries="1"/></zeebe:executionListeners>';
    const listened = charge().replace('</extensionElements>', `${listener}</extensionElements>`);
    // only files of Camunda 8 have these listeners
    await deploy(service.url, withZeebe(sequence('listened', listened)).replace(/xmlns:(camunda|fleans)="[^"]*"/g, ''));
    const { instanceId, calls } = await begin('listened');
    const fetch = async () =>
      expectJson(await post(service.url, '/custom-tasks/note/fetch-and-lock', { WorkerId: 'w', WaitSeconds: 60 })).tasks[0];
    const end = async (how: string, body: object) => {
      const { activityInstanceId, lockToken } = await fetch();
      const path = `/custom-tasks/${activityInstanceId}/${how}`;
      expect((await post(service.url, path, { LockToken: lockToken, ...body })).status).to.equal(200);
    };
    await end('fail', { ErrorMessage: 'no', IsRetryable: false });
    await failed(instanceId);
    await act(instanceId, 'revive');
    await end('complete', { Variables: {} });
    await completed(instanceId);
    expect(calls()).to.have.length(1);
  });

  itFull('enters only the iteration that has failed, in a sequential and in a parallel loop', async () => {
    for (const isSequential of [true, false]) {
      const loop =
        `<multiInstanceLoopCharacteristics isSequential="${isSequential}"><extensionElements>` +
        '<zeebe:loopCharacteristics inputCollection="=[1, 2, 3]" inputElement="item"/></extensionElements></multiInstanceLoopCharacteristics>';
      const inner = `<startEvent id="in"/>${charge()}${script('check', 'ok = item == 2 ? ready.by : item')}${flow('x', 'in', 'charge')}${flow('y', 'charge', 'check')}`;
      const key = `each-${isSequential}`;
      const [before, after] = await callsOf(withZeebe(sequence(key, `<subProcess id="sub">${inner}${loop}</subProcess>`)), key);
      if (isSequential) expect([before, after]).to.deep.equal([2, 3]);
      else expect(after, `${before} calls before the failure`).to.be.within(3, 4);
    }
  });

  it('runs again only the script when it has failed in an event sub-process', async () => {
    const handler =
      '<subProcess id="handler" triggeredByEvent="true"><startEvent id="caught"><errorEventDefinition errorRef="e"/></startEvent>' +
      `${charge('refund')}${risk('check')}${flow('x', 'caught', 'refund')}${flow('y', 'refund', 'check')}</subProcess>`;
    const nodes =
      `<startEvent id="start"/>${charge()}<endEvent id="end"><errorEventDefinition errorRef="e"/></endEvent>` +
      flow('a', 'start', 'charge') +
      flow('b', 'charge', 'end');
    const xml = withZeebe(model('event-sub', nodes + handler)).replace('<process', '<error id="e" errorCode="E"/><process');
    expect(await callsOf(xml, 'event-sub')).to.deep.equal([2, 2]);
  });

  it('waits until the instance is resumed when its process is suspended', async () => {
    await deploy(service.url, charged('halted', risk()));
    const { instanceId, calls } = await begin('halted');
    await failed(instanceId);
    expect((await post(service.url, '/Definitions/halted/suspend', {})).status).to.be.below(300);
    await act(instanceId, 'revive', { Variables: READY });
    expect((await stateOf(service.url, instanceId)).isCompleted).to.equal(false);
    expect((await post(service.url, '/Definitions/halted/resume', {})).status).to.be.below(300);
    await completed(instanceId);
    expect(calls()).to.have.length(1);
  });
});
