import { expect } from 'chai';
import { createBatch, endedBatch } from '../support/batches.ts';
import { expectEmpty, expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, type State, start, stateOf, until } from '../support/http/steps.ts';
import { customTask, withZeebe } from '../support/models/custom-task-models.ts';
import { flow, model, script, sequence, task, userTask } from '../support/models/models.ts';
import { type StubServer, startStub } from '../support/servers/stub-server.ts';
import { startService, type TestService } from '../support/service.ts';

/** What repairs an instance whose script fails until `ready` is set. */
const READY = { ready: { by: 'ann' } };
const INCIDENTS = 'isExecutable="true" onFailure="incident"';

const charge = (id = 'charge', outputs: Record<string, string> = {}) =>
  customTask(id, 'rest-call', { inputs: { method: 'POST', url: '=url' }, outputs });
const risk = (id = 'risk') => script(id, 'done = ready.by');
const charged = (key: string, ...nodes: readonly string[]) => withZeebe(sequence(key, charge(), ...nodes));
const withIncidents = (xml: string) => xml.replace('isExecutable="true"', INCIDENTS);

describe('a repair does not repeat finished work (docs/contributing/spec/forks.md#finished-work)', () => {
  let service: TestService;
  let stub: StubServer;
  /** paths whose next calls fail, and how many of them */
  const failing = new Map<string, number>();
  before(async () => {
    stub = await startStub(({ path }, response) => {
      const left = failing.get(path) ?? 0;
      failing.set(path, left - 1);
      response.writeHead(left > 0 ? 402 : 200, { 'content-type': 'application/json' }).end('{"ok":1}');
    });
    service = await startService({ env: { Plugins__RestCall__DenyPrivateNetworks: 'false' } });
  });
  after(async () => {
    await service.stop();
    await stub.close();
  });

  let cases = 0;
  /** Starts an instance with its own path; gives its id and the calls that this path has seen. */
  async function begin(key: string, more: object = {}) {
    cases += 1;
    const path = `/${key}-${cases}`;
    const instanceId = await start(service.url, key, { Variables: { url: stub.url + path, ...more } });
    return { instanceId, path, calls: () => stub.requests.filter((request) => request.path === path) };
  }
  const act = async (instanceId: string, verb: string, body: object = {}) => {
    const answer = await post(service.url, `/Instances/${instanceId}/${verb}`, body);
    expect(answer.status, answer.text).to.equal(200);
    return answer.text === '' ? undefined : expectJson(answer);
  };
  const become = (instanceId: string, is: (state: State) => boolean) => until(() => stateOf(service.url, instanceId), is);
  const failed = (instanceId: string) => become(instanceId, ({ isFailed }) => isFailed);
  const completed = (instanceId: string) => become(instanceId, ({ isCompleted, isFailed }) => isCompleted && !isFailed);
  const at = (instanceId: string, ...ids: readonly string[]) =>
    become(instanceId, ({ activeActivityIds }) => [...activeActivityIds].sort().join() === [...ids].sort().join());
  const incidentOf = async (instanceId: string) => {
    const found = await until(
      async () => expectJson(await get(service.url, `/Incidents?filters=InstanceId==${instanceId}`)).items,
      (items) => items.length === 1,
    );
    return found[0].incidentId as string;
  };
  const variablesOf = async (instanceId: string) => (await stateOf(service.url, instanceId)).variableStates[0]?.variables ?? {};

  /** Deploys, lets the instance fail, retries it and lets it complete; gives how often the server was called before and in all. */
  async function callsOf(xml: string, key: string, repaired: object = READY, more: object = {}): Promise<readonly number[]> {
    await deploy(service.url, xml);
    const { instanceId, calls } = await begin(key, more);
    await failed(instanceId);
    const before = calls().length;
    expect(await act(instanceId, 'revive', { Variables: repaired })).to.include({
      WorkflowInstanceId: instanceId,
      IsFork: false,
    });
    await completed(instanceId);
    return [before, calls().length];
  }

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

    it('calls once more, under another key, when a token is moved before the call or a fork starts before it', async () => {
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

  it('makes exactly one further call, which completes, when the call itself has failed', async () => {
    await deploy(service.url, charged('declined', task('rest')));
    cases += 1;
    const path = `/declined-${cases}`;
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

  it('keeps a user task that is finished and a job that waits next to a branch that fails', async () => {
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

  it('enters only the iteration that has failed, in a sequential and in a parallel loop', async () => {
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

  describe('across calls', () => {
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

    it('makes one call per service when one of several called instances has failed while another one runs', async () => {
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
      const states = await Promise.all(
        (await instancesOf('one')).map(async (id) => [id, await stateOf(service.url, id)] as const),
      );
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

    it('lets called instances of other branches continue, and keeps one suspended that was', async () => {
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

    it('makes no further call when a batch retries callers and called instances together', async () => {
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
