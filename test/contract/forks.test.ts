import { expect } from 'chai';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectEmpty, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, stateOf, UNKNOWN_ID, until } from '../support/http/steps.ts';
import { callBesideMessage, scriptAndTask } from '../support/models/fork-models.ts';
import { threeBranches } from '../support/models/incident-models.ts';
import { script, sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const TYPE = 'charge-once';

describe('instances that continue from a step (docs/contributing/spec/forks.md)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, threeBranches('order', TYPE).replace(' onFailure="incident"', ''));
    await deploy(service.url, sequence('called', task('inside')));
    await deploy(service.url, callBesideMessage('calling', 'called'));
    await deploy(service.url, scriptAndTask('approval', [userTask('ask')]));
    await deploy(service.url, scriptAndTask('early', []));
    await deploy(service.url, sequence('two', task('a'), task('b')));
  });
  after(() => service.stop());

  const fork = (instanceId: string, body: object = {}) => post(service.url, `/Instances/${instanceId}/fork`, body);
  const revive = (instanceId: string, body: object = {}) => post(service.url, `/Instances/${instanceId}/revive`, body);
  const complete = async (WorkflowInstanceId: string, ActivityId: string, Variables = {}) =>
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId, ActivityId, Variables }));
  const activeOf = async (instanceId: string) => [...(await stateOf(service.url, instanceId)).activeActivityIds].sort();
  const variablesOf = async (instanceId: string) => (await stateOf(service.url, instanceId)).variableStates[0]?.variables;

  async function completeTask(instanceId: string, activityId: string): Promise<void> {
    const taskId = await activeEntry(service.url, instanceId, activityId);
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'ann' }));
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/complete`, { UserId: 'ann' }));
  }

  /** Takes the one task that waits, and fails or completes it. */
  async function work(instanceId: string, how: 'fail' | 'complete', body: object): Promise<void> {
    const taskId = await activeEntry(service.url, instanceId, 'charge');
    const asked = { WorkerId: 'w', MaxTasks: 100, WaitSeconds: 60 };
    const { tasks } = expectJson(await post(service.url, `/custom-tasks/${TYPE}/fetch-and-lock`, asked));
    const found = tasks.find(({ activityInstanceId }: { activityInstanceId: string }) => activityInstanceId === taskId);
    const answer = await post(service.url, `/custom-tasks/${taskId}/${how}`, { LockToken: found.lockToken, ...body });
    expect(answer.status, answer.text).to.equal(200);
  }

  describe('POST /Instances/{instanceId}/fork', () => {
    it('makes a new instance at the step when the old one has continued, and leaves the old one as it is', async () => {
      const instanceId = await start(service.url, 'two', { Variables: { x: 1 }, BusinessId: 'PO-1' });
      await complete(instanceId, 'a', { y: 2 });
      await complete(instanceId, 'b');
      const { WorkflowInstanceId: forkId, Step } = expectJson(
        await fork(instanceId, { Step: 1, Variables: { x: 5 }, Reason: 'wrong x' }),
      );
      expect([forkId === instanceId, Step]).to.deep.equal([false, 1]);
      const state = await stateOf(service.url, forkId);
      expect([state.activeActivityIds, state.isCompleted, state.businessId]).to.deep.equal([['a'], false, 'PO-1']);
      expect(await variablesOf(forkId)).to.deep.equal({ x: 5 });
      await complete(forkId, 'a');
      await complete(forkId, 'b');
      expect((await stateOf(service.url, forkId)).isCompleted).to.equal(true);
      expect(await variablesOf(instanceId)).to.deep.equal({ x: 1, y: 2 });
      const { items } = expectJson(await get(service.url, `/Instances/${forkId}/history?filters=Type==WorkflowRestored`));
      expect(items.map(({ data }: { data: object }) => data)).to.deep.equal([
        { fromWorkflowInstanceId: instanceId, step: 1, reason: 'wrong x' },
      ]);
    });

    it('begins as the old one began when no step is given, with the variables given over those of then', async () => {
      const instanceId = await start(service.url, 'two', { Variables: { x: 1, z: 1 } });
      await complete(instanceId, 'a', { y: 2 });
      const { WorkflowInstanceId: forkId, Step } = expectJson(await fork(instanceId, { Variables: { x: 5 }, Reason: 'again' }));
      expect(Step).to.equal(0);
      expect(await activeOf(forkId)).to.deep.equal(['a']);
      expect(await variablesOf(forkId)).to.deep.equal({ x: 5, z: 1 });
      const [begun] = expectJson(await get(service.url, `/Instances/${forkId}/history`)).items;
      expect([begun.type, begun.data.reason]).to.deep.equal(['WorkflowStarted', 'again']);
      expectProblem(await fork(instanceId, { Reason: 7 }), 400, 'Reason must be a string.', `/Instances/${instanceId}/fork`);
    });

    it('creates new subscriptions when a call and a message are open, and the old instance keeps its own', async () => {
      const instanceId = await start(service.url, 'calling', { Variables: { key: 'k1' } });
      const old = await stateOf(service.url, instanceId);
      const { WorkflowInstanceId: forkId } = expectJson(await fork(instanceId, { Step: 1, Variables: { key: 'k2' } }));
      const state = await stateOf(service.url, forkId);
      const childOf = ({ activeActivities }: typeof state) =>
        activeActivities.find(({ activityId }) => activityId === 'call')?.childWorkflowInstanceId as string;
      expect(childOf(state)).to.be.a('string').and.not.equal(childOf(old));
      const paid = (CorrelationKey: string) =>
        post(service.url, '/Execution/message', { MessageName: 'calling-paid', CorrelationKey });
      expect(expectJson(await paid('k2')).WorkflowInstanceIds).to.deep.equal([forkId]);
      expect(expectJson(await paid('k1')).WorkflowInstanceIds).to.deep.equal([instanceId]);
      await complete(childOf(state), 'inside');
      await completeTask(forkId, 'ask');
      expect((await stateOf(service.url, forkId)).isCompleted).to.equal(true);
      expect((await stateOf(service.url, instanceId)).isCompleted).to.equal(false);
    });

    it('can be forked again when it is a fork', async () => {
      const instanceId = await start(service.url, 'two');
      await complete(instanceId, 'a', { y: 2 });
      const first = expectJson(await fork(instanceId, { Step: 2 })).WorkflowInstanceId;
      const second = expectJson(await fork(first, { Step: 1, Variables: { z: 3 } })).WorkflowInstanceId;
      const third = expectJson(await fork(second, { Step: 1 })).WorkflowInstanceId;
      expect([await activeOf(third), await variablesOf(third)]).to.deep.equal([['b'], { y: 2, z: 3 }]);
      await complete(third, 'b');
      expect((await stateOf(service.url, third)).isCompleted).to.equal(true);
    });

    it('continues in another version when that has the same elements, and names the element when it has not', async () => {
      await deploy(service.url, sequence('versions', task('a'), task('b')));
      const instanceId = await start(service.url, 'versions');
      await deploy(service.url, sequence('versions', task('a'), task('c')));
      const { processDefinitionId: DefinitionId } = await stateOf(service.url, await start(service.url, 'versions'));
      const forkId = expectJson(await fork(instanceId, { Step: 1, DefinitionId })).WorkflowInstanceId;
      expect((await stateOf(service.url, forkId)).processDefinitionId).to.equal(DefinitionId);
      await complete(forkId, 'a');
      expect(await activeOf(forkId)).to.deep.equal(['c']);
      await complete(instanceId, 'a');
      const path = `/Instances/${instanceId}/fork`;
      const text =
        "The instance cannot continue from this step. Element 'b': the other version has no such element, and it is active. Choose an earlier step.";
      expectProblem(await fork(instanceId, { Step: 2, DefinitionId }), 409, text, path);
      const unknown = "Definition 'nothing' is not a version of process 'versions'.";
      expectProblem(await fork(instanceId, { DefinitionId: 'nothing' }), 404, unknown, path);
      const { processDefinitionId: other } = await stateOf(service.url, await start(service.url, 'two'));
      expectProblem(
        await fork(instanceId, { DefinitionId: other }),
        404,
        `Definition '${other}' is not a version of process 'versions'.`,
        path,
      );
    });

    it('is refused when the instance or the step is unknown, or the instance had ended there', async () => {
      expectProblem(await fork(UNKNOWN_ID), 404, `Workflow instance '${UNKNOWN_ID}' not found.`, `/Instances/${UNKNOWN_ID}/fork`);
      const instanceId = await start(service.url, 'two');
      const path = `/Instances/${instanceId}/fork`;
      expectProblem(
        await fork(instanceId, { Step: 2 }),
        400,
        'Step 2 does not exist. The last step of this instance is 1.',
        path,
      );
      expectEmpty(await post(service.url, `/Instances/${instanceId}/cancel`, {}));
      const ended = 'Step 2 is the end of the instance. Choose an earlier step.';
      expectProblem(await fork(instanceId, { Step: 2 }), 409, ended, path);
      for (const body of [{ Step: -1 }, { Step: 1.5 }, { Step: '1' }, { Step: 1e12 }, { Variables: [] }, { DefinitionId: 7 }])
        expect((await fork(instanceId, body)).status, JSON.stringify(body)).to.equal(400);
    });

    it('makes one fork when two ask for it under one key', async () => {
      const instanceId = await start(service.url, 'two');
      const headers = { 'Idempotency-Key': `fork-${instanceId}` };
      const answers = await Promise.all(
        [1, 2].map(() => post(service.url, `/Instances/${instanceId}/fork`, { Step: 1 }, headers)),
      );
      const ids = new Set(answers.map((answer) => expectJson(answer).WorkflowInstanceId));
      expect(ids.size).to.equal(1);
    });

    it('names what would run again, and makes no instance, when it is a dry run', async () => {
      const instanceId = await start(service.url, 'approval');
      await completeTask(instanceId, 'ask');
      const count = async () => expectJson(await get(service.url, '/Definitions/approval/instances')).totalCount;
      const before = await count();
      const plan = expectJson(await fork(instanceId, { Step: 1, DryRun: true }));
      expect(plan).to.deep.equal({
        WorkflowInstanceId: instanceId,
        Step: 1,
        IsDryRun: true,
        Repeats: ['ask', 'work'].map((ActivityId) => ({ ActivityId, RetryDoes: 'enter' })),
      });
      const waiting = await start(service.url, 'order', { Variables: { amount: 5 } });
      const { Repeats } = expectJson(await fork(waiting, { Step: 1, DryRun: true }));
      expect(Repeats).to.deep.equal([{ ActivityId: 'charge', RetryDoes: 'job' }]);
      expect(await count()).to.equal(before);
    });

    itKeepsCommonRefusals(() => service.url, { path: `/Instances/${UNKNOWN_ID}/fork` });
  });

  describe('POST /Instances/{instanceId}/revive', () => {
    it('opens the user task again and gives the custom task new attempts when it has failed next to others', async () => {
      const instanceId = await start(service.url, 'order', { Variables: { amount: 5 } });
      const taskId = await activeEntry(service.url, instanceId, 'approve');
      expectEmpty(await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'bob' }));
      await work(instanceId, 'fail', { ErrorMessage: 'card declined', ErrorCode: 'DECLINED', IsRetryable: false });
      expect((await stateOf(service.url, instanceId)).isFailed).to.equal(true);
      const answer = expectJson(await revive(instanceId, { Variables: { amount: 7 }, Reason: 'wrong amount' }));
      const restored = await get(service.url, `/Instances/${instanceId}/history?filters=Type==WorkflowRestored`);
      expect(expectJson(restored).items[0].data.reason).to.equal('wrong amount');
      expect(answer).to.deep.include({ WorkflowInstanceId: instanceId, Step: 2, IsFork: false, SinceThen: [] });
      const state = await stateOf(service.url, instanceId);
      expect([state.isFailed, state.isCompleted]).to.deep.equal([false, false]);
      expect([...state.activeActivityIds].sort()).to.deep.equal(['approve', 'charge', 'pack']);
      const again = expectJson(await get(service.url, `/UserTasks/${taskId}`));
      expect(again).to.include({ activityInstanceId: taskId, claimedBy: null });
      await completeTask(instanceId, 'approve');
      await complete(instanceId, 'pack');
      await work(instanceId, 'complete', { Variables: { receipt: 'R1' } });
      expect((await stateOf(service.url, instanceId)).isCompleted).to.equal(true);
      expect(await variablesOf(instanceId)).to.deep.equal({ amount: 7, receipt: 'R1' });
    });

    it('runs the script again with changed variables, and not the task before it, when the script has failed', async () => {
      const instanceId = await start(service.url, 'approval');
      await completeTask(instanceId, 'ask');
      expect((await stateOf(service.url, instanceId)).isFailed).to.equal(true);
      expect(expectJson(await revive(instanceId, { Variables: { ready: { by: 'ann' } } })).IsFork).to.equal(false);
      expect(await activeOf(instanceId)).to.deep.equal(['rest']);
      expect(await variablesOf(instanceId)).to.include({ done: 'ann' });
    });

    it('runs the script again in place when it has failed before it waited, as often as it is asked to', async () => {
      const instanceId = await start(service.url, 'early', { Variables: { x: 1 } });
      const again = expectJson(await revive(instanceId, { Variables: { y: 2 } }));
      expect(again).to.deep.include({ WorkflowInstanceId: instanceId, Step: 0, IsFork: false, SinceThen: [] });
      expect((await stateOf(service.url, instanceId)).isFailed).to.equal(true);
      expectJson(await revive(instanceId, { Variables: { ready: { by: 'bob' } } }));
      expect(await activeOf(instanceId)).to.deep.equal(['rest']);
      expect(await variablesOf(instanceId)).to.deep.equal({ x: 1, y: 2, ready: { by: 'bob' }, done: 'bob' });
    });

    it('continues when it was cancelled', async () => {
      const instanceId = await start(service.url, 'two');
      await complete(instanceId, 'a');
      expectEmpty(await post(service.url, `/Instances/${instanceId}/cancel`, {}));
      expectJson(await revive(instanceId));
      expect(await activeOf(instanceId)).to.deep.equal(['b']);
      await complete(instanceId, 'b');
      const { items } = expectJson(await get(service.url, `/Instances/${instanceId}/history?sorts=-Sequence`));
      expect(items[0].type).to.equal('WorkflowCompleted');
    });

    it('continues in place, with the same called instance, when both were cancelled', async () => {
      const instanceId = await start(service.url, 'calling', { Variables: { key: 'k9' } });
      const childOf = async () =>
        (await stateOf(service.url, instanceId)).activeActivities.find(({ activityId }) => activityId === 'call')
          ?.childWorkflowInstanceId as string;
      const child = await childOf();
      expectEmpty(await post(service.url, `/Instances/${instanceId}/cancel`, {}));
      const answer = expectJson(await revive(instanceId));
      expect(answer).to.include({ WorkflowInstanceId: instanceId, Step: 2, IsFork: false });
      expect(answer.SinceThen).to.deep.equal([{ Kind: 'CalledInstanceCancelled', ActivityId: 'call' }]);
      expect(await activeOf(instanceId)).to.deep.equal(['ask', 'call', 'paid']);
      await until(
        () => activeOf(child),
        (active) => active.includes('inside'),
      );
      expect(await childOf()).to.equal(child);
      await complete(child, 'inside');
      await until(
        () => activeOf(instanceId),
        (active) => !active.includes('call'),
      );
    });

    it('continues as a fork without a caller, and no second time, when it is a called instance', async () => {
      const instanceId = await start(service.url, 'calling', { Variables: { key: 'k8' } });
      const { activeActivities } = await stateOf(service.url, instanceId);
      const child = activeActivities.find(({ activityId }) => activityId === 'call')?.childWorkflowInstanceId as string;
      expectEmpty(await post(service.url, `/Instances/${child}/cancel`, {}));
      const answer = expectJson(await revive(child, { Reason: 'by mistake' }));
      const restored = `/Instances/${answer.WorkflowInstanceId}/history?filters=Type==WorkflowRestored`;
      expect(expectJson(await get(service.url, restored)).items[0].data.reason).to.equal('by mistake');
      expect([answer.IsFork, answer.SinceThen]).to.deep.equal([true, [{ Kind: 'CallerTold', ActivityId: null }]]);
      const text = `Workflow instance '${child}' was already restarted as instance '${answer.WorkflowInstanceId}'.`;
      expectProblem(await revive(child), 409, text, `/Instances/${child}/revive`);
      await complete(answer.WorkflowInstanceId, 'inside');
      expect((await stateOf(service.url, answer.WorkflowInstanceId)).isCompleted).to.equal(true);
    });

    it('is done once when two ask for it', async () => {
      for (const key of ['two', 'calling']) {
        const instanceId = await start(service.url, key, { Variables: { key: `twice-${key}` } });
        expectEmpty(await post(service.url, `/Instances/${instanceId}/cancel`, {}));
        const answers = await Promise.all([1, 2, 3].map(() => revive(instanceId)));
        expect(answers.map(({ status }) => status).sort(), key).to.deep.equal([200, 409, 409]);
      }
    });

    it('is refused when the instance runs, has completed or is unknown', async () => {
      const instanceId = await start(service.url, 'two');
      const path = `/Instances/${instanceId}/revive`;
      expectProblem(
        await revive(instanceId),
        409,
        `Workflow instance '${instanceId}' is still running. Only failed or cancelled instances can be restarted.`,
        path,
      );
      await complete(instanceId, 'a');
      await complete(instanceId, 'b');
      const completed = `Workflow instance '${instanceId}' has completed. Only failed or cancelled instances can be restarted. Fork it instead.`;
      expectProblem(await revive(instanceId), 409, completed, path);
      const unknown = `Workflow instance '${UNKNOWN_ID}' not found.`;
      expectProblem(await revive(UNKNOWN_ID), 404, unknown, `/Instances/${UNKNOWN_ID}/revive`);
    });

    it('counts and lists the instance as running when it was failed and is revived', async () => {
      await deploy(service.url, sequence('listed', userTask('ask'), script('work', 'nothing.at.all = 1')));
      const instanceId = await start(service.url, 'listed');
      const taskId = await activeEntry(service.url, instanceId, 'ask');
      expectEmpty(await post(service.url, `/UserTasks/${taskId}/fail`, { ErrorCode: 'E', ErrorMessage: 'no' }));
      expectJson(await revive(instanceId));
      await stateOf(service.url, instanceId);
      const { items, totalCount } = expectJson(
        await get(service.url, '/Definitions/listed/instances?filters=IsCompleted==false'),
      );
      expect([totalCount, items.length]).to.deep.equal([1, 1]);
    });

    itKeepsCommonRefusals(() => service.url, { path: `/Instances/${UNKNOWN_ID}/revive` });
  });
});
