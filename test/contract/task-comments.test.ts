import { expect } from 'chai';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { deploy, startAtTask, UNKNOWN_ID } from '../support/http/steps.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

describe('comments on user tasks (docs/contributing/spec/http/user-tasks.md#comments)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', userTask('review')));
  });
  after(() => service.stop());

  const task = () => startAtTask(service.url, 'order', 'review');
  const pathOf = (taskId: string) => `/UserTasks/${taskId}/comments`;
  const say = (taskId: string, Text: unknown, UserId: unknown = 'ann') => post(service.url, pathOf(taskId), { UserId, Text });
  const list = async (taskId: string, query = '') => expectJson(await get(service.url, `${pathOf(taskId)}${query}`));
  const textsOf = async (taskId: string): Promise<readonly string[]> =>
    (await list(taskId)).items.map(({ text }: { readonly text: string }) => text);

  it('are listed, newest first, when users have written some', async () => {
    const { taskId } = await task();
    expect(await list(taskId)).to.deep.equal({ items: [], page: 1, pageSize: 20, totalCount: 0 });
    const first = expectJson(await say(taskId, ' Who has it?\n'));
    expect(first).to.deep.include({ author: 'ann', text: ' Who has it?\n' });
    expectJson(await say(taskId, 'I have', 'bob'));
    const { items, ...page } = await list(taskId);
    expect(items.map(({ author }: { readonly author: string }) => author)).to.deep.equal(['bob', 'ann']);
    expect(items[1]).to.deep.equal(first);
    expect(page).to.deep.equal({ page: 1, pageSize: 20, totalCount: 2 });
    expect((await list(taskId, '?pageSize=1&page=2')).items).to.deep.equal([first]);
  });

  it('are those of their task alone when another task has some', async () => {
    const [one, other] = [await task(), await task()];
    expectJson(await say(one.taskId, 'here'));
    expect(await textsOf(other.taskId)).to.deep.equal([]);
  });

  it('are all kept when many come concurrently', async () => {
    const { taskId } = await task();
    const words = Array.from({ length: 20 }, (_, n) => `word ${n}`);
    for (const answer of await Promise.all(words.map((word) => say(taskId, word)))) expectJson(answer);
    expect([...(await textsOf(taskId))].sort()).to.deep.equal([...words].sort());
  });

  it('are written once when a request is repeated with its key', async () => {
    const { taskId } = await task();
    const ask = () =>
      http(service.url, {
        method: 'POST',
        path: pathOf(taskId),
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'comment-1' },
        body: Buffer.from(JSON.stringify({ UserId: 'ann', Text: 'once' })),
      });
    expect(expectJson(await ask())).to.deep.equal(expectJson(await ask()));
    expect(await textsOf(taskId)).to.deep.equal(['once']);
  });

  it('can be made and read while the instance is suspended', async () => {
    const { taskId, instanceId } = await task();
    expectJson(await post(service.url, `/Instances/${instanceId}/suspend`, {}));
    expectJson(await say(taskId, 'why does it wait?'));
    expect(await textsOf(taskId)).to.deep.equal(['why does it wait?']);
  });

  it('can be read but no longer written when the task has ended, and are gone when the instance is deleted', async () => {
    const { taskId, instanceId } = await task();
    expectJson(await say(taskId, 'done soon'));
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'ann' }));
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/complete`, { UserId: 'ann' }));
    expectError(await say(taskId, 'too late'), 404, `User task '${taskId}' not found`);
    expect(await textsOf(taskId)).to.deep.equal(['done soon']);
    expectJson(await http(service.url, { method: 'DELETE', path: `/Instances/${instanceId}` }));
    expectError(await get(service.url, pathOf(taskId)), 404, `User task '${taskId}' not found`);
  });

  it('are refused and leave nothing when the request is wrong', async () => {
    const { taskId } = await task();
    for (const text of [undefined, null, '', ' \n']) expectError(await say(taskId, text), 400, 'Text is required');
    for (const user of [null, ' ']) expectError(await say(taskId, 'x', user), 400, 'UserId is required');
    expectError(await say(taskId, 'x'.repeat(4001)), 400, 'Text must not be longer than 4000 characters');
    for (const text of [1, {}, ['x'], true]) expect((await say(taskId, text)).status).to.equal(400);
    expect((await say(taskId, 'a\u0000b')).status).to.equal(400);
    expect(await textsOf(taskId)).to.deep.equal([]);
    expectJson(await say(taskId, 'x'.repeat(4000), 'u'.repeat(10_000)));
    expect((await list(taskId)).items[0].author).to.have.length(255);
  });

  it('answer 404 when the task is unknown, and 400 when the page is not a number', async () => {
    expectError(await say(UNKNOWN_ID, 'x'), 404, `User task '${UNKNOWN_ID}' not found`);
    expectError(await get(service.url, pathOf(UNKNOWN_ID)), 404, `User task '${UNKNOWN_ID}' not found`);
    const { taskId } = await task();
    expectProblem(await get(service.url, `${pathOf(taskId)}?page=x`), 400, 'page must be an integer.', pathOf(taskId));
  });
});
