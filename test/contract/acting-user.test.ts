import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, http, post } from '../support/http/http-client.ts';
import { UNKNOWN_ID } from '../support/http/steps.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { bearer, expectUnauthorized, type SecuredService, startSecured } from '../support/sign-in/secured.ts';

const NO_USER = 'Authenticated user has no user id claim';
const OTHER_USER = 'UserId does not match the authenticated user';

describe('the order of identity checks, and the acting user of claim and complete (docs/contributing/spec/http/access.md#acting-user)', () => {
  let issuer: TestIssuer;
  let service: SecuredService;
  before(async () => {
    issuer = await startIssuer({
      alice: { preferred_username: 'alice', groups: ['sales', 'a,b'] },
      bob: { preferred_username: 'bob' },
      single: { preferred_username: 'single', groups: 'managers' },
      joined: { preferred_username: 'joined', groups: 'sales,managers' },
      nameless: { groups: ['managers'] },
      blank: { preferred_username: ' ', groups: ['managers'] },
    });
    service = await startSecured(issuer.url, {}, [startWorker, startProjector, startApi]);
    for (const model of [
      sequence('open', userTask('review')),
      sequence('for-groups', userTask('review', { groups: 'managers,sales' })),
      sequence('for-alice', userTask('review', { assignee: 'alice' })),
    ]) {
      expectJson(await call('alice', '/Definitions/deploy', { BpmnXml: model }));
    }
  });
  after(async () => {
    await service.stop();
    await issuer.close();
  });

  async function call(caller: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<HttpAnswer> {
    return post(service.url, path, body, { ...bearer(await issuer.token(caller)), ...headers });
  }
  async function startTask(key: string): Promise<string> {
    const instanceId = expectJson(await call('alice', '/Execution/start', { WorkflowId: key })).WorkflowInstanceId;
    const state = expectJson(await get(service.url, `/Instances/${instanceId}/state`, bearer(await issuer.token('alice'))));
    return state.activeActivities[0].activityInstanceId;
  }
  /** Who has claimed the task once the query tables contain the claim. */
  async function claimerAfter(claim: HttpAnswer, taskId: string): Promise<string | null> {
    const headers = { ...bearer(await issuer.token('alice')), 'Service-Min-Position': String(claim.headers['service-position']) };
    return expectJson(await get(service.url, `/UserTasks/${taskId}`, headers)).claimedBy;
  }

  it('answers 401 before anything of the body or the headers is looked at', async () => {
    const path = `/UserTasks/${UNKNOWN_ID}/claim`;
    const requests = [
      { body: '{', headers: { 'Content-Type': 'text/plain' } },
      { body: '{}', headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'a b' } },
      { body: `"${'x'.repeat(1_100_000)}"`, headers: { 'Content-Type': 'application/json' } },
    ];
    for (const request of requests) {
      expectUnauthorized(await http(service.url, { method: 'POST', path, ...request }), 'Bearer');
    }
  });

  for (const action of ['claim', 'complete']) {
    const path = `/UserTasks/${UNKNOWN_ID}/${action}`;

    it(`answers 403 on ${action} when the token has no user-id claim or a blank one, whatever the body specifies`, async () => {
      for (const caller of ['nameless', 'blank']) {
        for (const body of [undefined, {}, { UserId: caller }, { UserId: ' ' }]) {
          expectError(await call(caller, path, body), 403, NO_USER);
        }
      }
      expect(service.log.of(7021).at(-1)?.properties).to.deep.equal({
        Endpoint: `POST /UserTasks/{activityInstanceId}/${action}`,
        ClaimName: 'preferred_username',
      });
    });

    it(`answers 403 on ${action} when the body names another user, before the task is looked for`, async () => {
      for (const UserId of ['bob', 'Alice', ' alice', 'alice ', 'nobody\0']) {
        expectError(await call('alice', path, { UserId }), 403, OTHER_USER);
      }
      expect(service.log.of(7020).at(-1)?.properties).to.deep.equal({
        Endpoint: `POST /UserTasks/{activityInstanceId}/${action}`,
      });
    });

    it(`answers 404 on ${action} when the user is right and the task unknown`, async () => {
      for (const body of [undefined, {}, { UserId: null }, { UserId: '' }, { UserId: ' ' }, { UserId: 'alice' }]) {
        expectError(await call('alice', path, body), 404, `User task '${UNKNOWN_ID}' not found`);
      }
    });

    it(`answers 400 on ${action} before the 403 when UserId is not a text`, async () => {
      expectProblem(await call('nameless', path, { UserId: 1 }), 400, 'UserId must be a string.', path);
    });
  }

  it('answers 403 before what Variables hold when the body is wrong in both ways', async () => {
    const path = `/UserTasks/${UNKNOWN_ID}/complete`;
    expectError(await call('alice', path, { UserId: 'bob', Variables: { a: '\0' } }), 403, OTHER_USER);
    const detail = 'Variables contains a character that cannot be stored.';
    expectProblem(await call('alice', path, { Variables: { a: '\0' } }), 400, detail, path);
  });

  it('claims and completes for the user of the token when the body names none', async () => {
    const taskId = await startTask('for-alice');
    expectError(await call('bob', `/UserTasks/${taskId}/claim`), 409, 'User bob is not authorized to claim this task');
    const claim = await call('alice', `/UserTasks/${taskId}/claim`);
    expectEmpty(claim);
    expect(await claimerAfter(claim, taskId)).to.equal('alice');
    expectError(await call('bob', `/UserTasks/${taskId}/complete`), 409, 'Task is claimed by alice, not bob');
    expectEmpty(await call('alice', `/UserTasks/${taskId}/complete`, { UserId: 'alice' }));
  });

  const claims: readonly [caller: string, may: boolean, why: string][] = [
    ['alice', true, 'one group of the list fits'],
    ['single', true, 'the claim is a single text'],
    ['joined', false, 'a single text with commas is one group'],
    ['bob', false, 'the claim is missing'],
  ];
  for (const [caller, may, why] of claims) {
    it(`${may ? 'lets' : 'does not let'} a caller claim for a group when ${why}`, async () => {
      const answer = await call(caller, `/UserTasks/${await startTask('for-groups')}/claim`);
      if (may) expectEmpty(answer);
      else expectError(answer, 409, `User ${caller} is not authorized to claim this task`);
    });
  }

  it('ignores UserGroups of the body when a token names the groups', async () => {
    const body = { UserGroups: ['managers'] };
    const answer = await call('bob', `/UserTasks/${await startTask('for-groups')}/claim`, body);
    expectError(answer, 409, 'User bob is not authorized to claim this task');
  });

  it('needs a token but no user-id claim when a task is unclaimed, failed or cancelled', async () => {
    const taskId = await startTask('open');
    expectUnauthorized(await post(service.url, `/UserTasks/${taskId}/unclaim`), 'Bearer');
    expectEmpty(await call('nameless', `/UserTasks/${taskId}/unclaim`));
    expectEmpty(await call('nameless', `/UserTasks/${taskId}/cancel`));
    expectEmpty(await call('nameless', `/UserTasks/${await startTask('open')}/fail`, { errorMessage: 'x' }));
  });

  it('keeps the keys of two subjects apart when they are the same text (docs/contributing/spec/http.md#key-owner)', async () => {
    const key = { 'Idempotency-Key': 'order-1' };
    const start = async (caller: string) =>
      expectJson(await call(caller, '/Execution/start', { WorkflowId: 'open' }, key)).WorkflowInstanceId;
    const first = await start('alice');
    expect(await start('alice')).to.equal(first);
    expect(await start('bob')).not.to.equal(first);
  });

  it('takes user and groups from the configured claims only when they are named', async () => {
    const other = await startSecured(issuer.url, { Authentication__UserIdClaim: 'sub', Authentication__GroupsClaim: 'roles' }, [
      startWorker,
      startProjector,
      startApi,
    ]);
    try {
      const headers = bearer(await issuer.token('nameless'));
      const path = `/UserTasks/${UNKNOWN_ID}/claim`;
      expectError(await post(other.url, path, { UserId: 'nameless' }, headers), 404, `User task '${UNKNOWN_ID}' not found`);
    } finally {
      await other.stop();
    }
  });
});
