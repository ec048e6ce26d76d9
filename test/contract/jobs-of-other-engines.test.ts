import { expect } from 'chai';
import { expectEmpty, expectJson } from '../support/http/expect-answer.ts';
import { post } from '../support/http/http-client.ts';
import { deploy, start, stateOf, until } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { startService, type TestService } from '../support/service.ts';

const HEADERS = '<zeebe:taskHeaders><zeebe:header key="currency" value="EUR"/></zeebe:taskHeaders>';
/** The namespaces of this service and of another engine; a file that declares the former is of this service. */
const OURS = /xmlns:(?:fleans|camunda)="[^"]*"/g;
const THEIRS = /xmlns:(?:fleans|zeebe)="[^"]*"/g;

/** The task `work` of a Camunda 7 file with these attributes. */
const inCamunda7 = (key: string, attributes: string): string =>
  oneTask(key, 'x')
    .replace(THEIRS, '')
    .replace(/<serviceTask.*<\/serviceTask>/, `<serviceTask id="work" ${attributes}/>`);

describe('jobs of other engines', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    const zeebe = oneTask('c8', 'charge', { retries: '2' }).replace('</extensionElements>', `${HEADERS}</extensionElements>`);
    await deploy(service.url, zeebe.replace(OURS, ''));
    await deploy(service.url, inCamunda7('c7', 'camunda:class="org.example.Charge"'));
    await deploy(service.url, inCamunda7('by-hand', 'camunda:delegateExpression="#{bank}"'));
  });
  after(() => service.stop());

  const fetchOne = async (type: string) => {
    const body = { WorkerId: 'w', WaitSeconds: 60 };
    const { tasks } = expectJson(await post(service.url, `/custom-tasks/${type}/fetch-and-lock`, body));
    expect(tasks).to.have.length(1);
    return tasks[0];
  };
  const settle = (task: { activityInstanceId: string; lockToken: string }, action: string, body: object) =>
    post(service.url, `/custom-tasks/${task.activityInstanceId}/${action}`, { LockToken: task.lockToken, ...body });
  const variablesAtTheEnd = async (id: string) => {
    const ended = await until(
      () => stateOf(service.url, id),
      (state) => state.isCompleted || state.isFailed,
    );
    return ended.variableStates.at(0)?.variables;
  };

  it('see all variables, headers and retries, and their result is stored, when their model is of Camunda 8', async () => {
    const id = await start(service.url, 'c8', { Variables: { amount: 5 } });
    const first = await fetchOne('charge');
    expect(first).to.deep.include({ input: { amount: 5 }, headers: { currency: 'EUR' }, attempt: 1, retries: 2 });
    expectJson(await settle(first, 'fail', { ErrorMessage: 'busy', RetryAfterSeconds: 0 }));
    const second = await fetchOne('charge');
    expect(second).to.deep.include({ headers: { currency: 'EUR' }, attempt: 2, retries: 1 });
    expectEmpty(await settle(second, 'complete', { Variables: { paid: true } }));
    expect(await variablesAtTheEnd(id)).to.deep.equal({ amount: 5, paid: true });
  });

  it('are tasks of their class when their model is of Camunda 7', async () => {
    const id = await start(service.url, 'c7', { Variables: { amount: 5 } });
    const task = await fetchOne('org.example.charge');
    expect(task).to.deep.include({ taskType: 'org.example.Charge', input: { amount: 5 }, headers: {}, retries: 1 });
    expectEmpty(await settle(task, 'complete', { Variables: { amount: 4 } }));
    expect(await variablesAtTheEnd(id)).to.deep.equal({ amount: 4 });
  });

  it('can still be completed by hand, and no worker gets them then', async () => {
    const id = await start(service.url, 'by-hand', { Variables: {} });
    const body = { WorkflowInstanceId: id, ActivityId: 'work', Variables: { paid: true } };
    expect((await post(service.url, '/Execution/complete-activity', body)).status).to.equal(200);
    expect(await variablesAtTheEnd(id)).to.deep.equal({ paid: true });
    const { tasks } = expectJson(await post(service.url, '/custom-tasks/bank/fetch-and-lock', { WorkerId: 'w' }));
    expect(tasks).to.deep.equal([]);
  });
});
