import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { openPool, type Pool } from '../../src/db/pool.ts';
import { shardOf } from '../../src/platform/ids.ts';
import { definePlugin, response } from '../../src/plugins/plugin.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startUi } from '../../src/ui/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { deferred } from '../support/deferred.ts';
import { expectEmpty, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, startAtTask, stateOf, until } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { messageElement, startedByMessage, withRoot } from '../support/models/event-models.ts';
import { sequence, task, userTask } from '../support/models/models.ts';
import { startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { startTestHost } from '../support/plugin-host.ts';
import { queryOnce } from '../support/query-once.ts';
import { startService, type TestService, TIER_BACKENDS } from '../support/service.ts';
import { bearer, startSecured } from '../support/sign-in/secured.ts';
import { itFull } from '../support/tier.ts';
import { openVisitor, type Visited } from '../support/visitor.ts';
import { derivedIds, forgedKeys } from './forged-keys.ts';

const CONFLICT = 'Idempotency-Key was already used with a different request.';
const START = '/Execution/start';
const ORDER = { WorkflowId: 'order' };

/** start → a timer → a message thrown → end */
function timerThenMessage(key: string, name: string): string {
  const nodes = [
    '<intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent>',
    '<intermediateThrowEvent id="tell"><messageEventDefinition messageRef="message"/></intermediateThrowEvent>',
  ];
  return withRoot(messageElement(name), sequence(key, ...nodes));
}

describe('keys that the service has not issued (docs/contributing/spec/http.md#issued-keys)', () => {
  let service: TestService;
  let pool: Pool;
  before(async () => {
    service = await startService();
    pool = openPool(service.databaseUrl, { max: 1, applicationName: 'sluice test' });
    await deploy(service.url, sequence('order', task('pack')));
    await deploy(service.url, sequence('ask', userTask('review')));
    await deploy(service.url, oneTask('remote', 'remote'));
    await deploy(service.url, oneTask('held', 'held'));
    await deploy(service.url, timerThenMessage('teller', 'told'));
    await deploy(service.url, startedByMessage('told', 'told'));
  });
  after(async () => {
    await pool.end();
    await service.stop();
  });

  const sendWith = (key: string, body: object = ORDER, path = START): Promise<HttpAnswer> =>
    post(service.url, path, body, { 'Idempotency-Key': key });
  /** Tries to put a reply on record under each of the ids. */
  async function tryAll(ids: readonly string[]): Promise<void> {
    const counted = async () => (await pool.query<{ n: number }>('select count(*)::int as n from instance')).rows[0]?.n;
    const before = await counted();
    for (const id of ids) {
      for (const key of forgedKeys(id, { path: START, body: ORDER })) expectProblem(await sendWith(key), 422, CONFLICT, START);
    }
    const { rows } = await pool.query('select command_id from inbox where command_id = any($1::uuid[])', [ids]);
    expect(rows).to.deep.equal([]);
    expect(await counted()).to.equal(before);
  }

  it('lets an external worker complete its task when a client tried to use the id of its result', async () => {
    const id = await start(service.url, 'remote');
    const taskId = await activeEntry(service.url, id, 'work');
    await tryAll(derivedIds.resultOfWorker(taskId, id));
    const fetched = expectJson(
      await post(service.url, '/custom-tasks/remote/fetch-and-lock', { WorkerId: 'w', WaitSeconds: 60 }),
    );
    const answer = await post(service.url, `/custom-tasks/${taskId}/complete`, { LockToken: fetched.tasks[0].lockToken });
    expectEmpty(answer);
    expect(answer.headers).not.to.have.property('idempotency-replayed');
    expect((await stateOf(service.url, id)).isCompleted).to.equal(true);
  });

  it('takes over the result of a plugin when a client tried to use its id', async () => {
    const gate = deferred();
    const held = definePlugin({ taskType: 'held', execute: () => gate.promise.then(() => response({})) });
    const host = await startTestHost(service, 'host', [held]);
    try {
      const id = await start(service.url, 'held');
      await tryAll(derivedIds.resultOfPlugin(await activeEntry(service.url, id, 'work')));
      gate.resolve();
      await until(
        () => stateOf(service.url, id),
        ({ isCompleted }) => isCompleted,
      );
    } finally {
      gate.resolve();
      await host.stop();
    }
  });

  it('delivers a message that a timer sends when a client tried to use its id', async () => {
    const id = await start(service.url, 'teller');
    await tryAll(derivedIds.followUpOfTimer(id));
    await queryOnce(service.databaseUrls[shardOf(id)] ?? '', 'update timer set due_at = now() where instance_id = $1', [id]);
    await until(
      async () => (await get(service.url, '/Definitions/told/instances')).json.totalCount as number,
      (count) => count === 1,
    );
  });

  itFull('answers 422 and never 500 when the id is that of another command on record, whatever its kind', async () => {
    const { taskId } = await startAtTask(service.url, 'ask');
    const { rows } = await pool.query<{ command_id: string }>('select command_id from inbox');
    expect(rows.length).to.be.greaterThan(5);
    const requests: readonly [path: string, body: object][] = [
      ['/Definitions/deploy', { BpmnXml: sequence('order', task('pack')) }],
      ['/Definitions/disable', { ProcessDefinitionKey: 'order' }],
      [START, ORDER],
      ['/Execution/message', { MessageName: 'x' }],
      ['/Execution/signal', { SignalName: 'x' }],
      ['/custom-tasks/remote/fetch-and-lock', { WorkerId: 'w' }],
      [`/UserTasks/${taskId}/claim`, { UserId: 'eve' }],
    ];
    for (const { command_id } of rows) {
      for (const [path, body] of requests) {
        const [unsigned = ''] = forgedKeys(command_id, { path, body });
        expectProblem(await sendWith(unsigned, body, path), 422, CONFLICT, path);
      }
    }
  });

  it('accepts a key when the text after the prefix is not a GUID', async () => {
    for (const key of ['retry.1', 'retry.', 'retry..', 'retry.__proto__.x', 'RETRY.1.2', `retry.${'z'.repeat(36)}.x.y`]) {
      const first = expectJson(await sendWith(key));
      const again = await sendWith(key);
      expect(expectJson(again)).to.deep.equal(first);
      expect(again.headers['idempotency-replayed']).to.equal('true');
    }
  });
});

describe('keys of other callers (docs/contributing/spec/http.md#key-owner)', () => {
  let issuer: TestIssuer;
  let service: TestService;
  before(async () => {
    issuer = await startIssuer({});
    service = await startSecured(issuer.url, {}, [startWorker, startProjector, startApi]);
    const headers = bearer(await issuer.forge({ sub: 'bob' }));
    expectJson(await post(service.url, '/Definitions/deploy', { BpmnXml: sequence('order', task('pack')) }, headers));
  });
  after(async () => {
    await service.stop();
    await issuer.close();
  });

  const as = async (sub: string | undefined, key: string, claims: object = {}): Promise<Record<string, string>> => ({
    ...bearer(await issuer.forge({ sub, ...claims })),
    'Idempotency-Key': key,
  });

  it('leaves the key of one caller to him when another tried to take or read it', async () => {
    const order = { path: START, body: ORDER, owner: 'sub alice' };
    for (const id of derivedIds.keyOf('mine', 'sub bob')) {
      for (const key of forgedKeys(id, order)) {
        expectProblem(await post(service.url, START, ORDER, await as('alice', key)), 422, CONFLICT, START);
      }
    }
    const first = await post(service.url, START, ORDER, await as('bob', 'mine'));
    expect(first.headers).not.to.have.property('idempotency-replayed');
    for (const id of derivedIds.keyOf('mine', 'sub bob')) {
      for (const key of forgedKeys(id, order)) {
        expectProblem(await post(service.url, START, ORDER, await as('alice', key)), 422, CONFLICT, START);
      }
    }
    const again = await post(service.url, START, ORDER, await as('bob', 'mine'));
    expect([expectJson(again), again.headers['idempotency-replayed']]).to.deep.equal([expectJson(first), 'true']);
  });

  itFull('keeps callers apart when one names himself like the owner of the keys of another', async () => {
    const owners: readonly [sub: unknown, claims: object][] = [
      ['carl', {}],
      ['sub carl', {}],
      ['-', {}],
      ['__proto__', {}],
      ['x', { preferred_username: 'carl' }],
      [undefined, { preferred_username: 'carl' }],
      [undefined, { preferred_username: 'sub carl' }],
      [undefined, { client_id: 'a' }],
      [undefined, { client_id: 'b' }],
      [' ', { client_id: 'c' }],
      [['carl'], {}],
    ];
    const ids = new Set<string>();
    for (const [sub, claims] of owners) {
      const answer = await post(service.url, START, ORDER, await as(sub as string, 'same', claims));
      ids.add(expectJson(answer).WorkflowInstanceId);
    }
    expect(ids.size).to.equal(owners.length);
  });
});

for (const backend of TIER_BACKENDS) {
  describe(`keys that the service has issued, queue on ${backend} (docs/contributing/spec/http.md#issued-keys)`, () => {
    const timeout = { UI_PORT: '0', Engine__CommandTimeoutSeconds: '1' };
    const bpmn = { BpmnXml: sequence('order', task('pack')) };
    const DEPLOY = '/Definitions/deploy';

    itFull('join the command at every replica, in the pages and after a restart, and do the work once', async () => {
      const first = await startService({ backend, roles: [], env: timeout });
      try {
        // on an empty database, all concurrently: they must agree on one key
        const roles = await Promise.all([startApi, startApi, startApi, startUi].map((role) => first.start(role)));
        const [url = '', ...others] = roles.slice(0, 3).map((role) => role.url ?? '');
        const lost = await post(url, DEPLOY, bpmn);
        expect(lost.status).to.equal(503);
        const key = { 'Idempotency-Key': String(lost.headers['idempotency-key']) };
        expect(key['Idempotency-Key']).to.match(/^[\x21-\x7e]{1,255}$/);
        const pages = await openPages(roles[3]?.url ?? '');
        const lostInPages = await pages(START, ORDER);
        expect(lostInPages.status).to.equal(503);
        const keyOfPages = { 'Idempotency-Key': lostInPages.headers.get('idempotency-key') ?? '' };

        await first.start(startWorker);
        // these replicas stop waiting after a second: on a slow machine the first repeats may get 503 too
        const answered = <T extends { readonly status: number }>(send: () => Promise<T>) =>
          until(send, ({ status }) => status !== 503);
        const joined = await Promise.all(
          [...others, url, ...others].map((replica) => answered(() => post(replica, DEPLOY, bpmn, key))),
        );
        for (const answer of joined) expect(expectJson(answer)).to.deep.equal({ ProcessDefinitionKey: 'order', Version: 1 });
        expect(JSON.parse((await answered(() => pages(DEPLOY, bpmn, key))).text).Version).to.equal(1);
        const inPages = await answered(() => pages(START, ORDER, keyOfPages));
        expect(contentOf(await answered(() => post(url, START, ORDER, keyOfPages)))).to.deep.equal([
          inPages.status,
          inPages.text,
        ]);

        for (const role of [...roles].reverse()) await role.stop();
        const second = await startService({ backend, databaseUrl: first.databaseUrl });
        try {
          const again = await post(second.url, DEPLOY, bpmn, key);
          expect([contentOf(again), again.headers['idempotency-replayed']]).to.deep.equal([[200, joined[0]?.text], 'true']);
          expectProblem(await post(second.url, START, ORDER, key), 422, CONFLICT, START);
        } finally {
          await second.stop();
        }
      } finally {
        await first.stop();
      }
    });
  });
}

const contentOf = ({ status, text }: HttpAnswer) => [status, text];

/** Sends writes as the pages do. */
async function openPages(url: string) {
  const visitor = openVisitor();
  const { csrfToken } = JSON.parse((await visitor.get(`${url}/ui/api/session`)).text);
  return (path: string, body: object, headers: Record<string, string> = {}): Promise<Visited> =>
    visitor.postJson(`${url}/ui/api/service${path}`, body, { 'X-CSRF-Token': csrfToken, ...headers });
}
