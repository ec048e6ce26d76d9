import { expect } from 'chai';
import { createBatch, endedBatch, itemsOf, outcomes, readBatch } from '../support/batches.ts';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, GUID, start, stateOf, UNKNOWN_ID, until } from '../support/http/steps.ts';
import { raisedIncident, STUCK } from '../support/models/incident-models.ts';
import { sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

describe('/Batches (docs/contributing/spec/batches.md)', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ env: { 'Batches:MaxItems': '60', 'Projection:MaxVariableReads': '0' } });
    await deploy(service.url, STUCK);
    await deploy(service.url, sequence('order', task('pack')));
  });
  after(() => service.stop());

  const create = (body: object, headers: Record<string, string> = {}) => post(service.url, '/Batches', body, headers);
  const startAll = (count: number, key = 'order', more: object = {}) =>
    Promise.all(Array.from({ length: count }, () => start(service.url, key, more)));
  const shown = (filters: string) => `/Instances?filters=${encodeURIComponent(filters)}`;

  it('retries every incident that matches, and reports how many when it is made', async () => {
    const ids = [await raisedIncident(service.url), await raisedIncident(service.url), await raisedIncident(service.url)];
    const instances = expectJson(await get(service.url, '/Incidents?filters=ProcessKey==stuck')).items;
    const [ready] = instances.map(({ workflowInstanceId }: { workflowInstanceId: string }) => workflowInstanceId);
    await post(service.url, `/Instances/${ready}/variables`, { Variables: { missing: { name: 'Ada' } } });
    const made = expectJson(await create({ Operation: 'retry', Filters: 'ProcessKey==stuck' }));
    expect(made.batchId).to.match(GUID);
    expect([made.isDryRun, made.totalCount, made.unknownCount, made.processes]).to.deep.equal([
      false,
      ids.length,
      0,
      [{ processDefinitionKey: 'stuck', count: ids.length }],
    ]);
    const batch = await endedBatch(service.url, made.batchId);
    expect([batch.status, outcomes(batch)]).to.deep.equal(['Completed', [3, 0, 0]]);
    expect((await stateOf(service.url, ready)).isCompleted).to.equal(true);
    const left = expectJson(await get(service.url, '/Incidents?filters=ProcessKey==stuck')).items;
    expect(left.map(({ count }: { count: number }) => count)).to.deep.equal([2, 2]);
  });

  it('resolves incidents with the same result when the operation is resolve', async () => {
    const id = await raisedIncident(service.url);
    const batchId = await createBatch(service.url, { Operation: 'resolve', Ids: [id], Variables: { done: 'by hand' } });
    await endedBatch(service.url, batchId);
    const [item] = await itemsOf(service.url, batchId);
    expect([item?.status, item?.processDefinitionKey]).to.deep.equal(['Succeeded', 'stuck']);
    const state = await stateOf(service.url, item?.workflowInstanceId ?? '');
    expect([state.isCompleted, state.variableStates[0]?.variables['done']]).to.deep.equal([true, 'by hand']);
  });

  it('counts and changes nothing when it is a dry run', async () => {
    const ids = await startAll(3, 'order', { BusinessId: 'dry' });
    await until(
      async () => expectJson(await get(service.url, shown('BusinessId==dry'))).totalCount,
      (total) => total === 3,
    );
    const before = expectJson(await get(service.url, '/Batches')).totalCount;
    const byFilter = expectJson(await create({ Operation: 'cancel', Filters: 'BusinessId==dry', DryRun: true }));
    const processes = [{ processDefinitionKey: 'order', count: 3 }];
    expect(byFilter).to.deep.equal({ batchId: null, isDryRun: true, totalCount: 3, processes, unknownCount: 0 });
    const byIds = expectJson(await create({ Operation: 'cancel', Ids: [...ids, ...ids, UNKNOWN_ID], DryRun: true }));
    expect(byIds).to.deep.equal({ batchId: null, isDryRun: true, totalCount: 4, processes, unknownCount: 1 });
    expect(expectJson(await get(service.url, '/Batches')).totalCount).to.equal(before);
    expect((await stateOf(service.url, ids[0] ?? '')).isCancelled).to.equal(false);
  });

  it('hits exactly what matched when it was made, and reports why it skipped and failed', async () => {
    const ids = await startAll(4, 'order', { BusinessId: 'sold-out' });
    await Promise.all(ids.map((id) => stateOf(service.url, id)));
    await post(service.url, `/Instances/${ids[0]}/cancel`);
    const later = await start(service.url, 'order', { BusinessId: 'sold-out-later' });
    const batchId = await createBatch(service.url, {
      Operation: 'cancel',
      Ids: [...ids, UNKNOWN_ID.toUpperCase()],
      Reason: 'sold out',
    });
    const batch = await endedBatch(service.url, batchId);
    expect(outcomes(batch)).to.deep.equal([3, 1, 1]);
    const [failed] = await itemsOf(service.url, batchId, 'Status==Failed');
    expect([failed?.subjectId, failed?.code, failed?.reason, failed?.workflowInstanceId]).to.deep.equal([
      UNKNOWN_ID,
      'INSTANCE_NOT_FOUND',
      `Instance ${UNKNOWN_ID} not found`,
      null,
    ]);
    const [skipped] = await itemsOf(service.url, batchId, 'Code==INSTANCE_ENDED');
    expect([skipped?.subjectId, skipped?.status, skipped?.reason]).to.deep.equal([ids[0], 'Skipped', 'The instance has ended.']);
    const state = await stateOf(service.url, ids[1] ?? '');
    expect(state.completedActivities.at(-1)?.cancellationReason).to.equal('sold out');
    expect((await stateOf(service.url, later)).isCancelled).to.equal(false);
  });

  // slow: five batches one after the other
  it('suspends, resumes, edits, modifies and revives instances when these are the operations', async () => {
    const ids = await startAll(2);
    const carryOut = async (body: object) =>
      outcomes(await endedBatch(service.url, await createBatch(service.url, { Ids: ids, ...body })));
    expect(await carryOut({ Operation: 'suspend', Reason: 'audit' })).to.deep.equal([2, 0, 0]);
    const refused = await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: ids[0], ActivityId: 'pack' });
    expect(refused.status).to.equal(409);
    expect(await carryOut({ Operation: 'resume' })).to.deep.equal([2, 0, 0]);
    expect(
      await carryOut({ Operation: 'variables', Variables: { approved: true }, Delete: ['old'], Reason: 'wrong' }),
    ).to.deep.equal([2, 0, 0]);
    expect((await stateOf(service.url, ids[1] ?? '')).variableStates[0]?.variables).to.deep.equal({ approved: true });
    const reasonsOf = async (id = '') =>
      (expectJson(await get(service.url, `/Instances/${id}/history?pageSize=100`)).items as { data: { reason?: string } }[])
        .map(({ data }) => data.reason)
        .filter((reason) => typeof reason === 'string');
    expect(await reasonsOf(ids[1])).to.deep.equal(['audit', 'wrong']);
    expect(
      await carryOut({ Operation: 'modify', Instructions: [{ cancel: { element: 'pack' } }], Reason: 'moved' }),
    ).to.deep.equal([2, 0, 0]);
    expect((await stateOf(service.url, ids[0] ?? '')).activeActivityIds).to.deep.equal([]);
    expect(await carryOut({ Operation: 'suspend' })).to.deep.equal([0, 0, 2]);
    const others = await startAll(2);
    await createBatch(service.url, { Operation: 'cancel', Ids: others }).then((id) => endedBatch(service.url, id));
    const revived = await createBatch(service.url, { Operation: 'revive', Ids: others, Reason: 'back in stock' });
    expect(outcomes(await endedBatch(service.url, revived))).to.deep.equal([2, 0, 0]);
    expect((await stateOf(service.url, others[0] ?? '')).activeActivityIds).to.deep.equal(['pack']);
    expect(await reasonsOf(others[0])).to.include('back in stock');
    const again = await createBatch(service.url, { Operation: 'revive', Ids: others });
    const { skippedCount } = await endedBatch(service.url, again);
    expect([skippedCount, (await itemsOf(service.url, again))[0]?.code]).to.deep.equal([2, 'NOT_REVIVABLE']);
  });

  it('moves instances to another version, and reports which ones cannot', async () => {
    await deploy(service.url, sequence('moving', task('pack'), task('check')));
    const ids = await startAll(3, 'moving');
    await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: ids[0], ActivityId: 'pack' });
    const version = await deploy(service.url, sequence('moving', task('weigh'), task('pack')));
    const definitions = await until(
      async () =>
        expectJson(await get(service.url, `/Definitions?filters=ProcessDefinitionKey==moving,Version==${version}`)).items,
      (items) => items.length > 0,
    );
    const [{ processDefinitionId: definitionId }] = definitions;
    const batchId = await createBatch(service.url, { Operation: 'migrate', Ids: ids, DefinitionId: definitionId });
    expect(outcomes(await endedBatch(service.url, batchId))).to.deep.equal([2, 1, 0]);
    const [failed] = await itemsOf(service.url, batchId, 'Status==Failed');
    expect([failed?.subjectId, failed?.code]).to.deep.equal([ids[0], 'MIGRATION_REFUSED']);
    expect(failed?.reason).to.contain('check');
    const Plan = [{ from: 'check', to: 'weigh' }];
    const planned = await createBatch(service.url, {
      Operation: 'migrate',
      Ids: ids.slice(0, 1),
      DefinitionId: definitionId,
      Plan,
    });
    const { failedCount } = await endedBatch(service.url, planned);
    expect(failedCount).to.equal(0);
    expect((await stateOf(service.url, ids[0] ?? '')).activeActivityIds).to.deep.equal(['weigh']);
  });

  it('deletes instances that have ended, and fails for one that runs', async () => {
    const ids = await startAll(3);
    for (const id of ids.slice(0, 2)) await post(service.url, `/Instances/${id}/cancel`);
    const batchId = await createBatch(service.url, { Operation: 'delete', Ids: ids });
    expect(outcomes(await endedBatch(service.url, batchId))).to.deep.equal([2, 1, 0]);
    const [failed] = await itemsOf(service.url, batchId, 'Status==Failed');
    expect([failed?.subjectId, failed?.code]).to.deep.equal([ids[2], 'INSTANCE_NOT_ENDED']);
    expect((await post(service.url, `/Instances/${ids[0]}/cancel`)).status).to.equal(404);
    const again = await createBatch(service.url, { Operation: 'delete', Ids: ids.slice(0, 2) });
    expect(outcomes(await endedBatch(service.url, again))).to.deep.equal([0, 0, 2]);
  });

  it('takes no further items while it is paused, and skips the rest when it is stopped', async () => {
    const ids = await startAll(40);
    const batchId = await createBatch(service.url, { Operation: 'cancel', Ids: ids, ItemsPerSecond: 1 });
    const steer = async (act: string) => expectJson(await post(service.url, `/Batches/${batchId}/${act}`)).status;
    await until(
      () => readBatch(service.url, batchId),
      ({ succeededCount }) => succeededCount > 0,
    );
    expect(await steer('pause')).to.equal('Paused');
    expect(await steer('pause')).to.equal('Paused');
    expect(await steer('resume')).to.equal('Running');
    expect(['Stopping', 'Stopped']).to.include(await steer('stop'));
    const batch = await endedBatch(service.url, batchId);
    expect(batch.status).to.equal('Stopped');
    expect(batch.skippedCount).to.be.greaterThan(0);
    expect(batch.failedCount).to.equal(0);
    const [skipped] = await itemsOf(service.url, batchId, 'Status==Skipped');
    expect([skipped?.code, skipped?.reason]).to.deep.equal(['BATCH_STOPPED', 'The batch was stopped before.']);
    expect(await steer('stop')).to.equal('Stopped');
    expectProblem(
      await post(service.url, `/Batches/${batchId}/resume`),
      409,
      `Batch '${batchId}' is already stopped.`,
      `/Batches/${batchId}/resume`,
    );
    expectProblem(
      await post(service.url, `/Batches/${batchId}/pause`),
      409,
      `Batch '${batchId}' is already stopped.`,
      `/Batches/${batchId}/pause`,
    );
  });

  it('makes one batch when the request is repeated with its key', async () => {
    const [id = ''] = await startAll(1);
    const body = { Operation: 'suspend', Ids: [id] };
    const first = await create(body, { 'Idempotency-Key': 'batch-1' });
    const second = await create(body, { 'Idempotency-Key': 'batch-1' });
    expect(expectJson(second)).to.deep.equal(expectJson(first));
    expect(second.headers['idempotency-replayed']).to.equal('true');
    const found = await get(service.url, `/Batches/${expectJson(first).batchId}/items`);
    expect(expectJson(found).totalCount).to.equal(1);
  });

  it('has ended when nothing matches', async () => {
    const made = expectJson(await create({ Operation: 'cancel', Filters: 'BusinessId==nobody' }));
    const batch = await readBatch(service.url, made.batchId);
    expect([made.totalCount, batch.status, batch.endedAt === null]).to.deep.equal([0, 'Completed', false]);
  });

  it('lists batches by their filters, the latest first', async () => {
    const { items } = expectJson(await get(service.url, '/Batches?filters=Operation==cancel,Status==Completed&pageSize=2'));
    expect(items).to.have.length(2);
    expect(Date.parse(items[0].createdAt)).to.be.at.least(Date.parse(items[1].createdAt));
    expectProblem(
      await get(service.url, '/Batches?filters=Nothing==1'),
      400,
      "Unknown filter name 'Nothing'. Allowed names: Operation, Status, CreatedBy, CreatedAt, EndedAt.",
      '/Batches',
    );
  });

  describe('what is refused', () => {
    const P: readonly (readonly [when: string, body: object, detail: string])[] = [
      ['the operation is unknown', { Operation: 'explode', Ids: [UNKNOWN_ID] }, "Operation 'explode' is unknown. Known are: "],
      [
        'the operation has the name of a member of all objects',
        { Operation: '__proto__', Ids: [UNKNOWN_ID] },
        "Operation '__proto__' is unknown.",
      ],
      ['an id is none', { Operation: 'cancel', Ids: [UNKNOWN_ID, "'; drop table batch; --"] }, 'Ids[1] must be a GUID.'],
      ['ids are no texts', { Operation: 'cancel', Ids: [1] }, 'Ids must be an array of strings.'],
      [
        'both are given',
        { Operation: 'cancel', Ids: [UNKNOWN_ID], Filters: 'Status==Failed' },
        'Ids and Filters cannot be used together.',
      ],
      ['the filter names nothing', { Operation: 'cancel', Filters: '__proto__==1' }, "Unknown filter name '__proto_'."],
      ['the filter is of the other list', { Operation: 'retry', Filters: 'Status==Failed' }, "Unknown filter name 'Status'."],
      ['a variable is not indexed', { Operation: 'cancel', Filters: 'Variables.total>1' }, "Variable 'total' is not indexed."],
      [
        'a member is of another operation',
        { Operation: 'cancel', Ids: [UNKNOWN_ID], Variables: { a: 1 } },
        "Variables cannot be used with the operation 'cancel'.",
      ],
      ['an instruction is none', { Operation: 'modify', Ids: [UNKNOWN_ID], Instructions: [{}] }, 'instructions[0] '],
      [
        'a pair of a plan is none',
        { Operation: 'migrate', Ids: [UNKNOWN_ID], DefinitionId: 'x', Plan: [{ from: 'a' }] },
        'Plan[0].to must be',
      ],
      [
        'the pace is none',
        { Operation: 'cancel', Ids: [UNKNOWN_ID], ItemsPerSecond: 0 },
        'ItemsPerSecond must be a whole number from 1 to 1000000.',
      ],
      [
        'a variable has a reserved name',
        { Operation: 'variables', Ids: [UNKNOWN_ID], Delete: ['__proto__'] },
        "Delete contains the reserved name '__proto__'.",
      ],
      [
        'a text cannot be stored',
        { Operation: 'cancel', Filters: 'BusinessId==\u0000' },
        'Filters contains a character that cannot be stored.',
      ],
    ];
    for (const [when, body, detail] of P) {
      it(`answers 400 when ${when}`, async () => {
        const before = expectJson(await get(service.url, '/Batches')).totalCount;
        const answer = await create(body);
        expect([answer.status, answer.json?.['detail']]).to.satisfy(
          ([status, text]: [number, string]) => status === 400 && text.startsWith(detail),
          JSON.stringify(answer.json),
        );
        expect(expectJson(await get(service.url, '/Batches')).totalCount).to.equal(before);
      });
    }

    it('answers 400 when something that is needed is missing', async () => {
      expectError(await create({}), 400, 'Operation is required');
      expectError(await create({ Operation: 'cancel' }), 400, 'Ids or Filters is required');
      expectError(await create({ Operation: 'cancel', Ids: [], Filters: ' ' }), 400, 'Ids or Filters is required');
      expectError(await create({ Operation: 'modify', Ids: [UNKNOWN_ID] }), 400, 'Instructions is required');
      expectError(await create({ Operation: 'migrate', Ids: [UNKNOWN_ID] }), 400, 'DefinitionId is required');
      expectError(await create({ Operation: 'variables', Ids: [UNKNOWN_ID] }), 400, 'Variables or Delete is required');
    });

    it('answers 400 and makes nothing when there would be too many items', async () => {
      await startAll(61);
      await until(
        async () => expectJson(await get(service.url, shown('ProcessDefinitionKey==order'))).totalCount,
        (total) => total > 60,
      );
      const detail = 'The batch would have more than 60 items (Batches:MaxItems). Narrow Filters or give fewer Ids.';
      const before = expectJson(await get(service.url, '/Batches')).totalCount;
      for (const DryRun of [true, false]) {
        expectProblem(
          await create({ Operation: 'suspend', Filters: 'ProcessDefinitionKey==order', DryRun }),
          400,
          detail,
          '/Batches',
        );
      }
      expect(expectJson(await get(service.url, '/Batches')).totalCount).to.equal(before);
    });

    it('answers 404 when there is no such batch', async () => {
      const detail = `Batch '${UNKNOWN_ID}' not found.`;
      for (const path of [`/Batches/${UNKNOWN_ID}`, `/Batches/${UNKNOWN_ID}/items`]) {
        expectProblem(await get(service.url, path), 404, detail, path);
      }
      for (const act of ['pause', 'resume', 'stop']) {
        const path = `/Batches/${UNKNOWN_ID}/${act}`;
        expectProblem(await post(service.url, path), 404, detail, path);
      }
    });

    it('takes quotes in a filter for what they are', async () => {
      const filters = `BusinessId==${`o'brien"; --`.replaceAll(',', '\\,')}`;
      await start(service.url, 'order', { BusinessId: `o'brien"; --` }).then((id) => stateOf(service.url, id));
      const made = expectJson(await create({ Operation: 'cancel', Filters: filters, DryRun: true }));
      expect(made.totalCount).to.equal(1);
    });
  });

  itKeepsCommonRefusals(() => service.url, { path: '/Batches', bodyLimit: 10_485_760 });
});
