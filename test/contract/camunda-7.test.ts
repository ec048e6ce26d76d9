import { expect } from 'chai';
import { expectJson } from '../support/http/expect-answer.ts';
import { type HttpAnswer, http } from '../support/http/http-client.ts';
import { UNKNOWN_ID, until } from '../support/http/steps.ts';
import { startService, type TestService } from '../support/service.ts';

const MODEL = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"
  targetNamespace="http://example.org">
  <bpmn:error id="declined" errorCode="DECLINED" />
  <bpmn:message id="paid" name="paid" />
  <bpmn:process id="pay" name="Pay" isExecutable="true" camunda:versionTag="v7">
    <bpmn:startEvent id="s" />
    <bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="charge" />
    <bpmn:serviceTask id="charge" camunda:type="external" camunda:topic="chargeCard" />
    <bpmn:boundaryEvent id="b" attachedToRef="charge"><bpmn:errorEventDefinition errorRef="declined" /></bpmn:boundaryEvent>
    <bpmn:sequenceFlow id="f2" sourceRef="charge" targetRef="e" />
    <bpmn:sequenceFlow id="f3" sourceRef="b" targetRef="refused" />
    <bpmn:endEvent id="e" />
    <bpmn:endEvent id="refused" />
  </bpmn:process>
  <bpmn:process id="review" isExecutable="true">
    <bpmn:startEvent id="rs" />
    <bpmn:sequenceFlow id="rf1" sourceRef="rs" targetRef="look" />
    <bpmn:userTask id="look" name="Look" camunda:candidateGroups="clerks" />
    <bpmn:sequenceFlow id="rf2" sourceRef="look" targetRef="wait" />
    <bpmn:intermediateCatchEvent id="wait"><bpmn:messageEventDefinition messageRef="paid" /></bpmn:intermediateCatchEvent>
    <bpmn:sequenceFlow id="rf3" sourceRef="wait" targetRef="re" />
    <bpmn:endEvent id="re" />
  </bpmn:process>
  <bpmn:process id="rate" isExecutable="true">
    <bpmn:startEvent id="as" />
    <bpmn:sequenceFlow id="af1" sourceRef="as" targetRef="ask" />
    <bpmn:serviceTask id="ask" camunda:type="external" camunda:topic="rate">
      <bpmn:extensionElements><camunda:inputOutput>
        <camunda:outputParameter name="total">\${price * factor}</camunda:outputParameter>
      </camunda:inputOutput></bpmn:extensionElements>
    </bpmn:serviceTask>
    <bpmn:sequenceFlow id="af2" sourceRef="ask" targetRef="ae" />
    <bpmn:endEvent id="ae" />
  </bpmn:process>
</bpmn:definitions>`;
/** Processes with tasks of one topic, by the attribute of their priority. */
const RANKED = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"
  targetNamespace="http://example.org">
  ${Object.entries({ low: 'camunda:taskPriority="-1"', plain: '', high: 'camunda:taskPriority="#{level}"' })
    .map(
      ([key, priority]) => `<bpmn:process id="${key}" isExecutable="true" ${priority}>
    <bpmn:startEvent id="${key}-s" /><bpmn:sequenceFlow id="${key}-f" sourceRef="${key}-s" targetRef="${key}-t" />
    <bpmn:serviceTask id="${key}-t" camunda:type="external" camunda:topic="ranked" />
  </bpmn:process>`,
    )
    .join('')}
</bpmn:definitions>`;
const DATED = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"
  targetNamespace="http://example.org">
  <bpmn:process id="dated" isExecutable="true">
    <bpmn:startEvent id="ds" /><bpmn:sequenceFlow id="df" sourceRef="ds" targetRef="dt" />
    <bpmn:userTask id="dt" camunda:priority="\${p}" camunda:dueDate="\${due}" />
  </bpmn:process>
