import { expect } from 'chai';
import { createBatch, endedBatch, itemsOf, outcomes } from '../support/batches.ts';
import { expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, start, stateOf, until } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { STUCK } from '../support/models/incident-models.ts';
import { documentOf, flow } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

/** Two scripts next to each other that count up `n`, which is missing; a third one after them fails. */
const TWICE = documentOf(
  '<process id="twice" isExecutable="true" onFailure="incident"><startEvent id="start"/><parallelGateway id="split"/>' +
    ['a', 'b'].map((id) => `<scriptTask id="${id}" scriptFormat="javascript"><script>n = n + 1</script></scriptTask>`).join('') +
    `<userTask id="check"/>${flow('f0', 'start', 'split')}${flow('f1', 'split', 'a')}${flow('f2', 'split', 'b')}` +
    `${flow('f3', 'a', 'check')}${flow('f4', 'b', 'check')}</process>`,
);
/** Fails the instance; `next` fails too until `second` is set. */
const FAILS = documentOf(
  `<process id="fails" isExecutable="true" onFailure="fail"><startEvent id="start"/>${script('first', 'x = missing.name')}` +
    `${script('next', 'y = second.name')}<endEvent id="end"/>${flow('f0', 'start', 'first')}${flow('f1', 'first', 'next')}` +
    `${flow('f2', 'next', 'end')}</process>`,
);

function script(id: string, text: string): string {
  return `<scriptTask id="${id}" scriptFormat="javascript"><script>${text}</script></scriptTask>`;
}

