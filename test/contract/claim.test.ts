import { expect } from 'chai';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, http, post } from '../support/http/http-client.ts';
import { deploy, startAtTask, stateOf, UNKNOWN_ID, type UserTaskPlace } from '../support/http/steps.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

describe('claim and unclaim (docs/contributing/spec/http/user-tasks.md#claim)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('open', userTask('review')));
    await deploy(service.url, sequence('picky', userTask('review', { assignee: 'john', users: 'ann', groups: 'managers' })));
  });
  after(() => service.stop());

  const claim = (taskId: string, body: object): Promise<HttpAnswer> => post(service.url, `/UserTasks/${taskId}/claim`, body);
  const claimedBy = async ({ instanceId, taskId }: UserTaskPlace): Promise<[string, string | null]> => {
    await stateOf(service.url, instanceId);
    const task = expectJson(await get(service.url, `/UserTasks/${taskId}`));
    return [task.taskState, task.claimedBy];
  };
  const refusal = (user: string) => `User ${user} is not authorized to claim this task`;

  describe('claim', () => {
    itKeepsCommonRefusals(() => service.url, { path: `/UserTasks/${UNKNOWN_ID}/claim` });

    it('answers 400 when a type is wrong, the first member first', async () => {
      const path = `/UserTasks/${UNKNOWN_ID}/claim`;
      expectProblem(await claim(UNKNOWN_ID, { UserGroups: 1, UserId: 1 }), 400, 'UserId must be a string.', path);
      for (const UserGroups of ['a', [1], [null], {}]) {
        expectProblem(await claim(UNKNOWN_ID, { UserId: 'a', UserGroups }), 400, 'UserGroups must be an array of strings.', path);
      }
    });

    it('answers 400 when UserId is missing, null or blank, before the task is looked for', async () => {
      for (const UserId of [undefined, null, '', ' ']) {
        expectError(await claim(UNKNOWN_ID, { UserId }), 400, 'UserId is required');
      }
    });

    it('answers 400 when a text cannot be stored', async () => {
      const path = `/UserTasks/${UNKNOWN_ID}/claim`;
      const detail = (name: string) => `${name} contains a character that cannot be stored.`;
      expectProblem(await claim(UNKNOWN_ID, { UserId: 'a\0' }), 400, detail('UserId'), path);
      expectProblem(await claim(UNKNOWN_ID, { UserId: 'a', UserGroups: ['\ud800'] }), 400, detail('UserGroups'), path);
    });

    it('answers 404 when the task is unknown or finished', async () => {
      expectError(await claim(UNKNOWN_ID, { UserId: 'a' }), 404, `User task '${UNKNOWN_ID}' not found`);
      const { taskId } = await startAtTask(service.url, 'open');
      expectEmpty(await post(service.url, `/UserTasks/${taskId}/cancel`));
      expectError(await claim(taskId, { UserId: 'a' }), 404, `User task '${taskId}' not found`);
    });

    it('lets anyone claim, and overwrites a claim, when the task has neither assignee nor candidates', async () => {
      const place = await startAtTask(service.url, 'open');
      for (const UserId of ['a', 'b', 'b']) {
        expectEmpty(await claim(place.taskId, { UserId }));
        expect(await claimedBy(place)).to.deep.equal(['Claimed', UserId]);
      }
    });

    const callers: readonly [body: { UserId: string; UserGroups?: string[] }, isAllowed: boolean][] = [
      [{ UserId: 'john' }, true],
      [{ UserId: 'ann' }, true],
      [{ UserId: 'eve', UserGroups: ['clerks', 'managers'] }, true],
      [{ UserId: 'eve' }, false],
      [{ UserId: 'John' }, false],
      [{ UserId: 'eve', UserGroups: ['Managers', 'john', 'ann'] }, false],
      [{ UserId: 'managers' }, false],
    ];
    for (const [body, isAllowed] of callers) {
      it(`${isAllowed ? 'lets' : 'refuses'} the caller when it is ${JSON.stringify(body)}`, async () => {
        const place = await startAtTask(service.url, 'picky');
        const answer = await claim(place.taskId, body);
        if (isAllowed) expectEmpty(answer);
        else expectError(answer, 409, refusal(body.UserId));
        expect(await claimedBy(place)).to.deep.equal(isAllowed ? ['Claimed', body.UserId] : ['Created', null]);
      });
    }

    it('leaves the claim as it is when another is refused', async () => {
      const place = await startAtTask(service.url, 'picky');
      expectEmpty(await claim(place.taskId, { UserId: 'ann' }));
      expectError(await claim(place.taskId, { UserId: 'eve' }), 409, refusal('eve'));
      expect(await claimedBy(place)).to.deep.equal(['Claimed', 'ann']);
    });
  });

  describe('a guarded claim', () => {
    it('is refused with the present claimer when the request does not take over from that user', async () => {
      const place = await startAtTask(service.url, 'open');
      expectEmpty(await claim(place.taskId, { UserId: 'a', OnlyIfUnclaimed: true }));
      for (const guard of [{ OnlyIfUnclaimed: true }, { TakeOverFrom: 'c' }, { OnlyIfUnclaimed: true, TakeOverFrom: 'A' }]) {
        const answer = await claim(place.taskId, { UserId: 'b', ...guard });
        expectError(answer, 409, 'Task is claimed by a, not b');
        expect(answer.headers).to.include({ 'service-error-code': 'task-claimed-by-other' });
        expect(await claimedBy(place)).to.deep.equal(['Claimed', 'a']);
      }
      for (const guard of [{ OnlyIfUnclaimed: true }, { TakeOverFrom: 'c' }]) {
        expectEmpty(await claim(place.taskId, { UserId: 'a', ...guard }));
      }
      expectEmpty(await claim(place.taskId, { UserId: 'b', OnlyIfUnclaimed: true, TakeOverFrom: 'a' }));
      expect(await claimedBy(place)).to.deep.equal(['Claimed', 'b']);
      for (const guard of [{ OnlyIfUnclaimed: false }, { OnlyIfUnclaimed: null, TakeOverFrom: ' ' }]) {
        expectEmpty(await claim(place.taskId, { UserId: 'c', ...guard }));
      }
    });

    it('lets one of many users win when all claim together', async () => {
      const place = await startAtTask(service.url, 'open');
      const users = ['a', 'b', 'c', 'd', 'e', 'f'];
      const answers = await Promise.all(users.map((UserId) => claim(place.taskId, { UserId, OnlyIfUnclaimed: true })));
      const winners = users.filter((_, index) => answers[index]?.status === 200);
      expect(winners).to.have.length(1);
      expect(await claimedBy(place)).to.deep.equal(['Claimed', winners[0]]);
    });

    it('answers 400 when a type is wrong', async () => {
      const path = `/UserTasks/${UNKNOWN_ID}/claim`;
      const answer = await claim(UNKNOWN_ID, { UserId: 'a', OnlyIfUnclaimed: 'yes' });
      expectProblem(answer, 400, 'OnlyIfUnclaimed must be true or false.', path);
      expectProblem(await claim(UNKNOWN_ID, { UserId: 'a', TakeOverFrom: 1 }), 400, 'TakeOverFrom must be a string.', path);
    });
  });

  describe('unclaim', () => {
    const unclaim = (taskId: string, body?: unknown, headers: Record<string, string> = {}): Promise<HttpAnswer> =>
      http(service.url, { method: 'POST', path: `/UserTasks/${taskId}/unclaim`, body, headers });

    it('clears the claim when any user calls, whatever the body is', async () => {
      const bodies: readonly [body: string | undefined, headers: Record<string, string>][] = [
        [undefined, {}],
        ['{"broken', { 'Content-Type': 'text/plain' }],
        ['[]', { 'Content-Type': 'application/json', 'Content-Encoding': 'zstd' }],
      ];
      for (const [body, headers] of bodies) {
        const place = await startAtTask(service.url, 'open');
        expectEmpty(await claim(place.taskId, { UserId: 'a' }));
        expectEmpty(await unclaim(place.taskId, body, headers));
        expect(await claimedBy(place)).to.deep.equal(['Created', null]);
      }
    });

    it('answers 200 when the task was not claimed', async () => {
      const place = await startAtTask(service.url, 'open');
      expectEmpty(await unclaim(place.taskId));
      expect(await claimedBy(place)).to.deep.equal(['Created', null]);
    });

    it('answers 405, 400 and 413 when verb, key or size are wrong', async () => {
      const path = `/UserTasks/${UNKNOWN_ID}/unclaim`;
      expectProblem(await get(service.url, path), 405, 'The method GET is not allowed on this path.', path);
      const badKey = await unclaim(UNKNOWN_ID, undefined, { 'Idempotency-Key': 'a b' });
      expectProblem(badKey, 400, 'Idempotency-Key must be 1 to 255 visible ASCII characters.', path);
      const large = await unclaim(UNKNOWN_ID, 'x'.repeat(1_048_577));
      expectProblem(large, 413, 'The request body is larger than 1048576 bytes.', path);
    });

    it('answers 404 when the task is unknown or finished', async () => {
      expectError(await unclaim(UNKNOWN_ID), 404, `User task '${UNKNOWN_ID}' not found`);
      const { taskId } = await startAtTask(service.url, 'open');
      expectEmpty(await post(service.url, `/UserTasks/${taskId}/fail`, { errorMessage: 'no' }));
      expectError(await unclaim(taskId), 404, `User task '${taskId}' not found`);
    });
  });
});
