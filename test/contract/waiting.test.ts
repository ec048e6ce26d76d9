import { expect } from 'chai';
import { shardOf } from '../../src/platform/ids.ts';
import { parkLetter } from '../support/dead-letters.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, start, startAtTask, stateOf, TIMESTAMP, UNKNOWN_ID, until } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { messageWait } from '../support/models/event-models.ts';
import { flow, model, sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const pathOf = (id: string) => `/Instances/${id}/waiting`;
const callActivity = (id: string, called: string) => `<callActivity id="${id}" calledElement="${called}" />`;

describe('GET /Instances/{instanceId}/waiting (docs/contributing/spec/http/instances.md#why-an-instance-waits)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('asked', userTask('review', { assignee: 'ann', groups: 'x,y', outputs: ['ok'] })));
    await deploy(service.url, sequence('simple', task('pack')));
    await deploy(service.url, oneTask('printing', 'Nobodys-Type', { retries: '2' }));
    await deploy(service.url, sequence('caller', callActivity('call', 'simple')));
    await deploy(service.url, messageWait('parcel', 'hear', 'arrived', 'id'));
  });
  after(() => service.stop());

  const read = async (id: string, query = '') => expectJson(await get(service.url, `${pathOf(id)}${query}`));
  const only = async (id: string) => {
    const { items } = await read(id);
    expect(items).to.have.length(1);
    return items[0];
  };

  it('shows whose task it is when a user task waits, with the instance it belongs to', async () => {
    const { instanceId, taskId } = await startAtTask(service.url, 'asked', 'review', { BusinessId: 'PO-1' });
    const { items, startedAt, ...head } = await read(instanceId.toUpperCase());
    const { processDefinitionId } = (await stateOf(service.url, instanceId)) as never as { processDefinitionId: string };
    expect(startedAt).to.match(TIMESTAMP);
    expect(head).to.deep.equal({
      instanceId,
      processDefinitionId,
      processDefinitionKey: 'asked',
      processName: null,
      version: 1,
      businessId: 'PO-1',
      status: 'Running',
      endedAt: null,
      failure: null,
      cancellationReason: null,
      totalCount: 1,
      page: 1,
      pageSize: 100,
    });
    const [{ since, ...item }] = items;
    expect(since).to.match(TIMESTAMP);
    expect(item).to.deep.equal({
      kind: 'UserTask',
      text: "User task 'review' waits to be claimed by 'ann', to whom it is assigned or a member of the groups 'x' and 'y'.",
      activityId: 'review',
      activityName: null,
      activityType: 'UserTask',
      elementType: 'UserTask',
      activityInstanceId: taskId,
      userTask: { assignee: 'ann', candidateUsers: [], candidateGroups: ['x', 'y'], claimedBy: null },
    });
  });

  it('reports that no host offers the type when a custom task waits, and the worker once one has it', async () => {
    const id = await start(service.url, 'printing');
    const free = await only(id);
    expect(free.text).to.match(/type 'Nobodys-Type', which no plugin host offers now; a remote worker may fetch it\.$/);
    expect(free.customTask).to.deep.include({
      taskType: 'Nobodys-Type',
      attempts: 2,
      failures: 0,
      siloNames: [],
      lockedBy: null,
    });
    const lock = { WorkerId: 'w-1', MaxTasks: 1, LockSeconds: 60 };
    const { tasks } = expectJson(await post(service.url, '/custom-tasks/nobodys-type/fetch-and-lock', lock));
    const locked = await only(id);
    expect(locked.customTask.activityInstanceId).to.equal(tasks[0].activityInstanceId);
    expect(Date.parse(locked.customTask.lockedUntil)).to.be.closeTo(Date.parse(tasks[0].lockedUntil), 1000);
    expect(locked.text).to.match(/ is being done by '.*w-1.*' \(type 'Nobodys-Type'\); its lock ends at /);
  });

  it('names message and key when one is caught', async () => {
    const id = await start(service.url, 'parcel', { Variables: { id: 'P-7' } });
    const item = await only(id);
    expect(item.text).to.match(/ waits for message 'arrived' with correlation key 'P-7'\.$/);
    expect(item.events[0]).to.deep.include({
      kind: 'Message',
      role: 'Catch',
      name: 'arrived',
      correlationKey: 'P-7',
      dueAt: null,
    });
  });

  it('names the called instance when one is called', async () => {
    const id = await start(service.url, 'caller');
    const item = await until(
      () => only(id),
      ({ called }) => called?.status === 'Running',
    );
    expect(item.called).to.deep.include({ processDefinitionKey: 'simple', version: 1, businessId: null });
    expect(item.text).to.equal(
      `Call activity 'call' waits for the called instance ${item.called.workflowInstanceId} of 'simple' version 1, which is running.`,
    );
    expect((await read(item.called.workflowInstanceId)).items[0].kind).to.equal('Completion');
  });

  it('shows what a join misses, page by page when it is asked for pages', async () => {
    const body =
      '<startEvent id="s" /><parallelGateway id="split" /><task id="a" /><task id="b" /><parallelGateway id="join" /><endEvent id="e" />' +
      [flow('f', 's', 'split'), flow('fa', 'split', 'a'), flow('fb', 'split', 'b'), flow('ga', 'a', 'join')].join('') +
      [flow('gb', 'b', 'join'), flow('fe', 'join', 'e')].join('');
    await deploy(service.url, model('joined', body));
    const id = await start(service.url, 'joined');
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'a' }));
    const { items, totalCount, page, pageSize } = await read(id, '?page=2&pageSize=1');
    expect([totalCount, page, pageSize, items.length]).to.deep.equal([2, 2, 1, 1]);
    expect(items[0].text).to.equal("Parallel gateway 'join' waits for a token over 'gb', which can come from 'b'.");
    expect(items[0].join).to.deep.equal({
      arrivedCount: 1,
      neededCount: 2,
      isInclusive: false,
      hasFired: false,
      condition: null,
      flows: [
        { sequenceFlowId: 'ga', sourceActivityId: 'a', hasToken: true, isMissing: false, canComeFrom: [] },
        { sequenceFlowId: 'gb', sourceActivityId: 'b', hasToken: false, isMissing: true, canComeFrom: ['b'] },
      ],
    });
    expect((await read(id, '?page=99')).items).to.deep.equal([]);
  });

  it('reports a dead letter of the instance when it has one', async () => {
    const id = await start(service.url, 'simple');
    const command = { kind: 'CompleteActivity', instanceId: id, activityId: 'pack', variables: {} } as const;
    const letterId = await parkLetter(service.databaseUrls[shardOf(id)] ?? '', command);
    const [letter, entry] = (await read(id)).items;
    expect([letter.kind, letter.activityId, letter.deadLetter.deadLetterId]).to.deep.equal(['DeadLetter', null, letterId]);
    expect(letter.deadLetter).to.deep.include({ kind: 'CompleteActivity', errorMessage: 'Error: example', attempts: 1 });
    expect(entry.kind).to.equal('Completion');
  });

  it('has no items when the instance has ended, and shows how it ended', async () => {
    const done = await start(service.url, 'simple');
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: done, ActivityId: 'pack' }));
    expect(await read(done)).to.deep.include({ status: 'Completed', items: [], totalCount: 0, failure: null });
    const cancelled = await start(service.url, 'simple');
    expectEmpty(await post(service.url, `/Instances/${cancelled}/cancel`, { reason: 'sold out' }));
    expect(await read(cancelled)).to.deep.include({ status: 'Cancelled', items: [], cancellationReason: 'sold out' });
    const { instanceId, taskId } = await startAtTask(service.url, 'asked', 'review');
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/fail`, { errorMessage: 'no paper', errorCode: 'E7' }));
    const failed = await read(instanceId);
    expect(failed).to.deep.include({ status: 'Failed', items: [] });
    expect(failed.failure).to.deep.equal({ activityId: 'review', code: 'E7', message: 'no paper' });
    expect(failed.endedAt).to.match(TIMESTAMP);
  });

  it('refuses anything but a page, and ids that name nothing', async () => {
    const id = await start(service.url, 'simple');
    expectProblem(await get(service.url, `${pathOf(id)}?page=x`), 400, 'page must be an integer.', pathOf(id));
    expectError(await get(service.url, pathOf(UNKNOWN_ID)), 404, `Instance ${UNKNOWN_ID} not found`);
    expectProblem(await get(service.url, pathOf('x')), 404, 'No endpoint matches this path.', pathOf('x'));
  });
});
