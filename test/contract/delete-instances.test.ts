import { expect } from 'chai';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, http, post } from '../support/http/http-client.ts';
import { deploy, start, stateOf, UNKNOWN_ID, until } from '../support/http/steps.ts';
import { documentOf, flow, sequence, task, userTask } from '../support/models/models.ts';
import { queryOnce } from '../support/query-once.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const CALL = documentOf(
  '<process id="caller" isExecutable="true"><startEvent id="start"/><callActivity id="call" calledElement="called"/>' +
    `${task('after')}<endEvent id="end"/>${flow('f1', 'start', 'call')}${flow('f2', 'call', 'after')}${flow('f3', 'after', 'end')}</process>` +
    `<process id="called" isExecutable="true"><startEvent id="start2"/>${task('inside')}<endEvent id="end2"/>` +
    `${flow('g1', 'start2', 'inside')}${flow('g2', 'inside', 'end2')}</process>`,
);
/** Every table with rows of instances, and the column that names them. */
const TABLES = {
  instance: 'id',
  journal: 'subject_id',
  user_task: 'instance_id',
  subscription: 'instance_id',
  timer: 'instance_id',
  custom_task: 'instance_id',
  incident: 'instance_id',
  suspension: 'instance_id',
  q_instance: 'instance_id',
  q_instance_step: 'instance_id',
  q_instance_element: 'instance_id',
  q_instance_variable: 'instance_id',
  q_instance_decision: 'instance_id',
  q_user_task: 'instance_id',
  q_subscription: 'instance_id',
} as const;

