import { expect } from 'chai';
import { nameOf } from '../../src/api/endpoint.ts';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import type { Permission } from '../../src/api/exchange.ts';
import { startApi } from '../../src/api/main.ts';
import { ACCESS_ROLES, type Right, rightIsMissing } from '../../src/platform/access-roles.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { expectEmpty, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, http, post } from '../support/http/http-client.ts';
import { UNKNOWN_ID, until } from '../support/http/steps.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { hasNeed } from '../support/sign-in/role-matrix.ts';
import { bearer, expectUnauthorized, type SecuredService, startSecured } from '../support/sign-in/secured.ts';
import { IN_COMMIT_TIER } from '../support/tier.ts';

const RULES = {
  Mcp__Enabled: 'true',
  Feed__Enabled: 'true',
  Authorization__Rules: ACCESS_ROLES.map((role) => `${role}=sluice-${role}`).join(','),
  Authorization__Claims: 'realm_access.roles,scope',
};
const CALLERS = {
  ...Object.fromEntries(ACCESS_ROLES.map((role) => [role, { realm_access: { roles: [`sluice-${role}`] } }])),
  outsider: { realm_access: { roles: ['sluice-root', 'SLUICE-ADMIN', 'admin'] }, roles: ['sluice-admin'] },
};
const NEEDS = ENDPOINTS.map((endpoint) => {
  const { method, permission: need } = endpoint;
  const path = endpoint.pattern
    .replace('{version}', '1')
    .replace(/\{\w+Id\}/g, UNKNOWN_ID)
    .replace(/\{\w+\}/g, 'order');
  return { name: nameOf(endpoint), method, path, need };
});

/** Callers of an endpoint and whether it is allowed: in the commit tier one of each. */
function callersOf(name: string, need: Permission) {
  const all = [...ACCESS_ROLES, 'outsider' as const].map((caller) => ({
    caller,
    isAllowed: caller === 'outsider' ? need === 'nothing' : hasNeed(caller, need),
  }));
  if (!IN_COMMIT_TIER) return all;
  return [true, false].flatMap((isAllowed) => {
    const some = all.filter((one) => one.isAllowed === isAllowed);
    return some.slice(name.length % Math.max(1, some.length)).slice(0, 1);
  });
}

