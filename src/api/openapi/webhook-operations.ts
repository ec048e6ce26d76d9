import {
  pauseWebhookRequest,
  steerWebhookRequest,
  webhookInstancePage,
  webhookList,
  webhookRow,
  webhookSteered,
} from '../schemas/webhooks.ts';
import type { DocumentedRefusal, Operation } from './operation.ts';
import { webhookInstancesQuery } from './parameters.ts';

const tag = 'Webhooks';
const NOT_FOUND: DocumentedRefusal = { status: 404, shape: 'P', text: "Webhook '<name>' not found." };
const NOT_REFUSED: DocumentedRefusal = {
  status: 404,
  shape: 'P',
  text: "Webhook '<name>' has no blocked delivery for instance <id>.",
};

/** /Webhooks (docs/contributing/spec/webhooks.md). */
export const webhookOperations: readonly Operation[] = [
  {
    method: 'GET',
    pattern: '/Webhooks',
    id: 'listWebhooks',
    tag,
    summary: 'List webhooks',
    description: 'All webhooks with their delivery position and rejected events.',
    policy: 'Read',
    answer: webhookList,
  },
  {
    method: 'GET',
    pattern: '/Webhooks/{webhook}',
    id: 'readWebhook',
    tag,
    summary: 'Read a webhook',
    policy: 'Read',
    answer: webhookRow,
    refusals: [NOT_FOUND],
  },
  {
    method: 'GET',
    pattern: '/Webhooks/{webhook}/instances',
    id: 'listWebhookInstances',
    tag,
    summary: 'List instances with undelivered events',
    description: 'Instances for which the webhook has not delivered all events.',
    policy: 'Read',
    query: webhookInstancesQuery,
    examples: { failing: { filters: 'Status==Failing' } },
    answer: webhookInstancePage,
    refusals: [NOT_FOUND],
  },
  {
    method: 'POST',
    pattern: '/Webhooks/{webhook}/retry',
    id: 'retryWebhook',
    tag,
    summary: 'Retry undelivered events',
    description: 'Sends rejected events again immediately.',
    policy: 'Admin',
    body: steerWebhookRequest,
    examples: { 'all instances': {}, 'one instance': { InstanceId: '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11' } },
    answer: webhookSteered,
    refusals: [NOT_FOUND, NOT_REFUSED],
  },
  {
    method: 'POST',
    pattern: '/Webhooks/{webhook}/skip',
    id: 'skipWebhook',
    tag,
    summary: 'Skip undelivered events',
    description:
      'Skips the rejected event of one instance, or of all instances that reached the retry limit. Sluice never sends it.',
    policy: 'Admin',
    body: steerWebhookRequest,
    examples: { 'one instance': { InstanceId: '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11' } },
    answer: webhookSteered,
    refusals: [NOT_FOUND, NOT_REFUSED],
  },
  ...(['pause', 'resume'] as const).map(
    (act): Operation => ({
      method: 'POST',
      pattern: `/Webhooks/{webhook}/${act}`,
      id: `${act}Webhook`,
      tag,
      summary: act === 'pause' ? 'Pause a webhook' : 'Resume a paused webhook',
      description:
        act === 'pause' ? 'Sluice sends no events until you resume the webhook.' : 'Delivery continues at the same position.',
      policy: 'Admin',
      body: pauseWebhookRequest,
      examples: { 'empty body': {} },
      answer: webhookSteered,
      refusals: [NOT_FOUND],
    }),
  ),
];