describe('DELETE /Instances/{instanceId} (docs/contributing/spec/retention.md#delete)', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ env: { Projection__IndexedVariables: '*:name' } });
    await deploy(service.url, CALL);
    await deploy(service.url, sequence('order', task('pack')));
    await deploy(service.url, sequence('review', userTask('check')));
  });
  after(() => service.stop());

  const remove = (id: string, headers: Record<string, string> = {}): Promise<HttpAnswer> =>
    http(service.url, { method: 'DELETE', path: `/Instances/${id}`, headers });
  const complete = async (id: string, ActivityId: string) =>
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId }));
  const cancel = async (id: string) => expectEmpty(await post(service.url, `/Instances/${id}/cancel`, {}));
  const isOver = (id: string) =>
    until(
      () => stateOf(service.url, id),
      ({ isCompleted }) => isCompleted,
    );
  const finished = async (more: object = {}) => {
    const id = await start(service.url, 'order', more);
    await complete(id, 'pack');
    return id;
  };
  const calling = async () => {
    const id = await start(service.url, 'caller');
    const childId = await until(
      async () => (await stateOf(service.url, id)).activeActivities[0]?.childWorkflowInstanceId ?? '',
      (child) => child !== '',
    );
    return [id, childId] as const;
  };
  const query = (text: string, values: unknown[] = []) => queryOnce(service.databaseUrl, text, values);
  /** The tables in which something of these instances is left. */
  const leftOf = async (...ids: readonly string[]): Promise<readonly string[]> => {
    const left: string[] = [];
    for (const [table, column] of Object.entries(TABLES)) {
      const { rows } = await query(`select count(*)::int as n from ${table} where ${column} = any($1::uuid[])`, [ids]);
      if (rows[0].n > 0) left.push(table);
    }
    return left;
  };
  const isGone = (...ids: readonly string[]) =>
    until(
      () => leftOf(...ids),
      (left) => left.length === 0,
    );
  const total = async (key: string, after: HttpAnswer) =>
    expectJson(
      await get(service.url, `/Definitions/${key}/instances`, {
        'Service-Min-Position': after.headers['service-position'] as string,
      }),
    ).totalCount as number;

  itFull('leaves nothing of a finished instance in any table, and takes it out of lists and totals', async () => {
    const before = await finished({ Variables: { name: 'Ada' }, BusinessId: 'PO-1' });
    const id = await finished({ Variables: { name: 'Grace' }, BusinessId: 'PO-2' });
    const answer = await remove(id);
    expect(expectJson(answer)).to.deep.equal({ Deleted: 1, GoesOn: false });
    const count = await total('order', answer);
    expect(await leftOf(id)).to.deep.equal([]);
    const { items } = expectJson(await get(service.url, '/Definitions/order/instances'));
    expect(items.map(({ instanceId }: { instanceId: string }) => instanceId))
      .to.include(before)
      .and.not.to.include(id);
    expect(items).to.have.length(count);
    expectError(await get(service.url, `/Instances/${id}/state`), 404, `Instance ${id} not found`);
    expectError(await get(service.url, `/Instances/${id}/history`), 404, `Instance ${id} not found`);
  });

  it('deletes a cancelled instance with its user task, and one that has failed', async () => {
    const id = await start(service.url, 'review');
    await cancel(id);
    expect(expectJson(await remove(id)).Deleted).to.equal(1);
    await isGone(id);
  });

  it('answers 409 and changes nothing while the instance runs, suspended or not', async () => {
    const id = await start(service.url, 'order');
    const text = `Workflow instance '${id}' is running. Cancel it first.`;
    expectProblem(await remove(id), 409, text, `/Instances/${id}`);
    expectJson(await post(service.url, `/Instances/${id}/suspend`, {}));
    expectProblem(await remove(id), 409, text, `/Instances/${id}`);
    expectJson(await post(service.url, `/Instances/${id}/resume`, {}));
    await complete(id, 'pack');
    expectJson(await remove(id));
  });

  it('answers 404 when there is no such instance, and when it was deleted before', async () => {
    expectError(await remove(UNKNOWN_ID), 404, `Instance ${UNKNOWN_ID} not found`);
    const id = await finished();
    expectJson(await remove(id));
    expectError(await remove(id), 404, `Instance ${id} not found`);
    expect((await remove('no-guid')).status).to.equal(404);
  });

  it('answers a repeat with the same key as the first time, also when it is started in between', async () => {
    const id = await finished();
    const key = { 'Idempotency-Key': `delete-${id}` };
    const first = await remove(id, key);
    const second = await remove(id, key);
    expect(expectJson(second)).to.deep.equal(expectJson(first));
    expect(second.headers['idempotency-replayed']).to.equal('true');
  });

  it('deletes once when two ask concurrently: the other one gets 404', async () => {
    const id = await finished();
    const answers = await Promise.all([remove(id), remove(id), remove(id)]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 404, 404]);
  });

  it('deletes the called instances together with the one at the top, and refuses a called one alone', async () => {
    const [id, childId] = await calling();
    await complete(childId, 'inside');
    await isOver(childId);
    const called = `Workflow instance '${childId}' was called by another instance. Delete the top instance '${id}': both are deleted together.`;
    expectProblem(await remove(childId), 409, called, `/Instances/${childId}`);
    await until(
      async () => (await stateOf(service.url, id)).activeActivityIds,
      (active) => active.includes('after'),
    );
    await complete(id, 'after');
    await isOver(id);
    expect(expectJson(await remove(id))).to.deep.equal({ Deleted: 2, GoesOn: false });
    await isGone(id, childId);
  });

  it('keeps a fork when what it was forked from is deleted', async () => {
    const id = await finished({ Variables: { name: 'Ada' } });
    const { WorkflowInstanceId: fork } = expectJson(await post(service.url, `/Instances/${id}/fork`, { Step: 1 }));
    expectJson(await remove(id));
    await isGone(id);
    expect((await stateOf(service.url, fork)).activeActivityIds).to.deep.equal(['pack']);
    await cancel(fork);
    await isOver(fork);
    expect((await post(service.url, `/Instances/${id}/fork`, { Step: 1 })).status).to.equal(404);
    expectJson(await remove(fork));
    await isGone(fork);
  });

  it('reaches positions of a deleted instance immediately, when a client still waits with one', async () => {
    const id = await start(service.url, 'order');
    const done = await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'pack' });
    expectJson(await remove(id));
    await isGone(id);
    const position = { 'Service-Min-Position': done.headers['service-position'] as string };
    expectJson(await get(service.url, '/Definitions/order/instances', position));
  });

  it('lets a version be deleted when its last instance is', async () => {
    await deploy(service.url, sequence('short', task('pack')));
    const id = await start(service.url, 'short');
    const version = { method: 'DELETE', path: '/Definitions/short/1' } as const;
    expect((await http(service.url, version)).status).to.equal(409);
    await cancel(id);
    expectJson(await remove(id));
    expectJson(await http(service.url, version));
  });
});
