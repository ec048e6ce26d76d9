import { once } from 'node:events';
import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { BpmnError, Conflict, LockLost, NotFound, openClient, RetryLater, type SluiceClient } from '../../src/client/index.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { eventually } from '../support/eventually.ts';
import { until } from '../support/http/steps.ts';
import { oneTask, oneTaskCaught } from '../support/models/custom-task-models.ts';
import { startIssuer } from '../support/oidc-issuer.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSecured } from '../support/sign-in/secured.ts';
import { itFull } from '../support/tier.ts';

describe('the client in TypeScript', () => {
  let service: TestService;
  let client: SluiceClient;
  before(async () => {
    service = await startService();
    client = openClient({ url: service.url });
    const mappings = { inputs: { quantity: '=quantity' }, outputs: { price: '=price' }, retries: '3' };
    await client.deploy({ BpmnXml: oneTaskCaught('order', 'quote', 'DECLINED', mappings) });
  });
  after(() => service.stop());

  const ended = (id: string) =>
    until(
      () => client.readState(id),
      (state) => state.isCompleted || state.isFailed,
    );
  const start = async (quantity: number, BusinessId?: string) =>
    (await client.start({ WorkflowId: 'order', Variables: { quantity }, BusinessId })).WorkflowInstanceId;

  itFull('finds what it has written in every list when it reads right behind the write', async () => {
    for (let i = 0; i < 20; i += 1) {
      const id = await start(i, `read-${i}`);
      const { items } = await client.findInstances({ businessId: `read-${i}` });
      expect(items.map(({ instanceId }) => instanceId)).to.deep.equal([id]);
      await client.cancelInstance(id);
      expect((await client.findInstances({ businessId: `read-${i}` })).items[0]?.status).to.equal('Cancelled');
    }
  });

  itFull('goes through a list row by row when it has several pages', async () => {
    await Promise.all(Array.from({ length: 25 }, () => start(1, 'paged')));
    const ids = new Set<string>();
    for await (const { instanceId } of client.all.findInstances({ businessId: 'paged', pageSize: 10 })) ids.add(instanceId);
    expect(ids.size).to.equal(25);
    for (const id of ids) await client.cancelInstance(id);
  });

  it('distinguishes missing and impossible things when it is refused', async () => {
    const unknown = await client.start({ WorkflowId: 'ä/b' }).catch((error) => error);
    expect(unknown).to.be.instanceOf(NotFound);
    expect(unknown.message).to.equal(
      "Workflow with id 'ä/b' is not registered. Ensure the workflow is deployed before creating instances.",
    );
    await client.disable({ ProcessDefinitionKey: 'order' });
    expect(await client.start({ WorkflowId: 'order' }).catch((error) => error)).to.be.instanceOf(Conflict);
    await client.enable({ ProcessDefinitionKey: 'order' });
  });

  itFull('answers every list and every text when it is asked for them', async () => {
    const lists = client.all as unknown as Readonly<Record<string, (...args: readonly unknown[]) => AsyncIterable<unknown>>>;
    const id = await start(1);
    const { batchId } = await client.createBatch({ Operation: 'cancel', Ids: [id] });
    const parts: Readonly<Record<string, readonly unknown[]>> = {
      listInstances: ['order'],
      listInstancesOfVersion: ['order', 1],
      readHistory: [id],
      readInstanceDecisions: [id],
      listDecisionEvaluations: ['fee'],
      readWaiting: [id],
      listBatchItems: [batchId],
    };
    const { listWebhookInstances, listTaskComments, ...others } = lists;
    for (const [name, list] of Object.entries(others))
      for await (const row of list(...(parts[name] ?? []))) expect(row, name).to.be.an('object');
    expect(Object.keys(lists)).to.include.members([
      'listAudit',
      'listUserTasks',
      'listDeadLetters',
      'listIncidents',
      'findInstances',
    ]);
    // no webhook is configured
    const ofWebhook = listWebhookInstances?.('shop')[Symbol.asyncIterator]();
    expect(await ofWebhook?.next().catch((error) => error)).to.be.instanceOf(NotFound);
    const ofTask = listTaskComments?.(id)[Symbol.asyncIterator]();
    expect(await ofTask?.next().catch((error) => error)).to.be.instanceOf(NotFound);
    expect(await client.ready()).to.equal('Ready');
    expect(await client.openApi()).to.include({ openapi: '3.1.0' });
    // until then its task is there for the workers of the next test
    expect((await ended(id)).isCancelled).to.equal(true);
  });

  itFull('does tasks, tries again, and ends them with errors of the model when its worker requests it', async () => {
    const attempts = new Map<string, number>();
    const worker = client.work('quote', async ({ input, activityInstanceId, attempt }) => {
      attempts.set(activityInstanceId, attempt);
      const quantity = input['quantity'] as number;
      if (quantity < 0) throw new BpmnError('DECLINED', 'no such quantity');
      if (quantity === 0 && attempt === 1) throw new RetryLater('not yet', { afterSeconds: 0 });
      return { price: quantity * 3 };
    });
    const ids = await Promise.all([4, -1, 0].map((quantity) => start(quantity)));
    const states = await Promise.all(ids.map(ended));
    await worker.stop();
    expect(states.map(({ variableStates }) => variableStates[0]?.variables['price'])).to.deep.equal([12, undefined, 0]);
    expect(states[1]?.completedActivityIds).to.include('caught');
    expect([...attempts.values()].sort()).to.deep.equal([1, 1, 2]);
  });

  itFull('does many tasks once each when several workers do them', async () => {
    const done: string[] = [];
    const workers = [1, 2, 3].map(() =>
      client.work('quote', ({ activityInstanceId }) => {
        done.push(activityInstanceId);
        return { price: 1 };
      }),
    );
    const ids = await Promise.all(Array.from({ length: 200 }, () => start(1)));
    for (const id of ids) await ended(id);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect([done.length, new Set(done).size]).to.deep.equal([200, 200]);
  });

  it('aborts a handler when its instance is cancelled', async () => {
    let reason: unknown;
    const worker = client.work(
      'quote',
      async (_, { signal }) => {
        await once(signal, 'abort');
        reason = signal.reason;
      },
      { lockSeconds: 3 },
    );
    const id = await start(1);
    await eventually('the task at work', () => worker.running === 1);
    await client.cancelInstance(id);
    await eventually('the end of the handler', () => reason !== undefined && worker.running === 0);
    expect(reason).to.be.instanceOf(LockLost);
    await worker.stop();
  });

  itFull('gives a task back immediately when it is stopped in the middle of it', async () => {
    const id = await start(7);
    const first = client.work('quote', () => new Promise<never>(() => undefined), { lockSeconds: 600 });
    await eventually('the task at work', () => first.running === 1);
    await first.stop({ graceSeconds: 0 });
    const second = client.work('quote', ({ attempt }) => ({ price: attempt }));
    expect((await ended(id)).variableStates[0]?.variables['price']).to.equal(2);
    await second.stop();
  });
});

describe('the client in TypeScript, next to an API that asks for tokens', () => {
  itFull('continues when its token expires while its worker waits', async () => {
    const issuer = await startIssuer({ alice: { preferred_username: 'alice' } });
    const service = await startSecured(issuer.url, {}, [startWorker, startProjector, startApi]);
    try {
      let asked = 0;
      const expired = await issuer.forge({ exp: Math.floor(Date.now() / 1000) - 3600 });
      const token = () => (++asked % 2 === 1 ? expired : issuer.token('alice'));
      const client = openClient({ url: service.url, token });
      await client.deploy({ BpmnXml: oneTask('order', 'quote') });
      const { WorkflowInstanceId: id } = await client.start({ WorkflowId: 'order' });
      const faults: unknown[] = [];
      const other = openClient({ url: service.url, token });
      const worker = other.work('quote', () => ({}), { onFault: (fault) => faults.push(fault) });
      await until(
        () => client.readState(id),
        ({ isCompleted }) => isCompleted,
      );
      await worker.stop();
      expect([asked, faults]).to.deep.equal([4, []]);
    } finally {
      await service.stop();
      await issuer.close();
    }
  });
});
