import { expect } from 'chai';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, startAtTask, TIMESTAMP, UNKNOWN_ID, type UserTaskPlace } from '../support/http/steps.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

describe('reading user tasks (docs/contributing/spec/http/user-tasks.md#list-of-user-tasks)', () => {
  let service: TestService;
  let assigned: UserTaskPlace;
  let grouped: UserTaskPlace;
  let open: UserTaskPlace;
  before(async () => {
    service = await startService();
    const full = { assignee: 'john', users: 'ann, bob', groups: 'managers, clerks', outputs: ['approved', 'note'] };
    await deploy(service.url, sequence('assigned', userTask('review', full)));
    await deploy(service.url, sequence('grouped', userTask('review', { groups: 'managers' })));
    await deploy(service.url, sequence('open', userTask('review')));
    assigned = await startAtTask(service.url, 'assigned');
    grouped = await startAtTask(service.url, 'grouped');
    open = await startAtTask(service.url, 'open');
    expectEmpty(await post(service.url, `/UserTasks/${open.taskId}/claim`, { UserId: 'eve' }));
    await get(service.url, `/Instances/${open.instanceId}/state`);
  });
  after(() => service.stop());

  const list = async (query: string): Promise<string[]> => {
    const names = new Map([
      [assigned.taskId, 'assigned'],
      [grouped.taskId, 'grouped'],
      [open.taskId, 'open'],
    ]);
    const { data } = expectJson(await get(service.url, `/UserTasks${query}`));
    return data.map((task: { activityInstanceId: string }) => names.get(task.activityInstanceId));
  };

  it('lists pending tasks, newest first, in an envelope with data when nothing is asked for', async () => {
    const { data, ...envelope } = expectJson(await get(service.url, '/UserTasks'));
    expect(envelope).to.deep.equal({ page: 1, pageSize: 20, totalCount: 3 });
    expect(await list('')).to.deep.equal(['open', 'grouped', 'assigned']);
    expect(data[2]).to.deep.equal({
      workflowInstanceId: assigned.instanceId,
      activityInstanceId: assigned.taskId,
      activityId: 'review',
      assignee: 'john',
      candidateGroups: ['managers', 'clerks'],
      candidateUsers: ['ann', 'bob'],
      claimedBy: null,
      taskState: 'Created',
      createdAt: data[2].createdAt,
      expectedOutputVariables: ['approved', 'note'],
      processDefinitionKey: 'assigned',
    });
    expect(data[2].createdAt).to.match(TIMESTAMP);
    expect(data[0]).to.deep.include({
      assignee: null,
      candidateGroups: [],
      candidateUsers: [],
      claimedBy: 'eve',
      taskState: 'Claimed',
      expectedOutputVariables: [],
    });
  });

  const queries: readonly [query: string, expected: readonly string[]][] = [
    ['?assignee=john', ['assigned']],
    ['?ASSIGNEE=john', ['assigned']],
    ['?assignee=John', []],
    ['?assignee=ann', []],
    ['?assignee=', ['open', 'grouped', 'assigned']],
    ['?candidateGroup=managers', ['grouped', 'assigned']],
    ['?candidateGroup=clerks&assignee=john', ['assigned']],
    ['?candidateGroup=clerks&assignee=ann', []],
    ['?sorts=createdAt', ['assigned', 'grouped', 'open']],
    ['?filters=TaskState==claimed', ['open']],
    ['?filters=TaskState!=Claimed,CreatedAt>2026-01-01', ['grouped', 'assigned']],
    ['?filters=TaskState==Completed', []],
    ['?pageSize=2&page=2', ['assigned']],
  ];
  for (const [query, expected] of queries) {
    it(`lists ${expected.join(', ') || 'nothing'} when the query is ${query}`, async () => {
      expect(await list(query)).to.deep.equal(expected);
    });
  }

  it('refuses names when it does not know them', async () => {
    const answer = await get(service.url, '/UserTasks?filters=Assignee==john');
    expectProblem(answer, 400, "Unknown filter name 'Assignee'. Allowed names: CreatedAt, TaskState.", '/UserTasks');
  });

  it('shows one task without envelope when its id is asked for', async () => {
    const task = expectJson(await get(service.url, `/UserTasks/${open.taskId.toUpperCase()}`));
    expect(task).to.deep.include({ activityInstanceId: open.taskId, workflowInstanceId: open.instanceId, claimedBy: 'eve' });
    expect(Object.keys(task)).to.have.length(11);
  });

  it('answers 404 as no endpoint does when the id is not a GUID', async () => {
    expectProblem(await get(service.url, '/UserTasks/x'), 404, 'No endpoint matches this path.', '/UserTasks/x');
  });

  it('answers 404 when the task never existed or has ended', async () => {
    const text = (id: string) => `User task '${id}' not found`;
    expectError(await get(service.url, `/UserTasks/${UNKNOWN_ID}`), 404, text(UNKNOWN_ID));
    const ended = await startAtTask(service.url, 'open');
    expectEmpty(await post(service.url, `/UserTasks/${ended.taskId}/cancel`));
    await get(service.url, `/Instances/${ended.instanceId}/state`);
    expectError(await get(service.url, `/UserTasks/${ended.taskId}`), 404, text(ended.taskId));
  });

  it('has the form of a task when its model describes one', async () => {
    const task = userTask('review').replace('<userTask', '<userTask camunda:formKey="order"');
    await deploy(service.url, sequence('with-form', task));
    const { taskId, instanceId } = await startAtTask(service.url, 'with-form');
    await get(service.url, `/Instances/${instanceId}/state`);
    expect(expectJson(await get(service.url, `/UserTasks/${taskId}`))).to.deep.include({
      form: { key: 'order' },
      formKey: 'order',
    });
  });

  it('has what people call it when its model and its instance specify it', async () => {
    const task = userTask('review').replace('<userTask', '<userTask name="Review&#10;  the order"');
    const xml = sequence('named', task).replace('<process ', '<process name="Orders of today" ');
    await deploy(service.url, xml);
    const { taskId, instanceId } = await startAtTask(service.url, 'named', 'review', { BusinessId: 'o-17' });
    await get(service.url, `/Instances/${instanceId}/state`);
    const names = { name: 'Review the order', processName: 'Orders of today', processDefinitionKey: 'named', businessId: 'o-17' };
    expect(expectJson(await get(service.url, `/UserTasks/${taskId}`))).to.deep.include(names);
    const { data } = expectJson(await get(service.url, '/UserTasks?pageSize=1'));
    expect(data[0]).to.deep.include(names);
  });

  it('has the names of a newer version when its instance continues there', async () => {
    const called = (name: string) => sequence('renamed', userTask('review').replace('<userTask', `<userTask name="${name}"`));
    await deploy(service.url, called('Old'));
    const { taskId, instanceId } = await startAtTask(service.url, 'renamed');
    await deploy(service.url, called('New'));
    await get(service.url, `/Instances/${instanceId}/state`);
    expect(expectJson(await get(service.url, `/UserTasks/${taskId}`)).name).to.equal('Old');
    const newer = await startAtTask(service.url, 'renamed');
    const { processDefinitionId: DefinitionId } = expectJson(await get(service.url, `/Instances/${newer.instanceId}/state`));
    expectJson(await post(service.url, `/Instances/${instanceId}/migrate`, { DefinitionId }));
    await get(service.url, `/Instances/${instanceId}/state`);
    expect(expectJson(await get(service.url, `/UserTasks/${taskId}`)).name).to.equal('New');
  });

  it('marks tasks of a suspended instance or process, in the list and alone', async () => {
    const marks = async () => {
      const { data } = expectJson(await get(service.url, '/UserTasks?pageSize=100'));
      const alone = expectJson(await get(service.url, `/UserTasks/${grouped.taskId}`));
      const found = data.filter((task: { isSuspended?: boolean }) => task.isSuspended === true);
      return [found.map((task: { activityInstanceId: string }) => task.activityInstanceId), alone.isSuspended];
    };
    expectJson(await post(service.url, `/Instances/${grouped.instanceId}/suspend`, {}));
    await post(service.url, '/Definitions/assigned/suspend', {});
    await get(service.url, `/Instances/${grouped.instanceId}/state`);
    expect(await marks()).to.deep.equal([[grouped.taskId, assigned.taskId], true]);
    await post(service.url, '/Definitions/assigned/resume', {});
    expectJson(await post(service.url, `/Instances/${grouped.instanceId}/resume`, {}));
    await get(service.url, `/Instances/${grouped.instanceId}/state`);
    expect(await marks()).to.deep.equal([[], undefined]);
  });
});
