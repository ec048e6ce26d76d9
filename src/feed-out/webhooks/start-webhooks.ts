import { openKysely } from '../../db/kysely.ts';
import type { Pool } from '../../db/pool.ts';
import type { WebhookConfig } from '../../platform/config/config-feed-out.ts';
import type { Logger } from '../../platform/log.ts';
import type { WebhookMetrics } from '../../platform/metrics/role-metrics.ts';
import { errorMessage } from '../../platform/redact.ts';
import { openRepeatLimit } from '../../platform/repeat-limit.ts';
import { LookupQueue, type Resolve } from '../../plugins/builtin/rest-call/address-filter.ts';
import type { HeadWatch } from '../../queries/feed/feed-rows.ts';
import { OpenHistories } from '../../queries/feed/open-histories.ts';
import { holdSubscriber, type Lease } from '../lease.ts';
import { feedFilterOf } from '../next-events.ts';
import { openMessageSender } from './send-message.ts';
import { sendNew, sendParked, type WebhookDelivery } from './sending.ts';

/** Time that a stop waits for running requests. */
const STOP_MS = 5000;

export interface WebhookTools {
  readonly pool: Pool;
  readonly watch: HeadWatch;
  readonly log: Pick<Logger, 'event'>;
  readonly metrics: WebhookMetrics;
  readonly owner: string;
  /** default: the resolver of the system */
  readonly resolve?: Resolve;
}

/**
 * Starts the webhooks. Each sends while this process has the lease (docs/contributing/spec/event-feed.md#webhooks). Throws ConfigError for an unknown event
 * type. @returns a function that stops the loops
 */
export function startWebhooks(tools: WebhookTools, webhooks: readonly WebhookConfig[]): () => Promise<void> {
  const filters = webhooks.map((webhook) => feedFilterOf(webhook, `Webhooks:${webhook.name}`));
  const turns = new LookupQueue();
  const stops = webhooks.map((webhook, index) =>
    start({ ...tools, turns }, webhook, filters[index] as WebhookDelivery['reading']['filter']),
  );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function start(
  { pool, watch, log, metrics, owner, resolve, turns }: WebhookTools & { readonly turns: LookupQueue },
  webhook: WebhookConfig,
  filter: WebhookDelivery['reading']['filter'],
): () => Promise<void> {
  const sender = openMessageSender(webhook, turns, resolve);
  const subscriber = { kind: 'webhook', name: webhook.name } as const;
  const mayLog = openRepeatLimit();
  const delivery = { pool, webhook, subscriber, watch, sender, log, metrics, mayLog };
  const db = openKysely(pool);
  const stop = holdSubscriber({
    pool,
    subscriber,
    begin: webhook.begin,
    owner,
    // two reads can run at the same time: each has separate histories
    send: (lease, stopping) => {
      const reading = () => ({ db, histories: new OpenHistories(), filter });
      return send(
        [
          (givingUp, over) => sendNew({ ...delivery, reading: reading() }, lease, givingUp, over),
          (givingUp, over) => sendParked({ ...delivery, reading: reading() }, lease, givingUp, over),
        ],
        lease,
        stopping,
      );
    },
    onFailure(error) {
      const ErrorMessage = errorMessage(error);
      if (mayLog(`interrupted: ${ErrorMessage}`).isDue) log.event('webhook-interrupted', { Webhook: webhook.name, ErrorMessage });
    },
  });
  return async () => {
    await stop();
    await sender.close();
  };
}

/** Runs the loops for new and parked events. If one fails, ends the other and rejects. After `stopping`, aborts running requests after STOP_MS. */
async function send(
  ways: readonly ((givingUp: AbortSignal, over: AbortSignal) => Promise<void>)[],
  lease: Lease,
  stopping: AbortSignal,
): Promise<void> {
  const failed = new AbortController();
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const giveUpLater = () => {
    timer = setTimeout(() => late.abort(), STOP_MS);
  };
  stopping.addEventListener('abort', giveUpLater, { once: true });
  const givingUp = AbortSignal.any([lease.signal, failed.signal, late.signal]);
  const ended = await Promise.allSettled(
    ways.map((way) =>
      way(givingUp, stopping).catch((error: unknown) => {
        failed.abort();
        throw error;
      }),
    ),
  );
  stopping.removeEventListener('abort', giveUpLater);
  clearTimeout(timer);
  for (const way of ended) if (way.status === 'rejected') throw way.reason;
}
