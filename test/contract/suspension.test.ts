import { expect } from 'chai';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectEmpty, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, stateOf, UNKNOWN_ID, until } from '../support/http/steps.ts';
import { customTask, withZeebe } from '../support/models/custom-task-models.ts';
import { documentOf, flow, task, userTask } from '../support/models/models.ts';
import { clock } from '../support/models/suspension-models.ts';
import { queryOnce } from '../support/query-once.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const TYPE = 'weigh';

/** Waits for a message with the key of variable `no`, then at a user task; a non-interrupting boundary event counts reminders. */
const PARCEL = withZeebe(
  documentOf(
    `<message id="m1" name="arrived"><extensionElements><zeebe:subscription correlationKey="=no"/></extensionElements></message>` +
      `<message id="m2" name="remind"><extensionElements><zeebe:subscription correlationKey="=no"/></extensionElements></message>` +
      `<process id="parcel" isExecutable="true"><startEvent id="start"/>` +
      `<intermediateCatchEvent id="arrival"><messageEventDefinition messageRef="m1"/></intermediateCatchEvent>${userTask('check')}` +
      `<boundaryEvent id="reminder" attachedToRef="check" cancelActivity="false"><messageEventDefinition messageRef="m2"/></boundaryEvent>` +
      `${task('call')}<endEvent id="end"/>${flow('f1', 'start', 'arrival')}${flow('f2', 'arrival', 'check')}${flow('f3', 'check', 'end')}` +
      `${flow('f4', 'reminder', 'call')}</process>`,
  ),
);
const CLOCK = clock('clock');
const WORK = withZeebe(
  documentOf(
    `<process id="work" isExecutable="true"><startEvent id="start"/>${customTask('weigh', TYPE, { outputs: { kg: '=kg' } })}` +
      `<endEvent id="end"/>${flow('f1', 'start', 'weigh')}${flow('f2', 'weigh', 'end')}</process>`,
  ),
);
const CALL = documentOf(
  '<process id="caller" isExecutable="true"><startEvent id="start"/><callActivity id="call" calledElement="called"/><endEvent id="end"/>' +
    `${flow('f1', 'start', 'call')}${flow('f2', 'call', 'end')}</process>` +
    `<process id="called" isExecutable="true"><startEvent id="start2"/>${task('inside')}<endEvent id="end2"/>` +
    `${flow('g1', 'start2', 'inside')}${flow('g2', 'inside', 'end2')}</process>`,
);

