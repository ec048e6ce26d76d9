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
    summary: 'All webhooks with their progress and their blocked deliveries',
    policy: 'Read',
    answer: webhookList,
  },
  {
    method: 'GET',
    pattern: '/Webhooks/{webhook}',
    id: 'readWebhook',
    tag,
    summary: 'One webhook',
    policy: 'Read',
    answer: webhookRow,
    refusals: [NOT_FOUND],
  },
  {
    method: 'GET',
    pattern: '/Webhooks/{webhook}/instances',
    id: 'listWebhookInstances',
    tag,
    summary: 'Instances that a webhook has passed without all of their events',
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
    summary: 'Sends what was refused again, at once',
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
    summary: 'Passes over the refused event of an instance, or of all that are failing; it is never sent',
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
      summary: act === 'pause' ? 'Sends nothing to a webhook until it is resumed' : 'Resumes a paused webhook where it stopped',
      policy: 'Admin',
      body: pauseWebhookRequest,
      examples: { 'no members': {} },
      answer: webhookSteered,
      refusals: [NOT_FOUND],
    }),
  ),
];
