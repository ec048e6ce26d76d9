import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, http, post } from '../support/http/http-client.ts';
import { deploy, startAtTask, UNKNOWN_ID, until } from '../support/http/steps.ts';
import { sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const CONFLICT = 'Idempotency-Key was already used with a different request.';
const START = '/Execution/start';

describe('repeating (docs/contributing/spec/http.md#idempotency-key)', () => {
  let service: TestService;
  let keys = 0;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('pack')));
    await deploy(service.url, sequence('ask', userTask('review')));
  });
  after(() => service.stop());

  const newKey = () => ({ 'Idempotency-Key': `"key-${++keys}"` });
  const start = (key: Record<string, string>, body: object): Promise<HttpAnswer> => post(service.url, START, body, key);

  it('gives the stored reply when the same request comes again, and does nothing twice', async () => {
    const key = newKey();
    const first = await start(key, { WorkflowId: 'order', Variables: { a: 1, b: 2 } });
    expect(first.headers).not.to.have.property('idempotency-replayed');
    const second = await start(key, { Variables: { b: 2.0, a: 1 }, WorkflowId: 'order' });
    expect(second.headers['idempotency-replayed']).to.equal('true');
    expect(expectJson(second)).to.deep.equal(expectJson(first));
    const { WorkflowInstanceId } = second.json;
    await get(service.url, `/Instances/${WorkflowInstanceId}/state`);
    const list = await get(service.url, '/Definitions/order/instances');
    expect(list.json.items.filter((item: { instanceId: string }) => item.instanceId === WorkflowInstanceId)).to.have.length(1);
  });

  it('answers 422 when the key comes with another body, path or endpoint', async () => {
    const key = newKey();
    expectJson(await start(key, { WorkflowId: 'order' }));
    expectProblem(await start(key, { WorkflowId: 'order', Variables: {} }), 422, CONFLICT, START);
    const path = `/UserTasks/${UNKNOWN_ID}/cancel`;
    expectProblem(await post(service.url, path, { WorkflowId: 'order' }, key), 422, CONFLICT, path);
  });

  it('answers 400 before 422 when a repeated request breaks an earlier check', async () => {
    const key = newKey();
    expectJson(await start(key, { WorkflowId: 'order' }));
    expectError(await start(key, {}), 400, 'WorkflowId is required');
  });

  it('stores 404 and 409, which then stay, also when the reason is gone', async () => {
    const missing = newKey();
    const unknown = `late-${keys}`;
    expect((await start(missing, { WorkflowId: unknown })).status).to.equal(404);
    await deploy(service.url, sequence(unknown, task('pack')));
    const again = await start(missing, { WorkflowId: unknown });
    expect([again.status, again.headers['idempotency-replayed']]).to.deep.equal([404, 'true']);
    expect((await start(newKey(), { WorkflowId: unknown })).status).to.equal(200);

    const { taskId } = await startAtTask(service.url, 'ask');
    const complete = `/UserTasks/${taskId}/complete`;
    const early = newKey();
    expectError(await post(service.url, complete, { UserId: 'a' }, early), 409, 'Task must be claimed before completing');
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'a' }));
    const repeated = await post(service.url, complete, { UserId: 'a' }, early);
    expectError(repeated, 409, 'Task must be claimed before completing');
    expect(repeated.headers['idempotency-replayed']).to.equal('true');
    expectEmpty(await post(service.url, complete, { UserId: 'a' }, newKey()));
  });

  it('carries the request out when the key was only refused with 400 before', async () => {
    const key = newKey();
    expect((await start(key, {})).status).to.equal(400);
    expectJson(await start(key, { WorkflowId: 'order' }));
  });

  it('takes the content as {} when unclaim has any body and cancel an empty one', async () => {
    const { taskId } = await startAtTask(service.url, 'ask');
    const unclaim = newKey();
    const path = `/UserTasks/${taskId}/unclaim`;
    expectEmpty(await post(service.url, path, { a: 1 }, unclaim));
    const again = await http(service.url, { method: 'POST', path: path.toUpperCase(), body: '{"broken', headers: unclaim });
    expectEmpty(again);
    expect(again.headers['idempotency-replayed']).to.equal('true');
    const cancel = newKey();
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/cancel`, undefined, cancel));
    expect(
      (await post(service.url, `/usertasks/${taskId.toUpperCase()}/Cancel/`, {}, cancel)).headers['idempotency-replayed'],
    ).to.equal('true');
  });

  it('gives the same result when many come concurrently', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => start(key, { WorkflowId: 'order' })));
    const ids = answers.map((answer) => expectJson(answer).WorkflowInstanceId);
    expect(new Set(ids).size).to.equal(1);
  });

  it('answers one of them 422 when two different requests come concurrently', async () => {
    const key = newKey();
    const answers = await Promise.all([start(key, { WorkflowId: 'order' }), start(key, { WorkflowId: 'ask' })]);
    expect(answers.map((answer) => answer.status).sort()).to.deep.equal([200, 422]);
  });

  it('gives the stored reply when the request is a deploy', async () => {
    const key = newKey();
    const bpmn = { BpmnXml: sequence('twice', task('pack')) };
    const first = expectJson(await post(service.url, '/Definitions/deploy', bpmn, key));
    const second = await post(service.url, '/Definitions/deploy', bpmn, key);
    expect(expectJson(second)).to.deep.equal(first);
    expect(second.headers['idempotency-replayed']).to.equal('true');
  });

  it('refuses a key when it is longer than 255 characters, empty or spaced', async () => {
    expectJson(await start({ 'Idempotency-Key': 'k'.repeat(255) }, { WorkflowId: 'order' }));
    for (const bad of ['k'.repeat(256), '', 'a b']) {
      const answer = await start({ 'Idempotency-Key': bad }, {});
      expectProblem(answer, 400, 'Idempotency-Key must be 1 to 255 visible ASCII characters.', START);
    }
  });
});

describe('command timeout (docs/contributing/spec/http.md#command-timeout)', () => {
  // slow: a command timeout of two seconds
  it('answers 503 with a key that joins the command when no worker answers', async () => {
    const service = await startService({ roles: [startApi], env: { Engine__CommandTimeoutSeconds: '2' } });
    try {
      const body = { BpmnXml: sequence('order', task('pack')) };
      const answer = await post(service.url, '/Definitions/deploy', body);
      const detail =
        'No worker answered within 2 seconds. The outcome is unknown. ' +
        'Repeat the request with the same Idempotency-Key to learn the outcome without doing the work twice.';
      expectProblem(answer, 503, detail, '/Definitions/deploy');
      expect(answer.headers['retry-after']).to.equal('5');
      const key = { 'Idempotency-Key': answer.headers['idempotency-key'] as string };
      await service.start(startWorker);
      await service.start(startProjector);
      // this service stops waiting after two seconds: on a slow machine the first repeats may get 503 too
      const repeat = (BpmnXml: string) =>
        until(
          () => post(service.url, '/Definitions/deploy', { BpmnXml }, key),
          ({ status }) => status !== 503,
        );
      const joined = await repeat(body.BpmnXml);
      expect(expectJson(joined)).to.deep.equal({ ProcessDefinitionKey: 'order', Version: 1 });
      expectProblem(await repeat(sequence('other', task('pack'))), 422, CONFLICT, '/Definitions/deploy');
      expect(expectJson(await repeat(body.BpmnXml)).Version).to.equal(1);
    } finally {
      await service.stop();
    }
  });
});
