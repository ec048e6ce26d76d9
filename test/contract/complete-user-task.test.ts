import { expect } from 'chai';
import { itKeepsCommonRefusals, itKeepsVariableRules } from '../support/http/common-refusals.ts';
import { expectEmpty, expectError, expectProblem } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, post } from '../support/http/http-client.ts';
import { deploy, startAtTask, stateOf, UNKNOWN_ID } from '../support/http/steps.ts';
import { sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

describe('POST /UserTasks/{id}/complete (docs/contributing/spec/http/user-tasks.md#complete)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', userTask('review', { outputs: ['approved', 'note'] }), task('pack')));
  });
  after(() => service.stop());

  const complete = (taskId: string, body: object): Promise<HttpAnswer> =>
    post(service.url, `/UserTasks/${taskId}/complete`, body);
  const claimed = async (UserId = 'ann') => {
    const place = await startAtTask(service.url, 'order', 'review', { Variables: { kept: 1, note: 'old' } });
    expectEmpty(await post(service.url, `/UserTasks/${place.taskId}/claim`, { UserId }));
    return place;
  };

  itKeepsCommonRefusals(() => service.url, { path: `/UserTasks/${UNKNOWN_ID}/complete` });
  itKeepsVariableRules(
    () => service.url,
    () => `/UserTasks/${UNKNOWN_ID}/complete`,
    () => ({ UserId: 'ann' }),
  );

  it('merges all variables, moves the token on and takes the task off the list when the claimer completes it', async () => {
    const { instanceId, taskId } = await claimed();
    const Variables = { approved: true, note: null, further: [1] };
    expectEmpty(await complete(taskId, { UserId: 'ann', Variables }));
    const state = await stateOf(service.url, instanceId);
    expect(state.activeActivityIds).to.deep.equal(['pack']);
    expect(state.variableStates[0]?.variables).to.deep.equal({ kept: 1, ...Variables });
    expectError(await get(service.url, `/UserTasks/${taskId}`), 404, `User task '${taskId}' not found`);
  });

  it('answers 400 when UserId is not a string, missing, null or blank', async () => {
    const path = `/UserTasks/${UNKNOWN_ID}/complete`;
    expectProblem(await complete(UNKNOWN_ID, { UserId: 1 }), 400, 'UserId must be a string.', path);
    for (const UserId of [undefined, null, '', ' ']) {
      expectError(await complete(UNKNOWN_ID, { UserId, Variables: { prototype: 1 } }), 400, 'UserId is required');
    }
  });

  it('answers 404 when the task is unknown or finished', async () => {
    expectError(await complete(UNKNOWN_ID, { UserId: 'a' }), 404, `User task '${UNKNOWN_ID}' not found`);
    const { taskId } = await claimed();
    const body = { UserId: 'ann', Variables: { approved: 1, note: 1 } };
    expectEmpty(await complete(taskId, body));
    expectError(await complete(taskId, body), 404, `User task '${taskId}' not found`);
  });

  it('answers 409 when no one has claimed it', async () => {
    const { taskId } = await startAtTask(service.url, 'order');
    expectError(await complete(taskId, { UserId: 'ann' }), 409, 'Task must be claimed before completing');
  });

  it('answers 409 when another user has claimed it, before outputs are looked at', async () => {
    const { taskId } = await claimed('ann');
    expectError(await complete(taskId, { UserId: 'Ann' }), 409, 'Task is claimed by ann, not Ann');
  });

  it('answers 409 and merges nothing when expected names are missing, in the order of the model', async () => {
    const { instanceId, taskId } = await claimed();
    const text = (names: string) => `Missing required output variables: ${names}`;
    expectError(await complete(taskId, { UserId: 'ann' }), 409, text('approved, note'));
    expectError(await complete(taskId, { UserId: 'ann', Variables: { Approved: 1, note: 'new' } }), 409, text('approved'));
    const state = await stateOf(service.url, instanceId);
    expect(state.variableStates[0]?.variables).to.deep.equal({ kept: 1, note: 'old' });
    expect((await get(service.url, `/UserTasks/${taskId}`)).json).to.deep.include({ taskState: 'Claimed', claimedBy: 'ann' });
  });

  it('lets one of two callers complete when both call concurrently', async () => {
    const { taskId } = await claimed();
    const body = { UserId: 'ann', Variables: { approved: 1, note: 1 } };
    const answers = await Promise.all([complete(taskId, body), complete(taskId, body)]);
    expect(answers.map((answer) => answer.status).sort()).to.deep.equal([200, 404]);
  });
});
