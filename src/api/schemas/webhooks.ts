import { z } from 'zod';
import { optionalGuid } from './members.ts';
import { paging } from './responses.ts';
import { guid, orNull, timestamp } from './values.ts';

export const pauseWebhookRequest = z.object({}).meta({ id: 'PauseWebhookRequest' });
/** Which instances of a webhook are meant (docs/contributing/spec/webhooks.md#acts). */
export const steerWebhookRequest = z
  .object({ InstanceId: optionalGuid('Id of an instance. Default: all instances with rejected events.') })
  .meta({ id: 'SteerWebhookRequest' });

const status = z.enum(['Active', 'Paused']);

export const webhookSteered = z
  .object({
    status,
    instanceCount: z.int().min(0).meta({ description: 'Number of instances whose events are sent again or skipped.' }),
  })
  .meta({ id: 'WebhookSteered' });

export const webhookRow = z
  .object({
    name: z.string(),
    isConfigured: z
      .boolean()
      .meta({ description: 'False if the webhook was removed from the configuration. Sluice sends nothing to it.' }),
    receiver: z
      .string()
      .nullable()
      .meta({ description: 'Scheme, host and port of the address. Sluice hides the rest because it can be secret.' }),
    format: z.string().nullable().meta({ description: '`event` or `cloudevents`.' }),
    keys: z.array(z.string()),
    types: z.array(z.string()),
    businessId: z.string().nullable(),
    status,
    reason: z.string().nullable().meta({ description: 'Reason for the pause.' }),
    pausedAt: orNull(timestamp),
    position: z.string().nullable().meta({
      description: 'All events up to this position were delivered or wait for their instance. Null if delivery has not started.',
    }),
    lagRows: z.int().min(0).meta({ description: 'Number of rows in the feed after `position`.' }),
    lagSeconds: z.int().min(0).meta({ description: 'Age of the first of these rows in seconds.' }),
    waitingCount: z.int().min(0).meta({ description: 'Number of instances whose events are sent later.' }),
    failingCount: z
      .int()
      .min(0)
      .meta({ description: 'Number of instances whose next event was rejected after the last allowed attempt.' }),
    lastError: z
      .string()
      .nullable()
      .meta({ description: 'Error of the last rejected message. Null after a successful delivery.' }),
    lastErrorAt: orNull(timestamp),
    lastReceivedAt: orNull(timestamp),
    sender: z.string().nullable().meta({ description: 'Service process that sends the events.' }),
  })
  .meta({ id: 'Webhook' });

export const webhookList = z.object({ items: z.array(webhookRow) }).meta({ id: 'WebhookList' });

export const webhookInstance = z
  .object({
    workflowInstanceId: guid,
    processDefinitionKey: z.string(),
    status: z.enum(['Waiting', 'Failing']),
    attempts: z
      .int()
      .min(0)
      .meta({ description: 'Number of rejected attempts for the next event. 0 if Sluice has not tried yet.' }),
    nextPosition: z.string().nullable().meta({ description: 'Position of the next event. Null if not yet determined.' }),
    nextType: z.string().nullable(),
    nextAttemptAt: timestamp,
    lastError: z.string().nullable(),
    parkedAt: timestamp,
  })
  .meta({ id: 'WebhookInstance' });

export const webhookInstancePage = z.object({ items: z.array(webhookInstance), ...paging }).meta({ id: 'WebhookInstancePage' });