describe('batches that change variables before a retry (docs/contributing/spec/batches.md#variables-of-a-retry)', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ env: { 'Engine:BranchVariables': 'shared' } });
    for (const model of [STUCK, TWICE, FAILS]) await deploy(service.url, model);
  });
  after(() => service.stop());

  const incidentsOf = async (instanceId: string): Promise<readonly { incidentId: string; count: number }[]> =>
    expectJson(await get(service.url, `/Incidents?filters=InstanceId==${instanceId}&sorts=FirstFailedAt`)).items;
  const idsOf = async (instanceId: string) => (await incidentsOf(instanceId)).map(({ incidentId }) => incidentId);
  const batch = async (body: object) => {
    const batchId = await createBatch(service.url, body);
    return { batchId, outcomes: outcomes(await endedBatch(service.url, batchId)) };
  };
  const editsOf = async (instanceId: string) => {
    const { items } = expectJson(await get(service.url, `/Instances/${instanceId}/history?pageSize=100`));
    return (items as { type: string; data: { reason?: string } }[]).filter(({ type }) => type === 'VariablesEdited');
  };
  const variablesOf = async (instanceId: string) => (await stateOf(service.url, instanceId)).variableStates[0]?.variables ?? {};
  /** Items in the order of the ids: `position` is the place in a shard. */
  const itemsFor = async (batchId: string, ids: readonly string[], filters?: string) =>
    (await itemsOf(service.url, batchId, filters)).toSorted((a, b) => ids.indexOf(a.subjectId) - ids.indexOf(b.subjectId));
  const nowOf = async (batchId: string, ids: readonly string[]) =>
    (await itemsFor(batchId, ids)).map(({ statusNow }) => statusNow);

  it('sets them once when several incidents of an instance are in the batch, with the reason in the history', async () => {
    const ids = [await start(service.url, 'twice'), await start(service.url, 'twice')];
    const Ids = [...(await idsOf(ids[0] ?? '')), ...(await idsOf(ids[1] ?? ''))];
    const body = { Operation: 'retry', Ids, Variables: { n: 1 }, Reason: 'n was missing' };
    expect(expectJson(await post(service.url, '/Batches', { ...body, DryRun: true })).totalCount).to.equal(4);
    const made = await batch(body);
    expect(made.outcomes).to.deep.equal([4, 0, 0]);
    for (const id of ids) {
      expect((await variablesOf(id))['n']).to.equal(3);
      expect((await editsOf(id)).map(({ data }) => data.reason)).to.deep.equal(['n was missing']);
    }
    expect(await nowOf(made.batchId, Ids)).to.deep.equal(['Running', 'Running', 'Running', 'Running']);
  });

  it('sets them with the first incident that is open when an earlier one has ended', async () => {
    const id = await start(service.url, 'twice');
    const Ids = await idsOf(id);
    await post(service.url, `/Incidents/${Ids[0]}/resolve`, { Variables: {} });
    const made = await batch({ Operation: 'retry', Ids, Variables: { n: 5 } });
    expect(made.outcomes).to.deep.equal([1, 0, 1]);
    expect([(await variablesOf(id))['n'], (await editsOf(id)).length]).to.deep.equal([6, 1]);
    expect(await nowOf(made.batchId, Ids)).to.deep.equal([null, 'Running']);
  });

  it('changes nothing when an item is refused or has nothing left to retry', async () => {
    const [large, held, cancelled] = [
      await start(service.url, 'stuck'),
      await start(service.url, 'stuck'),
      await start(service.url, 'stuck'),
    ];
    const Ids = (await Promise.all([large, held, cancelled].map(idsOf))).flat();
    await post(service.url, `/Instances/${held}/suspend`);
    await post(service.url, `/Instances/${cancelled}/cancel`);
    const tooLarge = { text: 'x'.repeat(1_100_000) };
    const refused = await batch({ Operation: 'retry', Ids: Ids.slice(0, 1), Variables: tooLarge });
    const others = await batch({ Operation: 'retry', Ids: Ids.slice(1), Variables: { missing: { name: 'Ada' } } });
    expect([refused.outcomes, others.outcomes]).to.deep.equal([
      [0, 1, 0],
      [0, 1, 1],
    ]);
    const codes = await Promise.all([refused, others].map(({ batchId }) => itemsFor(batchId, Ids)));
    expect(codes.flat().map(({ code }) => code)).to.deep.equal([
      'VARIABLES_TOO_LARGE',
      'INSTANCE_SUSPENDED',
      'INCIDENT_NOT_FOUND',
    ]);
    for (const id of [large, held, cancelled]) {
      expect(await variablesOf(id)).to.deep.equal({});
      expect(await editsOf(id)).to.deep.equal([]);
    }
    for (const id of [large, held]) expect((await incidentsOf(id)).map(({ count }) => count)).to.deep.equal([1]);
  });

  it('does nothing twice when the request is repeated with its key', async () => {
    const id = await start(service.url, 'twice');
    const body = { Operation: 'retry', Ids: await idsOf(id), Variables: { n: 1 } };
    const send = () => post(service.url, '/Batches', body, { 'Idempotency-Key': 'retry-with-variables' });
    const [first, second] = await Promise.all([send(), send()]);
    const again = await send();
    const batchIds = new Set([first, second, again].map((answer) => expectJson(answer).batchId));
    expect(batchIds.size).to.equal(1);
    await endedBatch(service.url, [...batchIds][0] ?? '');
    expect([(await variablesOf(id))['n'], (await editsOf(id)).length]).to.deep.equal([3, 1]);
  });

  it('shows which items failed again, run and have completed', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, () => start(service.url, 'stuck')));
    const Ids = (await Promise.all(ids.map(idsOf))).flat();
    await post(service.url, `/Instances/${ids[0]}/variables`, { Variables: { missing: { name: 'Ada' } } });
    const plain = await batch({ Operation: 'retry', Ids });
    expect(plain.outcomes).to.deep.equal([3, 0, 0]);
    await until(
      () => nowOf(plain.batchId, Ids),
      (now) => now[0] === 'Completed',
    );
    expect(await nowOf(plain.batchId, Ids)).to.deep.equal(['Completed', 'Failed', 'Failed']);
    const failed = await itemsFor(plain.batchId, Ids, 'StatusNow==Failed');
    expect(failed.map(({ subjectId }) => subjectId)).to.deep.equal(Ids.slice(1));
    const changed = await batch({ Operation: 'retry', Ids, Variables: { missing: { name: 'Ada' } } });
    expect(changed.outcomes).to.deep.equal([2, 0, 1]);
    await until(
      () => nowOf(changed.batchId, Ids),
      (now) => now.join() === ',Completed,Completed',
    );
  });

  it('shows that an instance waits after its retry, and failed again later', async () => {
    await deploy(
      service.url,
      oneTask('tries', 'try-again').replace('isExecutable="true"', 'isExecutable="true" onFailure="incident"'),
    );
    const work = async (request: object) => {
      const asked = { WorkerId: 'w', MaxTasks: 1, WaitSeconds: 30 };
      const [task] = expectJson(await post(service.url, '/custom-tasks/try-again/fetch-and-lock', asked)).tasks;
      return async () => {
        const body = { LockToken: task.lockToken, ErrorMessage: 'no', ...request };
        expect((await post(service.url, `/custom-tasks/${task.activityInstanceId}/fail`, body)).status).to.equal(200);
      };
    };
    const id = await start(service.url, 'tries');
    await (await work({ IsRetryable: false }))();
    const { batchId } = await batch({ Operation: 'retry', Ids: await idsOf(id) });
    const now = async () =>
      (await itemsOf(service.url, batchId)).map(({ statusNow, isWaitingNow }) => [statusNow, isWaitingNow])[0];
    const waiting = async () => (await itemsOf(service.url, batchId, 'IsWaitingNow==true')).length;
    const fail = await work({ RetriesLeft: 1, RetryAfterSeconds: 1 });
    expect([await now(), await waiting()]).to.deep.equal([['Running', false], 0]);
    await fail();
    expect([await now(), await waiting()]).to.deep.equal([['Running', true], 1]);
    await (await work({ IsRetryable: false }))();
    expect([await now(), await waiting()]).to.deep.equal([['Failed', false], 0]);
  });

  it('sets them in failed instances before they continue, and shows which ones failed again', async () => {
    const ids = await Promise.all([
      start(service.url, 'fails'),
      start(service.url, 'fails', { Variables: { second: { name: 'B' } } }),
    ]);
    await Promise.all(ids.map((id) => stateOf(service.url, id)));
    const body = { Operation: 'revive', Ids: ids, Variables: { missing: { name: 'Ada' } }, Reason: 'name was missing' };
    const made = await batch(body);
    expect(made.outcomes).to.deep.equal([2, 0, 0]);
    await until(
      () => nowOf(made.batchId, ids),
      (now) => !now.includes('Running'),
    );
    expect(await nowOf(made.batchId, ids)).to.deep.equal(['Failed', 'Completed']);
    const history = expectJson(await get(service.url, `/Instances/${ids[1]}/history?pageSize=100`)).items;
    expect(history.map(({ data }: { data: { reason?: string } }) => data.reason)).to.include('name was missing');
  });

  for (const [when, body, detail] of [
    ['a reason has no variables', { Reason: 'why' }, "Reason cannot be used with the operation 'retry' without Variables."],
    ['they are no object', { Variables: [1] }, 'Variables must be an object.'],
    ['a name is reserved', { Variables: JSON.parse('{"__proto__": 1}') }, "Variables contains the reserved name '__proto__'."],
    ['names are to be removed', { Variables: { n: 1 }, Delete: ['m'] }, "Delete cannot be used with the operation 'retry'."],
  ] as const) {
    it(`answers 400 and makes no batch when ${when}`, async () => {
      const id = await start(service.url, 'stuck');
      const before = expectJson(await get(service.url, '/Batches')).totalCount;
      const answer = await post(service.url, '/Batches', { Operation: 'retry', Ids: await idsOf(id), ...body });
      expect([answer.status, answer.json?.['detail']]).to.deep.equal([400, detail]);
      expect(expectJson(await get(service.url, '/Batches')).totalCount).to.equal(before);
      expect(await editsOf(id)).to.deep.equal([]);
    });
  }
});
