import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { nameBasedId } from '../../src/platform/ids.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { type HttpAnswer, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, stateOf } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const ACTIONS = [
  ['complete', { Variables: { price: 1 } }],
  ['fail', { ErrorMessage: 'm', IsRetryable: false }],
  ['extend-lock', { LockSeconds: 3600 }],
] as const;

describe('remote workers, whose lock it is', () => {
  let service: TestService;
  let other: string;
  before(async () => {
    service = await startService();
    other = (await service.start(startApi)).url ?? '';
    await deploy(service.url, oneTask('quote', 'quote', { retries: '9' }));
  });
  after(() => service.stop());

  const call = (path: string, body: object, url = service.url): Promise<HttpAnswer> => post(url, `/custom-tasks/${path}`, body);
  async function fetchOne(more: object = {}) {
    const { tasks } = expectJson(await call('quote/fetch-and-lock', { WorkerId: 'w', WaitSeconds: 60, ...more }));
    expect(tasks).to.have.length(1);
    return tasks[0] as { readonly activityInstanceId: string; readonly workflowInstanceId: string; readonly lockToken: string };
  }
  async function expectNotLocked(taskId: string, LockToken: string): Promise<void> {
    for (const [action, body] of ACTIONS) {
      const path = `/custom-tasks/${taskId}/${action}`;
      const answer = await post(service.url, path, { LockToken, ...body });
      if (answer.status === 400) {
        expectProblem(answer, 400, 'LockToken is not a token issued by fetch-and-lock.', path);
      } else
        expectProblem(
          answer,
          409,
          `The lock on custom task '${taskId}' has expired or belongs to another worker. Discard this result: the task is offered again.`,
          path,
        );
    }
  }
  /** The token of an attacker who knows instance, task and attempt, and has another lock. */
  function guesses(instanceId: string, taskId: string, own: string): readonly string[] {
    const signature = own.split('.')[2] ?? '';
    const plain = [`${instanceId}.1`, `${instanceId}.0`, `${instanceId}.2`, `${taskId}.1`, own];
    const signed = ['A'.repeat(43), signature, signature.toUpperCase(), '__proto__', ''].flatMap((end) => [
      `${instanceId}.1.${end}`,
      `${instanceId}.01.${end}`,
    ]);
    return [...plain, ...signed];
  }

  itFull('leaves a locked task to its worker when others guess its token', async () => {
    await start(service.url, 'quote');
    await start(service.url, 'quote');
    const [task, ofGuesser] = [await fetchOne(), await fetchOne()];
    const { activityInstanceId: taskId, workflowInstanceId: id } = task;
    for (const token of guesses(id, taskId, ofGuesser.lockToken)) await expectNotLocked(taskId, token);
    expect((await stateOf(service.url, id)).isCompleted).to.equal(false);
    const answer = await call(`${taskId}/complete`, { LockToken: task.lockToken }, other);
    expectEmpty(answer);
    expect(answer.headers).not.to.have.property('idempotency-replayed');
    expectEmpty(await call(`${ofGuesser.activityInstanceId}/complete`, { LockToken: ofGuesser.lockToken }));
  });

  itFull('takes the result of the right worker when others guessed before the task was locked', async () => {
    const id = await start(service.url, 'quote');
    const taskId = await activeEntry(service.url, id, 'work');
    for (const token of guesses(id, taskId, '')) {
      if (token !== '') await expectNotLocked(taskId, token);
    }
    const task = await fetchOne();
    for (const [action, body] of ACTIONS.toReversed()) {
      if (action === 'fail') continue;
      const answer = await call(`${taskId}/${action}`, { LockToken: task.lockToken, ...body });
      expect([answer.status, answer.headers['idempotency-replayed']]).to.deep.equal([200, undefined]);
    }
  });

  it('answers a repeated result as the first one, at every replica', async () => {
    await start(service.url, 'quote');
    const task = await fetchOne();
    const path = `${task.activityInstanceId}/complete`;
    const answers = await Promise.all(
      [service.url, other, other, service.url].map((url) => call(path, { LockToken: task.lockToken }, url)),
    );
    for (const answer of answers) expectEmpty(answer);
    const replayed = (await call(path, { LockToken: task.lockToken }, other)).headers['idempotency-replayed'];
    expect(replayed).to.equal('true');
  });

  it('keeps the attempt as the fence when a token is genuine and another run has begun', async () => {
    await start(service.url, 'quote');
    const first = await fetchOne();
    const { activityInstanceId: taskId } = first;
    expectJson(await call(`${taskId}/fail`, { LockToken: first.lockToken, ErrorMessage: 'm', RetryAfterSeconds: 0 }));
    const second = await fetchOne();
    expect(second.activityInstanceId).to.equal(taskId);
    for (const action of ['complete', 'extend-lock']) {
      const answer = await call(`${taskId}/${action}`, { LockToken: first.lockToken });
      expectProblem(
        answer,
        409,
        `The lock on custom task '${taskId}' has expired or belongs to another worker. Discard this result: the task is offered again.`,
        `/custom-tasks/${taskId}/${action}`,
      );
    }
    expectEmpty(await call(`${taskId}/complete`, { LockToken: second.lockToken }));
  });

  it('gives another token for each run and each task, which does not reveal the next', async () => {
    await start(service.url, 'quote');
    await start(service.url, 'quote');
    const [one, two] = [await fetchOne(), await fetchOne()];
    expect(one.lockToken).to.match(/^[\x21-\x7e]{60,200}$/);
    expect(one.lockToken.slice(-43)).not.to.equal(two.lockToken.slice(-43));
    expect(one.lockToken).not.to.contain(nameBasedId(one.activityInstanceId, '1'));
    for (const task of [one, two]) expectEmpty(await call(`${task.activityInstanceId}/complete`, { LockToken: task.lockToken }));
  });
});

