import { expect } from 'chai';
import { shardOf } from '../../src/platform/ids.ts';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectEmpty, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, stateOf, until } from '../support/http/steps.ts';
import { caller, clock, parcel, plain, ticking, triggered, waitsForTruth, work } from '../support/models/suspension-models.ts';
import { queryOnce } from '../support/query-once.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

describe('POST /Definitions/{key}/suspend and /resume (docs/contributing/spec/suspension.md#suspend-a-key)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const suspendKey = async (key: string, body: object = {}) =>
    expectJson(await post(service.url, `/Definitions/${key}/suspend`, body));
  const resumeKey = async (key: string, body: object = {}) =>
    expectJson(await post(service.url, `/Definitions/${key}/resume`, body));
  const state = (id: string) => stateOf(service.url, id) as Promise<Awaited<ReturnType<typeof stateOf>> & Suspended>;
  const isOver = (id: string) =>
    until(
      () => state(id),
      ({ isCompleted }) => isCompleted,
    );
  const standsAt = (id: string, ...ids: readonly string[]) =>
    until(
      async () => (await state(id)).activeActivityIds,
      (active) => active.join() === ids.join(),
    );
  /** Timer starts are in the first shard. `id`: of an instance in the shard that is asked */
  const query = async (text: string, id?: string) =>
    (await queryOnce(service.databaseUrls[shardOf(id ?? '')] ?? '', text, id === undefined ? [] : [id])).rows;
  const hasRows = (count: number, text: string, id: string) =>
    until(
      () => query(text, id),
      (rows) => rows.length === count,
    );
  const isMarked = (id: string) =>
    hasRows(1, `select from suspension where instance_id = $1 and suspended_by = 'processKey'`, id);
  /** No sent command waits for it. */
  const hasNoMail = (id: string) => hasRows(0, 'select from outbox where target_id = $1', id);
  const send = (MessageName: string, CorrelationKey: string, Variables = {}) =>
    post(service.url, '/Execution/message', { MessageName, CorrelationKey, Variables });

  it('suspends all instances of all versions when the key is suspended, and resumes them when it is resumed', async () => {
    await deploy(service.url, parcel('p1'));
    const first = await start(service.url, 'p1', { Variables: { no: 'A' } });
    await deploy(service.url, parcel('p1'));
    const second = await start(service.url, 'p1', { Variables: { no: 'B' } });
    expect(await suspendKey('p1', { Reason: 'stock-taking' })).to.deep.equal({
      processDefinitionKey: 'p1',
      isSuspended: true,
      instances: 2,
    });
    for (const id of [first, second]) expect(await state(id)).to.deep.include({ isSuspended: true, suspendedBy: ['processKey'] });
    for (const [no, id] of [
      ['A', first],
      ['B', second],
    ])
      expect(expectJson(await send('arrived-p1', no ?? '')).WorkflowInstanceIds).to.deep.equal([id]);
    for (const id of [first, second]) expect((await state(id)).activeActivityIds).to.deep.equal(['arrival']);
    expect(await resumeKey('p1')).to.deep.equal({ processDefinitionKey: 'p1', isSuspended: false, instances: 2 });
    for (const id of [first, second]) await standsAt(id, 'check');
    for (const id of [first, second]) expect(await state(id)).not.to.have.any.keys('isSuspended', 'suspendedBy');
  });

  it('marks instances that no one touches when the key is suspended, and frees them when it is resumed', async () => {
    await deploy(service.url, clock('c1'));
    const id = await start(service.url, 'c1');
    await suspendKey('c1', { Reason: 'no clocks' });
    await isMarked(id);
    const events = async () => expectJson(await get(service.url, `/Instances/${id}/history?pageSize=100`)).items;
    await until(events, (items) => items.some(({ type }: { type: string }) => type === 'WorkflowSuspended'));
    expect((await state(id)).activeActivityIds).to.deep.equal(['pause']);
    await resumeKey('c1');
    await isOver(id);
  });

  itFull('refuses what clients do when the key is suspended, and takes it when it is resumed', async () => {
    await deploy(service.url, parcel('p2'));
    const id = await start(service.url, 'p2', { Variables: { no: 'A' } });
    await send('arrived-p2', 'A');
    await standsAt(id, 'check');
    const taskId = await activeEntry(service.url, id, 'check');
    const path = `/UserTasks/${taskId}/claim`;
    const claim = () => post(service.url, path, { UserId: 'ann' });
    for (let round = 0; round < 5; round += 1) {
      await suspendKey('p2');
      expectProblem(await claim(), 409, `Workflow instance '${id}' is suspended. Resume it first.`, path);
      await resumeKey('p2');
      expectEmpty(await claim());
      expectEmpty(await post(service.url, `/UserTasks/${taskId}/unclaim`, {}));
    }
  });

  it('refuses to start an instance when the key is suspended, in another way than when it is disabled', async () => {
    await deploy(service.url, plain('s1'));
    const running = await start(service.url, 's1');
    await suspendKey('s1');
    const path = '/Execution/start';
    const begin = () => post(service.url, path, { WorkflowId: 's1' });
    expectProblem(await begin(), 409, "Process 's1' is suspended. Resume it before creating new instances.", path);
    expectJson(await post(service.url, '/Definitions/disable', { ProcessDefinitionKey: 's1' }));
    expectProblem(await begin(), 409, "Process 's1' is disabled. Enable it before creating new instances.", path);
    await resumeKey('s1');
    expectProblem(await begin(), 409, "Process 's1' is disabled. Enable it before creating new instances.", path);
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: running, ActivityId: 'inside' }));
    await isOver(running);
    expectJson(await post(service.url, '/Definitions/enable', { ProcessDefinitionKey: 's1' }));
    expect((await begin()).status).to.equal(200);
  });

  it('starts instances that are suspended when a message or signal comes for a suspended key', async () => {
    await deploy(service.url, triggered('t1'));
    await suspendKey('t1', { Reason: 'wrong prices' });
    const { WorkflowInstanceIds } = expectJson(await send('order-t1', '', { no: 7 }));
    const bell = expectJson(await post(service.url, '/Execution/signal', { SignalName: 'bell-t1' }));
    const ids = [...WorkflowInstanceIds, ...bell.WorkflowInstanceIds];
    expect(ids.length).to.equal(2);
    for (const id of ids) {
      const born = await until(
        () => state(id),
        ({ isSuspended }) => isSuspended === true,
      );
      expect([born.activeActivityIds, born.suspendedBy]).to.deep.equal([[], ['processKey']]);
    }
    const waiting = expectJson(await get(service.url, `/Instances/${ids[0]}/waiting`));
    expect(waiting.items.map(({ kind }: { kind: string }) => kind)).to.deep.equal(['Suspension', 'PausedRun']);
    await resumeKey('t1');
    for (const id of ids) await standsAt(id, 'inside');
    expect((await state(ids[0])).variableStates[0]?.variables).to.deep.equal({ no: 7 });
  });

  it('lets a caller wait when the process that it calls is suspended', async () => {
    await deploy(service.url, plain('called1'));
    await deploy(service.url, caller('caller1', 'called1'));
    await suspendKey('called1');
    const id = await start(service.url, 'caller1');
    const childId = await until(
      async () => (await state(id)).activeActivities[0]?.childWorkflowInstanceId ?? '',
      (child) => child !== '',
    );
    const child = await until(
      () => state(childId),
      ({ isSuspended }) => isSuspended === true,
    );
    expect(child.activeActivityIds).to.deep.equal([]);
    await resumeKey('called1');
    await standsAt(childId, 'inside');
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: childId, ActivityId: 'inside' }));
    await isOver(id);
  });

  it('cancels an instance that was suspended before it began when its caller is cancelled', async () => {
    await deploy(service.url, plain('called2'));
    await deploy(service.url, caller('caller2', 'called2'));
    await suspendKey('called2');
    const id = await start(service.url, 'caller2');
    const childId = await until(
      async () => (await state(id)).activeActivities[0]?.childWorkflowInstanceId ?? '',
      (child) => child !== '',
    );
    expectEmpty(await post(service.url, `/Instances/${id}/cancel`, {}));
    for (const one of [id, childId]) expect((await isOver(one)).isCancelled).to.equal(true);
    await resumeKey('called2');
    await hasNoMail(childId);
  });

  // slow: timers of one second
  it('starts nothing by timers when the key is suspended, and continues as after a downtime when it is resumed', async () => {
    await deploy(service.url, ticking('tick1'));
    const count = async () => expectJson(await get(service.url, '/Definitions/tick1/instances?pageSize=1')).totalCount as number;
    await until(count, (n) => n > 0);
    await suspendKey('tick1');
    const rows = () => query(`select due_at = 'infinity' as waits from start_trigger where key = 'tick1'`);
    expect(await rows()).to.deep.equal([{ waits: true }]);
    // a deploy of the suspended key registers one that waits as well
    await deploy(service.url, ticking('tick1'));
    expect(await rows()).to.deep.equal([{ waits: true }]);
    const before = await query(`select count(*)::int as n from instance where definition_id like 'tick1:%'`);
    await isOver(await start(service.url, await tick()));
    expect(await query(`select count(*)::int as n from instance where definition_id like 'tick1:%'`)).to.deep.equal(before);
    await resumeKey('tick1');
    await until(
      () => query(`select count(*)::int as n from instance where definition_id like 'tick1:%'`),
      ([row]) => row.n > before[0].n,
    );
    await suspendKey('tick1');
  });
  /** A separate clock, which measures a time in which the other one would have ticked. */
  const tick = async () => {
    await deploy(service.url, clock('measure'));
    return 'measure';
  };

  it('hands out no custom task when its key is suspended, and keeps results', async () => {
    await deploy(service.url, work('w1'));
    const id = await start(service.url, 'w1');
    const fetch = async () =>
      expectJson(await post(service.url, '/custom-tasks/type-w1/fetch-and-lock', { WorkerId: 'w', MaxTasks: 1, WaitSeconds: 0 }))
        .tasks;
    const [held] = await until(fetch, (tasks) => tasks.length > 0);
    const other = await start(service.url, 'w1');
    await suspendKey('w1');
    expect(await fetch()).to.deep.equal([]);
    const result = { LockToken: held.lockToken, Variables: { kg: 7 } };
    expectEmpty(await post(service.url, `/custom-tasks/${held.activityInstanceId}/complete`, result));
    expect((await state(id)).activeActivityIds).to.deep.equal(['weigh']);
    await resumeKey('w1');
    expect((await isOver(id)).variableStates[0]?.variables).to.deep.equal({ kg: 7 });
    const [task] = await until(fetch, (tasks) => tasks.length > 0);
    expect(task.workflowInstanceId).to.equal(other);
  });

  it('keeps instances suspended that an operator has suspended when the key is resumed, and the other way round', async () => {
    await deploy(service.url, parcel('p3'));
    const ids = [
      await start(service.url, 'p3', { Variables: { no: 'A' } }),
      await start(service.url, 'p3', { Variables: { no: 'B' } }),
    ];
    const [byBoth = '', byKey = ''] = ids;
    expectJson(await post(service.url, `/Instances/${byBoth}/suspend`, {}));
    await suspendKey('p3');
    expect((await state(byBoth)).suspendedBy).to.deep.equal(['operator', 'processKey']);
    expect(expectJson(await post(service.url, `/Instances/${byKey}/suspend`, {})).suspendedBy).to.have.members([
      'operator',
      'processKey',
    ]);
    expect(expectJson(await post(service.url, `/Instances/${byKey}/resume`, {}))).to.deep.equal({
      isSuspended: true,
      suspendedBy: ['processKey'],
    });
    await send('arrived-p3', 'A');
    await send('arrived-p3', 'B');
    await resumeKey('p3');
    await standsAt(byKey, 'check');
    expect(await state(byBoth)).to.deep.include({ activeActivityIds: ['arrival'], suspendedBy: ['operator'] });
    expect(expectJson(await post(service.url, `/Instances/${byBoth}/resume`, {})).isSuspended).to.equal(false);
    await standsAt(byBoth, 'check');
  });

  itFull('continues with what an instance has called when an operator and its key have held the caller', async () => {
    await deploy(service.url, plain('called3'));
    await deploy(service.url, caller('caller3', 'called3'));
    const id = await start(service.url, 'caller3');
    const childId = await until(
      async () => (await state(id)).activeActivities[0]?.childWorkflowInstanceId ?? '',
      (child) => child !== '',
    );
    expectJson(await post(service.url, `/Instances/${id}/suspend`, {}));
    await until(
      () => state(childId),
      ({ suspendedBy }) => suspendedBy?.join() === 'callingInstance',
    );
    await suspendKey('caller3');
    expectJson(await post(service.url, `/Instances/${id}/resume`, {}));
    expect((await state(childId)).suspendedBy).to.deep.equal(['callingInstance']);
    await resumeKey('caller3');
    await until(
      () => state(childId),
      ({ isSuspended }) => isSuspended === undefined,
    );
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: childId, ActivityId: 'inside' }));
    await isOver(id);
  });

  it('makes forks and revived instances that are suspended when the key is suspended', async () => {
    await deploy(service.url, parcel('p4'));
    const id = await start(service.url, 'p4', { Variables: { no: 'A' } });
    const over = await start(service.url, 'p4', { Variables: { no: 'B' } });
    expectEmpty(await post(service.url, `/Instances/${over}/cancel`, {}));
    await suspendKey('p4');
    const fork = async (Step: number) =>
      expectJson(await post(service.url, `/Instances/${id}/fork`, { Step })).WorkflowInstanceId ?? '';
    const again = await fork(0);
    const from = await fork(1);
    const revived = expectJson(await post(service.url, `/Instances/${over}/revive`, {})).WorkflowInstanceId ?? over;
    for (const one of [again, from, revived]) {
      const { suspendedBy, activeActivityIds } = await state(one);
      expect(suspendedBy).to.deep.equal(['processKey']);
      expect(activeActivityIds).to.deep.equal(one === again ? [] : ['arrival']);
    }
    await send('arrived-p4', 'B');
    expect((await state(revived)).activeActivityIds).to.deep.equal(['arrival']);
    await resumeKey('p4');
    await standsAt(again, 'arrival');
    await standsAt(from, 'arrival');
    await standsAt(revived, 'check');
  });

  itFull('takes edits of variables when the key is suspended, and continues with them when it is resumed', async () => {
    await deploy(service.url, parcel('p6'));
    await deploy(service.url, triggered('t6'));
    const id = await start(service.url, 'p6', { Variables: { no: 'A' } });
    await suspendKey('p6');
    await suspendKey('t6');
    const [born = ''] = expectJson(await send('order-t6', '')).WorkflowInstanceIds;
    for (const one of [id, born])
      expectEmpty(await post(service.url, `/Instances/${one}/variables`, { Variables: { price: 7 }, Delete: ['nothing'] }));
    expect(await state(id)).to.deep.include({ activeActivityIds: ['arrival'], isSuspended: true });
    expect((await state(born)).activeActivityIds).to.deep.equal([]);
    await resumeKey('p6');
    await resumeKey('t6');
    await send('arrived-p6', 'A');
    await standsAt(id, 'check');
    await standsAt(born, 'inside');
    for (const one of [id, born]) expect((await state(one)).variableStates[0]?.variables).to.deep.include({ price: 7 });
  });

  it('refuses an edit of variables when a suspended instance waits for a condition, and takes it when it is resumed', async () => {
    await deploy(service.url, waitsForTruth('cond1'));
    const id = await start(service.url, 'cond1');
    await suspendKey('cond1');
    const path = `/Instances/${id}/variables`;
    const edit = () => post(service.url, path, { Variables: { ready: true } });
    expectProblem(await edit(), 409, `Workflow instance '${id}' is suspended. Resume it first.`, path);
    expect((await state(id)).activeActivityIds).to.deep.equal(['wait']);
    await resumeKey('cond1');
    expectEmpty(await edit());
    await isOver(id);
  });

  it('shows the suspension in the lists when the key is suspended', async () => {
    await deploy(service.url, plain('l1'));
    const id = await start(service.url, 'l1');
    const listed = async (path: string, value: boolean) =>
      expectJson(
        await get(
          service.url,
          `${path}?filters=IsSuspended==${value}${path === '/Definitions' ? ',ProcessDefinitionKey==l1' : ''}`,
        ),
      ).items;
    expect(
      (
        await until(
          () => listed('/Definitions', false),
          (rows) => rows.length === 1,
        )
      )[0],
    ).not.to.have.property('isSuspended');
    await suspendKey('l1');
    const [row] = await until(
      () => listed('/Definitions', true),
      (rows) => rows.length === 1,
    );
    expect(row).to.deep.include({ processDefinitionKey: 'l1', isActive: true, isSuspended: true });
    const [instance] = await until(
      () => listed('/Definitions/l1/instances', true),
      (rows) => rows.length === 1,
    );
    expect(instance.instanceId).to.equal(id);
    const text = (await get(service.url, '/metrics')).text;
    expect(text).to.match(/^sluice_suspended_keys [1-9]/m);
    expect(text).to.match(/^sluice_suspended_instances [1-9]/m);
    await resumeKey('l1');
    await until(
      () => listed('/Definitions/l1/instances', true),
      (rows) => rows.length === 0,
    );
    await until(
      () => listed('/Definitions', false),
      (rows) => rows.length === 1,
    );
  });

  it('changes nothing when a key is suspended or resumed twice, also at the same time', async () => {
    await deploy(service.url, parcel('p5'));
    const id = await start(service.url, 'p5', { Variables: { no: 'A' } });
    await Promise.all([suspendKey('p5'), suspendKey('p5'), suspendKey('p5')]);
    await Promise.all([send('arrived-p5', 'A'), resumeKey('p5'), suspendKey('p5'), resumeKey('p5'), suspendKey('p5')]);
    await resumeKey('p5');
    await resumeKey('p5');
    await standsAt(id, 'check');
    await hasNoMail(id);
  });

  it('refuses with 404 when the key is not registered, with 400 when a member is wrong', async () => {
    for (const verb of ['suspend', 'resume']) {
      const path = `/Definitions/nobody/${verb}`;
      const text = "Workflow with id 'nobody' is not registered. Ensure the workflow is deployed before creating instances.";
      expectProblem(await post(service.url, path, {}), 404, text, path);
      expect((await post(service.url, `/Definitions/a%EF%BF%BEb/${verb}`, {})).status).to.equal(404);
      expect((await post(service.url, path, { Reason: 5 })).status).to.equal(400);
    }
    await deploy(service.url, plain('odd'));
    expect((await post(service.url, '/Definitions/odd/suspend', { Reason: 'a\u0000b' })).status).to.equal(400);
    expect((await suspendKey('odd', { Reason: 'x'.repeat(100_000) })).isSuspended).to.equal(true);
  });

  itKeepsCommonRefusals(() => service.url, { path: '/Definitions/order/suspend' });
});

interface Suspended {
  readonly isSuspended?: boolean;
  readonly suspendedBy?: readonly string[];
}
