import { expect } from 'chai';
import { expectEmpty, expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, startAtTask } from '../support/http/steps.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const named = (name: string) => userTask('review').replace('<userTask', `<userTask name="${name}"`);

describe('user tasks by what people call them (docs/contributing/spec/http/user-tasks.md#filters-by-names)', () => {
  let service: TestService;
  const labels = new Map<string, string>();
  before(async () => {
    service = await startService();
    const begin = async (label: string, key: string, BusinessId?: string) => {
      const place = await startAtTask(service.url, key, 'review', { ...(BusinessId !== undefined && { BusinessId }) });
      labels.set(place.taskId, label);
      return place;
    };
    await deploy(service.url, sequence('prüfung', named('Pack, or send')));
    const old = await begin('old', 'prüfung', 'PO|1');
    await deploy(service.url, sequence('prüfung', named('Prüfen')));
    await deploy(service.url, sequence('plain', userTask('review')));
    await deploy(service.url, sequence('other', named('Prüfen')));
    await begin('new', 'prüfung', 'PO|1');
    await begin('other', 'other', 'null');
    await begin('plain', 'plain');
    expectEmpty(await post(service.url, `/UserTasks/${old.taskId}/claim`, { UserId: 'mia' }));
    await get(service.url, `/Instances/${old.instanceId}/state`);
  });
  after(() => service.stop());

  const cases: readonly [filters: string, expected: readonly string[]][] = [
    ['ProcessDefinitionKey==prüfung', ['new', 'old']],
    ['processdefinitionkey!=prüfung', ['plain', 'other']],
    ['ProcessDefinitionKey==prüfung|plain', ['plain', 'new', 'old']],
    ['ProcessDefinitionKey==Prüfung', []],
    ['Name==Prüfen', ['other', 'new']],
    ['Name==Pack\\, or send', ['old']],
    ['Name!=Prüfen', ['old']],
    ['Name==Prüfen,ProcessDefinitionKey==prüfung', ['new']],
    ['(Name|ProcessDefinitionKey)==plain', ['plain']],
    ['BusinessId==PO\\|1', ['new', 'old']],
    ['BusinessId==null', ['other']],
    ['BusinessId!=null', ['new', 'old']],
    ['BusinessId==PO\\|1,TaskState==Claimed', ['old']],
  ];
  for (const [filters, expected] of cases) {
    it(`are ${expected.join(', ') || 'none'} when filters is ${filters}`, async () => {
      const query = new URLSearchParams({ filters });
      const { data, totalCount } = expectJson(await get(service.url, `/UserTasks?${query}`));
      expect(data.map((task: { activityInstanceId: string }) => labels.get(task.activityInstanceId))).to.deep.equal(expected);
      expect(totalCount).to.equal(expected.length);
    });
  }
});
