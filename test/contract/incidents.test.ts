import { expect } from 'chai';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, stateOf, UNKNOWN_ID, until } from '../support/http/steps.ts';
import { raisedIncident, STUCK, threeBranches } from '../support/models/incident-models.ts';
import { sequence } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const TYPE = 'charge-card';

describe('/Incidents (docs/contributing/spec/incidents.md)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, STUCK);
    await deploy(service.url, threeBranches('order', TYPE));
  });
  after(() => service.stop());

  const incidentsOf = async (instanceId: string) =>
    expectJson(await get(service.url, `/Incidents?filters=InstanceId==${instanceId}`)).items;

  /** Takes the tasks that wait, and gives the lock of one. */
  async function lockOf(taskId: string) {
    const asked = { WorkerId: 'w', MaxTasks: 100, WaitSeconds: 60 };
    const { tasks } = expectJson(await post(service.url, `/custom-tasks/${TYPE}/fetch-and-lock`, asked));
    return tasks.find(({ activityInstanceId }: { activityInstanceId: string }) => activityInstanceId === taskId);
  }

  /** Takes the one task that waits, and fails or completes it. */
  async function work(instanceId: string, how: 'fail' | 'complete', body: object): Promise<void> {
    const taskId = await activeEntry(service.url, instanceId, 'charge');
    const task = await lockOf(taskId);
    const answer = await post(service.url, `/custom-tasks/${taskId}/${how}`, { LockToken: task.lockToken, ...body });
    expect(answer.status).to.equal(200);
  }

  it('lets the others continue when a custom task fails for good, and completes when it is retried and done', async () => {
    const instanceId = await start(service.url, 'order', { Variables: { amount: 5 } });
    await work(instanceId, 'fail', { ErrorMessage: 'card declined', ErrorCode: 'DECLINED', IsRetryable: false });
    const [incident, ...more] = await incidentsOf(instanceId);
    expect(more).to.deep.equal([]);
    expect(incident).to.include({
      workflowInstanceId: instanceId,
      activityId: 'charge',
      processDefinitionKey: 'order',
      errorCode: 'DECLINED',
      errorMessage: 'card declined',
      cause: 'givenByPlugin',
      retryDoes: 'job',
      count: 1,
    });
    expect(incident.activityInstanceId).to.equal(await activeEntry(service.url, instanceId, 'charge'));
    const taskId = await activeEntry(service.url, instanceId, 'approve');
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'ann' }));
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/complete`, { UserId: 'ann' }));
    const pack = { WorkflowInstanceId: instanceId, ActivityId: 'pack' };
    expectEmpty(await post(service.url, '/Execution/complete-activity', pack));
    expect((await stateOf(service.url, instanceId)).activeActivityIds).to.have.members(['charge', 'join']);
    expectEmpty(await post(service.url, `/Incidents/${incident.incidentId}/retry`));
    expect(await incidentsOf(instanceId)).to.deep.equal([]);
    await work(instanceId, 'complete', { Variables: { receipt: 'R1' } });
    const state = await stateOf(service.url, instanceId);
    expect(state.isCompleted).to.equal(true);
    expect(state.variableStates[0]?.variables).to.deep.equal({ amount: 5, receipt: 'R1' });
  });

  it('numbers attempts on when a job is retried: what belongs to an attempt of before comes too late', async () => {
    const instanceId = await start(service.url, 'order', { Variables: { amount: 5 } });
    const taskId = await activeEntry(service.url, instanceId, 'charge');
    const refused = { ErrorMessage: 'card declined', ErrorCode: 'DECLINED', IsRetryable: false };
    const first = await lockOf(taskId);
    expect((await post(service.url, `/custom-tasks/${taskId}/fail`, { LockToken: first.lockToken, ...refused })).status).to.equal(
      200,
    );
    const [{ incidentId }] = await incidentsOf(instanceId);
    expectEmpty(await post(service.url, `/Incidents/${incidentId}/retry`));
    const second = await lockOf(taskId);
    expect([first.attempt, second.attempt]).to.deep.equal([1, 2]);
    const late = await post(service.url, `/custom-tasks/${taskId}/complete`, { LockToken: first.lockToken });
    expect(late.status).to.equal(409);
    expect(
      (await post(service.url, `/custom-tasks/${taskId}/fail`, { LockToken: second.lockToken, ...refused })).status,
    ).to.equal(200);
    expect((await incidentsOf(instanceId))[0]).to.include({ incidentId, count: 2 });
  });

  it('is the same incident, counted on, when it fails again', async () => {
    const incidentId = await raisedIncident(service.url);
    const before = expectJson(await get(service.url, `/Incidents/${incidentId}`));
    expectEmpty(await post(service.url, `/Incidents/${incidentId}/retry`));
    const after = expectJson(await get(service.url, `/Incidents/${incidentId}`));
    expect(after).to.include({ count: 2, firstFailedAt: before.firstFailedAt, activityId: 'work', retryDoes: 'enter' });
  });

  it('continues behind what has failed, with the variables given, when it is resolved', async () => {
    const incidentId = await raisedIncident(service.url);
    const { workflowInstanceId } = expectJson(await get(service.url, `/Incidents/${incidentId}`));
    expectEmpty(await post(service.url, `/Incidents/${incidentId}/resolve`, { Variables: { done: 'by hand' } }));
    const state = await stateOf(service.url, workflowInstanceId);
    expect(state.isCompleted).to.equal(true);
    expect(state.variableStates[0]?.variables).to.deep.equal({ done: 'by hand' });
  });

  it('is 404 when there is no such incident, or it has ended', async () => {
    const text = (id: string) => `Incident '${id}' not found. It may be resolved, or the id is wrong.`;
    expectError(await get(service.url, `/Incidents/${UNKNOWN_ID}`), 404, text(UNKNOWN_ID));
    expectError(await post(service.url, `/Incidents/${UNKNOWN_ID}/retry`), 404, text(UNKNOWN_ID));
    const incidentId = await raisedIncident(service.url);
    expectEmpty(await post(service.url, `/Incidents/${incidentId}/resolve`, {}));
    expectError(await post(service.url, `/Incidents/${incidentId}/resolve`, {}), 404, text(incidentId));
    expectError(await get(service.url, `/Incidents/${incidentId}`), 404, text(incidentId));
  });

  it('is done once when two retry it under one key', async () => {
    const incidentId = await raisedIncident(service.url);
    const headers = { 'Idempotency-Key': `retry-${incidentId}` };
    const path = `/Incidents/${incidentId}/retry`;
    const answers = await Promise.all([1, 2].map(() => post(service.url, path, undefined, headers)));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(expectJson(await get(service.url, `/Incidents/${incidentId}`)).count).to.equal(2);
  });

  it('ends when its instance is cancelled', async () => {
    const instanceId = await start(service.url, 'stuck');
    expect(await incidentsOf(instanceId)).to.have.length(1);
    expect((await post(service.url, `/Instances/${instanceId}/cancel`)).status).to.equal(200);
    expect(await incidentsOf(instanceId)).to.deep.equal([]);
  });

  it('is found by every filter and in every order that the list has', async () => {
    const incidentId = await raisedIncident(service.url);
    for (const filter of [
      'ProcessKey==stuck',
      'ActivityId==work',
      'Cause==text',
      'ErrorCode==500',
      'Count==1',
      'FirstFailedAt>2020-01-01',
    ]) {
      const { items } = expectJson(await get(service.url, `/Incidents?filters=${encodeURIComponent(filter)}&pageSize=100`));
      expect(
        items.map((item: { incidentId: string }) => item.incidentId),
        filter,
      ).to.include(incidentId);
    }
    for (const sorts of ['-LastFailedAt', 'FirstFailedAt', '-Count'])
      expectJson(await get(service.url, `/Incidents?sorts=${sorts}`));
    const wrong = await get(service.url, '/Incidents?filters=Nothing==1');
    expect(wrong.status).to.equal(400);
  });

  it('is shown by its callers and found by their business id when its instance was called', async () => {
    await deploy(service.url, sequence('caller', '<callActivity id="call" calledElement="stuck" />'));
    const rootInstanceId = await start(service.url, 'caller', { BusinessId: 'SO-1' });
    const found = async (path: string, count: number) =>
      (
        await until(
          async () => expectJson(await get(service.url, path)),
          ({ totalCount }) => totalCount === count,
        )
      ).items;
    const [incident] = await found('/Incidents?filters=RootBusinessId==SO-1', 1);
    const root = { rootInstanceId, rootProcessDefinitionKey: 'caller', rootBusinessId: 'SO-1' };
    expect(incident).to.include({ ...root, businessId: null, processDefinitionKey: 'stuck' });
    const { incidentId, workflowInstanceId } = incident;
    const [row] = await found('/Instances?filters=HasCalledIncident==true', 1);
    expect(row.instanceId).to.equal(rootInstanceId);
    expect(row.calledIncident).to.include({ incidentId, workflowInstanceId, activityId: 'work', openIncidents: 1 });
    await found('/Instances?filters=HasIncident==true,ProcessDefinitionKey==caller', 0);
    const [wait] = expectJson(await get(service.url, `/Instances/${rootInstanceId}/waiting`)).items;
    expect(wait.called.incident).to.include({ incidentId, workflowInstanceId });
    expectEmpty(await post(service.url, `/Instances/${rootInstanceId}/cancel`, {}));
    await found('/Instances?filters=HasCalledIncident==true', 0);
  });

  it('is not raised where the process does not ask for it', async () => {
    await deploy(service.url, STUCK.replace('id="stuck"', 'id="plain"').replace(' onFailure="incident"', ''));
    const instanceId = await start(service.url, 'plain');
    expect((await stateOf(service.url, instanceId)).isFailed).to.equal(true);
    expect(await incidentsOf(instanceId)).to.deep.equal([]);
  });

  it('is raised or not as the deploy specifies, whatever the process contains', async () => {
    const model = STUCK.replace('id="stuck"', 'id="said"');
    const send = (more: object) => post(service.url, '/Definitions/deploy', { BpmnXml: model, ...more });
    expect(expectJson(await send({ OnFailure: 'fail' })).Version).to.equal(1);
    expect((await stateOf(service.url, await start(service.url, 'said'))).isFailed).to.equal(true);
    expect(expectJson(await send({ OnFailure: 'incident', KeepUnchanged: true })).Version).to.equal(2);
    expect(expectJson(await send({ OnFailure: 'incident', KeepUnchanged: true })).Unchanged).to.equal(true);
    expect(await incidentsOf(await start(service.url, 'said'))).to.have.length(1);
    expectError(await send({ OnFailure: 'stop' }), 400, 'OnFailure must be fail or incident.');
  });

  it('is refused at deploy when the attribute specifies something else', async () => {
    const wrong = STUCK.replace('onFailure="incident"', 'onFailure="stop"');
    const answer = await post(service.url, '/Definitions/deploy', { BpmnXml: wrong });
    expect(answer.status).to.equal(400);
    expect(answer.text).to.include("attribute onFailure: 'stop' is neither fail nor incident");
  });

  it('keeps what cannot be passed over when it is resolved', async () => {
    const model = STUCK.replace('id="stuck"', 'id="nowhere"')
      .replace(/<scriptTask.*<\/scriptTask>/, '<exclusiveGateway id="work"/>')
      .replace(
        'sourceRef="work" targetRef="end"/>',
        'sourceRef="work" targetRef="end"><conditionExpression>ready</conditionExpression></sequenceFlow>',
      );
    await deploy(service.url, model);
    const instanceId = await start(service.url, 'nowhere', { Variables: { ready: false } });
    const [{ incidentId }] = await incidentsOf(instanceId);
    const path = `/Incidents/${incidentId}/resolve`;
    const text = 'The incident cannot be resolved, only retried: it has no rule for the way of its token.';
    expectProblem(await post(service.url, path, {}), 409, text, path);
  });

  describe('ignored failures (docs/contributing/spec/incidents.md#ignored)', () => {
    const group = (key: string, more: object = {}) => ({
      ...{ ProcessDefinitionKey: key, ActivityId: 'work', ErrorCode: '500' },
      ...more,
    });
    const ignored = async () => expectJson(await get(service.url, '/Incidents/ignored')).items;
    const ignore = (body: object) => post(service.url, '/Incidents/ignore', body);
    const show = (body: object) => post(service.url, '/Incidents/show', body);
    before(async () => {
      await deploy(service.url, STUCK.replace('id="stuck"', 'id="known"'));
      await deploy(service.url, STUCK.replace('id="stuck"', 'id="fails"').replace(' onFailure="incident"', ''));
    });

    it('are a group with its failures, those that follow included, until it is shown again', async () => {
      await start(service.url, 'known');
      expectEmpty(await ignore(group('known', { Reason: 'known', Until: '2099-01-31T00:00:00Z' })));
      for (let n = 0; n < 2; n += 1) await start(service.url, 'known');
      const [row, ...more] = await ignored();
      expect(more).to.deep.equal([]);
      const { ignoredAt, lastFailedAt, ...rest } = row;
      expect(rest).to.deep.equal({
        ...{ processDefinitionKey: 'known', activityId: 'work', errorCode: '500', errorMessage: null, exceptErrorMessages: [] },
        ...{ reason: 'known', until: '2099-01-31T00:00:00.000+00:00', ignoredBy: null },
        ...{ incidentCount: 3, failedInstanceCount: 0 },
      });
      expect(Date.parse(lastFailedAt)).to.be.at.least(Date.parse(ignoredAt));
      expect(expectJson(await get(service.url, '/Incidents?filters=ProcessKey==known')).totalCount).to.equal(3);
      expectEmpty(await show(group('known')));
      expect(await ignored()).to.deep.equal([]);
      expectEmpty(await show(group('known')));
    });

    it('count failed instances, and take the reason of the last request', async () => {
      await stateOf(service.url, await start(service.url, 'fails'));
      expectEmpty(await ignore(group('fails', { Reason: 'first' })));
      expectEmpty(await ignore(group('fails', { Reason: 'second' })));
      const [row] = await until(ignored, ([found]) => found?.failedInstanceCount === 1);
      expect([row.reason, row.until, row.incidentCount]).to.deep.equal(['second', null, 0]);
      expectEmpty(await show(group('fails')));
    });

    it('have the message of the group when it has one', async () => {
      await start(service.url, 'known');
      expectEmpty(await ignore(group('known', { Reason: 'other', ErrorMessage: 'another message' })));
      expectEmpty(await ignore({ ProcessDefinitionKey: 'known', Reason: 'without an element' }));
      expect((await ignored()).map(({ incidentCount }: { incidentCount: number }) => incidentCount)).to.deep.equal([0, 0]);
      expectEmpty(await show(group('known', { ErrorMessage: 'another message' })));
      expectEmpty(await show({ ProcessDefinitionKey: 'known' }));
      expect(await ignored()).to.deep.equal([]);
    });

    it('have any message but the excepted ones, in any order', async () => {
      const except = (...ExceptErrorMessages: string[]) => group('known', { Reason: 'others', ExceptErrorMessages });
      const [{ errorMessage }] = expectJson(await get(service.url, '/Incidents?filters=ProcessKey==known')).items;
      const rows = async () =>
        (await ignored()).map(
          ({ incidentCount, exceptErrorMessages }: { incidentCount: number; exceptErrorMessages: string[] }) => [
            incidentCount > 0,
            ...exceptErrorMessages,
          ],
        );
      expectEmpty(await ignore(except('b', 'a', 'b')));
      expectEmpty(await ignore(except('a', 'b')));
      expect(await rows()).to.deep.equal([[true, 'a', 'b']]);
      expectEmpty(await ignore(except(errorMessage)));
      expect(await rows()).to.deep.equal([
        [false, errorMessage],
        [true, 'a', 'b'],
      ]);
      expectEmpty(await show(group('known')));
      expect(await rows()).to.have.length(2);
      for (const messages of [[errorMessage], ['b', 'a']]) expectEmpty(await show(except(...messages)));
      expect(await rows()).to.deep.equal([]);
    });

    it('are refused with 400 when a member is missing or wrong', async () => {
      const time = 'Until must be a time in the future such as 2026-12-31T12:00:00Z';
      const faults: readonly (readonly [object, string])[] = [
        [{ Reason: 'r' }, 'ProcessDefinitionKey is required'],
        [group('known'), 'Reason is required'],
        [group('known', { Reason: ' ' }), 'Reason is required'],
        [group('known', { Reason: 'r'.repeat(501) }), 'Reason must not be longer than 500 characters'],
        [group('known', { Reason: 'r', ErrorMessage: 'm'.repeat(1001) }), 'ErrorMessage must not be longer than 1000 characters'],
        [
          group('known', { Reason: 'r', ErrorMessage: 'm', ExceptErrorMessages: ['n'] }),
          'ExceptErrorMessages cannot be used with ErrorMessage',
        ],
        [
          group('known', { Reason: 'r', ExceptErrorMessages: ['m'.repeat(1001)] }),
          'ExceptErrorMessages must not be longer than 1000 characters',
        ],
        [
          group('known', { Reason: 'r', ExceptErrorMessages: Array.from({ length: 101 }, String) }),
          'ExceptErrorMessages must not have more than 100 messages',
        ],
        [group('known', { Reason: 'r', Until: 'soon' }), time],
        [group('known', { Reason: 'r', Until: '2001-01-01T00:00:00Z' }), time],
        [group('known', { Reason: 'r', Until: '+300000-01-01T00:00:00Z' }), time],
      ];
      for (const [body, text] of faults) expectError(await ignore(body), 400, text);
      expectError(await show({}), 400, 'ProcessDefinitionKey is required');
      expect(await ignored()).to.deep.equal([]);
    });
  });

  itKeepsCommonRefusals(() => service.url, { path: `/Incidents/${UNKNOWN_ID}/resolve` });
});
