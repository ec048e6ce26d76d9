import { z } from 'zod';
import { optionalGuid } from './members.ts';
import { paging } from './responses.ts';
import { guid, orNull, timestamp } from './values.ts';

export const pauseWebhookRequest = z.object({}).meta({ id: 'PauseWebhookRequest' });
/** Which instances of a webhook are meant (docs/contributing/spec/webhooks.md#acts). */
export const steerWebhookRequest = z
  .object({ InstanceId: optionalGuid('Only this instance. Left out, null or blank: all that are refused.') })
  .meta({ id: 'SteerWebhookRequest' });

const status = z.enum(['Active', 'Paused']);

export const webhookSteered = z
  .object({
    status,
    instanceCount: z.int().min(0).meta({ description: 'Instances that are sent again, or of which an event was passed over.' }),
  })
  .meta({ id: 'WebhookSteered' });

export const webhookRow = z
  .object({
    name: z.string(),
    isConfigured: z.boolean().meta({ description: 'False: it was once, and nothing is sent to it.' }),
    receiver: z.string().nullable().meta({ description: 'Scheme, host and port of its address; the rest may be secret.' }),
    format: z.string().nullable().meta({ description: '`event` or `cloudevents`.' }),
    keys: z.array(z.string()),
    types: z.array(z.string()),
    businessId: z.string().nullable(),
    status,
    reason: z.string().nullable().meta({ description: 'Why it is paused.' }),
    pausedAt: orNull(timestamp),
    position: z
      .string()
      .nullable()
      .meta({ description: 'Everything up to here was received, or waits in an instance. Null: it has not begun.' }),
    lagRows: z.int().min(0).meta({ description: 'Rows of the feed behind it.' }),
    lagSeconds: z.int().min(0).meta({ description: 'Age of the first of them.' }),
    waitingCount: z.int().min(0).meta({ description: 'Instances whose events are sent later.' }),
    failingCount: z.int().min(0).meta({ description: 'Instances whose next event was refused as often as is allowed.' }),
    lastError: z
      .string()
      .nullable()
      .meta({ description: 'Why the last refused message was refused; null once one was received.' }),
    lastErrorAt: orNull(timestamp),
    lastReceivedAt: orNull(timestamp),
    sender: z.string().nullable().meta({ description: 'The process that sends.' }),
  })
  .meta({ id: 'Webhook' });

export const webhookList = z.object({ items: z.array(webhookRow) }).meta({ id: 'WebhookList' });

export const webhookInstance = z
  .object({
    workflowInstanceId: guid,
    processDefinitionKey: z.string(),
    status: z.enum(['Waiting', 'Failing']),
    attempts: z.int().min(0).meta({ description: 'How often the next event was refused; 0: there was no time for it.' }),
    nextPosition: z.string().nullable().meta({ description: 'Its position; null: not looked for yet.' }),
    nextType: z.string().nullable(),
    nextAttemptAt: timestamp,
    lastError: z.string().nullable(),
    parkedAt: timestamp,
  })
  .meta({ id: 'WebhookInstance' });

export const webhookInstancePage = z.object({ items: z.array(webhookInstance), ...paging }).meta({ id: 'WebhookInstancePage' });
