// tier all: takes 8 s; test/contract/roles.test.ts shows roles with process keys

import { expect } from 'chai';
import { shardOf } from '../../src/platform/ids.ts';
import { writePosition } from '../../src/requests/position.ts';
import { parkedStart, parkLetter } from '../support/dead-letters.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { http } from '../support/http/http-client.ts';
import { UNKNOWN_ID, until } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import {
  messageWait,
  signalWait,
  startedByCondition,
  startedByMessage,
  startedBySignal,
} from '../support/models/event-models.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { type ClerkAndChief, sense, startClerkAndChief } from '../support/sign-in/clerk-and-chief.ts';
import { itFull } from '../support/tier.ts';

const MODELS = [
  sequence('order-review', userTask('review')),
  sequence('bill-review', userTask('review')),
  sequence('order', userTask('review')),
  sequence('extra', userTask('review')),
  oneTask('order-work', 'pack'),
  oneTask('bill-work', 'pack'),
  oneTask('bill-other', 'stamp'),
  messageWait('order-wait', 'wait', 'paid', 'ref'),
  messageWait('bill-wait', 'wait', 'paid', 'ref'),
  startedByMessage('order-begin', 'begin', userTask('a')),
  startedByMessage('bill-begin', 'begin', userTask('a')),
  startedByMessage('bill-alone', 'begin bill', userTask('a')),
  signalWait('order-signal', 'wait', 'ring'),
  signalWait('bill-signal', 'wait', 'ring'),
  startedBySignal('bill-rung', 'ring', userTask('a')),
  startedByCondition('order-if', 'x > 1', userTask('a')),
  startedByCondition('bill-if', 'x > 1', userTask('a')),
  sequence('order-call', '<callActivity id="call" calledElement="bill-review"/>'),
];