</bpmn:definitions>`;
const LOCK_MS = 600_000;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/;

describe('the REST API of Camunda 7 (docs/how-to/move-from-camunda-7.md)', () => {
  let service: TestService;
  let deployed: HttpAnswer;
  before(async () => {
    service = await startService({ env: { CAMUNDA_7_API: 'true', Projection__IndexedVariables: 'review:level,review:name' } });
    deployed = await deploy(new Blob([MODEL]));
  });
  async function deploy(file: Blob): Promise<HttpAnswer> {
    const form = new FormData();
    form.append('deployment-name', 'payments');
    form.append('pay.bpmn', file, 'pay.bpmn');
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const headers = { 'Content-Type': request.headers.get('content-type') ?? '' };
    const body = Buffer.from(await request.arrayBuffer());
    return http(service.url, { method: 'POST', path: '/engine-rest/deployment/create', headers, body });
  }
  after(() => service.stop());

  const post = (path: string, body: object = {}, method = 'POST') =>
    http(service.url, { method, path: `/engine-rest${path}`, body });
  const read = async (path: string) => shownBy(await http(service.url, { method: 'GET', path: `/engine-rest${path}` }));
  function shownBy(answer: HttpAnswer) {
    expect(answer.headers['content-type']).to.equal('application/json');
    return expectJson(answer);
  }
  function expectDone(answer: HttpAnswer): void {
    expect([answer.status, answer.text]).to.deep.equal([204, '']);
  }
  function expectFault(answer: HttpAnswer, status: number, message: string): void {
    expect(answer.status).to.equal(status);
    expect(answer.json.message).to.equal(message);
  }
  it('refuses a file with bytes that are illegal in its encoding, and a deployment that is not a form', async () => {
    const file = new Blob([Buffer.from('<?xml version="1.0"?>\n<a name="é"/>', 'latin1')]);
    const reason = 'line 2 has bytes that are not UTF-8. Save the file in the encoding that it declares.';
    expectFault(await deploy(file), 400, `The file 'pay.bpmn' cannot be read: ${reason}`);
    expectFault(await post('/deployment/create'), 400, 'The request body must be a form with files (multipart/form-data).');
  });

  const begin = async (key: string, body: object = {}): Promise<string> =>
    shownBy(await post(`/process-definition/key/${key}/start`, body)).id;
  const fetchTopic = async (more: object = {}, topic: object = {}) =>
    shownBy(
      await post('/external-task/fetchAndLock', {
        workerId: 'w',
        maxTasks: 1,
        topics: [{ topicName: 'chargeCard', lockDuration: LOCK_MS, variables: null, ...topic }],
        ...more,
      }),
    );
  const fetchOne = async (businessKey: string) => {
    const [task] = await fetchTopic({ asyncResponseTimeout: 60_000 }, { businessKey });
    return task;
  };
  const stateOf = async (id: string): Promise<string> => (await read(`/history/process-instance/${id}`)).state;

  it('lists what was deployed when a form brings files', async () => {
    const { deployedProcessDefinitions: definitions, name } = shownBy(deployed);
    expect([name, Object.keys(definitions).length]).to.deep.equal(['payments', 3]);
    const [found] = await read('/process-definition?key=pay&latestVersion=true');
    expect(found).to.deep.include({ key: 'pay', name: 'Pay', version: 1, versionTag: 'v7', suspended: false });
    expect(definitions[found.id]).to.deep.equal(found);
    expect((await read(`/process-definition/${found.id}/xml`)).bpmn20Xml).to.equal(MODEL);
    expect(await read('/engine')).to.deep.equal([{ name: 'default' }]);
  });

  it('gives a task with typed variables, and stores those of its completion', async () => {
    const when = { value: '2015-10-06T16:34:42.000+0200', type: 'Date' };
    const variables = { n: { value: 5, type: 'Integer' }, when, o: { value: '{"a":1}', type: 'Json' } };
    const id = await begin('pay', { businessKey: 'typed', variables });
    const task = await fetchOne('typed');
    expect(task).to.deep.include({
      activityId: 'charge',
      topicName: 'chargeCard',
      workerId: 'w',
      processInstanceId: id,
      retries: null,
    });
    expect([task.createTime, task.lockExpirationTime].every((time) => TIME.test(time))).to.equal(true);
    expect(task.variables).to.deep.equal({
      n: { type: 'Integer', value: 5, valueInfo: {} },
      when: { type: 'Date', value: '2015-10-06T14:34:42.000+0000', valueInfo: {} },
      o: { type: 'Json', value: '{"a":1}', valueInfo: {} },
    });
    // as the client for Java sends it
    const early = { workerId: 'w', modifications: { early: { value: 1, type: 'Integer' } } };
    expectDone(await post(`/process-instance/${id}/variables`, early));
    const file = {
      type: 'File',
      value: Buffer.from('hi').toString('base64'),
      valueInfo: { filename: 'a.txt', mimeType: 'text/plain' },
    };
    expectDone(
      await post(`/external-task/${task.id}/complete`, { workerId: 'w', variables: { file, big: { value: 4e9, type: 'Long' } } }),
    );
    expect(await stateOf(id)).to.equal('COMPLETED');
    const stored = await read(`/process-instance/${id}/variables`);
    expect([stored.big.type, stored.file.valueInfo.filename, stored.early.value]).to.deep.equal(['Long', 'a.txt', 1]);
    const data = await http(service.url, { method: 'GET', path: `/engine-rest/execution/${id}/localVariables/file/data` });
    expect(data.text).to.equal('hi');
  });

  it('keeps topics with other letters apart, and answers an empty list at the end of the wait', async () => {
    await begin('pay', { businessKey: 'case', variables: { no: { value: 7 } } });
    for (const other of [{ topicName: 'CHARGECARD' }, { processVariables: { no: '7' } }, { processVariables: { no: 8 } }])
      expect(await fetchTopic({ asyncResponseTimeout: 1 }, { businessKey: 'case', ...other })).to.deep.equal([]);
    const [{ id }] = await fetchTopic({ asyncResponseTimeout: 60_000 }, { processVariables: { no: 7 } });
    expectDone(await post(`/external-task/${id}/unlock`));
    expect((await read(`/external-task/${id}`)).workerId).to.equal(null);
    expectDone(await post(`/external-task/${id}/lock`, { workerId: 'v', lockDuration: LOCK_MS }));
    expectDone(await post(`/external-task/${id}/extendLock`, { workerId: 'v', newDuration: LOCK_MS }));
    const reason = `External Task ${id} cannot be completed by worker 'w'. It is locked by worker 'v'.`;
    expectFault(await post(`/external-task/${id}/complete`, { workerId: 'w' }), 400, reason);
    expectDone(await post(`/external-task/${id}/complete`, { workerId: 'v' }));
  });

  it('sets the retries of a failure, and raises an incident without any', async () => {
    const id = await begin('pay', { businessKey: 'fails' });
    const first = await fetchOne('fails');
    expectDone(
      await post(`/external-task/${first.id}/failure`, {
        ...{ workerId: 'w', errorMessage: 'busy', errorDetails: 'at line 1', retries: 2, retryTimeout: 0 },
      }),
    );
    const second = await fetchOne('fails');
    expect([second.id, second.retries, second.errorMessage]).to.deep.equal([first.id, 2, 'busy']);
    expect(second.errorDetails).to.equal('at line 1');
    expectDone(await post(`/external-task/${first.id}/retries`, { retries: 7 }, 'PUT'));
    expect((await read(`/external-task/${first.id}`)).retries).to.equal(7);
    const last = { workerId: 'w', errorMessage: 'broken', errorDetails: 'at line 2', retries: 0 };
    expectDone(await post(`/external-task/${first.id}/failure`, last));
    const [incident] = await read(`/incident?processInstanceId=${id}`);
    expect(incident).to.deep.include({ activityId: 'charge', configuration: first.id, incidentMessage: 'broken' });
    const failed = { id: first.id, retries: 0, topicName: 'chargeCard', errorMessage: 'broken', workerId: null };
    for (const filter of ['noRetriesLeft=true', 'notLocked=true', `externalTaskId=${first.id}`])
      expect((await read(`/external-task?processInstanceId=${id}&${filter}`))[0], filter).to.deep.include(failed);
    expect(await read(`/external-task/${first.id}`)).to.deep.include(failed);
    expect(await read(`/external-task/count?processInstanceId=${id}&noRetriesLeft=true`)).to.deep.equal({ count: 1 });
    expect(await read(`/external-task?processInstanceId=${id}&withRetriesLeft=true`)).to.deep.equal([]);
    const details = await http(service.url, { method: 'GET', path: `/engine-rest/external-task/${first.id}/errorDetails` });
    expect([details.status, details.text]).to.deep.equal([200, 'at line 2']);
    expect(await read(`/history/incident?processInstanceId=${id}&open=true`)).to.have.length(1);
    const unknown = await post('/external-task/retries', { retries: 1, externalTaskIds: [first.id, UNKNOWN_ID] }, 'PUT');
    expectFault(unknown, 404, `External task with id ${UNKNOWN_ID} does not exist`);
    expect((await read(`/external-task/${first.id}`)).retries).to.equal(0);
    expectDone(await post('/external-task/retries', { retries: 4, externalTaskIds: [first.id] }, 'PUT'));
    expect(await fetchOne('fails')).to.deep.include({ id: first.id, retries: 4 });
    const [past] = await read(`/history/incident?processInstanceId=${id}&resolved=true`);
    expect(past).to.deep.include({ id: incident.id, incidentMessage: 'broken', open: false, configuration: first.id });
    expectDone(await http(service.url, { method: 'DELETE', path: `/engine-rest/process-instance/${id}` }));
    expect(await stateOf(id)).to.equal('EXTERNALLY_TERMINATED');
    const log = `/history/external-task-log?processInstanceId=${id}&topicName=chargeCard`;
    const kindOf = (one: Record<string, unknown>) => Object.keys(one).find((name) => /Log$/.test(name) && one[name] === true);
    const changes = await read(log);
    expect(changes.map(kindOf)).to.deep.equal(['creationLog', 'failureLog', 'deletionLog']);
    expect(changes[1]).to.deep.include({ externalTaskId: first.id, retries: 0, errorMessage: 'broken', activityId: 'charge' });
    expect(await read(log.replace('log?', 'log/count?').concat('&failureLog=true'))).to.deep.equal({ count: 1 });
  });

  it('continues at the boundary event when a worker reports its error, with the variables', async () => {
    const id = await begin('pay', { businessKey: 'declined' });
    const task = await fetchOne('declined');
    const variables = { why: { value: 'limit', type: 'String' } };
    expectDone(await post(`/external-task/${task.id}/bpmnError`, { workerId: 'w', errorCode: 'DECLINED', variables }));
    expect(await stateOf(id)).to.equal('COMPLETED');
    const activities = await read(`/history/activity-instance?processInstanceId=${id}&activityId=refused`);
    expect(activities).to.have.length(1);
    const [variable] = await read(`/history/variable-instance?processInstanceId=${id}`);
    expect(variable).to.deep.include({ name: 'why', value: 'limit' });
  });

  it('completes a user task, and correlates a message by business key', async () => {
    const id = await begin('review', { businessKey: 'r1' });
    await begin('review', { businessKey: 'r2' });
    const [task] = await read('/task?candidateGroup=clerks&processInstanceBusinessKey=r1');
    expect(task).to.deep.include({ name: 'Look', taskDefinitionKey: 'look', assignee: null, processInstanceId: id });
    expectDone(await post(`/task/${task.id}/claim`, { userId: 'ann' }));
    expect((await read(`/task/${task.id}`)).assignee).to.equal('ann');
    const taken = await post(`/task/${task.id}/claim`, { userId: 'bob' });
    expectFault(taken, 500, `Task '${task.id}' is already claimed by someone else.`);
    expect(await read(`/task/${task.id}/identity-links`)).to.deep.equal([
      { userId: null, groupId: 'clerks', type: 'candidate' },
      { userId: 'ann', groupId: null, type: 'assignee' },
    ]);
    expectDone(await post(`/task/${task.id}/complete`, { variables: { ok: { value: true, type: 'Boolean' } } }));
    expectFault(await post(`/task/${task.id}/comment/create`), 404, 'Sluice does not serve this operation of Camunda.');
    const [done] = await read(`/history/task?processInstanceId=${id}&finished=true`);
    expect(done).to.deep.include({ id: task.id, name: 'Look', assignee: 'ann', deleteReason: 'completed', priority: 50 });
    expect(await read(`/history/task/count?processInstanceId=${id}&unfinished=true`)).to.deep.equal({ count: 0 });
    const [other] = await read('/task?processInstanceBusinessKey=r2');
    expectDone(await post(`/task/${other.id}/submit-form`));
    const both = await post('/message', { messageName: 'paid' });
    const mismatch = 'org.camunda.bpm.engine.MismatchingMessageCorrelationException';
    expectFault(both, 400, `${mismatch}: Cannot correlate message 'paid': 2 executions match the correlation keys`);
    const shows = { resultEnabled: true, variablesInResultEnabled: true };
    const answer = await post('/message', { messageName: 'paid', businessKey: 'r1', ...shows });
    const ok = { type: 'Boolean', value: true, valueInfo: {} };
    expect(shownBy(answer)[0]).to.deep.include({ resultType: 'Execution', variables: { ok } });
    await until(
      () => stateOf(id),
      (state) => state === 'COMPLETED',
    );
    expect(await stateOf(other.processInstanceId)).to.equal('ACTIVE');
  });

  it('finds instances and tasks when their variables are indexed, and names the setting when they are not', async () => {
    const variablesOf = (level: number, name: string) => ({ level: { value: level }, name: { value: name } });
    const low = await begin('review', { variables: variablesOf(5, 'Ann') });
    const high = await begin('review', { variables: variablesOf(7, 'Bob') });
    const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);
    const compared = { variables: [{ name: 'level', operator: 'gteq', value: 6 }] };
    expect(idsOf(shownBy(await post('/process-instance', compared)))).to.deep.equal([high]);
    expect(shownBy(await post('/history/process-instance/count', compared))).to.deep.equal({ count: 1 });
    expect(idsOf(await read('/process-instance?variables=name_neq_Bob'))).to.deep.equal([low]);
    expect(await read('/process-instance?variables=level_neq_9')).to.deep.equal([]);
    const [task, ...others] = await read('/task?processVariables=name_like_An%25');
    expect([task.processInstanceId, others]).to.deep.equal([low, []]);
    const refused = await post('/task', { processVariables: [{ name: 'size', operator: 'eq', value: 1 }] });
    expect([refused.status, refused.json.message.slice(0, 33)]).to.deep.equal([400, "Variable 'size' is not indexed. A"]);
    const faults = [
      [{ name: 'level', operator: 'near', value: 1 }, "variables: operator 'near' is not supported by Sluice."],
      [{ name: 'level', operator: 'eq', value: [1] }, 'variables: value must be a text, a number, true or false.'],
      [{ name: 'level', operator: 'like', value: 1 }, 'variables: like needs a text as value.'],
    ] as const;
    for (const [fault, text] of faults) expectFault(await post('/process-instance', { variables: [fault] }), 400, text);
    const form = await http(service.url, { method: 'GET', path: '/engine-rest/process-instance?variables=level' });
    expectFault(form, 400, 'variables must have the form name_operator_value, with commas between several.');
    for (const id of [low, high]) await http(service.url, { method: 'DELETE', path: `/engine-rest/process-instance/${id}` });
  });

  it('gives tasks of a higher priority first when a fetch asks for it', async () => {
    expectJson(await deploy(new Blob([RANKED])));
    for (const key of ['low', 'plain', 'high', 'low', 'plain']) await begin(key, { variables: { level: { value: 9 } } });
    const fetchRanked = async (maxTasks: number, usePriority: boolean) => {
      const tasks = await fetchTopic({ usePriority, maxTasks, asyncResponseTimeout: 60_000 }, { topicName: 'ranked' });
      return tasks.map(({ priority }: { priority: number }) => priority);
    };
    expect(await fetchRanked(1, false)).to.deep.equal([-1]);
    expect(await fetchRanked(2, true)).to.deep.equal([9, 0]);
    expect(await read('/external-task/count?topicName=ranked&priorityHigherThanOrEquals=9')).to.deep.equal({ count: 1 });
    expect(await fetchRanked(5, true)).to.deep.equal([0, -1]);
  });

  it('sorts and finds tasks by priority and due date', async () => {
    expectJson(await deploy(new Blob([DATED])));
    for (const [p, due] of [
      [20, '2031-01-01T00:00:00Z'],
      [80, '2030-01-01T00:00:00Z'],
    ])
      await begin('dated', { variables: { p: { value: p }, due: { value: due } } });
    const prioritiesOf = async (query: string) => {
      const tasks = await read(`/task?processDefinitionKey=dated&${query}`);
      return tasks.map(({ priority }: { priority: number }) => priority);
    };
    expect(await prioritiesOf('sortBy=priority&sortOrder=desc')).to.deep.equal([80, 20]);
    expect(await prioritiesOf('sortBy=dueDate&sortOrder=asc')).to.deep.equal([80, 20]);
    expect(await prioritiesOf('sortBy=created&sortOrder=asc')).to.deep.equal([20, 80]);
    for (const query of ['minPriority=50', 'priority=80', 'dueBefore=2030-06-01T00:00:00.000%2B0000'])
      expect(await prioritiesOf(query), query).to.deep.equal([80]);
    for (const query of ['maxPriority=79', 'dueAfter=2030-06-01T00:00:00.000%2B0000'])
      expect(await prioritiesOf(query), query).to.deep.equal([20]);
    expect(await prioritiesOf('priority=80&maxPriority=79')).to.deep.equal([]);
    expect(await prioritiesOf('createdAfter=2040-01-01T00:00:00.000%2B0000')).to.deep.equal([]);
  });

  it('moves an instance by its modification, and shows its active activities', async () => {
    const id = await begin('review', { businessKey: 'moved' });
    const active = await read(`/process-instance/${id}/activity-instances`);
    expect(active.childActivityInstances.map((child: { activityId: string }) => child.activityId)).to.deep.equal(['look']);
    const instructions = [
      { type: 'cancel', activityInstanceId: active.childActivityInstances[0].id },
      { type: 'startBeforeActivity', activityId: 're' },
    ];
    expectDone(await post(`/process-instance/${id}/modification`, { instructions }));
    expect(await stateOf(id)).to.equal('COMPLETED');
    expect(await read(`/history/activity-instance/count?processInstanceId=${id}`)).to.deep.equal({ count: 3 });
    const gone = await http(service.url, { method: 'DELETE', path: `/engine-rest/process-instance/${id}` });
    expectFault(gone, 404, `Process instance with id ${id} does not exist`);
  });

  it('gives local variables to the output parameters alone', async () => {
    const id = await begin('rate');
    const [task] = await fetchTopic({ asyncResponseTimeout: 60_000 }, { topicName: 'rate' });
    const completion = { variables: { price: { value: 2 } }, localVariables: { factor: { value: 3 } } };
    expectDone(await post(`/external-task/${task.id}/complete`, { workerId: 'w', ...completion }));
    expect(await read(`/process-instance/${id}/variables`)).to.deep.equal({
      price: { type: 'Integer', value: 2, valueInfo: {} },
      total: { type: 'Integer', value: 6, valueInfo: {} },
    });
  });

  it('refuses fields and parameters that it does not support, by name', async () => {
    expectFault(await post('/external-task/fetchAndLock', { maxTasks: 1 }), 400, 'workerId is required.');
    const sorted = await http(service.url, { method: 'GET', path: '/engine-rest/process-instance?sortBy=instanceId' });
    expectFault(sorted, 400, 'Only a single sorting parameter specified. sortBy and sortOrder required');
    const topic = { topicName: 't', lockDuration: 1, tenantIdIn: ['a'] };
    const answer = await post('/external-task/fetchAndLock', { workerId: 'w', maxTasks: 1, topics: [topic] });
    expectFault(answer, 400, 'topics[0].tenantIdIn is not supported by Sluice.');
    const list = await http(service.url, { method: 'GET', path: '/engine-rest/task?owner=a' });
    expectFault(list, 400, 'owner is not supported by Sluice.');
    const date = await http(service.url, { method: 'GET', path: '/engine-rest/task?dueBefore=a' });
    expectFault(date, 400, 'dueBefore must be a date such as 2015-10-06T16:34:42.000+0200.');
    const unknown = await http(service.url, {
      method: 'GET',
      path: `/engine-rest/engine/default/process-instance/${UNKNOWN_ID}`,
    });
    expectFault(unknown, 404, `Process instance with id ${UNKNOWN_ID} does not exist`);
    const start = await post('/process-definition/key/none/start');
    expectFault(start, 404, 'No matching process definition with key: none and no tenant-id');
  });

  it('answers 400 when values, dates or lists cannot be read or stored', async () => {
    const refused = async (variable: object, message: RegExp) => {
      const { status, json } = await post('/process-definition/key/pay/start', { variables: { x: variable } });
      expect(status === 400 && message.test(json.message), JSON.stringify(variable)).to.equal(true);
    };
    for (const type of ['__proto__', 'constructor']) await refused({ type, value: 1 }, /Unsupported value type/);
    await refused({ type: 'Date', value: { toString: 1 } }, /must be a date/);
    const valueInfo = { serializationDataFormat: { toString: 1 } };
    await refused({ type: 'Object', value: '1', valueInfo }, /format/);
    for (const value of ['"\\u0000"', '{"\\ud800":1}']) await refused({ type: 'Json', value }, /cannot be stored/);
    for (const value of ['[1e400]', '9223372036854775807']) await refused({ type: 'Json', value }, /stored exactly/);
    const early = '/engine-rest/history/process-instance?startedBefore=-271821-04-20T00:00:00.000Z';
    expect((await http(service.url, { method: 'GET', path: early })).status).to.equal(400);
    const topics = Array.from({ length: 101 }, (_, index) => ({ topicName: `t${index}`, lockDuration: 1 }));
    const crowded = await post('/external-task/fetchAndLock', { workerId: 'w', maxTasks: 1, topics });
    expectFault(crowded, 400, 'topics must have at most 100 entries.');
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
    const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const body = Buffer.from(`${part.repeat(201)}--x--\r\n`);
    const crowd = await http(service.url, { method: 'POST', path: '/engine-rest/deployment/create', headers: form, body });
    expectFault(crowd, 400, 'The form has more than 200 files and fields.');
  });
});
