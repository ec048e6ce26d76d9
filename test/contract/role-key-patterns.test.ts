// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions in models are written like that

import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { startProjector } from '../../src/projector/main.ts';
import { writePosition } from '../../src/requests/position.ts';
import { startWorker } from '../../src/worker/main.ts';
import { parkedStart, parkLetter } from '../support/dead-letters.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, http, post } from '../support/http/http-client.ts';
import { UNKNOWN_ID, until } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { decision, decisionFile, literal } from '../support/models/decisions.ts';
import {
  messageWait,
  signalWait,
  startedByCondition,
  startedByMessage,
  startedBySignal,
} from '../support/models/event-models.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { bearer, type SecuredService, startSecured } from '../support/sign-in/secured.ts';
import { itFull } from '../support/tier.ts';

/** The clerk may do everything but administer, with the keys that begin with `order-` and with `extra`. */
const RULES = {
  Authorization__Rules: [
    'admin=chiefs',
    'operator:shared-*=clerks',
    ...['viewer', 'worker', 'operator', 'author'].flatMap((role) => [`${role}:order-*=clerks`, `${role}:extra=clerks`]),
  ].join(','),
};
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
const GUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const forProcess = (roles: string, key: string) => `This needs the role ${roles} for the process '${key}'.`;