const BUNDLED = ['rest-call', 'email', 'log', 'delay', 'publish-message', 'broadcast-signal'];
const refusalOf = (type: string) =>
  `The service runs tasks of type '${type}' itself. To let external workers fetch them, add the type to RemoteWorkers:BundledTypes`;

describe('remote workers, which types they may take', () => {
  itFull('are refused every bundled type, in any spelling, and get nothing of its tasks', async () => {
    const service = await startService({ env: { Plugins__RestCall__Enabled: 'false' } });
    try {
      const secret = { inputs: { headers: '={"Authorization": "Bearer secret"}', url: '"https://example.org"' } };
      await deploy(service.url, oneTask('caller', 'REST-Call', secret));
      await start(service.url, 'caller');
      for (const type of BUNDLED) {
        for (const written of [
          type,
          type.toUpperCase(),
          `%20${type}%09`,
          type.replace('-', '%2D'),
          type.replace('k', '%E2%84%AA'),
        ]) {
          const answer = await post(service.url, `/custom-tasks/${written}/fetch-and-lock`, { WorkerId: 'w' });
          expectError(answer, 403, refusalOf(decodeURIComponent(written)));
          expect(answer.text).not.to.contain('secret');
        }
      }
      expectError(await post(service.url, '/custom-tasks/rest-call/fetch-and-lock', {}), 400, 'WorkerId is required');
      const key = { 'Idempotency-Key': 'k' };
      expectError(
        await post(service.url, '/custom-tasks/rest-call/fetch-and-lock', { WorkerId: 'w' }, key),
        403,
        refusalOf('rest-call'),
      );
      expect(service.runtime.metrics.calls.read().fetchedTypes).to.deep.equal([]);
      for (const type of ['rest-calls', 'rest_call', 'rest-call%00x', 'constructor', '__proto__']) {
        expect((await post(service.url, `/custom-tasks/${type}/fetch-and-lock`, { WorkerId: 'w' })).status, type).not.to.equal(
          403,
        );
      }
    } finally {
      await service.stop();
    }
  });

  itFull('get the bundled types that the setting names, and no others', async () => {
    const env = { Plugins__RestCall__Enabled: 'false', RemoteWorkers__BundledTypes: ' Rest-Call , email' };
    const service = await startService({ env });
    try {
      await deploy(service.url, oneTask('caller', 'rest-call', { inputs: { url: '"https://example.org"' } }));
      await start(service.url, 'caller');
      const fetched = await post(service.url, '/custom-tasks/rest-call/fetch-and-lock', { WorkerId: 'w', WaitSeconds: 60 });
      expect(expectJson(fetched).tasks).to.have.length(1);
      expect((await post(service.url, '/custom-tasks/EMAIL/fetch-and-lock', { WorkerId: 'w' })).status).to.equal(200);
      expectError(await post(service.url, '/custom-tasks/delay/fetch-and-lock', { WorkerId: 'w' }), 403, refusalOf('delay'));
    } finally {
      await service.stop();
    }
  });
});
