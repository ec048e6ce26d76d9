import { expect } from 'chai';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectEmpty, expectError, expectJson } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, http, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, startAtTask, stateOf, UNKNOWN_ID, type UserTaskPlace, until } from '../support/http/steps.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const MEMBERS = 'Assignee, CandidateUsers, CandidateGroups, DueDate, FollowUpDate, Priority';
const DUE = '2030-01-31T08:00:00.000+00:00';

describe('changes of user tasks (docs/contributing/spec/http/user-tasks.md#edit)', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ env: { CAMUNDA_7_API: 'true', CAMUNDA_8_API: 'true' } });
    await deploy(service.url, sequence('order', userTask('review', { assignee: 'john', users: 'ann', groups: 'managers' })));
  });
  after(() => service.stop());

  const edit = (taskId: string, body: object): Promise<HttpAnswer> => post(service.url, `/UserTasks/${taskId}/edit`, body);
  const taskAt = async ({ instanceId, taskId }: UserTaskPlace) => {
    await stateOf(service.url, instanceId);
    return expectJson(await get(service.url, `/UserTasks/${taskId}`));
  };

  describe('POST /UserTasks/{activityInstanceId}/edit', () => {
    itKeepsCommonRefusals(() => service.url, { path: `/UserTasks/${UNKNOWN_ID}/edit` });

    it('changes the members of the request, and the history has them', async () => {
      const place = await startAtTask(service.url, 'order');
      const change = { Assignee: 'zoe', CandidateUsers: ['bob', 'cy'], DueDate: DUE, FollowUpDate: DUE, Priority: 80 };
      expectEmpty(await edit(place.taskId, change));
      const edited = { assignee: 'zoe', candidateUsers: ['bob', 'cy'], dueDate: DUE, followUpDate: DUE, priority: 80 };
      expect(await taskAt(place)).to.deep.include({ ...edited, candidateGroups: ['managers'] });
      expectEmpty(await edit(place.taskId, { CandidateUsers: [], Clear: ['Assignee', 'CandidateGroups', 'DueDate'] }));
      const task = await taskAt(place);
      expect(task).to.deep.include({ assignee: null, candidateUsers: ['bob', 'cy'], candidateGroups: [], priority: 80 });
      expect(task).not.to.have.property('dueDate');
      const { items } = expectJson(await get(service.url, `/Instances/${place.instanceId}/history?pageSize=100`));
      const edits = items.filter(({ type }: { type: string }) => type === 'UserTaskEdited');
      expect(edits.map(({ data }: { data: object }) => data)).to.deep.equal([
        edited,
        { assignee: null, candidateGroups: [], dueDate: null },
      ]);
    });

    it('releases the claim when the assignee changes, and only the new assignee and the candidates can claim', async () => {
      const place = await startAtTask(service.url, 'order');
      const claim = (UserId: string) => post(service.url, `/UserTasks/${place.taskId}/claim`, { UserId });
      expectEmpty(await claim('john'));
      expectEmpty(await edit(place.taskId, { Priority: 1 }));
      expect((await taskAt(place)).claimedBy).to.equal('john');
      expectEmpty(await edit(place.taskId, { Assignee: 'zoe' }));
      expect(await taskAt(place)).to.deep.include({ claimedBy: null, taskState: 'Created', assignee: 'zoe' });
      expectError(await claim('john'), 409, 'User john is not authorized to claim this task');
      expectEmpty(await claim('zoe'));
    });

    it('keeps the edit in a fork', async () => {
      const { instanceId, taskId } = await startAtTask(service.url, 'order');
      expectEmpty(await edit(taskId, { CandidateUsers: ['zoe'], Priority: 9, Clear: ['Assignee'] }));
      const fork = expectJson(await post(service.url, `/Instances/${instanceId}/fork`, { Step: 2 })).WorkflowInstanceId;
      const place = { instanceId: fork, taskId: await activeEntry(service.url, fork, 'review') };
      expect(await taskAt(place)).to.deep.include({ assignee: null, candidateUsers: ['zoe'], priority: 9 });
    });

    it('answers 400 when a member is wrong or nothing would change, and 404 when the task is unknown', async () => {
      const date = (name: string) => `${name} must be a date such as 2026-12-31T12:00:00Z`;
      const list = (name: string) => `${name} must have at most 1000 entries that are not blank`;
      const clear = `Clear must name members that the request does not set, of ${MEMBERS}`;
      for (const [body, text] of [
        [{ DueDate: 'soon', FollowUpDate: 'later' }, date('DueDate')],
        [{ FollowUpDate: '+010000-01-01T00:00:00Z' }, date('FollowUpDate')],
        [{ CandidateUsers: ['a', ' '] }, list('CandidateUsers')],
        [{ CandidateGroups: Array(1001).fill('a') }, list('CandidateGroups')],
        [{ Clear: ['Category'] }, clear],
        [{ Clear: ['DueDate'], DueDate: DUE }, clear],
        [{ CandidateUsers: [], Clear: [] }, 'At least one change is required'],
      ] as const)
        expectError(await edit(UNKNOWN_ID, body), 400, text);
      expectError(await edit(UNKNOWN_ID, { Priority: 1 }), 404, `User task '${UNKNOWN_ID}' not found`);
    });
  });

  describe('Camunda 7', () => {
    const ask = (method: string, path: string, body?: object) =>
      http(service.url, { method, path: `/engine-rest/task/${path}`, ...(body && { body }) });
    const linksOf = async (taskId: string) =>
      expectJson(await ask('GET', `${taskId}/identity-links`)).map(
        (link: { type: string; userId: string; groupId: string }) => `${link.type} ${link.userId ?? link.groupId}`,
      );

    it('replaces assignee, priority and dates when a client puts a task that it has read', async () => {
      const { taskId } = await startAtTask(service.url, 'order');
      await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'ann' });
      const read = expectJson(await ask('GET', taskId));
      const changed = { ...read, priority: 7, due: '2030-01-31T10:00:00.000+0200', followUp: '2030-01-30T08:00:00.000+0000' };
      expect((await ask('PUT', taskId, changed)).status).to.equal(204);
      const due = '2030-01-31T08:00:00.000+0000';
      expect(expectJson(await ask('GET', taskId))).to.deep.equal({ ...changed, due, assignee: 'ann' });
      expect((await ask('PUT', taskId, { ...read, assignee: 'zoe' })).status).to.equal(204);
      expect(expectJson(await ask('GET', taskId))).to.deep.include({ assignee: 'zoe', priority: 50, due: null, followUp: null });
      for (const [more, message] of [
        [{ name: 'Other' }, 'name cannot be changed: Sluice reads it from the model.'],
        [{ description: 'x' }, 'description is not supported by Sluice.'],
        [{ due: 'soon' }, 'due must be a date such as 2015-10-06T16:34:42.000+0200.'],
      ] as const) {
        const answer = await ask('PUT', taskId, { ...read, ...more });
        expect([answer.status, answer.json.message]).to.deep.equal([400, message]);
      }
      const [past] = expectJson(await get(service.url, `/engine-rest/history/task?processInstanceId=${read.processInstanceId}`));
      expect(past).to.deep.include({ assignee: 'zoe', priority: 50, due: null });
    });

    it('adds and deletes identity links', async () => {
      const { taskId } = await startAtTask(service.url, 'order');
      const statuses: number[] = [];
      for (const [path, body] of [
        ['', { groupId: 'clerks', type: 'candidate' }],
        ['', { userId: 'bob', type: 'candidate' }],
        ['', { userId: 'bob', type: 'candidate' }],
        ['/delete', { userId: 'ann', type: 'candidate' }],
        ['/delete', { userId: 'zoe', type: 'assignee' }],
        ['', { userId: 'bob', groupId: 'clerks', type: 'candidate' }],
        ['', { groupId: 'clerks', type: 'assignee' }],
        ['', { userId: 'bob', type: 'owner' }],
      ] as const)
        statuses.push((await ask('POST', `${taskId}/identity-links${path}`, body)).status);
      expect(statuses).to.deep.equal([204, 204, 204, 204, 204, 400, 400, 400]);
      expect(await linksOf(taskId)).to.deep.equal(['candidate bob', 'candidate managers', 'candidate clerks', 'assignee john']);
      await ask('POST', `${taskId}/identity-links/delete`, { userId: 'john', type: 'assignee' });
      await ask('POST', `${taskId}/identity-links`, { userId: 'zoe', type: 'assignee' });
      expect((await linksOf(taskId)).at(-1)).to.equal('assignee zoe');
    });
  });

  describe('Camunda 8: PATCH /v2/user-tasks/{userTaskKey}', () => {
    const call = (method: string, path: string, body?: object) =>
      http(service.url, { method, path: `/v2/user-tasks/${path}`, ...(body && { body }) });

    it('changes the members of the changeset, and empty ones are cleared', async () => {
      const { instanceId, taskId } = await startAtTask(service.url, 'order');
      await stateOf(service.url, instanceId);
      const found = expectJson(await call('POST', 'search', { sort: [{ field: 'creationDate', order: 'DESC' }] })).items;
      const key = found[0].userTaskKey;
      const patch = (changeset?: object) => call('PATCH', key, { ...(changeset && { changeset }), action: 'update' });
      const changeset = { candidateUsers: ['zoe'], candidateGroups: [], dueDate: DUE, followUpDate: DUE, priority: 99 };
      expect((await patch(changeset)).status).to.equal(204);
      const read = (isWanted: (task: { priority: number; dueDate: string | null }) => boolean) =>
        until(async () => expectJson(await call('GET', key)), isWanted);
      const dates = { dueDate: '2030-01-31T08:00:00.000Z', followUpDate: '2030-01-31T08:00:00.000Z' };
      expect(await read(({ priority }) => priority === 99)).to.deep.include({ ...changeset, ...dates });
      expect((await patch({ dueDate: '', followUpDate: null, candidateUsers: null })).status).to.equal(204);
      const kept = { candidateUsers: ['zoe'], followUpDate: dates.followUpDate, priority: 99 };
      expect(await read(({ dueDate }) => dueDate === null)).to.deep.include(kept);
      for (const [faulty, detail] of [
        [undefined, /^No update data provided/],
        [{}, /^No update data provided/],
        [{ priority: 101 }, /'changeset.priority' must be a whole number from 0 to 100/],
        [{ dueDate: 'soon' }, /'changeset.dueDate' must be a date/],
        [{ assignee: 'x', priority: 1 }, /'changeset.assignee' is not supported/],
      ] as const) {
        const answer = await patch(faulty);
        expect([answer.status, answer.json.title], answer.text).to.deep.equal([400, 'INVALID_ARGUMENT']);
        expect(answer.json.detail).to.match(detail);
      }
      expectEmpty(await post(service.url, `/UserTasks/${taskId}/cancel`));
      expect((await patch({ priority: 1 })).status).to.equal(404);
    });
  });
});
