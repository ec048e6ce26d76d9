import { jsonAnswer, problemAnswer } from '../../platform/answer.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import type { WebhookConfig } from '../../platform/config/config-webhooks.ts';
import { listParked, type ParkedRow, parkedNames, readWebhookRows, type WebhookRow } from '../../queries/feed/webhooks.ts';
import { parseListQuery } from '../../queries/lists/list-query.ts';
import { readQueryParameters } from '../../requests/query-parameters.ts';
import { createMemberReader } from '../body/members.ts';
import type { CommandRunner } from '../commands.ts';
import { BODY_LIMIT, type Endpoint } from '../endpoint.ts';
import { webhookNotFound } from '../http-errors.ts';
import type { ApiPorts } from '../ports.ts';
import type { ResponseBody } from '../schemas/responses.ts';
import { steerWebhookRequest, type webhookInstance, type webhookRow } from '../schemas/webhooks.ts';

type WebhookPorts = Pick<ApiPorts, 'db' | 'webhooks'>;

const readSteer = createMemberReader(steerWebhookRequest);

/** /Webhooks (docs/contributing/spec/webhooks.md). The sender writes the rows, so reads need no wait. */
export function webhookRoutes(run: CommandRunner, ports: WebhookPorts): readonly Endpoint[] {
  return [...readRoutes(ports), ...steerRoutes(run)];
}

function steerRoutes(run: CommandRunner): readonly Endpoint[] {
  const pausing = (['pause', 'resume'] as const).map(
    (act): Endpoint => ({
      method: 'POST',
      pattern: `/Webhooks/{webhook}/${act}`,
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      handle: (request) => run(request, commandOf(request.params[0], act, null), steeredJson),
    }),
  );
  const ofInstances = (['retry', 'skip'] as const).map(
    (act): Endpoint => ({
      method: 'POST',
      pattern: `/Webhooks/{webhook}/${act}`,
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      async handle(request) {
        const read = readSteer(request.body, request.path);
        if (!read.ok) return read.answer;
        return run(request, commandOf(request.params[0], act, read.members.InstanceId?.toLowerCase() ?? null), steeredJson);
      },
    }),
  );
  return [...pausing, ...ofInstances];
}

function commandOf(name: string | undefined, act: 'retry' | 'skip' | 'pause' | 'resume', instanceId: string | null) {
  return { kind: 'SteerWebhook', name: nameOf(name), act, instanceId } as const;
}

function steeredJson({ state: status, instances: instanceCount }: { state: 'Active' | 'Paused'; instances: number }) {
  return jsonAnswer({ status, instanceCount });
}

function readRoutes({ db, webhooks = [] }: WebhookPorts): readonly Endpoint[] {
  const configured = new Map(webhooks.map((webhook) => [webhook.name, webhook]));

  /** Rows with what is configured; one of the two may be missing. */
  async function read(name: string | null): Promise<readonly ResponseBody<typeof webhookRow>[]> {
    const rows = new Map((await readWebhookRows(db, name)).map((row) => [row.name, row]));
    const names = new Set([...configured.keys(), ...rows.keys()].filter((known) => name === null || known === name));
    return [...names].sort().map((known) => webhookJson(known, configured.get(known), rows.get(known)));
  }
  return [
    { method: 'GET', pattern: '/Webhooks', handle: async () => jsonAnswer({ items: await read(null) }) },
    {
      method: 'GET',
      pattern: '/Webhooks/{webhook}',
      async handle({ path, params }) {
        const name = nameOf(params[0]);
        const [webhook] = await read(name);
        return webhook === undefined ? problemAnswer('unknown-webhook', webhookNotFound(name), path) : jsonAnswer(webhook);
      },
    },
    {
      method: 'GET',
      pattern: '/Webhooks/{webhook}/instances',
      async handle({ path, queryText, params }) {
        const query = parseListQuery(readQueryParameters(queryText), parkedNames);
        if (!query.ok) return problemAnswer('invalid-query', query.detail, path);
        const name = nameOf(params[0]);
        if ((await read(name)).length === 0) return problemAnswer('unknown-webhook', webhookNotFound(name), path);
        const { items, totalCount, page, pageSize } = await listParked(db, name, query.value);
        return jsonAnswer({ items: items.map(instanceJson), totalCount, page, pageSize });
      },
    },
  ];
}

/** Names are those of settings: upper and lower case do not matter. What no setting can be called leads nowhere. */
function nameOf(text = ''): string {
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