describe('roles for some process keys (docs/contributing/spec/roles.md#key-patterns)', () => {
  let issuer: TestIssuer;
  let service: SecuredService;
  let clerk: Record<string, string>;
  let chief: Record<string, string>;
  before(async () => {
    issuer = await startIssuer({});
    service = await startSecured(issuer.url, RULES, [startWorker, startProjector, startApi]);
    clerk = bearer(await issuer.forge({ sub: 'clerk', preferred_username: 'clerk', roles: ['clerks'] }));
    chief = bearer(await issuer.forge({ sub: 'chief', preferred_username: 'chief', roles: ['chiefs'] }));
    for (const BpmnXml of MODELS) expectJson(await post(service.url, '/Definitions/deploy', { BpmnXml }, chief));
  });
  after(async () => {
    await service?.stop();
    await issuer.close();
  });

  const ask = (who: Record<string, string>, path: string) => get(service.url, path, who);
  const send = (who: Record<string, string>, path: string, body: object = {}) => post(service.url, path, body, who);

  it('keep decisions of other keys unseen, unmade and unchanged, also in a deploy of processes', async () => {
    const tableOf = (id: string, text: string) => decisionFile(decision(id, literal(`"${text}"`)));
    for (const id of ['order-fee', 'bill-fee'])
      expectJson(await send(chief, '/Decisions/deploy', { DmnXml: tableOf(id, 'of the chief') }));
    const refused = await send(clerk, '/Decisions/deploy', { DmnXml: tableOf('bill-fee', 'of the clerk') });
    expect(refused.status).to.equal(403);
    expect(refused.text).to.contain(
      "Your roles do not cover the decision 'bill-fee'. Ask an administrator for a role with this key.",
    );
    expectJson(await send(clerk, '/Decisions/deploy', { DmnXml: tableOf('order-fee', 'of the clerk') }));
    const Resources = [{ Name: 'bill.dmn', Content: tableOf('bill-fee', 'in passing') }];
    const BpmnXml = sequence('order-passing', userTask('review'));
    expectJson(await send(clerk, '/Definitions/deploy', { BpmnXml, Resources }));
    const { items } = expectJson(await ask(clerk, '/Decisions'));
    expect(items.map(({ decisionKey }: { decisionKey: string }) => decisionKey)).to.deep.equal(['order-fee', 'order-fee']);
    for (const path of ['/Decisions/bill-fee', '/Decisions/bill-fee/1/xml', '/Decisions/bill-none'])
      expect((await ask(clerk, path)).status, path).to.equal(403);
    const unmade = await send(clerk, '/Decisions/bill-fee/evaluate');
    expect([unmade.status, unmade.text.includes("for the decision 'bill-fee'.")]).to.deep.equal([403, true]);
    expect((await http(service.url, { method: 'DELETE', path: '/Decisions/bill-fee/1', headers: clerk })).status).to.equal(403);
    expect(expectJson(await send(clerk, '/Decisions/order-fee/evaluate')).Result).to.equal('of the clerk');
    expect(expectJson(await send(chief, '/Decisions/bill-fee/evaluate')).Result).to.equal('of the chief');
  });
  async function start(key: string, more: object = {}): Promise<string> {
    return expectJson(await send(chief, '/Execution/start', { WorkflowId: key, ...more })).WorkflowInstanceId;
  }
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  const state = async (id: string): Promise<any> => expectJson(await ask(chief, `/Instances/${id}/state`));
  const taskOf = async (id: string): Promise<string> => (await state(id)).activeActivities[0].activityInstanceId;
  const isOver = async (id: string) => (await state(id)).isCompleted as boolean;
  /** What an answer says, whatever ids it names. */
  const sense = ({ status, text, headers }: HttpAnswer) => [status, text.replace(GUIDS, 'ID'), headers['content-type']];

  it('show the definitions, tasks and totals of these keys alone in lists', async () => {
    const ids = [await start('order-review'), await start('bill-review'), await start('order')];
    for (const id of ids) await taskOf(id);
    const [inside = ''] = ids;
    const definitions = expectJson(await ask(clerk, '/Definitions?pageSize=100'));
    const keys: string[] = definitions.items.map((item: { processDefinitionKey: string }) => item.processDefinitionKey);
    expect(
      keys.every((key) => key.startsWith('order-') || key === 'extra'),
      keys.join(),
    ).to.equal(true);
    expect([definitions.totalCount, keys.includes('extra'), keys.includes('order')]).to.deep.equal([keys.length, true, false]);
    const one = expectJson(await ask(clerk, '/Definitions?pageSize=1&page=2&sorts=ProcessDefinitionKey'));
    expect([one.items.length, one.totalCount]).to.deep.equal([1, keys.length]);
    const tasks = expectJson(await ask(clerk, '/UserTasks?pageSize=100'));
    expect(tasks.data.map((row: { workflowInstanceId: string }) => row.workflowInstanceId)).to.deep.equal([inside]);
    expect(tasks.totalCount).to.equal(1);
    expect(expectJson(await ask(clerk, '/UserTasks?filters=TaskState==Created&pageSize=1&page=2')).totalCount).to.equal(1);
    expect(expectJson(await ask(chief, '/UserTasks')).totalCount).to.equal(3);
    expectEmpty(await send(clerk, `/Instances/${inside}/cancel`));
  });

  it('answer 403 when the path or the body names another key, whether it exists or not', async () => {
    for (const key of ['bill-review', 'nothing', 'order', 'Order-review', 'extra-', '*']) {
      for (const path of [`/Definitions/${key}/instances`, `/Definitions/${key}/1/instances`]) {
        expectProblem(await ask(clerk, path), 403, forProcess('viewer, operator, author or admin', key), path);
      }
      const started = await send(clerk, '/Execution/start', { WorkflowId: key });
      expectProblem(started, 403, forProcess('operator or admin', key), '/Execution/start');
      const evaluated = await send(clerk, '/Execution/evaluate-conditions', { WorkflowId: key, Variables: { x: 2 } });
      expectProblem(evaluated, 403, forProcess('operator or admin', key), '/Execution/evaluate-conditions');
      for (const path of ['/Definitions/disable', '/Definitions/enable']) {
        const switched = await send(clerk, path, { ProcessDefinitionKey: key });
        expectProblem(switched, 403, forProcess('author or admin', key), path);
      }
    }
    for (const key of ['order-review', 'order-nothing', 'extra']) {
      expectJson(await ask(clerk, `/Definitions/${key}/instances`));
      expect((await send(clerk, '/Execution/start', { WorkflowId: key })).status).to.equal(key === 'order-nothing' ? 404 : 200);
    }
  });

  it('answer 403 to a deploy that brings another key, and deploy nothing of it', async () => {
    const BpmnXml = sequence('bill-new', userTask('a'));
    const inside = sequence('order-new', userTask('a'));
    const refused = "Your roles do not cover the process 'bill-new'. Ask an administrator for a role with this key.";
    const deploys: readonly object[] = [{ BpmnXml }, { BpmnXml: inside, Resources: [{ Name: 'b.bpmn', Content: BpmnXml }] }];
    for (const body of deploys) {
      expectProblem(await send(clerk, '/Definitions/deploy', body), 403, refused, '/Definitions/deploy');
    }
    const known = sequence('bill-review', userTask('other'));
    expect((await send(clerk, '/Definitions/deploy', { BpmnXml: known })).status).to.equal(403);
    for (const key of ['bill-new', 'order-new']) {
      expect((await send(chief, '/Execution/start', { WorkflowId: key })).status, key).to.equal(404);
    }
    expect(expectJson(await send(clerk, '/Definitions/deploy', { BpmnXml: inside })).Version).to.equal(1);
    expectJson(await send(clerk, '/Definitions/validate', { BpmnXml }));
    expectJson(await send(clerk, '/Definitions/disable', { ProcessDefinitionKey: 'order-new' }));
  });

  it('answer 403 to a deploy whose elements call a process or ask for a decision of another key, and deploy nothing of it', async () => {
    const call = (key: string) => `<callActivity id="fetch" calledElement="${key}"/>`;
    const zeebe = 'xmlns:z="http://camunda.org/schema/zeebe/1.0"';
    const inner = (element: string) => `<extensionElements>${element}</extensionElements>`;
    const flowable = inner('<f:field name="decisionTableReferenceKey" stringValue="bill-table"/>');
    const named: readonly [element: string, key: string][] = [
      [call('bill-review'), "process 'bill-review'"],
      [call('bill-none'), "process 'bill-none'"],
      [
        `<subProcess id="outer"><startEvent id="in"/>${call('order')}<sequenceFlow id="f" sourceRef="in" targetRef="fetch"/></subProcess>`,
        "process 'order'",
      ],
      [
        `<callActivity id="fetch">${inner(`<z:calledElement ${zeebe} processId="bill-review"/>`)}</callActivity>`,
        "process 'bill-review'",
      ],
      ['<businessRuleTask id="fetch" camunda:decisionRef="bill-table" camunda:resultVariable="x"/>', "decision 'bill-table'"],
      [
        '<businessRuleTask id="fetch" camunda:decisionRef="bill-table" camunda:decisionRefBinding="version" camunda:decisionRefVersion="1" camunda:resultVariable="x"/>',
        "decision 'bill-table'",
      ],
      [
        `<businessRuleTask id="fetch">${inner(`<z:calledDecision ${zeebe} decisionId="bill-table" resultVariable="x"/>`)}</businessRuleTask>`,
        "decision 'bill-table'",
      ],
      [
        `<serviceTask id="fetch" xmlns:f="http://flowable.org/bpmn" f:type="dmn">${flowable}</serviceTask>`,
        "decision 'bill-table'",
      ],
    ];
    for (const [element, what] of named) {
      const refused = `Your roles do not cover the ${what}, which the element 'fetch' calls. Ask an administrator for a role with this key.`;
      const BpmnXml = sequence('order-refers', element);
      expectProblem(await send(clerk, '/Definitions/deploy', { BpmnXml }), 403, refused, '/Definitions/deploy');
      const Resources = [{ Name: 'second.bpmn', Content: BpmnXml }];
      const both = { BpmnXml: sequence('order-beside', userTask('a')), Resources };
      expect((await send(clerk, '/Definitions/deploy', both)).status).to.equal(403);
      expectJson(await send(chief, '/Definitions/deploy', { BpmnXml: sequence('chief-refers', element) }));
    }
    for (const key of ['order-refers', 'order-beside'])
      expect((await send(chief, '/Execution/start', { WorkflowId: key })).status).to.equal(404);
    for (const key of ['order-review', 'order-none', 'extra', 'shared-review'])
      expectJson(await send(clerk, '/Definitions/deploy', { BpmnXml: sequence('order-refers', call(key)) }));
  });

  it('let a call by an expression reach the keys that the author of the version may call, whatever user starts it', async () => {
    const BpmnXml = sequence('order-chooses', '<callActivity id="fetch" calledElement="${target}"/>');
    const deploy = async (who: Record<string, string>) =>
      expectJson(await send(who, '/Definitions/deploy', { BpmnXml, KeepUnchanged: true })).Version;
    const choose = async (target: string) => {
      const id = expectJson(await send(clerk, '/Execution/start', { WorkflowId: 'order-chooses', Variables: { target } }));
      return state(id.WorkflowInstanceId);
    };
    expect([await deploy(clerk), await deploy(clerk)]).to.deep.equal([1, 1]);
    for (const target of ['bill-review', 'bill-none', 'order', 'order-review ']) {
      const { isFailed, activeActivities, ...rest } = await choose(target);
      const isInside = target.startsWith('order-');
      expect([isFailed, activeActivities], JSON.stringify(rest)).to.deep.equal([true, []]);
      const told = isInside
        ? `Process '${target}' is not deployed`
        : `The roles of the author of this version are not for the process '${target}'`;
      expect(JSON.stringify(rest)).to.contain(told);
    }
    expect((await choose('order-review')).activeActivities[0].childWorkflowInstanceId).to.be.a('string');
    expect([await deploy(chief), await deploy(chief)]).to.deep.equal([2, 2]);
    expect((await choose('bill-review')).activeActivities[0].childWorkflowInstanceId).to.be.a('string');
  });

  it('answer the same of what is of another key as of what does not exist, and do nothing to it', async () => {
    const id = await start('bill-review');
    const taskId = await taskOf(id);
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
        http(service.url, { method, path: path(i, t), headers: clerk, ...(method === 'POST' && { body }) });
      const there = sense(await call(id, taskId));
      expect([path('', ''), ...there]).to.deep.equal([path('', ''), ...sense(await call(UNKNOWN_ID, UNKNOWN_ID))]);
      expect(there[0], path('', '')).to.equal(404);
    }
    const completion = { WorkflowInstanceId: id, ActivityId: 'review' };
    const known = sense(await send(clerk, '/Execution/complete-activity', completion));
    const unknown = sense(await send(clerk, '/Execution/complete-activity', { ...completion, WorkflowInstanceId: UNKNOWN_ID }));
    expect([known, known[0]]).to.deep.equal([unknown, 404]);
    const { isCompleted, activeActivities } = await state(id);
    expect([isCompleted, activeActivities.length]).to.deep.equal([false, 1]);
  });

  it('let all of that be done to what is of these keys', async () => {
    const id = await start('order-review');
    const taskId = await taskOf(id);
    expectJson(await ask(clerk, `/Instances/${id}/state`));
    expectJson(await ask(clerk, `/Instances/${id}/history`));
    expectJson(await ask(clerk, `/UserTasks/${taskId}`));
    for (const action of ['claim', 'unclaim', 'claim', 'complete'])
      expectEmpty(await send(clerk, `/UserTasks/${taskId}/${action}`));
    expect(await isOver(id)).to.equal(true);
  });

  it('let a message reach instances of these keys alone, and leave the others waiting', async () => {
    const Variables = { ref: 'r-1' };
    const [inside, outside] = [await start('order-wait', { Variables }), await start('bill-wait', { Variables })];
    const message = { MessageName: 'paid', CorrelationKey: 'r-1' };
    expect(expectJson(await send(clerk, '/Execution/message', message)).WorkflowInstanceIds).to.deep.equal([inside]);
    const nobody = "No active subscription found for message 'paid' with correlation key 'r-1'";
    expectError(await send(clerk, '/Execution/message', message), 404, nobody);
    expect([await isOver(inside), await isOver(outside)]).to.deep.equal([true, false]);
    expect(expectJson(await send(chief, '/Execution/message', message)).WorkflowInstanceIds).to.deep.equal([outside]);
  });

  it('let a message and a condition start instances of these keys alone', async () => {
    const begun = expectJson(await send(clerk, '/Execution/message', { MessageName: 'begin' })).WorkflowInstanceIds;
    const definitionOf = async (id: string) => (await state(id)).processDefinitionId.split(':')[0];
    expect(await Promise.all(begun.map(definitionOf))).to.deep.equal(['order-begin']);
    expect((await send(clerk, '/Execution/message', { MessageName: 'begin bill' })).status).to.equal(404);
    const { StartedInstanceIds } = expectJson(await send(clerk, '/Execution/evaluate-conditions', { Variables: { x: 2 } }));
    expect(await Promise.all(StartedInstanceIds.map(definitionOf))).to.deep.equal(['order-if']);
  });

  itFull('let a signal reach these keys alone when more wait than one transaction delivers to', async () => {
    const others = await Promise.all(Array.from({ length: 205 }, () => start('bill-signal')));
    const inside = await start('order-signal');
    const heard = expectJson(await send(clerk, '/Execution/signal', { SignalName: 'ring' }));
    expect(heard).to.deep.equal({ DeliveredCount: 1, WorkflowInstanceIds: [inside] });
    await until(
      () => isOver(inside),
      (over) => over,
    );
    for (const id of [others[0], others[204]]) expect(await isOver(id ?? '')).to.equal(false);
    expect((await send(clerk, '/Execution/signal', { SignalName: 'ring' })).status).to.equal(404);
    expect(expectJson(await send(chief, '/Execution/signal', { SignalName: 'ring' })).DeliveredCount).to.equal(206);
  });

  it('do not limit what follows from an allowed action: a called process of another key runs, unseen', async () => {
    const id = expectJson(await send(clerk, '/Execution/start', { WorkflowId: 'order-call' })).WorkflowInstanceId;
    const { activeActivities } = expectJson(await ask(clerk, `/Instances/${id}/state`));
    const child = activeActivities[0].childWorkflowInstanceId;
    const taskId = await taskOf(child);
    expect((await ask(clerk, `/Instances/${child}/state`)).status).to.equal(404);
    for (const action of ['claim', 'complete']) expectEmpty(await send(chief, `/UserTasks/${taskId}/${action}`));
    await until(
      () => isOver(id),
      (over) => over,
    );
  });

  it('give custom tasks of these keys alone, and take results for no others', async () => {
    const [inside, outside] = [await start('order-work'), await start('bill-work')];
    const fetchAs = async (who: Record<string, string>, type = 'pack', more: object = {}) =>
      expectJson(await send(who, `/custom-tasks/${type}/fetch-and-lock`, { WorkerId: 'w', MaxTasks: 10, ...more })).tasks;
    const [mine, ...more] = await fetchAs(clerk, 'PACK', { WaitSeconds: 60 });
    expect([mine.workflowInstanceId, more.length]).to.deep.equal([inside, 0]);
    const [other] = await fetchAs(chief);
    expect(other.workflowInstanceId).to.equal(outside);
    for (const action of ['complete', 'fail', 'extend-lock']) {
      const path = `/custom-tasks/${other.activityInstanceId}/${action}`;
      const body = { LockToken: other.lockToken, ErrorMessage: 'x', LockSeconds: 5 };
      expectProblem(
        await send(clerk, path, body),
        409,
        `The lock on custom task '${other.activityInstanceId}' has expired or belongs to another worker. Discard this result: the task is offered again.`,
        path,
      );
    }
    const settle = (who: Record<string, string>, { activityInstanceId, lockToken }: typeof mine) =>
      send(who, `/custom-tasks/${activityInstanceId}/complete`, { LockToken: lockToken });
    expect((await settle(clerk, mine)).status).to.equal(200);
    expect((await settle(chief, other)).status).to.equal(200);
    await start('bill-other');
    const began = performance.now();
    expect(await fetchAs(clerk, 'stamp', { WaitSeconds: 1 })).to.deep.equal([]);
    expect(performance.now() - began).to.be.greaterThan(900);
  });

  it('report nothing of other keys when a read waits for positions', async () => {
    const [inside, outside] = [await start('order-review'), await start('bill-review')];
    const positionOf = (subjectId: string, seq: number) =>
      writePosition({ issuedAt: Date.now(), marks: [{ kind: 'i', subjectId, seq }] });
    const waitFor = async (subjectId: string, seq: number) =>
      (await ask({ ...clerk, 'Service-Min-Position': positionOf(subjectId, seq) }, '/Definitions')).status;
    expect(await waitFor(inside, 1)).to.equal(200);
    expect(await waitFor(inside, 99)).to.equal(400);
    for (const id of [outside, UNKNOWN_ID]) for (const seq of [1, 99]) expect(await waitFor(id, seq)).to.equal(200);
  });

  it('show and handle dead letters of these keys alone; those without a key are for all keys', async () => {
    const inside = await parkLetter(service.databaseUrl, parkedStart('order-review'));
    const outside = await parkLetter(service.databaseUrl, parkedStart('bill-review'));
    const none = await parkLetter(service.databaseUrl, {
      kind: 'BroadcastSignal',
      name: 'x',
      variables: {},
      exceptInstanceId: null,
    });
    const idsFor = async (who: Record<string, string>) =>
      expectJson(await ask(who, '/DeadLetters')).items.map((item: { deadLetterId: string }) => item.deadLetterId);
    expect(await idsFor(clerk)).to.deep.equal([inside]);
    expect(await idsFor(chief)).to.have.members([inside, outside, none]);
    expectJson(await ask(clerk, `/DeadLetters/${inside}`));
    for (const id of [outside, none]) {
      expect(sense(await ask(clerk, `/DeadLetters/${id}`))).to.deep.equal(sense(await ask(clerk, `/DeadLetters/${UNKNOWN_ID}`)));
      for (const action of ['retry', 'drop']) {
        const call = (letterId: string) => send(clerk, `/DeadLetters/${letterId}/${action}`, { Reason: 'x' });
        expect(sense(await call(id))).to.deep.equal(sense(await call(UNKNOWN_ID)));
      }
    }
    const dropped = expectJson(await send(clerk, '/DeadLetters/drop', { Kind: 'StartInstance', Reason: 'x' }));
    expect([dropped.deadLetterIds, dropped.remainingCount]).to.deep.equal([[inside], 0]);
    expect(expectJson(await send(clerk, '/DeadLetters/retry')).deadLetterIds).to.deep.equal([]);
    expect(await idsFor(chief)).to.have.members([outside, none]);
  });

  it('go with a command when it is parked: retried by a user who may do more, it does no more than its sender might', async () => {
    const Variables = { ref: 'r-2' };
    const [inside, outside] = [await start('order-wait', { Variables }), await start('bill-wait', { Variables })];
    const command = { kind: 'DeliverMessage', name: 'paid', correlationKey: 'r-2', variables: {}, businessId: null };
    const id = await parkLetter(service.databaseUrl, { ...command, limits: ['order-*'] });
    expect((await send(chief, `/DeadLetters/${id}/retry`)).status).to.equal(200);
    await until(
      () => isOver(inside),
      (over) => over,
    );
    expect(await isOver(outside)).to.equal(false);
  });

  it('give no client the stored reply of another when both send the same key', async () => {
    const key = { 'Idempotency-Key': 'same-for-both' };
    const body = { WorkflowId: 'order-review' };
    const first = expectJson(await send({ ...chief, ...key }, '/Execution/start', body)).WorkflowInstanceId;
    const second = await send({ ...clerk, ...key }, '/Execution/start', body);
    expect(second.headers).not.to.have.property('idempotency-replayed');
    expect(expectJson(second).WorkflowInstanceId).not.to.equal(first);
  });
});
