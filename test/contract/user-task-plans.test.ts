import { expect } from 'chai';
import { expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, start, startAtTask } from '../support/http/steps.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const planned = (attributes: string) => userTask('review').replace('<userTask', `<userTask ${attributes}`);
const LATE = 'camunda:dueDate="2020-01-01T08:00:00+01:00" camunda:followUpDate="2019-12-31" camunda:priority="70"';

describe('plans of user tasks (docs/contributing/spec/http/user-tasks.md#task-plan)', () => {
  let service: TestService;
  const names = new Map<string, string>();
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('late', planned(`${LATE} camunda:category="invoices"`)));
    await deploy(service.url, sequence('later', planned(`camunda:dueDate="P1D" camunda:priority="\${p}"`)));
    await deploy(service.url, sequence('plain', userTask('review')));
    for (const key of ['late', 'later', 'plain']) {
      const { taskId, instanceId } = await startAtTask(service.url, key, 'review', { Variables: { p: -5 } });
      names.set(taskId, key);
      await get(service.url, `/Instances/${instanceId}/state`);
    }
  });
  after(() => service.stop());

  const rows = async (query: string): Promise<Record<string, unknown>[]> =>
    expectJson(await get(service.url, `/UserTasks?${query}`)).data;
  const list = async (query: string) => (await rows(query)).map(({ activityInstanceId }) => names.get(`${activityInstanceId}`));

  it('are members of the task, and absent when the model specifies nothing', async () => {
    const byName = new Map((await rows('')).map((row) => [names.get(`${row['activityInstanceId']}`), row]));
    expect(byName.get('late')).to.deep.include({
      dueDate: '2020-01-01T07:00:00.000+00:00',
      followUpDate: '2019-12-31T00:00:00.000+00:00',
      priority: 70,
      category: 'invoices',
    });
    expect(byName.get('later')).to.deep.include({ priority: -5 }).and.not.have.any.keys('followUpDate', 'category');
    expect(byName.get('plain')).to.not.have.any.keys('dueDate', 'followUpDate', 'priority', 'category');
    const [id] = [...names].find(([, name]) => name === 'late') ?? [];
    expect(expectJson(await get(service.url, `/UserTasks/${id}`))).to.deep.equal(byName.get('late'));
  });

  it('count a duration from the moment the task is created', async () => {
    const { dueDate, createdAt } = (await rows('filters=Priority==-5'))[0] ?? {};
    expect(Date.parse(`${dueDate}`) - Date.parse(`${createdAt}`)).to.equal(86_400_000);
  });

  const queries: readonly [query: string, expected: readonly string[]][] = [
    ['sorts=DueDate', ['late', 'later', 'plain']],
    ['sorts=-duedate', ['later', 'late', 'plain']],
    ['sorts=-Priority', ['late', 'later', 'plain']],
    ['sorts=FollowUpDate&filters=FollowUpDate!=null', ['late']],
    ['filters=DueDate<2026-01-31T08:00:00Z', ['late']],
    ['filters=DueDate==null', ['plain']],
    ['filters=Category==invoices', ['late']],
    ['filters=Priority>=0', ['late']],
  ];
  for (const [query, expected] of queries) {
    it(`are listed as ${expected.join(', ')} when the query is ?${query}`, async () => {
      expect(await list(query)).to.deep.equal(expected);
    });
  }

  it('leave the refusals of other names as they were (docs/contributing/spec/http/lists.md#later-names)', async () => {
    const refusal = "Unknown filter name 'Due'. Allowed names: CreatedAt, TaskState.";
    expectProblem(await get(service.url, '/UserTasks?filters=Due==1'), 400, refusal, '/UserTasks');
    const unsorted = "Unknown sort name 'Category'. Allowed names: CreatedAt.";
    expectProblem(await get(service.url, '/UserTasks?sorts=Category'), 400, unsorted, '/UserTasks');
    const wrong = "Value 'soon' is not valid for 'DueDate'. Allowed names: CreatedAt, TaskState.";
    expectProblem(await get(service.url, '/UserTasks?filters=DueDate>soon'), 400, wrong, '/UserTasks');
  });

  it('fail the instance when a text gives no date, with slot, text and value', async () => {
    await deploy(service.url, sequence('wrong', planned(`camunda:dueDate="\${p}"`)));
    const instanceId = await start(service.url, 'wrong', { Variables: { p: 'soon' } });
    const { isFailed, completedActivities } = expectJson(await get(service.url, `/Instances/${instanceId}/state`));
    expect(isFailed).to.equal(true);
    const failed = completedActivities.find(({ activityId }: { activityId: string }) => activityId === 'review');
    const message = `due date '\${p}': the result must be an ISO 8601 date or duration, it is 'soon'`;
    expect(failed.errorState).to.deep.equal({ code: '500', message });
  });

  it('refuse a file when a fixed text is not a date', async () => {
    const BpmnXml = sequence('refused', planned('camunda:dueDate="soon"'));
    const answer = await post(service.url, '/Definitions/deploy', { BpmnXml });
    const text = "Invalid BPMN: userTask 'review': due date 'soon' is neither an ISO 8601 date nor a duration";
    expect(answer.status).to.equal(400);
    expect(answer.text).to.include(text);
  });
});
