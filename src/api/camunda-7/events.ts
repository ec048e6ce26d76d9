import type { Answer } from '../../platform/answer.ts';
import { isGuid, newId, shardOf } from '../../platform/ids.ts';
import { listChosenInstances, listWaitingMessages, type WaitingMessage } from '../../queries/instances/chosen-instances.ts';
import { untilCaughtUp } from '../../queries/projection-progress.ts';
import { businessIdFault, repeated } from '../../requests/request-texts.ts';
import type { RequestVariables } from '../body/members.ts';
import { DONE, resultOf, shown } from '../camunda-results.ts';
import type { ApiServices } from '../services.ts';
import { readingEach } from '../shards/each-shard.ts';
import type { Camunda7Call, Camunda7Endpoint } from './endpoint.ts';
import { fault } from './errors.ts';
import { Fields } from './fields.ts';
import { instanceState, rootVariables } from './instance-state.ts';
import { hasEnded, instanceJson } from './instances.ts';
import { typedVariables } from './values.ts';

const WRITE = { method: 'POST', permission: 'operate', keepsKeys: true, rateLimit: 'WorkflowMutation' } as const;
/** Instances whose variables are compared with correlation keys. */
const MOST_COMPARED = 200;

const MISMATCH = 'org.camunda.bpm.engine.MismatchingMessageCorrelationException';

/** A signal without a receiver is not an error. */
export const eventEndpoints: readonly Camunda7Endpoint[] = [
  {
    ...WRITE,
    pattern: '/message',
    audit: ['client', 'DeliverMessage'],
    summary:
      'by instance, business key and correlation keys; `all`; `resultEnabled`. One message starts all processes that wait for it',
    handle: correlate,
  },
  {
    ...WRITE,
    pattern: '/signal',
    audit: ['client', 'BroadcastSignal'],
    summary: 'without `executionId`',
    async handle(call, services) {
      const fields = Fields.ofBody(call);
      const name = fields.requiredText('name');
      const variables = fields.variables();
      fields.ignore('withoutTenantId');
      const { refusal } = fields;
      if (refusal !== undefined) return refusal;
      const thrown = await resultOf(call, services, { kind: 'BroadcastSignal', name, variables, exceptInstanceId: null });
      // no receiver: not an error in Camunda
      return thrown.ok || thrown.answer.status === 404 ? DONE : thrown.answer;
    },
  },
];

interface Correlation {
  readonly name: string;
  readonly instanceId: string | undefined;
  readonly businessId: string | undefined;
  /** variables with the same values in the instance of a receiver */
  readonly keys: RequestVariables;
  readonly variables: RequestVariables;
  readonly isForAll: boolean;
}

/**
 * Delivers to the one matching subscription, or to all with `all`. Without one, or with `all`, also starts processes, before the delivery.
 * {@link mismatch}: several without `all`, or neither a subscription nor a start.
 */
async function correlate(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const fields = Fields.ofBody(call);
  const message: Correlation = {
    name: fields.requiredText('messageName'),
    instanceId: fields.text('processInstanceId'),
    businessId: fields.text('businessKey'),
    keys: fields.variables('correlationKeys'),
    variables: fields.variables('processVariables'),
    isForAll: fields.flag('all') === true,
  };
  const showsResult = fields.flag('resultEnabled') === true;
  const showsVariables = fields.flag('variablesInResultEnabled') === true;
  if (showsVariables && !showsResult) fields.fail('variablesInResultEnabled needs resultEnabled.');
  fields.ignore('withoutTenantId');
  const problem = message.businessId === undefined ? undefined : businessIdFault(message.businessId);
  if (problem !== undefined) fields.fail(problem);
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const receivers = await receiversOf(call, services, message);
  if ('status' in receivers) return receivers;
  if (receivers.length > 1 && !message.isForAll) {
    return mismatch(message, `${receivers.length} executions match the correlation keys`);
  }
  const started = receivers.length === 0 || message.isForAll ? await startByMessage(call, services, message) : [];
  if ('status' in started) return started;
  if (receivers.length === 0 && started.length === 0) {
    return mismatch(message, 'No process definition or execution matches the parameters');
  }
  const refused = await deliver(call, services, message, receivers);
  if (refused !== undefined) return refused;
  if (!showsResult) return DONE;
  return resultAnswer(services, { receivers, started, showsVariables });
}