describe('roles for some process keys: instances, tasks and events (docs/contributing/spec/roles.md#key-patterns)', () => {
  let world: ClerkAndChief;
  before(async () => {
    world = await startClerkAndChief(MODELS);
  });
  after(() => world?.stop());

  itFull('show the definitions, tasks and totals of these keys alone in lists', async () => {
    const ids = [await world.start('order-review'), await world.start('bill-review'), await world.start('order')];
    for (const id of ids) await world.taskOf(id);
    const [inside = ''] = ids;
    const definitions = expectJson(await world.ask(world.clerk, '/Definitions?pageSize=100'));
    const keys: string[] = definitions.items.map((item: { processDefinitionKey: string }) => item.processDefinitionKey);
    expect(
      keys.every((key) => key.startsWith('order-') || key === 'extra'),
      keys.join(),
    ).to.equal(true);
    expect([definitions.totalCount, keys.includes('extra'), keys.includes('order')]).to.deep.equal([keys.length, true, false]);
    const one = expectJson(await world.ask(world.clerk, '/Definitions?pageSize=1&page=2&sorts=ProcessDefinitionKey'));
    expect([one.items.length, one.totalCount]).to.deep.equal([1, keys.length]);
    const tasks = expectJson(await world.ask(world.clerk, '/UserTasks?pageSize=100'));
    expect(tasks.data.map((row: { workflowInstanceId: string }) => row.workflowInstanceId)).to.deep.equal([inside]);
    expect(tasks.totalCount).to.equal(1);
    expect(
      expectJson(await world.ask(world.clerk, '/UserTasks?filters=TaskState==Created&pageSize=1&page=2')).totalCount,
    ).to.equal(1);
    expect(expectJson(await world.ask(world.chief, '/UserTasks')).totalCount).to.equal(3);
    expectEmpty(await world.send(world.clerk, `/Instances/${inside}/cancel`));
  });

  itFull('answer the same for data of another key as for data that does not exist, and do nothing to it', async () => {
    const id = await world.start('bill-review');
    const taskId = await world.taskOf(id);
    const requests: readonly [method: 'GET' | 'POST', path: (instanceId: string, taskId: string) => string, body?: object][] = [
      ['GET', (i) => `/Instances/${i}/state`],
      ['GET', (i) => `/Instances/${i}/state?page=1`],
      ['GET', (i) => `/Instances/${i}/history`],
      ['GET', (i) => `/Instances/${i}/decisions`],
      ['POST', (i) => `/Instances/${i}/cancel`],
      ['GET', (_, t) => `/UserTasks/${t}`],
      ['POST', (_, t) => `/UserTasks/${t}/claim`],
      ['POST', (_, t) => `/UserTasks/${t}/unclaim`],
      ['POST', (_, t) => `/UserTasks/${t}/complete`],
      ['POST', (_, t) => `/UserTasks/${t}/fail`, { ErrorMessage: 'x' }],
      ['POST', (_, t) => `/UserTasks/${t}/cancel`],
      ['GET', (_, t) => `/UserTasks/${t}/comments`],
      ['POST', (_, t) => `/UserTasks/${t}/comments`, { Text: 'x' }],
    ];
    for (const [method, path, body = {}] of requests) {
      const call = (i: string, t: string) =>
        http(world.service.url, { method, path: path(i, t), headers: world.clerk, ...(method === 'POST' && { body }) });
      const there = sense(await call(id, taskId));
      expect([path('', ''), ...there]).to.deep.equal([path('', ''), ...sense(await call(UNKNOWN_ID, UNKNOWN_ID))]);
      expect(there[0], path('', '')).to.equal(404);
    }
    const completion = { WorkflowInstanceId: id, ActivityId: 'review' };
    const known = sense(await world.send(world.clerk, '/Execution/complete-activity', completion));
    const unknown = sense(
      await world.send(world.clerk, '/Execution/complete-activity', { ...completion, WorkflowInstanceId: UNKNOWN_ID }),
    );
    expect([known, known[0]]).to.deep.equal([unknown, 404]);
    const { isCompleted, activeActivities } = await world.state(id);
    expect([isCompleted, activeActivities.length]).to.deep.equal([false, 1]);
  });

  it('let all of that be done to data of these keys', async () => {
    const id = await world.start('order-review');
    const taskId = await world.taskOf(id);
    expectJson(await world.ask(world.clerk, `/Instances/${id}/state`));
    expectJson(await world.ask(world.clerk, `/Instances/${id}/history`));
    expectJson(await world.ask(world.clerk, `/UserTasks/${taskId}`));
    for (const action of ['claim', 'unclaim', 'claim', 'complete'])
      expectEmpty(await world.send(world.clerk, `/UserTasks/${taskId}/${action}`));
    expect(await world.isOver(id)).to.equal(true);
  });

  it('let a message reach instances of these keys alone, and leave the others waiting', async () => {
    const Variables = { ref: 'r-1' };
    const [inside, outside] = [await world.start('order-wait', { Variables }), await world.start('bill-wait', { Variables })];
    const message = { MessageName: 'paid', CorrelationKey: 'r-1' };
    expect(expectJson(await world.send(world.clerk, '/Execution/message', message)).WorkflowInstanceIds).to.deep.equal([inside]);
    const unmatched = "No active subscription found for message 'paid' with correlation key 'r-1'";
    expectError(await world.send(world.clerk, '/Execution/message', message), 404, unmatched);
    expect([await world.isOver(inside), await world.isOver(outside)]).to.deep.equal([true, false]);
    expect(expectJson(await world.send(world.chief, '/Execution/message', message)).WorkflowInstanceIds).to.deep.equal([outside]);
  });

  it('let a message and a condition start instances of these keys alone', async () => {
    const begun = expectJson(await world.send(world.clerk, '/Execution/message', { MessageName: 'begin' })).WorkflowInstanceIds;
    const definitionOf = async (id: string) => (await world.state(id)).processDefinitionId.split(':')[0];
    expect(await Promise.all(begun.map(definitionOf))).to.deep.equal(['order-begin']);
    expect((await world.send(world.clerk, '/Execution/message', { MessageName: 'begin bill' })).status).to.equal(404);
    const { StartedInstanceIds } = expectJson(
      await world.send(world.clerk, '/Execution/evaluate-conditions', { Variables: { x: 2 } }),
    );
    expect(await Promise.all(StartedInstanceIds.map(definitionOf))).to.deep.equal(['order-if']);
  });

  itFull('let a signal reach these keys alone when more wait than one transaction delivers to', async () => {
    const others = await Promise.all(Array.from({ length: 205 }, () => world.start('bill-signal')));
    const inside = await world.start('order-signal');
    const heard = expectJson(await world.send(world.clerk, '/Execution/signal', { SignalName: 'ring' }));
    expect(heard).to.deep.equal({ DeliveredCount: 1, WorkflowInstanceIds: [inside] });
    await until(
      () => world.isOver(inside),
      (over) => over,
    );
    for (const id of [others[0], others[204]]) expect(await world.isOver(id ?? '')).to.equal(false);
    expect((await world.send(world.clerk, '/Execution/signal', { SignalName: 'ring' })).status).to.equal(404);
    expect(expectJson(await world.send(world.chief, '/Execution/signal', { SignalName: 'ring' })).DeliveredCount).to.equal(206);
  });

  it('do not limit what follows from an allowed action: a called process of another key runs, unseen', async () => {
    const id = expectJson(await world.send(world.clerk, '/Execution/start', { WorkflowId: 'order-call' })).WorkflowInstanceId;
    const { activeActivities } = expectJson(await world.ask(world.clerk, `/Instances/${id}/state`));
    const child = activeActivities[0].childWorkflowInstanceId;
    const taskId = await world.taskOf(child);
    expect((await world.ask(world.clerk, `/Instances/${child}/state`)).status).to.equal(404);
    for (const action of ['claim', 'complete']) expectEmpty(await world.send(world.chief, `/UserTasks/${taskId}/${action}`));
    await until(
      () => world.isOver(id),
      (over) => over,
    );
  });

  it('give custom tasks of these keys alone, and take results for no others', async () => {
    const [inside, outside] = [await world.start('order-work'), await world.start('bill-work')];
    const fetchAs = async (who: Record<string, string>, type = 'pack', more: object = {}) =>
      expectJson(await world.send(who, `/custom-tasks/${type}/fetch-and-lock`, { WorkerId: 'w', MaxTasks: 10, ...more })).tasks;
    const [mine, ...more] = await fetchAs(world.clerk, 'PACK', { WaitSeconds: 60 });
    expect([mine.workflowInstanceId, more.length]).to.deep.equal([inside, 0]);
    const [other] = await fetchAs(world.chief);
    expect(other.workflowInstanceId).to.equal(outside);
    for (const action of ['complete', 'fail', 'extend-lock']) {
      const path = `/custom-tasks/${other.activityInstanceId}/${action}`;
      const body = { LockToken: other.lockToken, ErrorMessage: 'x', LockSeconds: 5 };
      expectProblem(
        await world.send(world.clerk, path, body),
        409,
        `The lock on custom task '${other.activityInstanceId}' has expired or belongs to another worker. Discard this result: the task is offered again.`,
        path,
      );
    }
    const settle = (who: Record<string, string>, { activityInstanceId, lockToken }: typeof mine) =>
      world.send(who, `/custom-tasks/${activityInstanceId}/complete`, { LockToken: lockToken });
    expect((await settle(world.clerk, mine)).status).to.equal(200);
    expect((await settle(world.chief, other)).status).to.equal(200);
    await world.start('bill-other');
    const began = performance.now();
    expect(await fetchAs(world.clerk, 'stamp', { WaitSeconds: 1 })).to.deep.equal([]);
    expect(performance.now() - began).to.be.greaterThan(900);
  });

  it('report nothing of other keys when a read waits for positions', async () => {
    const [inside, outside] = [await world.start('order-review'), await world.start('bill-review')];
    const positionOf = (subjectId: string, seq: number) =>
      writePosition({ issuedAt: Date.now(), marks: [{ kind: 'i', subjectId, seq }] });
    const waitFor = async (subjectId: string, seq: number) =>
      (await world.ask({ ...world.clerk, 'Service-Min-Position': positionOf(subjectId, seq) }, '/UserTasks')).status;
    expect(await waitFor(inside, 1)).to.equal(200);
    expect(await waitFor(inside, 99)).to.equal(400);
    for (const id of [outside, UNKNOWN_ID]) for (const seq of [1, 99]) expect(await waitFor(id, seq)).to.equal(200);
  });

  it('show and handle dead letters of these keys alone; those without a key are for all keys', async () => {
    const inside = await parkLetter(world.service.databaseUrl, parkedStart('order-review'));
    const outside = await parkLetter(world.service.databaseUrl, parkedStart('bill-review'));
    const none = await parkLetter(world.service.databaseUrl, {
      kind: 'BroadcastSignal',
      name: 'x',
      variables: {},
      exceptInstanceId: null,
    });
    const idsFor = async (who: Record<string, string>) =>
      expectJson(await world.ask(who, '/DeadLetters')).items.map((item: { deadLetterId: string }) => item.deadLetterId);
    expect(await idsFor(world.clerk)).to.deep.equal([inside]);
    expect(await idsFor(world.chief)).to.have.members([inside, outside, none]);
    expectJson(await world.ask(world.clerk, `/DeadLetters/${inside}`));
    for (const id of [outside, none]) {
      expect(sense(await world.ask(world.clerk, `/DeadLetters/${id}`))).to.deep.equal(
        sense(await world.ask(world.clerk, `/DeadLetters/${UNKNOWN_ID}`)),
      );
      for (const action of ['retry', 'drop']) {
        const call = (letterId: string) => world.send(world.clerk, `/DeadLetters/${letterId}/${action}`, { Reason: 'x' });
        expect(sense(await call(id))).to.deep.equal(sense(await call(UNKNOWN_ID)));
      }
    }
    const dropped = expectJson(await world.send(world.clerk, '/DeadLetters/drop', { Kind: 'StartInstance', Reason: 'x' }));
    expect([dropped.deadLetterIds, dropped.remainingCount]).to.deep.equal([[inside], 0]);
    expect(expectJson(await world.send(world.clerk, '/DeadLetters/retry')).deadLetterIds).to.deep.equal([]);
    expect(await idsFor(world.chief)).to.have.members([outside, none]);
  });

  it('go with a command when it is parked: retried by a user who may do more, it does no more than its sender might', async () => {
    const Variables = { ref: 'r-2' };
    const [inside, outside] = [await world.start('order-wait', { Variables }), await world.start('bill-wait', { Variables })];
    const command = { kind: 'DeliverMessage', name: 'paid', correlationKey: 'r-2', variables: {}, businessId: null };
    const id = await parkLetter(world.service.databaseUrls[shardOf(inside)] ?? '', { ...command, limits: ['order-*'] });
    expect((await world.send(world.chief, `/DeadLetters/${id}/retry`)).status).to.equal(200);
    await until(
      () => world.isOver(inside),
      (over) => over,
    );
    expect(await world.isOver(outside)).to.equal(false);
  });
});
