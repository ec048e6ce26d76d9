import { expect } from 'chai';
import { itKeepsCommonRefusals, itKeepsVariableRules } from '../support/http/common-refusals.ts';
import { expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, post } from '../support/http/http-client.ts';
import { deploy, GUID, start, stateOf } from '../support/http/steps.ts';
import { model, script, sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const PATH = '/Execution/start';

describe('POST /Execution/start (docs/contributing/spec/http/execution.md#start)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('old')));
    await deploy(service.url, sequence('order', task('pack')));
    await deploy(service.url, sequence('straight', script('count', '_context.total = _context.a * 2')));
    await deploy(service.url, sequence('broken', script('fails', '_context.total = _context.nothing.at.all * 2')));
  });
  after(() => service.stop());

  const send = (body: object): Promise<HttpAnswer> => post(service.url, PATH, body);

  itKeepsCommonRefusals(() => service.url, { path: PATH });
  itKeepsVariableRules(
    () => service.url,
    () => PATH,
    () => ({ WorkflowId: 'order' }),
  );

  it('answers the id of an instance of the latest version when the key is known', async () => {
    const body = expectJson(await send({ WorkflowId: 'order' }));
    expect(Object.keys(body)).to.deep.equal(['WorkflowInstanceId']);
    expect(body.WorkflowInstanceId).to.match(GUID);
    expect((await stateOf(service.url, body.WorkflowInstanceId)).activeActivityIds).to.deep.equal(['pack']);
  });

  it('has run to the end when the model does not wait', async () => {
    const id = await start(service.url, 'straight', { Variables: { a: 21 } });
    const state = await stateOf(service.url, id);
    expect([state.isCompleted, state.isFailed]).to.deep.equal([true, false]);
    expect(state.variableStates[0]?.variables).to.deep.equal({ a: 21, total: 42 });
  });

  it('answers 200 when an activity fails in the first run', async () => {
    const id = await start(service.url, 'broken');
    const state = await stateOf(service.url, id);
    expect([state.isCompleted, state.isFailed]).to.deep.equal([true, true]);
    expect(state.completedActivities.find((entry) => entry.activityId === 'fails')?.errorState?.code).to.equal('500');
  });

  it('answers 400 when a member has the wrong type', async () => {
    expectProblem(await send({ WorkflowId: 1, Variables: 1 }), 400, 'WorkflowId must be a string.', PATH);
    expectProblem(await send({ WorkflowId: 'order', BusinessId: 1, Variables: [] }), 400, 'Variables must be an object.', PATH);
    expectProblem(await send({ WorkflowId: 'order', BusinessId: 1 }), 400, 'BusinessId must be a string.', PATH);
  });

  it('answers 400 when WorkflowId is missing, null or blank', async () => {
    for (const WorkflowId of [undefined, null, '', ' \u3000']) {
      expectError(await send({ WorkflowId, BusinessId: '' }), 400, 'WorkflowId is required');
    }
  });

  it('answers 400 when WorkflowId cannot be stored', async () => {
    expectProblem(await send({ WorkflowId: 'a\0' }), 400, 'WorkflowId contains a character that cannot be stored.', PATH);
  });

  it('answers 404 when the key was never deployed, case counts', async () => {
    for (const WorkflowId of ['nobody', 'Order', ' order', 'k'.repeat(300)]) {
      const shown = WorkflowId.length > 256 ? `${'k'.repeat(256)}…` : WorkflowId;
      const detail = `Workflow with id '${shown}' is not registered. Ensure the workflow is deployed before creating instances.`;
      expectProblem(await send({ WorkflowId }), 404, detail, PATH);
    }
  });

  describe('its business id (docs/contributing/spec/http.md#business-id-rules)', () => {
    const refused: readonly [businessId: string, detail: string][] = [
      ['', 'BusinessId must not be empty or white space.'],
      ['\u00a0\ufeff', 'BusinessId must not be empty or white space.'],
      [' a', 'BusinessId must not have leading or trailing white space.'],
      ['a\u2003', 'BusinessId must not have leading or trailing white space.'],
      ['a\u0007b', 'BusinessId must not contain control characters.'],
      ['a\u0000b', 'BusinessId must not contain control characters.'],
      ['x'.repeat(257), 'BusinessId must be at most 256 characters.'],
      ['a\ud800b', 'BusinessId contains a character that cannot be stored.'],
    ];
    for (const [businessId, detail] of refused) {
      it(`is refused when it is ${JSON.stringify(businessId.slice(0, 5))} with ${businessId.length} units: ${detail}`, async () => {
        expectProblem(await send({ WorkflowId: 'order', BusinessId: businessId }), 400, detail, PATH);
      });
    }

    it('is reported first when variables are bad too', async () => {
      const answer = await send({ WorkflowId: 'order', BusinessId: '', Variables: { prototype: 1 } });
      expectProblem(answer, 400, 'BusinessId must not be empty or white space.', PATH);
    });

    it('is kept exactly when it holds anything allowed, and need not be unique', async () => {
      for (const BusinessId of ['A,1|2', 'ä 😀', 'x'.repeat(256), 'PO-1', 'PO-1']) {
        const id = await start(service.url, 'order', { BusinessId });
        expect((await stateOf(service.url, id)).businessId).to.equal(BusinessId);
      }
      const path = `/Definitions/order/instances?businessId=${encodeURIComponent('A,1|2')}`;
      expect(expectJson(await get(service.url, path)).totalCount).to.equal(1);
    });

    it('is null when the body is empty', async () => {
      expect((await stateOf(service.url, await start(service.url, 'order'))).businessId).to.equal(null);
    });
  });

  it('returns status and variables when it waits for the end', async () => {
    await deploy(service.url, sequence('summed', script('sum', 'total = a + 1')));
    await deploy(service.url, sequence('resting', userTask('ask')));
    const body = { WorkflowId: 'summed', Variables: { a: 1 }, WaitSeconds: 60, ReturnVariables: ['total'] };
    const ended = expectJson(await post(service.url, PATH, body));
    expect(ended).to.deep.equal({ WorkflowInstanceId: ended.WorkflowInstanceId, Status: 'completed', Variables: { total: 2 } });
    const waiting = post(service.url, PATH, { WorkflowId: 'resting', WaitSeconds: 1 });
    expect(expectJson(await waiting))
      .to.have.all.keys('WorkflowInstanceId', 'Status')
      .and.include({ Status: 'running' });
  });

  it('begins at the none start event when there is one', async () => {
    await deploy(service.url, model('tiny', '<startEvent id="only"/>'));
    const state = await stateOf(service.url, await start(service.url, 'tiny'));
    expect(state.completedActivityIds).to.deep.equal(['only']);
    expect(state.isCompleted).to.equal(true);
  });
});
