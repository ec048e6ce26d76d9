import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, post } from '../support/http/http-client.ts';
import { deploy, start, startAtTask } from '../support/http/steps.ts';
import { startedByCondition, startedByMessage, startedBySignal } from '../support/models/event-models.ts';
import { sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService, TIER_BACKENDS } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const CONFLICT = 'Idempotency-Key was already used with a different request.';
const REPLAYED = 'idempotency-replayed';

/** An answer without the headers that belong to the connection. */
const contentOf = ({ status, text, headers }: HttpAnswer) => [status, text, headers['content-type'], headers['service-position']];

describe('repeating, on every POST (docs/contributing/spec/http.md#idempotency-key)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('pack')));
    await deploy(service.url, sequence('ask', userTask('review')));
    await deploy(service.url, startedByMessage('by-message', 'sent'));
    await deploy(service.url, startedBySignal('by-signal', 'sent'));
    await deploy(service.url, startedByCondition('by-condition', 'a > 1'));
  });
  after(() => service.stop());

  const instance = () => start(service.url, 'order');
  const taskPath = async (action: string) => `/UserTasks/${(await startAtTask(service.url, 'ask')).taskId}/${action}`;
  const claimedPath = async () => {
    const { taskId } = await startAtTask(service.url, 'ask');
    expect((await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'ada' })).status).to.equal(200);
    return `/UserTasks/${taskId}/complete`;
  };
  /** path, body that is applied, member that makes it another request */
  const writes: readonly [string, () => Promise<readonly [path: string, body: object, other: object]>][] = [
    ['deploy', async () => ['/Definitions/deploy', { BpmnXml: sequence('d', task('a')) }, { BpmnXml: sequence('d', task('b')) }]],
    ['disable', async () => ['/Definitions/disable', { ProcessDefinitionKey: 'by-signal' }, { ProcessDefinitionKey: 'order' }]],
    ['enable', async () => ['/Definitions/enable', { ProcessDefinitionKey: 'by-signal' }, { ProcessDefinitionKey: 'order' }]],
    ['start', async () => ['/Execution/start', { WorkflowId: 'order' }, { BusinessId: 'x' }]],
    ['message', async () => ['/Execution/message', { MessageName: 'sent' }, { CorrelationKey: 'x' }]],
    ['signal', async () => ['/Execution/signal', { SignalName: 'sent' }, { Variables: { a: 1 } }]],
    [
      'complete-activity',
      async () => [
        '/Execution/complete-activity',
        { WorkflowInstanceId: await instance(), ActivityId: 'pack' },
        { Variables: { a: 1 } },
      ],
    ],
    ['evaluate-conditions', async () => ['/Execution/evaluate-conditions', { Variables: { a: 2 } }, { Variables: { a: 3 } }]],
    ['cancel of an instance', async () => [`/Instances/${await instance()}/cancel`, {}, { reason: 'x' }]],
    ['claim', async () => [await taskPath('claim'), { UserId: 'ada' }, { UserId: 'eve' }]],
    ['complete', async () => [await claimedPath(), { UserId: 'ada' }, { Variables: { a: 1 } }]],
    ['fail', async () => [await taskPath('fail'), { errorMessage: 'no' }, { errorCode: 'X' }]],
    ['cancel of a task', async () => [await taskPath('cancel'), {}, { reason: 'x' }]],
  ];
  for (const [name, prepare] of writes) {
    it(`gives the stored reply for the same request and 422 for another when it is ${name}`, async () => {
      const [path, body, other] = await prepare();
      const key = { 'Idempotency-Key': `every-${name.replaceAll(' ', '-')}` };
      const first = await post(service.url, path, body, key);
      expect(first.status, first.text).to.equal(200);
      expect(first.headers).not.to.have.property(REPLAYED);
      const second = await post(service.url, path, body, key);
      expect(second.headers[REPLAYED]).to.equal('true');
      expect(contentOf(second)).to.deep.equal(contentOf(first));
      expectProblem(await post(service.url, path, { ...body, ...other }, key), 422, CONFLICT, path);
    });
  }

  it('gives the stored reply for any body when it is unclaim', async () => {
    const path = await taskPath('unclaim');
    const key = { 'Idempotency-Key': 'every-unclaim' };
    const first = await post(service.url, path, { a: 1 }, key);
    const second = await post(service.url, path, { b: 2 }, key);
    expect([second.headers[REPLAYED], contentOf(second)]).to.deep.equal(['true', contentOf(first)]);
  });

  it('gives the reply that was stored when the entry has continued in the meantime', async () => {
    const key = { 'Idempotency-Key': 'gone-on' };
    const { instanceId, taskId } = await startAtTask(service.url, 'ask');
    expect((await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'ada' }, key)).status).to.equal(200);
    expect((await post(service.url, `/UserTasks/${taskId}/complete`, { UserId: 'ada' })).status).to.equal(200);
    const again = await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'ada' }, key);
    expect([again.status, again.headers[REPLAYED]]).to.deep.equal([200, 'true']);
    expect((await get(service.url, `/Instances/${instanceId}/state`)).json.isCompleted).to.equal(true);
  });
});

