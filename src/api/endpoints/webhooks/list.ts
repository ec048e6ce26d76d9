import { z } from 'zod';
import { jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import type { WebhookConfig } from '../../../platform/config/config-feed-out.ts';
import { listParked, type ParkedRow, parkedNames, readWebhookRows, type WebhookRow } from '../../../queries/feed/webhooks.ts';
import { parseListQuery } from '../../../queries/lists/list-query.ts';
import { FEED_CURSOR_SEPARATOR } from '../../../requests/position.ts';
import { readQueryParameters } from '../../../requests/request-texts.ts';
import type { Endpoint } from '../../endpoint.ts';
import { webhookNotFound } from '../../http-errors.ts';
import { listQuery } from '../../openapi/parameters.ts';
import { guid, orNull, paging, type ResponseBody, timestamp } from '../../schemas/values.ts';
import type { ApiServices } from '../../services.ts';
import { WEBHOOK_NOT_FOUND } from '../refusals.ts';

const status = z.enum(['Active', 'Paused']);

const webhookRow = z
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

const webhookList = z.object({ items: z.array(webhookRow) }).meta({ id: 'WebhookList' });

const webhookInstance = z
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

const webhookInstancePage = z.object({ items: z.array(webhookInstance), ...paging }).meta({ id: 'WebhookInstancePage' });

/** See docs/contributing/spec/event-feed.md#webhooks. Read the rows of the sender, so no wait for the projection. */
export const webhookReads: readonly Endpoint[] = [
  {
    method: 'GET',
    pattern: '/Webhooks',
    permission: 'operate',
    rateLimit: 'Read',
    id: 'listWebhooks',
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: 'All webhooks with their delivery position and rejected events.',
    shards: { combine: combinedList },
    answer: webhookList,
    handle: async (_, services) => jsonAnswer({ items: await readWebhooks(services, null) }),
  },
  {
    method: 'GET',
    pattern: '/Webhooks/{webhook}',
    permission: 'operate',
    rateLimit: 'Read',
    id: 'readWebhook',
    tag: 'Webhooks',
    summary: 'Read a webhook',
    shards: { combine: combinedWebhook },
    answer: webhookRow,
    refusals: [WEBHOOK_NOT_FOUND],
    async handle({ path, params }, services) {
      const name = webhookNameOf(params);
      const [webhook] = await readWebhooks(services, name);
      return webhook === undefined ? problemAnswer('unknown-webhook', webhookNotFound(name), path) : jsonAnswer(webhook);
    },
  },
  {
    method: 'GET',
    pattern: '/Webhooks/{webhook}/instances',
    permission: 'operate',
    rateLimit: 'Read',
    id: 'listWebhookInstances',
    tag: 'Webhooks',
    summary: 'List instances with undelivered events',
    description: 'Instances for which the webhook has not delivered all events.',
    shards: { sorts: 'ParkedAt', id: 'workflowInstanceId' },
    query: listQuery('Status, InstanceId', 'ParkedAt', 'ParkedAt'),
    examples: { failing: { filters: 'Status==Failing' } },
    answer: webhookInstancePage,
    refusals: [WEBHOOK_NOT_FOUND],
    async handle({ path, queryText, params }, services) {
      const query = parseListQuery(readQueryParameters(queryText), parkedNames);
      if (!query.ok) return problemAnswer('invalid-query', query.detail, path);
      const name = webhookNameOf(params);
      if ((await readWebhooks(services, name)).length === 0) return problemAnswer('unknown-webhook', webhookNotFound(name), path);
      const { items, totalCount, page, pageSize } = await listParked(services.db, name, query.value);
      return jsonAnswer({ items: items.map(instanceJson), totalCount, page, pageSize });
    },
  },
];

type Webhook = ResponseBody<typeof webhookRow>;

/** Each shard sends its own events, with the same settings (docs/contributing/spec/shards.md#lists). */
function combinedList(lists: readonly { readonly items: readonly Webhook[] }[]): ResponseBody<typeof webhookList> {
  const items = lists.flatMap((list) => list.items);
  const names = [...new Set(items.map(({ name }) => name))].sort();
  return { items: names.map((name) => combinedWebhook(items.filter((webhook) => webhook.name === name))) };
}

/** Sums, latest times, and the state of the first paused one. The position contains those of all shards. */
function combinedWebhook(parts: readonly Webhook[]): Webhook {
  const sum = (member: 'lagRows' | 'waitingCount' | 'failingCount') => parts.reduce((total, part) => total + part[member], 0);
  const latest = (member: 'lastErrorAt' | 'lastReceivedAt') =>
    parts.reduce<string | null>((found, { [member]: at }) => (at !== null && (found === null || at > found) ? at : found), null);
  const positions = parts.flatMap(({ position }) => position ?? []);
  const lastErrorAt = latest('lastErrorAt');
  const paused = parts.find(({ status: state }) => state === 'Paused');
  return {
    ...(paused ?? (parts[0] as Webhook)),
    position: positions.length < parts.length ? null : positions.join(FEED_CURSOR_SEPARATOR),
    lagRows: sum('lagRows'),
    lagSeconds: Math.max(...parts.map(({ lagSeconds }) => lagSeconds)),
    waitingCount: sum('waitingCount'),
    failingCount: sum('failingCount'),
    lastError: parts.find((part) => part.lastErrorAt !== null && part.lastErrorAt === lastErrorAt)?.lastError ?? null,
    lastErrorAt,
    lastReceivedAt: latest('lastReceivedAt'),
    sender: parts.find(({ sender }) => sender !== null)?.sender ?? null,
  };
}

/** Configured or with a row in the database, by name. `name` null: all. */
async function readWebhooks(
  { db, webhooks = [] }: ApiServices,
  name: string | null,
): Promise<readonly ResponseBody<typeof webhookRow>[]> {
  const configured = new Map(webhooks.map((webhook) => [webhook.name, webhook]));
  const rows = new Map((await readWebhookRows(db, name)).map((row) => [row.name, row]));
  const names = new Set([...configured.keys(), ...rows.keys()].filter((known) => name === null || known === name));
  return [...names].sort().map((known) => webhookJson(known, configured.get(known), rows.get(known)));
}

/** Returns the name in lower case, because names of settings are not case-sensitive. */
export function webhookNameOf([text = '']: readonly string[]): string {
  return text.toLowerCase();
}

function webhookJson(
  name: string,
  settings: WebhookConfig | undefined,
  row: WebhookRow | undefined,
): ResponseBody<typeof webhookRow> {
  const time = (at: Date | null | undefined) => (at == null ? null : formatTimestamp(at));
  return {
    name,
    isConfigured: settings !== undefined,
    receiver: settings === undefined ? null : new URL(settings.url).origin,
    format: settings?.format ?? null,
    keys: [...(settings?.keys ?? [])],
    types: [...(settings?.types ?? [])],
    businessId: settings?.businessId ?? null,
    status: row?.state ?? 'Active',
    reason: row?.reason ?? null,
    pausedAt: time(row?.pausedAt),
    position: row?.position ?? null,
    lagRows: row?.lagRows ?? 0,
    lagSeconds: row?.lagSeconds ?? 0,
    waitingCount: row?.waiting ?? 0,
    failingCount: row?.failing ?? 0,
    lastError: row?.error ?? null,
    lastErrorAt: time(row?.errorAt),
    lastReceivedAt: time(row?.sentAt),
    sender: row?.sender ?? null,
  };
}

function instanceJson(parked: ParkedRow): ResponseBody<typeof webhookInstance> {
  return {
    workflowInstanceId: parked.instanceId,
    processDefinitionKey: parked.processKey,
    status: parked.isFailing ? 'Failing' : 'Waiting',
    attempts: parked.attempts,
    nextPosition: parked.nextPosition === '' ? null : parked.nextPosition,
    nextType: parked.nextType === '' ? null : parked.nextType,
    nextAttemptAt: formatTimestamp(parked.nextAt),
    lastError: parked.error,
    parkedAt: formatTimestamp(parked.parkedAt),
  };
}
