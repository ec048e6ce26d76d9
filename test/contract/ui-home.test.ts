import { expect } from 'chai';
import { startUi } from '../../src/ui/main.ts';
import { createBatch, endedBatch, outcomes } from '../support/batches.ts';
import { expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, stateOf, until } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { catching, onTimer, processOf } from '../support/models/event-elements.ts';
import { STUCK } from '../support/models/incident-models.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { queryOnce } from '../support/query-once.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';
import { openVisitor } from '../support/visitor.ts';

describe('what needs you now, as the pages read it (docs/contributing/spec/pages.md#needs-you)', () => {
  let service: TestService;
  let ui: string;
  before(async () => {
    service = await startService({ env: { UI_PORT: '0' } });
    ui = (await service.start(startUi)).url ?? '';
    await deploy(service.url, STUCK);
    await deploy(service.url, sequence('order', userTask('pack')));
    await deploy(service.url, oneTask('charging', 'Charge-Card'));
    await deploy(service.url, processOf('waiting', '', [catching('wait', onTimer('PT1H'))]));
  });
  after(() => service.stop());

  const visitor = openVisitor();
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  const json = async (path: string): Promise<any> => {
    const answer = await visitor.get(`${ui}/ui/api/${path}`);
    expect(answer.status, `${path}: ${answer.text}`).to.equal(200);
    return JSON.parse(answer.text);
  };
  /** Reads until the shared answer is a new one. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  const home = (isWanted: (view: any) => boolean): Promise<any> => until(() => json('home'), isWanted);
  const filtered = async (list: string, filters: string) =>
    expectJson(await get(service.url, `/${list}?filters=${encodeURIComponent(filters)}`)).totalCount;

  async function change(statement: string): Promise<void> {
    for (const url of service.databaseUrls) await queryOnce(url, statement);
  }

  /** An order whose packing failed. */
  async function failedOrder(message: string): Promise<string> {
    const instanceId = await start(service.url, 'order');
    const taskId = await activeEntry(service.url, instanceId, 'pack');
    await post(service.url, `/UserTasks/${taskId}/fail`, { errorCode: 'FLOOD', errorMessage: message });
    expect((await stateOf(service.url, instanceId)).isFailed).to.equal(true);
    return instanceId;
  }

  itFull('groups what failed, and the lists find as many by the message', async () => {
    await start(service.url, 'stuck');
    await start(service.url, 'stuck');
    await failedOrder('wet, cold | dark');
    await failedOrder('wet, cold | dark');
    await failedOrder('dry');
    const { incidents, failed } = await home((view) => view.failed.groups.length === 2 && view.incidents.groups.length === 1);
    const [incident] = incidents.groups;
    expect(incident).to.include({ key: 'stuck', version: 1, activityId: 'work', code: '500', count: 2 });
    expect(failed.groups.map(({ message, count }: { message: string; count: number }) => [message, count])).to.deep.equal([
      ['wet, cold | dark', 2],
      ['dry', 1],
    ]);
    const escaped = 'wet\\, cold \\| dark';
    expect(await filtered('Instances', `ProcessDefinitionKey==order,Status==Failed,ErrorMessage==${escaped}`)).to.equal(2);
    expect(await filtered('Instances', 'ErrorMessage!=null,ErrorMessage!=dry')).to.equal(2);
    expect(await filtered('Incidents', `ProcessKey==stuck,ErrorMessage==${incident.message}`)).to.equal(2);
    expect(await filtered('Incidents', 'ErrorMessage==something else')).to.equal(0);
  });

  it('has groups that a batch repairs by the same filter', async () => {
    const instanceId = await failedOrder('only this one');
    const batchId = await createBatch(service.url, {
      Operation: 'revive',
      Filters: 'ProcessDefinitionKey==order,Status==Failed,ErrorMessage==only this one',
    });
    const batch = await endedBatch(service.url, batchId);
    expect(outcomes(batch)).to.deep.equal([1, 0, 0]);
    expect((await stateOf(service.url, instanceId)).activeActivityIds).to.deep.equal(['pack']);
  });

  it('refuses a filter of messages that cannot be, with the names that were promised', async () => {
    const answer = await get(service.url, `/Incidents?filters=${encodeURIComponent('ErrorMessage@=x')}`);
    expect(answer.status).to.equal(400);
    expect(expectProblemDetail(answer)).to.match(
      /^Operator '@=' cannot be used with 'ErrorMessage'\. Allowed names: InstanceId, /,
    );
    expect(expectProblemDetail(answer)).to.not.match(/Names?: .*ErrorMessage/);
  });

  it('lists the timers that are late, of one process or element', async () => {
    const instanceId = await start(service.url, 'waiting');
    await stateOf(service.url, instanceId);
    expect((await json('timers')).totalCount).to.equal(0);
    // leased: no worker fires it during the test
    await change("update timer set due_at = now() - interval '1 hour', attempts = 2, leased_until = now() + interval '1 hour'");
    const { lateTimers } = await home((view) => view.lateTimers.groups.length === 1);
    expect(lateTimers.groups[0]).to.include({ key: 'waiting', activityId: 'wait', count: 1 });
    const { items } = await json('timers?key=waiting&activityId=wait');
    expect(items[0]).to.include({ kind: 'timer', key: 'waiting', instanceId, activityId: 'wait' });
    expect((await json('timers?activityId=other')).totalCount).to.equal(0);
  });

  itFull('counts the open tasks of a type, who asks for it, and reports those that no one does', async () => {
    const instanceId = await start(service.url, 'charging');
    await stateOf(service.url, instanceId);
    await change("update custom_task set created_at = now() - interval '1 minute'");
    const { unserved } = await home((view) => view.unserved.length === 1);
    expect(unserved[0]).to.include({ taskType: 'Charge-Card', count: 1, isExact: true });
    const [type] = await until(
      () => json('task-types'),
      (types) => types.length === 1,
    );
    expect(type).to.include({ taskType: 'Charge-Card', waiting: 1, running: 0, retrying: 0, isAsked: false });
    const { items, totalCount } = await json('task-types/tasks?type=CHARGE-card&state=Waiting');
    expect([totalCount, items[0]?.instanceId, items[0]?.state]).to.deep.equal([1, instanceId, 'Waiting']);
    const { tasks } = expectJson(await post(service.url, '/custom-tasks/Charge-Card/fetch-and-lock', { WorkerId: 'till 7' }));
    await post(service.url, `/custom-tasks/${tasks[0].activityInstanceId}/complete`, { LockToken: tasks[0].lockToken });
    const { fetchedBy, taskRuns } = service.runtime.metrics.calls.read();
    expect(fetchedBy).to.deep.include({ typeKey: 'charge-card', workerId: 'till 7' });
    expect(taskRuns).to.deep.include({ typeKey: 'charge-card', done: 1, failed: 0 });
    expect((await json('task-types/tasks?type=charge-card')).totalCount).to.equal(0);
  });

  it('answers 400 when something in the request is wrong', async () => {
    for (const path of ['timers?page=x', 'task-types/tasks', 'task-types/tasks?type=a&state=waiting', 'user-tasks?due=today'])
      expect([path, (await visitor.get(`${ui}/ui/api/${path}`)).status]).to.deep.equal([path, 400]);
  });

  it('narrows the user tasks to those of a place that are overdue', async () => {
    const instanceId = await start(service.url, 'order');
    await activeEntry(service.url, instanceId, 'pack');
    const count = async (query: string) => (await json(`user-tasks?instanceId=${instanceId}&${query}`)).totalCount;
    await until(
      () => count(''),
      (total) => total === 1,
    );
    expect([await count('key=order&activityId=pack'), await count('key=other'), await count('activityId=other')]).to.deep.equal([
      1, 0, 0,
    ]);
    expect(await count('due=overdue')).to.equal(0);
  });
});

function expectProblemDetail({ text }: { readonly text: string }): string {
  return JSON.parse(text).detail;
}