for (const backend of TIER_BACKENDS) {
  describe(`repeating, across replicas and restarts on ${backend} (docs/contributing/spec/http.md#idempotency-key)`, () => {
    itFull('gives one result when the same request comes to two replicas concurrently, and does the work once', async () => {
      const service = await startService({ backend });
      try {
        const other = (await service.start(startApi)).url ?? '';
        await service.start(startWorker);
        await deploy(service.url, sequence('order', task('pack')));
        for (let n = 0; n < 5; n++) {
          const key = { 'Idempotency-Key': `both-${n}` };
          const sent = [service.url, other, service.url, other].map((url) =>
            post(url, '/Execution/start', { WorkflowId: 'order' }, key),
          );
          const answers = await Promise.all(sent);
          const ids = answers.map((answer) => expectJson(answer).WorkflowInstanceId);
          expect(new Set(ids).size).to.equal(1);
          expect(new Set(answers.map((answer) => answer.headers['service-position'])).size).to.equal(1);
        }
        const from = {
          'Service-Min-Position': (await post(service.url, '/Execution/start', { WorkflowId: 'order' })).headers[
            'service-position'
          ] as string,
        };
        expect((await get(other, '/Definitions/order/instances', from)).json.totalCount).to.equal(6);
      } finally {
        await service.stop();
      }
    });

    it('recognises a key at another replica: the stored reply for the same request, 422 for another', async () => {
      const service = await startService({ backend });
      try {
        const other = (await service.start(startApi)).url ?? '';
        await deploy(service.url, sequence('order', task('pack')));
        const key = { 'Idempotency-Key': 'one-for-all' };
        const first = await post(service.url, '/Execution/start', { WorkflowId: 'order' }, key);
        const second = await post(other, '/Execution/start', { WorkflowId: 'order' }, key);
        expect([second.headers[REPLAYED], contentOf(second)]).to.deep.equal(['true', contentOf(first)]);
        const mixed = await Promise.all([
          post(service.url, '/Execution/start', { WorkflowId: 'order', BusinessId: 'a' }, { 'Idempotency-Key': 'mixed' }),
          post(other, '/Execution/start', { WorkflowId: 'order', BusinessId: 'b' }, { 'Idempotency-Key': 'mixed' }),
        ]);
        expect(mixed.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
      } finally {
        await service.stop();
      }
    });

    it('makes a repeat wait for the first when that is still running, at the same replica and at another', async () => {
      const service = await startService({ backend, roles: [startApi, startProjector] });
      try {
        const other = (await service.start(startApi)).url ?? '';
        const key = { 'Idempotency-Key': 'waits' };
        const body = { BpmnXml: sequence('order', task('pack')) };
        let answered = 0;
        const sent = [service.url, service.url, other].map((url) =>
          post(url, '/Definitions/deploy', body, key).finally(() => {
            answered += 1;
          }),
        );
        // both replicas have read their requests when they have answered a later one on the same connections
        await Promise.all([service.url, other].map((url) => get(url, '/health')));
        expect(answered).to.equal(0);
        await service.start(startWorker);
        const answers = await Promise.all(sent);
        for (const answer of answers) expect(expectJson(answer)).to.deep.equal({ ProcessDefinitionKey: 'order', Version: 1 });
      } finally {
        await service.stop();
      }
    });

    itFull('recognises a key when every process has been started again', async () => {
      const first = await startService({ backend });
      const key = { 'Idempotency-Key': 'remembered' };
      let id = '';
      let before: HttpAnswer | undefined;
      try {
        await deploy(first.url, sequence('order', task('pack')));
        id = await start(first.url, 'order');
        before = await post(first.url, `/Instances/${id}/cancel`, { reason: 'late' }, key);
        for (const role of ['api', 'worker', 'projector']) await first.stopRole(role);
        const second = await startService({ backend, databaseUrl: first.databaseUrl });
        try {
          const again = await post(second.url, `/Instances/${id}/cancel`, { reason: 'late' }, key);
          expect([again.headers[REPLAYED], contentOf(again)]).to.deep.equal(['true', contentOf(before)]);
          const path = `/Instances/${id}/cancel`;
          expectProblem(await post(second.url, path, { reason: 'other' }, key), 422, CONFLICT, path);
        } finally {
          await second.stop();
        }
      } finally {
        await first.stop();
      }
    });
  });
}
