import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { deploy, GUID, start, stateOf, TIMESTAMP, UNKNOWN_ID } from '../support/http/steps.ts';
import { flow, model, sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

describe('GET /Instances/{instanceId}/state (docs/contributing/spec/http/instances.md#state)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    const nodes = `<startEvent id="start"/><exclusiveGateway id="gate" default="low"/>${userTask('review')}${task('pass')}`;
    const flows =
      flow('in', 'start', 'gate') +
      flow('first', 'gate', 'pass', 'amount > 100') +
      flow('second', 'gate', 'review', 'amount > 10');
    await deploy(service.url, model('order', `${nodes}${flows}${flow('low', 'gate', 'pass')}`));
    const failing = nodes.replace('default="low"', '');
    await deploy(
      service.url,
      model('stuck', `${failing}${flow('in', 'start', 'gate')}${flow('never', 'gate', 'pass', 'false')}`),
    );
    await deploy(service.url, sequence('simple', task('pack')));
  });
  after(() => service.stop());

  it('shows every member when the instance runs', async () => {
    const Variables = { amount: 12.5, approved: true, lines: [{ sku: 'A1' }] };
    const id = await start(service.url, 'order', { Variables, BusinessId: 'PO-1001' });
    const state = expectJson(await get(service.url, `/Instances/${id.toUpperCase()}/state`));
    const { activeActivities, completedActivities, variableStates, ...rest } = state;
    expect(rest).to.deep.equal({
      activeActivityIds: ['review'],
      completedActivityIds: ['start', 'gate'],
      isStarted: true,
      isCompleted: false,
      isCancelled: false,
      isFailed: false,
      businessId: 'PO-1001',
      processDefinitionId: rest.processDefinitionId,
      createdAt: rest.createdAt,
      executionStartedAt: rest.executionStartedAt,
      completedAt: null,
      conditionSequences: [
        { sequenceFlowId: 'first', condition: 'amount > 100', sourceActivityId: 'gate', targetActivityId: 'pass', result: false },
        {
          sequenceFlowId: 'second',
          condition: 'amount > 10',
          sourceActivityId: 'gate',
          targetActivityId: 'review',
          result: true,
        },
      ],
    });
    expect(rest.processDefinitionId).to.match(/^order:1:/);
    expect([rest.createdAt, rest.executionStartedAt].every((time) => TIMESTAMP.test(time))).to.equal(true);
    expect(variableStates).to.deep.equal([{ variablesId: activeActivities[0].variablesStateId, variables: Variables }]);
    const [entry] = activeActivities;
    expect(entry).to.deep.equal({
      activityInstanceId: entry.activityInstanceId,
      activityId: 'review',
      activityType: 'UserTask',
      isCompleted: false,
      isExecuting: true,
      isCancelled: false,
      variablesStateId: entry.variablesStateId,
      errorState: null,
      cancellationReason: null,
      createdAt: entry.createdAt,
      executionStartedAt: entry.executionStartedAt,
      completedAt: null,
      childWorkflowInstanceId: null,
    });
    expect(entry.activityInstanceId).to.match(GUID);
    expect(entry.variablesStateId).to.match(GUID);
    const [first, second] = completedActivities;
    expect([first.activityType, second.activityType]).to.deep.equal(['StartEvent', 'ExclusiveGateway']);
    expect(first).to.deep.include({ isCompleted: true, isExecuting: false, isCancelled: false, errorState: null });
    expect(first.completedAt).to.match(TIMESTAMP);
  });

  it('shows the time of the end when the instance is completed', async () => {
    const id = await start(service.url, 'simple');
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'pack' }));
    const state = expectJson(await get(service.url, `/Instances/${id}/state`));
    expect(state).to.deep.include({ isCompleted: true, isCancelled: false, isFailed: false, activeActivities: [] });
    expect(state.completedActivityIds).to.deep.equal(['start', 'pack', 'end']);
    expect(state.completedAt).to.match(TIMESTAMP);
  });

  it('shows the failed entry when the instance has failed', async () => {
    const id = await start(service.url, 'stuck');
    const state = await stateOf(service.url, id);
    expect([state.isCompleted, state.isFailed, state.isCancelled]).to.deep.equal([true, true, false]);
    expect(state.activeActivities).to.deep.equal([]);
    const gate = state.completedActivities.find((entry) => entry.activityId === 'gate');
    expect(gate?.errorState?.code).to.equal('500');
    expect(gate?.errorState?.message).to.be.a('string');
    expect(state.conditionSequences).to.have.length(1);
  });

  it('answers 404 as no endpoint does when the id is not a GUID', async () => {
    for (const id of ['x', `{${UNKNOWN_ID}}`, `${UNKNOWN_ID}0`]) {
      const path = `/Instances/${id}/state`;
      expectProblem(await get(service.url, path), 404, 'No endpoint matches this path.', path);
    }
  });

  it('answers 404 when the instance is unknown', async () => {
    for (const id of [UNKNOWN_ID, '00000000-0000-0000-0000-000000000000']) {
      expectError(await get(service.url, `/Instances/${id}/state`), 404, `Instance ${id} not found`);
    }
  });

  it('never answers a false 404 when a start is followed immediately by a read', async () => {
    for (let n = 0; n < 20; n++) {
      const id = await start(service.url, 'simple');
      expect((await stateOf(service.url, id)).activeActivityIds).to.deep.equal(['pack']);
    }
  });
});

describe('state without a projector (docs/contributing/spec/http/instances.md#no-false-404)', () => {
  // slow: a read waits for the projection for two seconds
  it('answers 503 after two seconds when the projection does not show the instance, and 200 when it does', async () => {
    const service = await startService({ roles: [startWorker, startApi] });
    try {
      await deploy(service.url, sequence('simple', task('pack')));
      const id = await start(service.url, 'simple');
      const path = `/Instances/${id}/state`;
      const startedAt = performance.now();
      const answer = await http(service.url, { path });
      expect(performance.now() - startedAt).to.be.at.least(1800);
      expectProblem(
        answer,
        503,
        'Lists do not contain the requested write yet. Repeat the request after the Retry-After delay.',
        path,
      );
      expect(answer.headers['retry-after']).to.equal('1');
      await service.start(startProjector);
      expect((await stateOf(service.url, id)).activeActivityIds).to.deep.equal(['pack']);
    } finally {
      await service.stop();
    }
  });
});
