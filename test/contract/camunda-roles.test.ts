// tier all: the service is started with an issuer and two APIs
import { expect } from 'chai';
import { expectJson } from '../support/http/expect-answer.ts';
import { type HttpAnswer, http } from '../support/http/http-client.ts';
import { until } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { type ClerkAndChief, startClerkAndChief, type Who } from '../support/sign-in/clerk-and-chief.ts';
import { bearer } from '../support/sign-in/secured.ts';

const RULES = { Authorization__Rules: 'admin=chiefs,worker:order-*=clerks,operator:order-*=operators' };
const MODELS = [
  oneTask('order-pay', 'pay', { inputs: { shown: '=bill' } }),
  oneTask('bill-pay', 'pay'),
  sequence('order-look', userTask('look', { groups: 'managers' })),
];
const file = (text: string) => ({ fileName: 'a.txt', base64: Buffer.from(text).toString('base64') });

describe('roles in the APIs of Camunda (docs/contributing/spec/roles.md#rights)', () => {
  let world: ClerkAndChief;
  before(async () => {
    world = await startClerkAndChief(MODELS, { CAMUNDA_7_API: 'true', CAMUNDA_8_API: 'true', ...RULES });
  });
  after(() => world?.stop());

  const ask = (who: Who, method: string, path: string, body?: object): Promise<HttpAnswer> =>
    http(world.service.url, { method, path, headers: who, ...(body && { body }) });
  // biome-ignore lint/suspicious/noExplicitAny: shapes of other products
  const found = async (list: string, processDefinitionId: string): Promise<any> => {
    const search = () => ask(world.chief, 'POST', `/v2/${list}/search`, { filter: { processDefinitionId } });
    return (await until(search, (answer) => answer.json.items.length === 1)).json.items[0];
  };

  it('let users assign and complete tasks for themselves only, and check their groups', async () => {
    const taskId = await world.taskOf(await world.start('order-look'));
    const { userTaskKey } = await found('user-tasks', 'order-look');
    const statusOf = async (who: Who, path: string, body: object) => (await ask(who, 'POST', path, body)).status;
    const at8 = `/v2/user-tasks/${userTaskKey}`;
    expect(await statusOf(world.clerk, `${at8}/assignment`, { assignee: 'chief' })).to.equal(403);
    expect(await statusOf(world.clerk, `${at8}/assignment`, { assignee: 'clerk' })).to.equal(409);
    expect(await statusOf(world.clerk, `${at8}/completion`, {})).to.equal(409);
    const manager = { sub: 'm', preferred_username: 'm', groups: ['managers'], roles: ['chiefs'] };
    expect(await statusOf(bearer(await world.issuer.forge(manager)), `${at8}/assignment`, { assignee: 'm' })).to.equal(204);
    expect(await statusOf(world.clerk, `${at8}/completion`, {})).to.equal(409);
    const other = bearer(await world.issuer.forge({ ...manager, sub: 'n', preferred_username: 'n' }));
    expect(await statusOf(other, `${at8}/completion`, {})).to.equal(409);
    const withoutUser = bearer(await world.issuer.forge({ roles: ['clerks'] }));
    expect(await statusOf(withoutUser, `${at8}/completion`, {})).to.equal(403);
    for (const act of ['claim', 'complete'])
      expect(await statusOf(withoutUser, `/engine-rest/task/${taskId}/${act}`, {}), act).to.equal(403);
  });

  it('show to a worker the files of the tasks that it has locked, and no other variable of an instance', async () => {
    const id = await world.start('order-pay', { Variables: { bill: file('bill'), hidden: file('hidden') } });
    const dataOf = (name: string) => ask(world.clerk, 'GET', `/engine-rest/execution/${id}/localVariables/${name}/data`);
    expect((await dataOf('shown')).status).to.equal(404);
    const topics = [{ topicName: 'pay', lockDuration: 600_000 }];
    const fetch = { workerId: 'w', maxTasks: 5, asyncResponseTimeout: 60_000, topics };
    expect(expectJson(await ask(world.clerk, 'POST', '/engine-rest/external-task/fetchAndLock', fetch))).to.have.length(1);
    expect((await dataOf('shown')).text).to.equal('bill');
    expect((await dataOf('hidden')).status).to.equal(404);
    const taskId = await world.taskOf(await world.start('order-look', { Variables: { a: 1 } }));
    expect((await ask(world.clerk, 'GET', `/engine-rest/task/${taskId}/variables`)).status).to.equal(403);
  });

  it('answer alike for keys of other processes and for keys that do not exist', async () => {
    await world.start('bill-pay');
    const { jobKey, processInstanceKey, processDefinitionKey } = await found('jobs', 'bill-pay');
    const operator = bearer(await world.issuer.forge({ sub: 'o', roles: ['operators'] }));
    const textOf = async (key: string, path: string, body: object = {}) => {
      const answer = await ask(operator, 'POST', path.replace('{}', key), body);
      return [answer.status, answer.json.detail.replaceAll(key, 'KEY')];
    };
    for (const path of ['/v2/jobs/{}/completion', '/v2/jobs/{}/failure'])
      expect(await textOf(jobKey, path), path).to.deep.equal(await textOf('99', path));
    const cancel = '/v2/process-instances/{}/cancellation';
    expect(await textOf(processInstanceKey, cancel)).to.deep.equal(await textOf('99', cancel));
    const start = (body: object, key: string) => textOf(key, '/v2/process-instances', body);
    expect(await start({ processDefinitionKey }, processDefinitionKey)).to.deep.equal(
      await start({ processDefinitionKey: '99' }, '99'),
    );
    const named = (processDefinitionId: string) => start({ processDefinitionId }, processDefinitionId);
    const refused = await named('bill-pay');
    expect([refused[0], refused]).to.deep.equal([403, await named('bill-none')]);
  });
});
