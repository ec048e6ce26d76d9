interface Identified {
  readonly id: string;
  readonly executionId?: string;
}

/** Ids of an answer: of an object, or of the items of a list. */
export type Ids = Identified & readonly Identified[];

/** Sends a request. `name`: of the step in the report. */
export type Ask = (name: string, method: string, path: string, body?: unknown) => Promise<Ids>;

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"
  targetNamespace="http://example.org">`;
const MODEL = `${HEAD}
  <bpmn:error id="declined" errorCode="DECLINED" /><bpmn:message id="paid" name="paid" /><bpmn:message id="order" name="order" />
  <bpmn:signal id="alarm" name="alarm" />
  <bpmn:process id="pay" name="Pay" isExecutable="true" camunda:versionTag="v7" camunda:historyTimeToLive="P1D">
    <bpmn:startEvent id="s" /><bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="charge" />
    <bpmn:serviceTask id="charge" name="Charge" camunda:type="external" camunda:topic="chargeCard" camunda:taskPriority="7">
      <bpmn:extensionElements><camunda:properties><camunda:property name="colour" value="red" /></camunda:properties></bpmn:extensionElements>
    </bpmn:serviceTask>
    <bpmn:boundaryEvent id="b" attachedToRef="charge"><bpmn:errorEventDefinition errorRef="declined" /></bpmn:boundaryEvent>
    <bpmn:sequenceFlow id="f2" sourceRef="charge" targetRef="e" /><bpmn:sequenceFlow id="f3" sourceRef="b" targetRef="refused" />
    <bpmn:endEvent id="e" /><bpmn:endEvent id="refused" />
  </bpmn:process>
  <bpmn:process id="review" isExecutable="true" camunda:historyTimeToLive="P1D">
    <bpmn:startEvent id="rs" /><bpmn:sequenceFlow id="rf1" sourceRef="rs" targetRef="look" />
    <bpmn:userTask id="look" name="Look" camunda:candidateGroups="clerks" camunda:formKey="embedded:app:look.html"><bpmn:documentation>Look twice</bpmn:documentation></bpmn:userTask>
    <bpmn:sequenceFlow id="rf2" sourceRef="look" targetRef="wait" />
    <bpmn:intermediateCatchEvent id="wait"><bpmn:messageEventDefinition messageRef="paid" /></bpmn:intermediateCatchEvent>
    <bpmn:sequenceFlow id="rf3" sourceRef="wait" targetRef="re" /><bpmn:endEvent id="re" />
  </bpmn:process>
  <bpmn:process id="ordered" isExecutable="true" camunda:historyTimeToLive="P1D">
    <bpmn:startEvent id="os"><bpmn:messageEventDefinition messageRef="order" /></bpmn:startEvent>
    <bpmn:sequenceFlow id="of1" sourceRef="os" targetRef="hold" />
    <bpmn:intermediateCatchEvent id="hold"><bpmn:signalEventDefinition signalRef="alarm" /></bpmn:intermediateCatchEvent>
    <bpmn:sequenceFlow id="of2" sourceRef="hold" targetRef="oe" /><bpmn:endEvent id="oe" />
  </bpmn:process>
</bpmn:definitions>`;
const MAPPED_MODEL = `${HEAD}
  <bpmn:process id="mapped" isExecutable="true" camunda:historyTimeToLive="P1D">
    <bpmn:startEvent id="ms" /><bpmn:sequenceFlow id="mf1" sourceRef="ms" targetRef="double" />
    <bpmn:serviceTask id="double" camunda:type="external" camunda:topic="mapped">
      <bpmn:extensionElements><camunda:inputOutput>
        <camunda:inputParameter name="gross">\${amount * 2}</camunda:inputParameter><camunda:outputParameter name="label">\${receipt} \${tmp}</camunda:outputParameter>
      </camunda:inputOutput></bpmn:extensionElements>
    </bpmn:serviceTask>
    <bpmn:sequenceFlow id="mf2" sourceRef="double" targetRef="keep" /><bpmn:userTask id="keep" />
    <bpmn:sequenceFlow id="mf3" sourceRef="keep" targetRef="me" /><bpmn:endEvent id="me" />
  </bpmn:process>