describe('access roles (docs/contributing/spec/roles.md)', () => {
  let issuer: TestIssuer;
  let service: SecuredService;
  before(async () => {
    issuer = await startIssuer(CALLERS);
    service = await startSecured(issuer.url, RULES, [startWorker, startProjector, startApi]);
  });
  after(async () => {
    await service?.stop();
    await issuer.close();
  });

  const as = async (caller: string) => bearer(await issuer.token(caller));
  /** A malformed key is the first thing that is looked at behind the right: a write that is let through answers 400 and does nothing. */
  async function ask(caller: string, { method, path }: { method: string; path: string }): Promise<HttpAnswer> {
    const headers = { ...(await as(caller)), ...(method === 'POST' && { 'Idempotency-Key': 'a b' }) };
    return http(service.url, { method, path, headers });
  }

  for (const { name, method, path, need } of NEEDS) {
    for (const { caller, isAllowed } of callersOf(name, need)) {
      it(`${isAllowed ? 'let' : 'do not let'} ${caller} ${name} when the table specifies it`, async () => {
        const answer = await ask(caller, { method, path });
        if (!isAllowed) expectProblem(answer, 403, rightIsMissing(need as Right), path);
        else if (method === 'POST')
          expectProblem(answer, 400, 'Idempotency-Key must be 1 to 255 visible ASCII characters.', path);
        else expect(answer.status, answer.text).to.be.oneOf([200, 404]);
      });
    }
  }

  it('answer HEAD as GET when the right is missing, without a body', async () => {
    const answer = await http(service.url, { method: 'HEAD', path: '/Definitions', headers: await as('worker') });
    expect([answer.status, answer.text]).to.deep.equal([403, '']);
  });

  it('ask for a token first when it is missing, and answer 405 and 404 as before', async () => {
    expectUnauthorized(await get(service.url, '/Definitions'), 'Bearer');
    expect((await http(service.url, { method: 'PUT', path: '/Definitions', headers: await as('outsider') })).status).to.equal(
      405,
    );
    expect((await get(service.url, '/Definitions/a/b/c', await as('outsider'))).status).to.equal(404);
  });

  it('give the same answer whether a thing exists or not when the right is missing, and do nothing', async () => {
    await post(service.url, '/Definitions/deploy', { BpmnXml: sequence('held', userTask('review')) }, await as('author'));
    const started = expectJson(await post(service.url, '/Execution/start', { WorkflowId: 'held' }, await as('operator')));
    const id: string = started.WorkflowInstanceId;
    const state = expectJson(await get(service.url, `/Instances/${id}/state`, await as('viewer')));
    const [{ activityInstanceId: taskId }] = state.activeActivities;
    for (const [caller, method, path] of [
      ['worker', 'GET', '/Instances/{}/state'],
      ['worker', 'GET', '/Instances/{}/history'],
      ['worker', 'GET', '/Instances/{}/decisions'],
      ['author', 'POST', '/Instances/{}/cancel'],
      ['viewer', 'POST', '/Instances/{}/cancel'],
    ] as const) {
      const [there, absent] = [id, UNKNOWN_ID].map(async (of) =>
        http(service.url, { method, path: path.replace('{}', of), headers: await as(caller) }),
      );
      const texts = [await there, await absent].map((answer) => [answer?.status, answer?.text.replace(/[0-9a-f-]{36}/, '')]);
      expect(texts[0]).to.deep.equal(texts[1]);
      expect(texts[0]?.[0]).to.equal(403);
    }
    for (const [caller, action] of [
      ['viewer', 'claim'],
      ['worker', 'cancel'],
      ['author', 'complete'],
    ] as const) {
      const path = `/UserTasks/${taskId}/${action}`;
      expect((await post(service.url, path, { UserId: 'ann' }, await as(caller))).status).to.equal(403);
    }
    const { isCompleted, isCancelled } = expectJson(await get(service.url, `/Instances/${id}/state`, await as('viewer')));
    expect([isCompleted, isCancelled]).to.deep.equal([false, false]);
  });

  it('let only those who may see instances read the item of a task in a loop, which is a value of a variable', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: expression of a model
    const loop = '<multiInstanceLoopCharacteristics camunda:collection="${people}" camunda:elementVariable="who"/></userTask>';
    const model = sequence('calls', userTask('phone').replace('</userTask>', loop));
    expect((await post(service.url, '/Definitions/deploy', { BpmnXml: model }, await as('author'))).status).to.equal(200);
    const body = { WorkflowId: 'calls', Variables: { people: [{ name: 'Ann' }, { name: 'Cleo' }] } };
    const { WorkflowInstanceId: id } = expectJson(await post(service.url, '/Execution/start', body, await as('operator')));
    const waiting = expectJson(await get(service.url, `/Instances/${id}/waiting`, await as('viewer')));
    const place = { number: 2, total: 2 };
    expect(waiting.items.at(-1)).to.deep.include({ item: { ...place, text: 'Cleo' } });
    const { activityInstanceId: taskId } = waiting.items.at(-1);
    for (const [caller, item] of [
      ['viewer', { ...place, text: 'Cleo' }],
      ['worker', place],
    ] as const) {
      const read = async () => get(service.url, `/UserTasks/${taskId}`, await as(caller));
      const task = expectJson(await until(read, ({ status }) => status === 200));
      const list = expectJson(await get(service.url, '/UserTasks?filters=ProcessDefinitionKey==calls', await as(caller)));
      const listed = list.data.find((one: { activityInstanceId: string }) => one.activityInstanceId === taskId);
      expect([task.item, listed.item], caller).to.deep.equal([item, item]);
    }
  });

  it('are asked for before the headers and the body are read when a request is malformed in every way', async () => {
    for (const body of ['{', `"${'x'.repeat(1_100_000)}"`, '']) {
      const headers = { ...(await as('viewer')), 'Content-Type': 'text/plain', 'Idempotency-Key': 'a b' };
      expect((await http(service.url, { method: 'POST', path: '/Execution/start', headers, body })).status).to.equal(403);
    }
    const headers = { ...(await as('worker')), 'Service-Min-Position': 'none of ours' };
    expect((await get(service.url, '/Definitions?page=x', headers)).status).to.equal(403);
  });

  it('are asked for again when a request is repeated: who has lost the right does not get the stored reply', async () => {
    const sub = 'somebody';
    const key = { 'Idempotency-Key': 'start-once' };
    const before = { ...bearer(await issuer.forge({ sub, scope: 'openid sluice-operator' })), ...key };
    const after = { ...bearer(await issuer.forge({ sub, scope: 'openid' })), ...key };
    const body = { WorkflowId: 'held' };
    const id = expectJson(await post(service.url, '/Execution/start', body, before)).WorkflowInstanceId;
    expectProblem(await post(service.url, '/Execution/start', body, after), 403, rightIsMissing('operate'), '/Execution/start');
    const again = await post(service.url, '/Execution/start', body, before);
    expect([expectJson(again).WorkflowInstanceId, again.headers['idempotency-replayed']]).to.deep.equal([id, 'true']);
  });

  it('leave a line and a count when a user is refused', async () => {
    const countOf = async () =>
      Number(/service_requests_forbidden_total\{right="author"\} (\d+)/.exec((await get(service.url, '/metrics')).text)?.[1]);
    const before = await countOf();
    await post(service.url, '/Definitions/deploy', {}, bearer(await issuer.forge({ sub: 'eve' })));
    expect(service.log.of(7025).at(-1)?.properties).to.deep.equal({
      Endpoint: 'POST /Definitions/deploy',
      Right: 'author',
      Actor: 'eve',
    });
    expect(await countOf()).to.equal(before + 1);
  });

  it('add up when a token has several, and when everyone has one besides', async () => {
    const other = await startSecured(issuer.url, { ...RULES, Authorization__DefaultRole: 'viewer' });
    try {
      const tokenOf = async (...roles: string[]) => bearer(await issuer.forge({ realm_access: { roles } }));
      expectJson(await get(other.url, '/Definitions', await tokenOf()));
      const both = await tokenOf('sluice-author', 'sluice-worker');
      for (const path of ['/Definitions/deploy', `/UserTasks/${UNKNOWN_ID}/claim`]) {
        expect((await post(other.url, path, {}, { ...both, 'Idempotency-Key': 'a b' })).status, path).to.equal(400);
      }
      expect((await post(other.url, '/Execution/start', {}, both)).status).to.equal(403);
      expect((await post(other.url, '/Execution/start', {}, await tokenOf())).status).to.equal(403);
    } finally {
      await other.stop();
    }
  });

  it('are not checked when no rule is set: a token allows everything', async () => {
    const other = await startSecured(issuer.url, {}, [startWorker, startApi]);
    try {
      const outsider = await as('outsider');
      expectJson(await post(other.url, '/Definitions/deploy', { BpmnXml: sequence('open', userTask('a')) }, outsider));
      const { WorkflowInstanceId: id } = expectJson(await post(other.url, '/Execution/start', { WorkflowId: 'open' }, outsider));
      expectEmpty(await post(other.url, `/Instances/${id}/cancel`, {}, outsider));
    } finally {
      await other.stop();
    }
  });
});
