import type { Answer } from '../../platform/answer.ts';
import { resultOf, shown } from '../camunda-results.ts';
import type { Camunda8Call, Camunda8Endpoint, Camunda8Services } from './endpoint.ts';
import { BodyFields, DEFAULT_TENANT } from './fields.ts';
import { problem } from './problems.ts';

const WRITE = { method: 'POST', permission: 'operate', keepsKeys: true, rateLimit: 'WorkflowMutation' } as const;

/** Messages and signals. */
export const eventEndpoints: readonly Camunda8Endpoint[] = [
  {
    ...WRITE,
    pattern: '/v2/messages/publication',
    audit: ['client', 'DeliverMessage'],
    summary: 'without buffering: with `timeToLive` above 0 and no receiver the answer is 409',
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
];

function readMessage(fields: BodyFields) {
  const name = fields.requiredText('name');
  const correlationKey = fields.text('correlationKey') ?? '';
  const variables = fields.variables();
  fields.tenant();
  return { kind: 'DeliverMessage', name, correlationKey, variables, businessId: null } as const;
}

/** A message that nothing waits for is not an error: without a time to live it is gone. */
async function publish(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const fields = new BodyFields(call);
  const command = readMessage(fields);
  const timeToLive = fields.whole('timeToLive', Number.MIN_SAFE_INTEGER) ?? 0;
  fields.ignore('messageId');
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const delivered = await resultOf(call, services, command);
  if (!delivered.ok) {
    if (delivered.answer.status !== 404) return delivered.answer;
    if (timeToLive > 0) {
      const what = `No instance waits for the message '${command.name}' with the correlation key '${command.correlationKey}'`;
      return problem(409, `${what}, and Sluice does not keep messages (timeToLive). Publish it again later.`, call.path);
    }
  }
  return shown({ tenantId: DEFAULT_TENANT, messageKey: await services.keys.next() });
}

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
