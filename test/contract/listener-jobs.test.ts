import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { expectEmpty, expectError, expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, type State, start, stateOf, until } from '../support/http/steps.ts';
import { queryOnce } from '../support/query-once.ts';
import { startService, type TestService } from '../support/service.ts';

const EXAMPLE = readFileSync(new URL('../../examples/workers/listener.bpmn', import.meta.url), 'utf8');
const header = (value: string) => `<zeebe:taskHeaders><zeebe:header key="from" value="${value}"/></zeebe:taskHeaders>`;
const LISTENERS = ['start', 'end']
  .map(
    (event) =>
      `<zeebe:executionListener eventType="${event}" type="heard" retries="2">${header(event)}</zeebe:executionListener>`,
  )
  .join('');
const WORK = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" targetNamespace="t">
<bpmn:process id="worked" isExecutable="true"><bpmn:startEvent id="s"/><bpmn:serviceTask id="work"><bpmn:extensionElements>
<zeebe:taskDefinition type="worked"/><zeebe:executionListeners>${LISTENERS}</zeebe:executionListeners></bpmn:extensionElements></bpmn:serviceTask>
<bpmn:sequenceFlow id="f" sourceRef="s" targetRef="work"/></bpmn:process></bpmn:definitions>`;

interface Task {
  readonly activityInstanceId: string;
  readonly workflowInstanceId: string;
  readonly activityId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly retries: number;
  readonly lockToken: string;
}

/** In all shards, because each has the definitions. */
async function runSql({ databaseUrls }: TestService, text: string): Promise<void> {
  for (const databaseUrl of databaseUrls) await queryOnce(databaseUrl, text);
}

describe('jobs of listeners', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, EXAMPLE);
    await deploy(service.url, WORK);
  });
  after(() => service.stop());

  it('wait for no one when the version was deployed to a release that skipped them (docs/contributing/spec/validation.md#readings)', async () => {
    const old = WORK.replaceAll('"worked"', '"as-before"').replaceAll('"heard"', '"unheard"');
    await deploy(service.url, old);
    await deploy(service.url, old);
    await runSql(service, `update definition_version set reading = null where key = 'as-before' and version = 1`);
    const activeIn = async (Version: number) =>
      (await stateOf(service.url, await start(service.url, 'as-before', { Version }))).activeActivities;
    const [before, since] = [await activeIn(1), await activeIn(2)];
    expect([before.length, since.length]).to.deep.equal([1, 1]);
    expect((await fetchAll('unheard', { MaxTasks: 10 })).length).to.equal(1);
    const again = { BpmnXml: old, KeepUnchanged: true };
    expect(expectJson(await post(service.url, '/Definitions/deploy', again)).Unchanged).to.equal(true);
    await runSql(service, `update definition_version set reading = null where key = 'as-before'`);
    expect(expectJson(await post(service.url, '/Definitions/deploy', again)).Version, 'read anew').to.equal(3);
  });

  const fetchAll = async (type: string, more: object = {}): Promise<readonly Task[]> =>
    expectJson(await post(service.url, `/custom-tasks/${type}/fetch-and-lock`, { WorkerId: 'w', ...more })).tasks;
  const fetchOne = async (type: string): Promise<Task> => {
    const [task] = await fetchAll(type, { WaitSeconds: 60 });
    if (task === undefined) throw new Error(`no task of type ${type}`);
    return task;
  };
  const settle = ({ activityInstanceId, lockToken }: Task, action: string, body: object) =>
    post(service.url, `/custom-tasks/${activityInstanceId}/${action}`, { LockToken: lockToken, ...body });
  const ended = (id: string): Promise<State> =>
    until(
      () => stateOf(service.url, id),
      (state) => state.isCompleted,
    );

  it('are fetched one after the other, with the variables and their own headers, when a task has listeners', async () => {
    const id = await start(service.url, 'worked', { Variables: { a: 1 } });
    const before = await fetchOne('heard');
    expect(before).to.deep.include({
      activityId: 'work',
      input: { a: 1, __listener: { event: 'start', element: 'work', index: 0 } },
      headers: { from: 'start' },
      retries: 2,
    });
    expect(await fetchAll('worked')).to.deep.equal([]);
    const failed = expectJson(await settle(before, 'fail', { ErrorMessage: 'later', RetryAfterSeconds: 0 }));
    expect(failed.retryAt).to.be.a('string');
    expectEmpty(await settle(await fetchOne('heard'), 'complete', { Variables: { mine: 2 } }));
    const work = await fetchOne('worked');
    expect(work.input).to.deep.equal({ a: 1, mine: 2 });
    expectEmpty(await settle(work, 'complete', { Variables: { b: 3 } }));
    const behind = await fetchOne('heard');
    expect(behind.headers).to.deep.equal({ from: 'end' });
    const lost = await settle(work, 'extend-lock', {});
    expect(lost.status, 'the task itself is over').to.equal(409);
    expectEmpty(await settle(behind, 'complete', { Variables: { c: 4 } }));
    const { variableStates } = await ended(id);
    expect(variableStates.at(0)?.variables).to.deep.equal({ a: 1, b: 3, c: 4 });
  });

  it('are ended by hand when no worker serves them', async () => {
    const id = await start(service.url, 'worked');
    const complete = (ActivityId: string, Variables: object) =>
      post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId, Variables });
    for (const step of [1, 2, 3]) expect((await complete('work', { step })).status).to.equal(200);
    expect((await ended(id)).completedActivityIds).to.deep.equal(['s', 'work']);
    expect(await fetchAll('heard')).to.deep.equal([]);
  });

  it('hold a user task up with 409 until they are done', async () => {
    const id = await start(service.url, 'audited-review');
    expectEmpty(await settle(await fetchOne('audit'), 'complete', { Variables: { begun: true } }));
    const taskId = await until(
      async () => (await stateOf(service.url, id)).activeActivities.at(0)?.activityInstanceId ?? '',
      (found) => found !== '',
    );
    const act = (action: string) => post(service.url, `/UserTasks/${taskId}/${action}`, { UserId: 'ann' });
    await until(
      () => get(service.url, `/UserTasks/${taskId}`),
      ({ status }) => status === 200,
    );
    for (const action of ['claim', 'complete']) expectEmpty(await act(action));
    const audit = await fetchOne('audit');
    expect(audit.input['__listener']).to.deep.include({ event: 'complete', assignee: 'ann' });
    for (const action of ['claim', 'unclaim', 'complete'])
      expectError(await act(action), 409, 'A task listener of this task has not finished. Try again after it has completed.');
    expectEmpty(await settle(audit, 'complete', {}));
    expect((await ended(id)).completedActivityIds).to.deep.equal(['start', 'review', 'end']);
  });
});
