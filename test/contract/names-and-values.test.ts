import { expect } from 'chai';
import { expectEmpty, expectError, expectJson } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { deploy, GUID, start, startAtTask, stateOf, TIMESTAMP } from '../support/http/steps.ts';
import { sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('bodies, names and values (docs/contributing/spec/http.md)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('pack')));
    await deploy(service.url, sequence('ask', userTask('review')));
  });
  after(() => service.stop());

  const rawStart = (body: string) => http(service.url, { method: 'POST', path: '/Execution/start', body, headers: JSON_TYPE });
  const variablesOf = async (instanceId: string) => (await stateOf(service.url, instanceId)).variableStates[0]?.variables;

  it('reads {} when there is no body or the literal null, whatever the content type', async () => {
    for (const headers of [{}, { 'Content-Type': 'text/plain' }] as Record<string, string>[]) {
      for (const body of [undefined, 'null', ' null ']) {
        const answer = await http(service.url, { method: 'POST', path: '/Execution/start', body, headers });
        expectError(answer, 400, 'WorkflowId is required');
      }
    }
  });

  it('drops the byte-order mark when there is one', async () => {
    expectJson(await rawStart('\ufeff{"WorkflowId":"order"}'));
    expectError(await rawStart('\ufeff'), 400, 'WorkflowId is required');
  });

  it('takes the documented spelling, else the first, when names differ in case; null is as if left out', async () => {
    expectJson(await rawStart('{"workflowID":"order"}'));
    expectJson(await rawStart('{"workflowid":"nobody","WorkflowId":"order"}'));
    expectJson(await rawStart('{"WORKFLOWID":"order","workflowid":"nobody"}'));
    expectJson(await rawStart('{"WorkflowId":"nobody","WorkflowId":"order"}'));
    expectJson(await rawStart('{"WorkflowId":"order","Variables":null,"BusinessId":null,"Unknown":[]}'));
    expectError(await rawStart('{"WorkflowId":null}'), 400, 'WorkflowId is required');
  });

  it('keeps names, types and depth when variables are stored and read', async () => {
    const Variables = {
      Amount: 12.5,
      amount: '12.5',
      yes: true,
      nothing: null,
      date: '2026-01-31T10:20:30Z',
      ' ': { 'ä b': [1, [], {}] },
      max: 9007199254740991,
      min: -9007199254740991,
      tiny: 5e-324,
      huge: 1.7976931348623157e308,
      emoji: '😀',
    };
    const id = await start(service.url, 'order', { Variables });
    expect(await variablesOf(id)).to.deep.equal(Variables);
  });

  it('replaces a value as a whole when variables are merged', async () => {
    const id = await start(service.url, 'order', { Variables: { kept: 1, replaced: { a: 1, b: 2 } } });
    const body = { WorkflowInstanceId: id, ActivityId: 'pack', Variables: { replaced: { c: 3 }, added: [] } };
    expectEmpty(await post(service.url, '/Execution/complete-activity', body));
    expect(await variablesOf(id)).to.deep.equal({ kept: 1, replaced: { c: 3 }, added: [] });
  });

  it('sends GUIDs in lower case and times in UTC with milliseconds when GUIDs came in upper case', async () => {
    const { instanceId, taskId } = await startAtTask(service.url, 'ask');
    expect(instanceId).to.match(GUID);
    const { json } = await get(service.url, `/UserTasks/${taskId.toUpperCase()}`);
    expect(json.activityInstanceId).to.equal(taskId).and.to.match(GUID);
    expect(json.workflowInstanceId).to.equal(instanceId);
    expect(json.createdAt).to.match(TIMESTAMP);
    const body = { WorkflowInstanceId: (await start(service.url, 'order')).toUpperCase(), ActivityId: 'pack' };
    expectEmpty(await post(service.url, '/Execution/complete-activity', body));
  });
});
