import { z } from 'zod';
import { jsonAnswer } from '../../../platform/answer.ts';
import { type DocumentedRefusal, type Endpoint, writeEndpoint } from '../../endpoint.ts';
import type { ApiRequest } from '../../exchange.ts';
import { optionalGuid } from '../../schemas/members.ts';
import type { ApiServices } from '../../services.ts';
import { WEBHOOK_NOT_FOUND } from '../refusals.ts';
import { webhookNameOf } from './list.ts';

const pauseWebhookRequest = z.object({}).meta({ id: 'PauseWebhookRequest' });

/** See docs/contributing/spec/event-feed.md#acts. */
const steerWebhookRequest = z
  .object({ InstanceId: optionalGuid('Id of an instance. Default: all instances with rejected events.') })
  .meta({ id: 'SteerWebhookRequest' });

const webhookSteered = z
  .object({
    status: z.enum(['Active', 'Paused']),
    instanceCount: z.int().min(0).meta({ description: 'Number of instances whose events are sent again or skipped.' }),
  })
  .meta({ id: 'WebhookSteered' });

const NOT_REFUSED: DocumentedRefusal = {
  status: 404,
  shape: 'P',
  text: "Webhook '<name>' has no blocked delivery for instance <id>.",
};

const STEERING = {
  method: 'POST',
  permission: 'administer',
  rateLimit: 'Admin',
  audit: ['operator', 'SteerWebhook'],
  tag: 'Webhooks',
  answer: webhookSteered,
} as const;

export const webhookActions: readonly Endpoint[] = [
  writeEndpoint({
    ...STEERING,
    pattern: '/Webhooks/{webhook}/retry',
    id: 'retryWebhook',
    summary: 'Retry undelivered events',
    description: 'Sends rejected events again immediately.',
    body: steerWebhookRequest,
    examples: { 'all instances': {}, 'one instance': { InstanceId: '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11' } },
    refusals: [WEBHOOK_NOT_FOUND, NOT_REFUSED],
    handle: (request, services) => steer(request, services, 'retry', request.members.InstanceId),
  }),
  writeEndpoint({
    ...STEERING,
    pattern: '/Webhooks/{webhook}/skip',
    id: 'skipWebhook',
    summary: 'Skip undelivered events',
    description:
      'Skips the rejected event of one instance, or of all instances that reached the retry limit. Sluice never sends it.',
    body: steerWebhookRequest,
    examples: { 'one instance': { InstanceId: '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11' } },
    refusals: [WEBHOOK_NOT_FOUND, NOT_REFUSED],
    handle: (request, services) => steer(request, services, 'skip', request.members.InstanceId),
  }),
  writeEndpoint({
    ...STEERING,
    pattern: '/Webhooks/{webhook}/pause',
    id: 'pauseWebhook',
    summary: 'Pause a webhook',
    description: 'Sluice sends no events until you resume the webhook.',
    body: pauseWebhookRequest,
    examples: { 'empty body': {} },
    refusals: [WEBHOOK_NOT_FOUND],
    handle: (request, services) => steer(request, services, 'pause'),
  }),
  writeEndpoint({
    ...STEERING,
    pattern: '/Webhooks/{webhook}/resume',
    id: 'resumeWebhook',
    summary: 'Resume a paused webhook',
    description: 'Delivery continues at the same position.',
    body: pauseWebhookRequest,
    examples: { 'empty body': {} },
    refusals: [WEBHOOK_NOT_FOUND],
    handle: (request, services) => steer(request, services, 'resume'),
  }),
];

function steer(request: ApiRequest, { run }: ApiServices, act: 'retry' | 'skip' | 'pause' | 'resume', instance?: string) {
  const command = {
    kind: 'SteerWebhook',
    name: webhookNameOf(request.params),
    act,
    instanceId: instance ?? null,
  } as const;
  return run(request, command, ({ state, instances }) => jsonAnswer({ status: state, instanceCount: instances }));
}
