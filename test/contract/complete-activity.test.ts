import { expect } from 'chai';
import { itKeepsCommonRefusals, itKeepsVariableRules } from '../support/http/common-refusals.ts';
import { expectEmpty, expectError, expectProblem } from '../support/http/expect-answer.ts';
import { type HttpAnswer, post } from '../support/http/http-client.ts';
import { deploy, start, stateOf, UNKNOWN_ID } from '../support/http/steps.ts';
import { catching, message, onMessage, onTimer, processOf } from '../support/models/event-elements.ts';
import { flow, model, sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const PATH = '/Execution/complete-activity';

describe('POST /Execution/complete-activity (docs/contributing/spec/http/execution.md#complete-activity)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('pack'), '<manualTask id="ship"/>'));
    await deploy(service.url, sequence('ask', userTask('review')));
    const inner = `<startEvent id="in"/>${task('deep')}${flow('f8', 'in', 'deep')}`;
    await deploy(service.url, sequence('nested', `<subProcess id="sub">${inner}</subProcess>`));
    const twice = `<startEvent id="s"/><parallelGateway id="fork"/>${task('pack')}<endEvent id="e"/>`;
    const flows = `${flow('a', 's', 'fork')}${flow('b', 'fork', 'pack')}${flow('c', 'fork', 'pack')}${flow('d', 'pack', 'e')}`;
    await deploy(service.url, model('twice', twice + flows));
  });
  after(() => service.stop());

  const complete = (WorkflowInstanceId: unknown, ActivityId: unknown, more: object = {}): Promise<HttpAnswer> =>
    post(service.url, PATH, { WorkflowInstanceId, ActivityId, ...more });

  itKeepsCommonRefusals(() => service.url, { path: PATH });
  itKeepsVariableRules(
    () => service.url,
    () => PATH,
    () => ({ WorkflowInstanceId: UNKNOWN_ID, ActivityId: 'pack' }),
  );

  it('merges the variables and moves the token on when the entry waits', async () => {
    const id = await start(service.url, 'order', { Variables: { a: 1 } });
    expectEmpty(await complete(id, 'pack', { Variables: { b: { c: 2 } } }));
    const waiting = await stateOf(service.url, id);
    expect(waiting.activeActivityIds).to.deep.equal(['ship']);
    expect(waiting.variableStates[0]?.variables).to.deep.equal({ a: 1, b: { c: 2 } });
    expectEmpty(await complete(id, 'ship'));
    expect((await stateOf(service.url, id)).isCompleted).to.equal(true);
  });

  it('completes the oldest entry when there are several', async () => {
    const id = await start(service.url, 'twice');
    const before = (await stateOf(service.url, id)).activeActivities.map((entry) => entry.activityInstanceId);
    expectEmpty(await complete(id, 'pack'));
    const after = (await stateOf(service.url, id)).activeActivities.map((entry) => entry.activityInstanceId);
    expect(after).to.deep.equal([before[1]]);
  });

  it('answers 400 when a type is wrong or a GUID is invalid', async () => {
    expectProblem(await complete(1, 'pack'), 400, 'WorkflowInstanceId must be a string.', PATH);
    expectProblem(await complete('x', 1), 400, 'ActivityId must be a string.', PATH);
    for (const id of ['x', `{${UNKNOWN_ID}}`, UNKNOWN_ID.replaceAll('-', '')]) {
      expectProblem(await complete(id, ''), 400, 'WorkflowInstanceId must be a GUID.', PATH);
    }
  });

  it('answers 400 when a required member is missing', async () => {
    for (const id of [undefined, null, '', '  ', '00000000-0000-0000-0000-000000000000']) {
      expectError(await complete(id, undefined), 400, 'WorkflowInstanceId is required');
    }
    for (const activityId of [undefined, null, '', ' ']) {
      expectError(await complete(UNKNOWN_ID, activityId), 400, 'ActivityId is required');
    }
  });

  it('answers 404 when the instance is unknown', async () => {
    expectProblem(await complete(UNKNOWN_ID.toUpperCase(), 'pack'), 404, `Workflow instance '${UNKNOWN_ID}' not found.`, PATH);
  });

  it('answers 409 when there is no active entry: unknown id, not reached, ended, terminal', async () => {
    const id = await start(service.url, 'order');
    const noEntry = (activityId: string) =>
      `Activity '${activityId}' is not active in this instance. GET /Instances/{instanceId}/state lists the active activities.`;
    for (const activityId of ['nobody', 'ship', 'start', 'Pack']) {
      expectProblem(await complete(id, activityId), 409, noEntry(activityId), PATH);
    }
    expectEmpty(await complete(id, 'pack'));
    expectProblem(await complete(id, 'pack'), 409, noEntry('pack'), PATH);
    expectEmpty(await complete(id, 'ship'));
    expectProblem(await complete(id, 'ship'), 409, noEntry('ship'), PATH);
  });

  it('answers 409 when the entry is a user task', async () => {
    const id = await start(service.url, 'ask');
    const detail = "Activity 'review' is a user task. Complete it through POST /UserTasks/{activityInstanceId}/complete.";
    expectProblem(await complete(id, 'review'), 409, detail, PATH);
    expect((await stateOf(service.url, id)).activeActivityIds).to.deep.equal(['review']);
  });

  it('answers 409 when a caller may not complete the entry', async () => {
    const id = await start(service.url, 'nested');
    expectProblem(await complete(id, 'sub'), 409, "Activity 'sub' completes on its own. Requests cannot complete it.", PATH);
    expectEmpty(await complete(id, 'deep'));
  });

  describe('takes or refuses by kind', () => {
    const m = message('m', 'kinds');
    const loop = '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>';
    const inner = `<startEvent id="in"/>${task('deep')}${flow('f-in', 'in', 'deep')}`;
    const taken = [
      '<serviceTask id="n"/>',
      '<sendTask id="n"/>',
      '<businessRuleTask id="n"/>',
      '<receiveTask id="n"/>',
      '<serviceTask id="n" camunda:type="external" camunda:topic="nobody-offers-this"/>',
    ];
    const refused = [
      '<receiveTask id="n" messageRef="m"/>',
      catching('n', onMessage('m')),
      catching('n', onTimer('PT1H')),
      `<transaction id="n">${inner}</transaction>`,
      '<callActivity id="n" calledElement="order"/>',
    ];
    const startedAt = async (node: string): Promise<string> => {
      await deploy(service.url, processOf('kinds', m, [node]));
      return start(service.url, 'kinds');
    };

    for (const node of taken) {
      it(`takes ${node} when it waits`, async () => {
        const id = await startedAt(node);
        expectEmpty(await complete(id, 'n', { Variables: { a: 1 } }));
        const state = await stateOf(service.url, id);
        expect([state.isCompleted, state.isFailed, state.variableStates[0]?.variables]).to.deep.equal([true, false, { a: 1 }]);
      });
    }

    for (const node of refused) {
      it(`refuses ${node} with 409 when it waits`, async () => {
        const id = await startedAt(node);
        expectProblem(await complete(id, 'n'), 409, "Activity 'n' completes on its own. Requests cannot complete it.", PATH);
        expect((await stateOf(service.url, id)).activeActivityIds[0]).to.equal('n');
      });
    }

    it('completes the oldest iteration, never the host, when the activity is a loop', async () => {
      const id = await startedAt(`<serviceTask id="n">${loop}</serviceTask>`);
      expectEmpty(await complete(id, 'n'));
      const { activeActivities } = await stateOf(service.url, id);
      expect(activeActivities.map((entry) => entry.activityType)).to.deep.equal(['MultiInstance', 'ServiceTask']);
      expectEmpty(await complete(id, 'n'));
      expect((await stateOf(service.url, id)).isCompleted).to.equal(true);
    });

    it('refuses a loop of user tasks as a user task when iterations wait', async () => {
      const id = await startedAt(`<userTask id="n">${loop}</userTask>`);
      const detail = "Activity 'n' is a user task. Complete it through POST /UserTasks/{activityInstanceId}/complete.";
      expectProblem(await complete(id, 'n'), 409, detail, PATH);
    });
  });

  it('runs calls one after another when they come concurrently', async () => {
    const id = await start(service.url, 'twice');
    const answers = await Promise.all([complete(id, 'pack'), complete(id, 'pack'), complete(id, 'pack')]);
    expect(answers.map((answer) => answer.status).sort()).to.deep.equal([200, 200, 409]);
    expect((await stateOf(service.url, id)).isCompleted).to.equal(true);
  });
});
