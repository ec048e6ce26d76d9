import { readdirSync, readFileSync } from 'node:fs';

/** Sends a request to the service. */
type Call = (path: string, body?: object) => Promise<unknown>;

const EXAMPLES = new URL('../examples/', import.meta.url);

/** Fills an empty service with the data of a small company: all examples deployed, instances in every state. */
export async function fillDemo(apiUrl: string): Promise<void> {
  const call: Call = (path, body) => request(`${apiUrl}${path}`, body);
  for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.bpmn'))) {
    const text = readFileSync(new URL(file, EXAMPLES), 'utf8');
    // the process of orders gets an older version with another task name
    const first = file === 'order-fulfilment.bpmn' ? text.replace('Pack the parcel', 'Put everything into a box') : text;
    await call('/Definitions/deploy', { BpmnXml: first });
  }
  await call('/Definitions/deploy', { BpmnXml: readFileSync(new URL('order-fulfilment.bpmn', EXAMPLES), 'utf8') });
  await call('/Decisions/deploy', { DmnXml: readFileSync(new URL('decisions/postage.dmn', EXAMPLES), 'utf8') });
  await fillHello(call);
  await fillOrders(call);
  await fillInvoices(call);
  await call('/Definitions/disable', { ProcessDefinitionKey: 'invoice-approval-camunda-7' });
}

async function fillHello(call: Call): Promise<void> {
  for (const name of ['Ada', 'Grace', 'Linus', 'Margaret', 'Edsger', 'Barbara', 'Dennis', 'Radia']) {
    const id = await start(call, 'hello', { name }, `greeting-${name.toLowerCase()}`);
    if (name !== 'Radia') await complete(call, id, 'review', { approved: name !== 'Linus' });
  }
}

async function fillOrders(call: Call): Promise<void> {
  const customers = ['Ann', 'Bert', 'Cleo', 'Dora', 'Emil', 'Fritz', 'Gwen'];
  for (const [index, customer] of customers.entries()) {
    const order = { customer, items: ['tea', 'cup'], total: 42 + index * 17, address: { city: 'Bern', zip: '3000' } };
    const id = await start(call, 'order-fulfilment', order, `PO-${1001 + index}`);
    if (index === 0) continue;
    await complete(call, id, 'reserve-stock', { allInStock: true });
    if (index === 5) await failTask(call, id, 'pack', 'The warehouse is flooded', 'FLOOD');
    if (index === 6) await call(`/Instances/${id}/cancel`, { reason: 'The customer changed her mind' });
    if (index > 3) continue;
    await complete(call, id, 'charge-card', {});
    if (index < 3) continue;
    await person(call, id, 'pack', { parcelId: 'p-4711' });
    await complete(call, id, 'ship', { trackingNumber: 'CH-99' });
  }
}

async function fillInvoices(call: Call): Promise<void> {
  for (const [index, amount] of [120, 950, 5400, 18_000].entries()) {
    await start(call, 'invoice-approval', { amount, vendor: 'Acme', invoiceNumber: `INV-${index + 1}` }, `INV-${index + 1}`);
  }
  const pizza = await start(call, 'pizza-customer', { orderId: 'o-1', patience: 'PT1H' }, 'PIZZA-1');
  await person(call, pizza, 'choose', { pizza: 'Margherita' });
  await start(call, 'trip-booking', { traveller: 'Ann', from: 'Bern', to: 'Oslo' }, 'TRIP-1');
}

async function start(call: Call, key: string, variables: object, businessId: string): Promise<string> {
  const answer = (await call('/Execution/start', { WorkflowId: key, Variables: variables, BusinessId: businessId })) as {
    readonly WorkflowInstanceId: string;
  };
  return answer.WorkflowInstanceId;
}

async function complete(call: Call, instanceId: string, activityId: string, variables: object): Promise<void> {
  await call('/Execution/complete-activity', { WorkflowInstanceId: instanceId, ActivityId: activityId, Variables: variables });
}

interface Task {
  readonly activityInstanceId: string;
  readonly workflowInstanceId: string;
  readonly activityId: string;
  readonly candidateGroups: readonly string[];
  readonly assignee: string | null;
}

async function person(call: Call, instanceId: string, activityId: string, variables: object): Promise<void> {
  const task = await taskOf(call, instanceId, activityId);
  const UserId = task.assignee ?? 'ada';
  await call(`/UserTasks/${task.activityInstanceId}/claim`, { UserId, UserGroups: task.candidateGroups });
  await call(`/UserTasks/${task.activityInstanceId}/complete`, { UserId, Variables: variables });
}

async function failTask(
  call: Call,
  instanceId: string,
  activityId: string,
  errorMessage: string,
  errorCode: string,
): Promise<void> {
  const task = await taskOf(call, instanceId, activityId);
  await call(`/UserTasks/${task.activityInstanceId}/fail`, { errorMessage, errorCode });
}

async function taskOf(call: Call, instanceId: string, activityId: string): Promise<Task> {
  const { data } = (await call('/UserTasks?pageSize=100')) as { readonly data: readonly Task[] };
  const task = data.find((row) => row.workflowInstanceId === instanceId && row.activityId === activityId);
  if (task === undefined) throw new Error(`no open task ${activityId} in ${instanceId}`);
  return task;
}

/** Token of the last write. Reads wait for it and find new instances. */
let position: string | null = null;

async function request(url: string, body?: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json', ...(position !== null && { 'Service-Min-Position': position }) };
  const answer = await fetch(url, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
  position = answer.headers.get('Service-Position') ?? position;
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