/** One command for each shard with receivers. Returns the first error answer; earlier shards have received the message then. */
async function deliver(
  call: Camunda7Call,
  services: ApiServices,
  { name, variables }: Correlation,
  receivers: readonly WaitingMessage[],
): Promise<Answer | undefined> {
  for (const shard of new Set(receivers.map(({ instanceId }) => shardOf(instanceId)))) {
    const own = receivers.filter(({ instanceId }) => shardOf(instanceId) === shard);
    const delivered = await resultOf(call, services, {
      kind: 'DeliverToSubscriptions',
      subscriptions: own.map(({ instanceId, subscription }) => ({ instanceId, subscription })),
      variables,
      event: { kind: 'message', name, key: own[0]?.key ?? '' },
    });
    if (!delivered.ok) return delivered.answer;
  }
  return undefined;
}

function mismatch({ name }: Correlation, why: string): Answer {
  const text = `Cannot correlate message '${repeated(name)}': ${why}`;
  // clients search the name of the exception
  return fault(400, `${MISMATCH}: ${text}`, 'RestException');
}

/**
 * Returns matching message subscriptions: at most 1000; none for an instance id that is not a GUID. Error answer: `keys` would be compared with more
 * than MOST_COMPARED instances.
 */
async function receiversOf(
  call: Camunda7Call,
  services: ApiServices,
  { name, instanceId, businessId, keys }: Correlation,
): Promise<readonly WaitingMessage[] | Answer> {
  if (instanceId !== undefined && !isGuid(instanceId)) return [];
  const instanceIds = instanceId === undefined ? undefined : [instanceId.toLowerCase()];
  const filter = { instanceIds, businessId, limits: call.limits, hasEnded: false };
  const wanted = Object.entries(keys);
  const most = wanted.length === 0 ? 1000 : MOST_COMPARED + 1;
  const inShards = await readingEach(services, instanceIds, async ({ db }) => {
    await untilCaughtUp(db);
    return listWaitingMessages(db, name, filter, most);
  });
  const waiting = inShards.flat().slice(0, most);
  if (wanted.length === 0) return waiting;
  if (waiting.length > MOST_COMPARED) {
    return fault(
      400,
      `More than ${MOST_COMPARED} instances wait for '${repeated(name)}'. Send businessKey or processInstanceId too.`,
    );
  }
  const fitting: WaitingMessage[] = [];
  for (const each of waiting) {
    const state = await instanceState(services, each.instanceId);
    const values = state === undefined ? {} : rootVariables(state);
    const fits = ([key, value]: [string, unknown]) =>
      Object.hasOwn(values, key) && JSON.stringify(values[key]) === JSON.stringify(value);
    if (wanted.every(fits)) fitting.push(each);
  }
  return fitting;
}

/**
 * Starts processes with this message start event. The random correlation key excludes waiting instances. Returns the ids of new instances; [] if the
 * request names an instance.
 */
async function startByMessage(
  call: Camunda7Call,
  services: ApiServices,
  { name, instanceId, businessId, variables }: Correlation,
): Promise<readonly string[] | Answer> {
  if (instanceId !== undefined) return [];
  const started = await resultOf(call, services, {
    kind: 'DeliverMessage',
    name,
    correlationKey: newId(),
    variables,
    businessId: businessId ?? null,
  });
  if (started.ok) return started.result.instanceIds;
  return started.answer.status === 404 ? [] : started.answer;
}

interface Correlated {
  readonly receivers: readonly WaitingMessage[];
  readonly started: readonly string[];
  readonly showsVariables: boolean;
}

async function resultAnswer(services: ApiServices, { receivers, started, showsVariables }: Correlated): Promise<Answer> {
  const instanceIds = [...receivers.map(({ instanceId }) => instanceId), ...started];
  const found = await readingEach(services, instanceIds, async ({ db }) => {
    await untilCaughtUp(db);
    return listChosenInstances(db, { instanceIds, limits: undefined }, { skipped: 0, most: instanceIds.length });
  });
  const byId = new Map(found.flat().map((instance) => [instance.instanceId, instance]));
  const variablesOf = async (id: string) => {
    const state = showsVariables ? await instanceState(services, id) : undefined;
    return state === undefined ? {} : { variables: typedVariables(rootVariables(state)) };
  };
  const results: object[] = [];
  for (const { instanceId: id } of receivers) {
    const instance = byId.get(id);
    const execution = { id, processInstanceId: id, ended: instance !== undefined && hasEnded(instance), tenantId: null };
    results.push({ resultType: 'Execution', execution, processInstance: null, ...(await variablesOf(id)) });
  }
  for (const id of started) {
    const instance = byId.get(id);
    if (instance === undefined) continue;
    const processInstance = instanceJson(instance);
    results.push({ resultType: 'ProcessDefinition', execution: null, processInstance, ...(await variablesOf(id)) });
  }
  return shown(results);
}