describe('POST /Instances/{instanceId}/suspend and /resume (docs/contributing/spec/suspension.md)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    for (const model of [PARCEL, CLOCK, WORK, CALL]) await deploy(service.url, model);
  });
  after(() => service.stop());

  const suspend = async (id: string, body: object = {}) => post(service.url, `/Instances/${id}/suspend`, body);
  const resume = async (id: string, body: object = {}) => post(service.url, `/Instances/${id}/resume`, body);
  const state = (id: string) => stateOf(service.url, id) as Promise<Awaited<ReturnType<typeof stateOf>> & Suspended>;
  const standsAt = (id: string, ...ids: readonly string[]) =>
    until(
      async () => (await state(id)).activeActivityIds,
      (active) => active.join() === ids.join(),
    );
  const waitingCommandOf = async () => {
    const { rows } = await queryOnce(service.databaseUrl, 'select count(*)::int as n from outbox');
    return rows[0].n as number;
  };
  const isOver = (id: string) =>
    until(
      () => state(id),
      ({ isCompleted }) => isCompleted,
    );
  const parcel = (no: string) => start(service.url, 'parcel', { Variables: { no } });
  /** Starts a process that calls another one: the ids of both instances, once the called one runs. */
  const calling = async () => {
    const id = await start(service.url, 'caller');
    const childId = await until(
      async () => (await state(id)).activeActivities[0]?.childWorkflowInstanceId ?? '',
      (child) => child !== '',
    );
    return [id, childId] as const;
  };
  const send = (MessageName: string, CorrelationKey: string, Variables = {}) =>
    post(service.url, '/Execution/message', { MessageName, CorrelationKey, Variables });

  it('keeps a message, and continues with it, when the instance is suspended and resumed', async () => {
    const id = await parcel('P1');
    expect(expectJson(await suspend(id, { Reason: 'stock-taking' }))).to.deep.equal({
      isSuspended: true,
      suspendedBy: ['operator'],
    });
    expect(expectJson(await send('arrived', 'P1', { at: 'noon' })).WorkflowInstanceIds).to.deep.equal([id]);
    expect(await state(id)).to.deep.include({ activeActivityIds: ['arrival'], isSuspended: true, suspendedBy: ['operator'] });
    expect(expectJson(await resume(id))).to.deep.equal({ isSuspended: false, suspendedBy: [] });
    await standsAt(id, 'check');
    const now = await state(id);
    expect(now).not.to.have.any.keys('isSuspended', 'suspendedBy');
    expect(now.variableStates[0]?.variables).to.deep.equal({ no: 'P1', at: 'noon' });
  });

  it('delivers every message in order when several have arrived for one event that continues to listen', async () => {
    const id = await parcel('P2');
    await send('arrived', 'P2');
    await standsAt(id, 'check');
    await suspend(id);
    for (const n of [1, 2, 3]) expect((await send('remind', 'P2', { n })).status).to.equal(200);
    await resume(id);
    await standsAt(id, 'check', 'call', 'call', 'call');
    const brought = (await state(id)).variableStates.flatMap(({ variables }) => variables['n'] ?? []);
    expect(brought).to.deep.equal([1, 2, 3]);
  });

  it('refuses what clients do to its tasks with 409 when it is suspended, and takes it when it is resumed', async () => {
    const id = await parcel('P3');
    await send('arrived', 'P3');
    await standsAt(id, 'check');
    const taskId = await activeEntry(service.url, id, 'check');
    const claim = () => post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'ann' });
    const complete = () => post(service.url, `/UserTasks/${taskId}/complete`, { UserId: 'ann' });
    await suspend(id);
    for (const answer of [
      await claim(),
      await complete(),
      await post(service.url, `/UserTasks/${taskId}/unclaim`, {}),
      await post(service.url, `/UserTasks/${taskId}/fail`, { errorMessage: 'no' }),
      await post(service.url, `/UserTasks/${taskId}/cancel`, {}),
      await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'check' }),
    ])
      expect([answer.status, JSON.parse(answer.text).detail]).to.deep.equal([
        409,
        `Workflow instance '${id}' is suspended. Resume it first.`,
      ]);
    await resume(id);
    expectEmpty(await claim());
    expectEmpty(await complete());
    await isOver(id);
  });

  itFull('is modified while it is suspended: cancelled parts end, and started parts wait for the resume', async () => {
    const id = await parcel('P8');
    await suspend(id);
    const path = `/Instances/${id}/modify`;
    const moved = { instructions: [{ cancel: { element: 'arrival' } }, { startBefore: { element: 'check' } }] };
    expect(expectJson(await post(service.url, path, { ...moved, dryRun: true })).cancelledCount).to.equal(1);
    expect(await state(id)).to.deep.include({ activeActivityIds: ['arrival'] });
    expect(expectJson(await post(service.url, path, moved))).to.deep.include({ cancelledCount: 1, after: null });
    expect(await state(id)).to.deep.include({ activeActivityIds: [], isSuspended: true, isCompleted: false });
    const told = expectJson(await get(service.url, `/Instances/${id}/history`)).items.map(({ type }: { type: string }) => type);
    expect(told).to.include('WorkflowModified').and.to.include('ActivityCancelled');
    await resume(id);
    await standsAt(id, 'check');
    await suspend(id);
    const last = { instructions: [{ cancel: { element: 'check' } }] };
    const text = `instructions[0]: 'check' has the last token of its scope, which would end, and the instance is suspended.`;
    expectProblem(await post(service.url, path, last), 409, text, path);
    await resume(id);
    await standsAt(id, 'check');
  });

  itFull('lets no timer fire when it is suspended, and immediately fires what was due when it is resumed', async () => {
    const id = await start(service.url, 'clock');
    expect((await suspend(id)).status).to.equal(200);
    await isOver(await start(service.url, 'clock'));
    expect(await state(id)).to.deep.include({ activeActivityIds: ['pause'], isSuspended: true });
    await resume(id);
    await isOver(id);
  });

  it('hands out no custom task when its instance is suspended', async () => {
    const id = await start(service.url, 'work');
    await suspend(id);
    const fetch = async () =>
      expectJson(await post(service.url, `/custom-tasks/${TYPE}/fetch-and-lock`, { WorkerId: 'w', MaxTasks: 10, WaitSeconds: 0 }))
        .tasks;
    expect(await fetch()).to.deep.equal([]);
    await resume(id);
    const [task] = await until(fetch, (tasks) => tasks.length > 0);
    expectEmpty(await post(service.url, `/custom-tasks/${task.activityInstanceId}/complete`, { LockToken: task.lockToken }));
    await isOver(id);
  });

  it('keeps the result of a custom task that a worker is at when its instance is suspended, and takes one result only', async () => {
    const id = await start(service.url, 'work');
    const asked = { WorkerId: 'w', MaxTasks: 1, WaitSeconds: 60 };
    const { tasks } = expectJson(await post(service.url, `/custom-tasks/${TYPE}/fetch-and-lock`, asked));
    const result = { LockToken: tasks[0].lockToken, Variables: { kg: 7 } };
    await suspend(id);
    const complete = () => post(service.url, `/custom-tasks/${tasks[0].activityInstanceId}/complete`, result);
    expectEmpty(await complete());
    const late = { LockToken: tasks[0].lockToken, ErrorMessage: 'too heavy' };
    expect((await post(service.url, `/custom-tasks/${tasks[0].activityInstanceId}/fail`, late)).status).to.equal(409);
    expect((await state(id)).activeActivityIds).to.deep.equal(['weigh']);
    await resume(id);
    expect((await isOver(id)).variableStates[0]?.variables).to.deep.equal({ kg: 7 });
  });

  it('suspends and resumes what it has called when it is suspended and resumed', async () => {
    const [id, childId] = await calling();
    await suspend(id);
    await until(
      () => state(childId),
      ({ suspendedBy }) => suspendedBy?.join() === 'callingInstance',
    );
    const complete = () =>
      post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: childId, ActivityId: 'inside' });
    expect((await complete()).status).to.equal(409);
    await resume(id);
    await until(
      () => state(childId),
      ({ isSuspended }) => isSuspended === undefined,
    );
    expectEmpty(await complete());
    await isOver(id);
  });

  it('waits for the end of what it has called when only the caller is suspended', async () => {
    const [id, childId] = await calling();
    await suspend(id, { CalledInstances: false });
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: childId, ActivityId: 'inside' }));
    await isOver(childId);
    expect((await state(id)).activeActivityIds).to.deep.equal(['call']);
    await resume(id);
    await isOver(id);
  });

  it('ends with what it has called when it is cancelled while it is suspended', async () => {
    const [id, childId] = await calling();
    await suspend(id);
    await until(
      () => state(childId),
      ({ isSuspended }) => isSuspended === true,
    );
    expectEmpty(await post(service.url, `/Instances/${id}/cancel`, {}));
    for (const one of [id, childId]) {
      const over = await isOver(one);
      expect(over.isCancelled).to.equal(true);
      expect(over.isSuspended).to.equal(undefined);
    }
  });

  it('drops what waits when it is cancelled while it is suspended', async () => {
    const id = await parcel('P4');
    await suspend(id);
    await send('arrived', 'P4');
    expectEmpty(await post(service.url, `/Instances/${id}/cancel`, {}));
    await until(waitingCommandOf, (count) => count === 0);
    expect((await state(id)).isCancelled).to.equal(true);
  });

  it('changes nothing when it is suspended or resumed twice, also at the same time', async () => {
    const id = await parcel('P5');
    const answers = await Promise.all([suspend(id), suspend(id), suspend(id)]);
    for (const answer of answers) expect(expectJson(answer).suspendedBy).to.deep.equal(['operator']);
    await Promise.all([send('arrived', 'P5'), resume(id), resume(id), suspend(id), resume(id)]);
    await resume(id);
    await standsAt(id, 'check');
    const { items } = expectJson(await get(service.url, `/Instances/${id}/history?pageSize=100`));
    const suspensions = items.filter(({ type }: { type: string }) => type === 'WorkflowSuspended');
    expect(suspensions.length).to.be.within(1, 2);
  });

  it('is found in lists by IsSuspended when it is suspended', async () => {
    const id = await parcel('P6');
    await suspend(id);
    const list = async (value: boolean) =>
      expectJson(await get(service.url, `/Definitions/parcel/instances?filters=IsSuspended==${value}&pageSize=100`)).items;
    const found = await until(
      () => list(true),
      (items) => items.length > 0,
    );
    expect(found.map(({ instanceId, isSuspended }: Row) => [instanceId, isSuspended])).to.deep.equal([[id, true]]);
    for (const row of await list(false)) expect(row).not.to.have.property('isSuspended');
  });

  it('refuses with 404 when the instance is unknown, with 409 when it has ended, with 400 when a member is wrong', async () => {
    for (const verb of ['suspend', 'resume']) {
      const unknown = await post(service.url, `/Instances/${UNKNOWN_ID}/${verb}`, {});
      expectProblem(unknown, 404, `Workflow instance '${UNKNOWN_ID}' not found.`, `/Instances/${UNKNOWN_ID}/${verb}`);
      const id = await parcel(`ended ${verb}`);
      await post(service.url, `/Instances/${id}/cancel`, {});
      const path = `/Instances/${id}/${verb}`;
      expectProblem(await post(service.url, path, {}), 409, 'The instance has ended.', path);
      expect((await post(service.url, `/Instances/${id}/${verb}`, { Reason: 5 })).status).to.equal(400);
    }
    const id = await parcel('P7');
    const path = `/Instances/${id}/suspend`;
    expectProblem(await suspend(id, { CalledInstances: 'yes' }), 400, 'CalledInstances must be true or false.', path);
  });

  itKeepsCommonRefusals(() => service.url, { path: `/Instances/${UNKNOWN_ID}/suspend` });
});

interface Suspended {
  readonly isSuspended?: boolean;
  readonly suspendedBy?: readonly string[];
}
interface Row {
  readonly instanceId: string;
  readonly isSuspended: boolean;
}