</bpmn:definitions>`;
const NONE = '00000000-0000-0000-0000-00000000ffff';

function form(files: Readonly<Record<string, string>>): FormData {
  const made = new FormData();
  made.set('deployment-name', 'payments');
  for (const [name, text] of Object.entries(files)) made.set(name, new Blob([text]), name);
  return made;
}

/** Requests of every operation with good and bad input, each with the ids of the answers before it. */
export async function playScript(ask: Ask): Promise<void> {
  const task = (more: object = {}) => ({
    workerId: 'w',
    maxTasks: 1,
    topics: [{ topicName: 'chargeCard', lockDuration: 60000, ...more }],
  });
  const fetchOne = async (name: string, businessKey: string, more: object = {}): Promise<Identified> => {
    const [found] = await ask(name, 'POST', '/external-task/fetchAndLock', task({ businessKey, ...more }));
    return found ?? { id: NONE };
  };

  await ask('engine', 'GET', '/engine');
  await ask('deployment', 'POST', '/deployment/create', form({ 'pay.bpmn': MODEL }));
  await ask('deployment without files', 'POST', '/deployment/create', form({}));
  await ask('deployment of a faulty file', 'POST', '/deployment/create', form({ 'bad.bpmn': '<a>' }));
  await ask('deployment as JSON', 'POST', '/deployment/create', {});
  const [definition] = await ask('definitions of a key', 'GET', '/process-definition?key=pay&latestVersion=true');
  await ask('definitions sorted', 'GET', '/process-definition?keysIn=pay,review&sortBy=key&sortOrder=desc');
  await ask('definitions by name', 'GET', '/process-definition?key=pay&nameLike=%25Pa%25');
  await ask('definitions count', 'GET', '/process-definition/count?key=pay');
  await ask('definitions, unknown parameter', 'GET', '/process-definition?key=pay&foo=1');
  await ask('definition by key', 'GET', '/process-definition/key/review');
  await ask('definition by id', 'GET', `/process-definition/${definition?.id}`);
  await ask('definition, unknown id', 'GET', '/process-definition/none');
  await ask('definition, unknown key', 'GET', '/process-definition/key/none');
  await ask('definition XML, unknown key', 'GET', '/process-definition/key/none/xml');
  await ask('start, unknown key', 'POST', '/process-definition/key/none/start', {});
  await ask('start, unknown id', 'POST', '/process-definition/none/start', {});
  await ask('start, faulty variable', 'POST', '/process-definition/key/pay/start', {
    variables: { n: { value: 'x', type: 'Integer' } },
  });
  await ask('start, unknown type', 'POST', '/process-definition/key/pay/start', {
    variables: { n: { value: 'x', type: 'Foo' } },
  });
  await ask('start, no JSON', 'POST', '/process-definition/key/pay/start', '{');

  const variables = {
    n: { value: 5, type: 'Integer' },
    s: { value: 'text' },
    b: { value: true, type: 'Boolean' },
    d: { value: 1.5, type: 'Double' },
    l: { value: 4000000000, type: 'Long' },
    z: { value: null, type: 'Null' },
    when: { value: '2015-10-06T14:34:42.000+0000', type: 'Date' },
    f: { value: 'aGk=', type: 'File', valueInfo: { filename: 'a.txt', mimeType: 'text/plain', encoding: 'UTF-8' } },
  };
  const started = await ask('start', 'POST', '/process-definition/key/pay/start', {
    businessKey: 'one',
    variables,
    withVariablesInReturn: true,
  });
  const one = started.id;
  await ask('start by id', 'POST', `/process-definition/${definition?.id}/start`, { businessKey: 'two' });
  await ask('instance', 'GET', `/process-instance/${one}`);
  await ask('instance, unknown', 'GET', `/process-instance/${NONE}`);
  await ask('instances', 'GET', '/process-instance?businessKey=one');
  await ask('instances by POST', 'POST', '/process-instance', { businessKey: 'one', processDefinitionKey: 'pay' });
  await ask('instances by variable', 'GET', '/process-instance?businessKey=one&variables=n_eq_5');
  await ask('instances by variable in POST', 'POST', '/process-instance', {
    businessKey: 'one',
    variables: [{ name: 'n', operator: 'eq', value: 5 }],
  });
  await ask('instances count', 'GET', '/process-instance/count?processDefinitionKey=pay');
  await ask('instances count by POST', 'POST', '/process-instance/count', { processDefinitionKey: 'pay' });
  await ask(
    'instances, sorted',
    'GET',
    '/process-instance?processDefinitionKey=pay&sortBy=instanceId&sortOrder=asc&maxResults=0',
  );
  await ask('instances, faulty sort', 'GET', '/process-instance?sortBy=foo&sortOrder=asc');
  await ask('instances, sort without order', 'GET', '/process-instance?businessKey=one&sortBy=instanceId');
  await ask('variables', 'GET', `/process-instance/${one}/variables`);
  await ask('variables of an unknown instance', 'GET', `/process-instance/${NONE}/variables`);
  await ask('variable', 'GET', `/process-instance/${one}/variables/n`);
  await ask('variable, unknown', 'GET', `/process-instance/${one}/variables/none`);
  await ask('variable, file', 'GET', `/process-instance/${one}/variables/f`);
  await ask('variable, bytes of a file', 'GET', `/process-instance/${one}/variables/f/data`);
  await ask('variable, bytes of a number', 'GET', `/process-instance/${one}/variables/n/data`);
  await ask('variable set', 'PUT', `/process-instance/${one}/variables/n`, { value: 6, type: 'Integer' });
  await ask('variable set, faulty', 'PUT', `/process-instance/${one}/variables/n`, { value: 'x', type: 'Integer' });
  await ask('variable set, unknown instance', 'PUT', `/process-instance/${NONE}/variables/n`, { value: 6, type: 'Integer' });
  await ask('variables set', 'POST', `/process-instance/${one}/variables`, {
    modifications: { m: { value: 1 } },
    deletions: ['s'],
  });
  await ask('variable deleted', 'DELETE', `/process-instance/${one}/variables/m`);
  await ask('variable deleted, unknown', 'DELETE', `/process-instance/${one}/variables/none`);
  await ask('activity instances', 'GET', `/process-instance/${one}/activity-instances`);

  await ask('fetch without worker', 'POST', '/external-task/fetchAndLock', { maxTasks: 1, topics: [] });
  await ask('fetch without topics', 'POST', '/external-task/fetchAndLock', { workerId: 'w', maxTasks: 1 });
  await ask('fetch without lock duration', 'POST', '/external-task/fetchAndLock', {
    workerId: 'w',
    maxTasks: 1,
    topics: [{ topicName: 'x' }],
  });
  await ask('fetch, lock duration 0', 'POST', '/external-task/fetchAndLock', {
    workerId: 'w',
    maxTasks: 1,
    topics: [{ topicName: 'x', lockDuration: 0 }],
  });
  await ask('fetch, faulty maxTasks', 'POST', '/external-task/fetchAndLock', {
    workerId: 'w',
    maxTasks: -1,
    topics: [{ topicName: 'x', lockDuration: 1000 }],
  });
  await ask('fetch, negative wait', 'POST', '/external-task/fetchAndLock', {
    workerId: 'w',
    maxTasks: 1,
    topics: [{ topicName: 'x', lockDuration: 1000 }],
    asyncResponseTimeout: -1,
  });
  await ask('fetch, wait too long', 'POST', '/external-task/fetchAndLock', { ...task(), asyncResponseTimeout: 1800001 });
  await ask('fetch, nothing there', 'POST', '/external-task/fetchAndLock', {
    workerId: 'w',
    maxTasks: 1,
    topics: [{ topicName: 'x', lockDuration: 1000 }],
  });
  await ask(
    'external tasks',
    'GET',
    '/external-task?processDefinitionKey=pay&sortBy=id&sortOrder=asc&activityId=charge&firstResult=0&maxResults=1&notLocked=true&topicName=none',
  );
  await ask('external tasks by POST', 'POST', '/external-task', { processInstanceId: one });
  await ask('external tasks count', 'GET', '/external-task/count?topicName=chargeCard');
  await ask('external tasks, faulty flag', 'GET', '/external-task?locked=maybe');
  await ask('topics', 'GET', '/external-task/topic-names');
  await ask('topics locked', 'GET', '/external-task/topic-names?withLockedTasks=true');
  const first = await fetchOne('fetch', 'one', { variables: null, includeExtensionProperties: true });
  await ask('external task', 'GET', `/external-task/${first.id}`);
  await ask('external task, unknown', 'GET', `/external-task/${NONE}`);
  await ask('file of a task', 'GET', `/execution/${first.executionId}/localVariables/f/data`);
  await ask('complete by another worker', 'POST', `/external-task/${first.id}/complete`, { workerId: 'v' });
  await ask('complete without worker', 'POST', `/external-task/${first.id}/complete`, {});
  await ask('complete, unknown', 'POST', `/external-task/${NONE}/complete`, { workerId: 'w' });
  await ask('extend', 'POST', `/external-task/${first.id}/extendLock`, { workerId: 'w', newDuration: 60000 });
  await ask('extend by another worker', 'POST', `/external-task/${first.id}/extendLock`, { workerId: 'v', newDuration: 60000 });
  await ask('extend, 0', 'POST', `/external-task/${first.id}/extendLock`, { workerId: 'w', newDuration: 0 });
  await ask('extend without duration', 'POST', `/external-task/${first.id}/extendLock`, { workerId: 'w' });
  await ask('lock by another worker', 'POST', `/external-task/${first.id}/lock`, { workerId: 'v', lockDuration: 60000 });
  await ask('unlock', 'POST', `/external-task/${first.id}/unlock`);
  await ask('unlock again', 'POST', `/external-task/${first.id}/unlock`);
  await ask('unlock, unknown', 'POST', `/external-task/${NONE}/unlock`);
  await ask('lock', 'POST', `/external-task/${first.id}/lock`, { workerId: 'w', lockDuration: 60000 });
  await ask('lock, unknown', 'POST', `/external-task/${NONE}/lock`, { workerId: 'w', lockDuration: 60000 });
  await ask('failure', 'POST', `/external-task/${first.id}/failure`, {
    workerId: 'w',
    errorMessage: 'busy',
    errorDetails: 'all lines',
    retries: 2,
    retryTimeout: 0,
    variables: { why: { value: 'x' } },
  });
  await ask('failure by another worker', 'POST', `/external-task/${first.id}/failure`, { workerId: 'v', retries: 2 });
  await ask('failure, negative retries', 'POST', `/external-task/${first.id}/failure`, { workerId: 'w', retries: -1 });
  await ask('external task after a failure', 'GET', `/external-task/${first.id}`);
  await ask('error details', 'GET', `/external-task/${first.id}/errorDetails`);
  await fetchOne('fetch after a failure', 'one', { variables: ['n', 'why'] });
  await ask('retries set', 'PUT', `/external-task/${first.id}/retries`, { retries: 5 });
  await ask('retries set, negative', 'PUT', `/external-task/${first.id}/retries`, { retries: -5 });
  await ask('retries set, unknown', 'PUT', `/external-task/${NONE}/retries`, { retries: 5 });
  await ask('priority set', 'PUT', `/external-task/${first.id}/priority`, { priority: 5 });
  await ask('failure without retries', 'POST', `/external-task/${first.id}/failure`, {
    workerId: 'w',
    errorMessage: 'broken',
    retries: 0,
  });
  await ask('external task with incident', 'GET', `/external-task/${first.id}`);
  await ask('external tasks without retries', 'GET', '/external-task?noRetriesLeft=true&processDefinitionKey=pay');
  await ask('fetch with incident', 'POST', '/external-task/fetchAndLock', task({ businessKey: 'one' }));
  await ask('incidents', 'GET', `/incident?processInstanceId=${one}`);
  await ask('incidents count', 'GET', `/incident/count?processInstanceId=${one}`);
  await ask('retries of an incident', 'PUT', `/external-task/${first.id}/retries`, { retries: 1 });
  await ask('incidents after retries', 'GET', `/incident?processInstanceId=${one}`);
  await fetchOne('fetch after an incident', 'one', { variables: [] });
  await ask('complete', 'POST', `/external-task/${first.id}/complete`, { workerId: 'w', variables: { done: { value: true } } });
  await ask('complete again', 'POST', `/external-task/${first.id}/complete`, { workerId: 'w' });
  await ask('history of an instance', 'GET', `/history/process-instance/${one}`);
  await ask('history, unknown', 'GET', `/history/process-instance/${NONE}`);
  await ask('history by POST', 'POST', '/history/process-instance', { processInstanceBusinessKey: 'one', finished: true });
  await ask('history count', 'GET', '/history/process-instance/count?processDefinitionKey=pay&finished=true');
  await ask('history of activities', 'GET', `/history/activity-instance?processInstanceId=${one}&sortBy=startTime&sortOrder=asc`);
  await ask('history of one activity', 'GET', `/history/activity-instance?processInstanceId=${one}&activityId=charge`);
  await ask('history of activities count', 'GET', `/history/activity-instance/count?processInstanceId=${one}`);
  await ask('history of variables', 'GET', `/history/variable-instance?processInstanceId=${one}&variableName=n`);
  await ask('history of variables count', 'GET', `/history/variable-instance/count?processInstanceId=${one}`);
  await ask('history of tasks', 'GET', `/history/task?processInstanceId=${one}`);
  await ask('history of incidents', 'GET', `/history/incident?processInstanceId=${one}`);
  await ask('instance after its end', 'GET', `/process-instance/${one}`);

  const two = await fetchOne('fetch another', 'two');
  await ask('error without code', 'POST', `/external-task/${two.id}/bpmnError`, { workerId: 'w' });
  await ask('error', 'POST', `/external-task/${two.id}/bpmnError`, {
    workerId: 'w',
    errorCode: 'DECLINED',
    errorMessage: 'no',
    variables: { why: { value: 'limit' } },
  });
  await ask('history after an error', 'GET', `/history/process-instance?processInstanceBusinessKey=two`);

  const review = await ask('start with a user task', 'POST', '/process-definition/key/review/start', { businessKey: 'r1' });
  const [look = { id: NONE }] = await ask('tasks', 'GET', `/task?processInstanceId=${review.id}`);
  await ask('tasks of a group', 'GET', '/task?candidateGroup=clerks');
  await ask('tasks by POST', 'POST', '/task', {
    processInstanceBusinessKey: 'r1',
    sorting: [{ sortBy: 'created', sortOrder: 'desc' }],
  });
  await ask('tasks by name', 'GET', '/task?processInstanceBusinessKey=r1&nameLike=%25oo%25');
  await ask('tasks by name, exact', 'GET', '/task?processInstanceBusinessKey=r1&name=Look');
  await ask('tasks count', 'GET', '/task/count?taskDefinitionKey=look&processDefinitionKey=review');
  await ask('tasks by variable', 'POST', '/task', {
    processInstanceBusinessKey: 'r1',
    processVariables: [{ name: 'n', operator: 'eq', value: 5 }],
  });
  await ask('task', 'GET', `/task/${look.id}`);
  await ask('task, unknown', 'GET', `/task/${NONE}`);
  await ask('identity links', 'GET', `/task/${look.id}/identity-links`);
  await ask('task form', 'GET', `/task/${look.id}/form`);
  await ask('task variables', 'GET', `/task/${look.id}/variables`);
  await ask('claim', 'POST', `/task/${look.id}/claim`, { userId: 'ann' });
  await ask('claim by another', 'POST', `/task/${look.id}/claim`, { userId: 'bob' });
  await ask('claim, unknown', 'POST', `/task/${NONE}/claim`, { userId: 'ann' });
  await ask('task after its claim', 'GET', `/task/${look.id}`);
  await ask('unclaim', 'POST', `/task/${look.id}/unclaim`);
  await ask('assignee', 'POST', `/task/${look.id}/assignee`, { userId: 'bob' });
  await ask('tasks of an assignee', 'GET', '/task?assignee=bob');
  await ask('identity links with an assignee', 'GET', `/task/${look.id}/identity-links`);
  await ask('task variable set', 'PUT', `/task/${look.id}/variables/x`, { value: 1, type: 'Integer' });
  await ask('task variable', 'GET', `/task/${look.id}/variables/x`);
  await ask('task completed', 'POST', `/task/${look.id}/complete`, { variables: { ok: { value: true, type: 'Boolean' } } });
  await ask('task completed again', 'POST', `/task/${look.id}/complete`, {});
  const other = await ask('start another with a user task', 'POST', '/process-definition/key/review/start', {
    businessKey: 'r2',
  });
  const [second = { id: NONE }] = await ask('tasks of another', 'GET', `/task?processInstanceId=${other.id}`);
  await ask('task completed with variables', 'POST', `/task/${second.id}/complete`, {
    variables: { ok: { value: true } },
    withVariablesInReturn: true,
  });
  await ask('history of user tasks', 'GET', `/history/task?processInstanceId=${review.id}`);

  await ask('message without receiver', 'POST', '/message', { messageName: 'none' });
  await ask('message without name', 'POST', '/message', {});
  await ask('message for two', 'POST', '/message', { messageName: 'paid' });
  await ask('message with keys', 'POST', '/message', {
    messageName: 'paid',
    correlationKeys: { ok: { value: false, type: 'Boolean' } },
  });
  await ask('message with result', 'POST', '/message', { messageName: 'paid', businessKey: 'r1', resultEnabled: true });
  await ask('message with variables in its result', 'POST', '/message', {
    messageName: 'paid',
    processInstanceId: other.id,
    resultEnabled: true,
    variablesInResultEnabled: true,
    processVariables: { paid: { value: 3 } },
  });
  await ask('message that starts', 'POST', '/message', {
    messageName: 'order',
    businessKey: 'o1',
    resultEnabled: true,
    variablesInResultEnabled: true,
    processVariables: { p: { value: 3 } },
  });
  await ask('message for all', 'POST', '/message', { messageName: 'order', businessKey: 'o2', all: true, resultEnabled: true });
  await ask('event subscriptions', 'GET', '/event-subscription?eventType=signal');
  await ask('signal', 'POST', '/signal', { name: 'alarm', variables: { loud: { value: true } } });
  await ask('signal without receiver', 'POST', '/signal', { name: 'none' });
  await ask('signal without name', 'POST', '/signal', {});

  const last = await ask('start the last', 'POST', '/process-definition/key/pay/start', { businessKey: 'last' });
  await ask('suspend', 'PUT', `/process-instance/${last.id}/suspended`, { suspended: true });
  await ask('instance suspended', 'GET', `/process-instance/${last.id}`);
  await ask('fetch of a suspended instance', 'POST', '/external-task/fetchAndLock', task({ businessKey: 'last' }));
  await ask('external tasks suspended', 'GET', '/external-task?suspended=true&processDefinitionKey=pay');
  await ask('resume', 'PUT', `/process-instance/${last.id}/suspended`, { suspended: false });
  await ask('suspend, unknown', 'PUT', `/process-instance/${NONE}/suspended`, { suspended: true });
  await ask('modification', 'POST', `/process-instance/${last.id}/modification`, {
    instructions: [
      { type: 'cancel', activityId: 'charge' },
      { type: 'startBeforeActivity', activityId: 'e' },
    ],
  });
  await ask('history after a modification', 'GET', `/history/process-instance/${last.id}`);
  const gone = await ask('start to delete', 'POST', '/process-definition/key/pay/start', { businessKey: 'gone' });
  await ask('delete', 'DELETE', `/process-instance/${gone.id}`);
  await ask('delete again', 'DELETE', `/process-instance/${gone.id}`);
  await ask('history of a deleted instance', 'GET', `/history/process-instance/${gone.id}`);
  await ask('deployments', 'GET', '/deployment?name=payments');
  await ask('jobs', 'GET', '/job');
  await ask('groups', 'GET', '/identity/groups?userId=ann');
  await ask('unknown path', 'GET', '/none');
  await ask('method that a path does not have', 'DELETE', '/engine');

  await ask('deployment with mappings', 'POST', '/deployment/create', form({ 'mapped.bpmn': MAPPED_MODEL }));
  const mapped = await ask('start with mappings', 'POST', '/process-definition/key/mapped/start', {
    variables: { amount: { value: 4, type: 'Integer' } },
  });
  const topics = [{ topicName: 'mapped', lockDuration: 60000 }];
  const [doubled] = await ask('fetch with mappings', 'POST', '/external-task/fetchAndLock', {
    workerId: 'w',
    maxTasks: 1,
    topics,
  });
  await ask('complete with mappings', 'POST', `/external-task/${doubled?.id}/complete`, {
    workerId: 'w',
    variables: { receipt: { value: 'r' }, gross: { value: 9 } },
    localVariables: { tmp: { value: 't' } },
  });
  await ask('variables with mappings', 'GET', `/process-instance/${mapped.id}/variables`);
}
