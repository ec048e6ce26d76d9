import type { Answer } from '../../platform/answer.ts';
import { messageSubscriptionSource, type SearchedSubscription } from '../../queries/search-sources.ts';
import { resultOf, shown } from '../camunda-results.ts';
import type { Camunda8Call, Camunda8Endpoint, Camunda8Services } from './endpoint.ts';
import { BodyFields, DEFAULT_TENANT } from './fields.ts';
import { type Searched, searchAnswer } from './search.ts';

const subscriptions: Searched<SearchedSubscription> = {
  source: messageSubscriptionSource,
  names: {
    messageSubscriptionKey: 'subscriptionId',
    processInstanceKey: 'instanceId',
    processDefinitionKey: 'definitionId',
    processDefinitionId: 'key',
    elementId: 'activityId',
    elementInstanceKey: 'entryId',
    messageSubscriptionState: 'state',
    lastUpdatedDate: 'createdAt',
    messageName: 'name',
    correlationKey: 'correlationKey',
  },
  ids: ({ subscriptionId, instanceId, definitionId, entryId }) => [
    { id: subscriptionId, instanceId },
    { id: instanceId, instanceId },
    { id: definitionId },
    ...(entryId === null ? [] : [{ id: entryId, instanceId }]),
  ],
  json: (row, keyOf) => ({
    messageSubscriptionKey: keyOf(row.subscriptionId),
    processDefinitionId: row.key,
    processDefinitionKey: keyOf(row.definitionId),
    processInstanceKey: keyOf(row.instanceId),
    rootProcessInstanceKey: null,
    elementId: row.activityId,
    elementInstanceKey: row.entryId === null ? null : keyOf(row.entryId),
    messageSubscriptionState: 'CREATED',
    lastUpdatedDate: row.createdAt,
    messageName: row.name,
    correlationKey: row.correlationKey,
    tenantId: DEFAULT_TENANT,
  }),
};

const WRITE = { method: 'POST', permission: 'operate', keepsKeys: true, rateLimit: 'WorkflowMutation' } as const;

export const eventEndpoints: readonly Camunda8Endpoint[] = [
  {
    ...WRITE,
    pattern: '/v2/messages/publication',
    audit: ['client', 'DeliverMessage'],
    summary:
      'with `timeToLive` above 0 (at most 30 days) a message without a receiver waits for one; a `messageId` is refused within that time with 409',
    handle: publish,
  },
  {
    ...WRITE,
    pattern: '/v2/messages/correlation',
    audit: ['client', 'DeliverMessage'],
    summary: 'the key of one receiver; 404 without a receiver',
    handle: correlate,
  },
  {
    ...WRITE,
    pattern: '/v2/signals/broadcast',
    audit: ['client', 'BroadcastSignal'],
    summary: 'all receivers',
    handle: broadcast,
  },
  {
    method: 'POST',
    pattern: '/v2/message-subscriptions/search',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    audit: 'none',
    summary: 'open subscriptions of instances, without start events',
    handle: (call, services) => searchAnswer(call, services, subscriptions),
  },
];

function readMessage(fields: BodyFields) {
  const name = fields.requiredText('name');
  const correlationKey = fields.text('correlationKey') ?? '';
  const variables = fields.variables();
  fields.tenant();
  return { kind: 'DeliverMessage', name, correlationKey, variables, businessId: null } as const;
}

/** Limit of 30 days. */
const MAX_TIME_TO_LIVE_MS = 2_592_000_000;

const NOT_WITH_SHARDS =
  "The fields 'timeToLive' and 'messageId' are not supported by Sluice with several shards (SHARDS): a message is delivered to the receivers that wait now. Send timeToLive 0.";

/** Publishes a message. Without receiver, it is kept for its time to live, or dropped without error. */
async function publish(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const fields = new BodyFields(call);
  const command = readMessage(fields);
  const timeToLiveMs = Math.min(fields.whole('timeToLive', Number.MIN_SAFE_INTEGER) ?? 0, MAX_TIME_TO_LIVE_MS);
  const messageId = fields.text('messageId');
  if (timeToLiveMs > 0 && services.shards !== undefined) fields.fail(NOT_WITH_SHARDS);
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  // without time to live, an id is not reserved
  const buffering = timeToLiveMs > 0 && { timeToLiveMs, ...(messageId !== undefined && { messageId }) };
  const delivered = await resultOf(call, services, { ...command, ...buffering });
  if (!delivered.ok && delivered.answer.status !== 404) return delivered.answer;
  return shown({ tenantId: DEFAULT_TENANT, messageKey: await services.keys.next() });
}

/** Delivers to all receivers, and answers with the first. 404 without receiver. */
async function correlate(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const fields = new BodyFields(call);
  const command = readMessage(fields);
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const delivered = await resultOf(call, services, command);
  if (!delivered.ok) return delivered.answer;
  const [instanceId = ''] = delivered.result.instanceIds;
  const keyOf = await services.keys.of([{ id: instanceId, instanceId }]);
  return shown({ tenantId: DEFAULT_TENANT, messageKey: await services.keys.next(), processInstanceKey: keyOf(instanceId) });
}

/** No receiver is not an error. */
async function broadcast(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const fields = new BodyFields(call);
  const name = fields.requiredText('signalName');
  const variables = fields.variables();
  fields.tenant();
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const thrown = await resultOf(call, services, { kind: 'BroadcastSignal', name, variables, exceptInstanceId: null });
  if (!thrown.ok && thrown.answer.status !== 404) return thrown.answer;
  return shown({ tenantId: DEFAULT_TENANT, signalKey: await services.keys.next() });
}
