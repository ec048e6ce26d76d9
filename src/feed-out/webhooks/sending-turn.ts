import type { Pool } from '../../db/pool.ts';
import type { WebhookConfig } from '../../platform/config/config-webhooks.ts';
import type { Logger } from '../../platform/log.ts';
import type { WebhookMetrics } from '../../platform/metrics/role-metrics.ts';
import type { RepeatLimit } from '../../platform/repeat-limit.ts';
import { backoffMs } from '../../platform/retry.ts';
import type { HeadWatch } from '../../queries/feed/head-watch.ts';
import type { FeedReading } from '../../queries/feed/read-feed.ts';
import type { DueEvent } from '../next-events.ts';
import type { SubscriberId } from '../subscriber.ts';
import type { HeldEvent } from './parked.ts';
import type { MessageSender, Sending } from './send-message.ts';

/** Parts that sending to one webhook uses. */
export interface WebhookDelivery {
  readonly pool: Pool;
  readonly webhook: WebhookConfig;
  readonly subscriber: SubscriberId;
  readonly reading: Omit<FeedReading, 'hasLeft'>;
  readonly watch: HeadWatch;
  readonly sender: MessageSender;
  readonly log: Pick<Logger, 'event'>;
  readonly metrics: WebhookMetrics;
  /** a receiver that is away refuses a thousand instances with one text */
  readonly mayLog: RepeatLimit;
}

/** How long one turn starts messages. The rest is parked, so that others continue. Unit: ms. */
const TURN_MS = 5000;

/** A bounded time of sending, between a reading and the transaction that writes what became of it. */
export class SendingTurn {
  /** ends messages that are on their way */
  readonly givingUp: AbortSignal;
  readonly feedId: string;
  /** the last refusal */
  error: string | undefined;
  isGone = false;
  received = 0;
  readonly #stopping: AbortSignal;
  readonly #until = performance.now() + TURN_MS;

  constructor(feedId: string, givingUp: AbortSignal, stopping: AbortSignal) {
    this.feedId = feedId;
    this.givingUp = givingUp;
    this.#stopping = stopping;
  }

  /** Whether no further message is begun. */
  get isOver(): boolean {
    return this.isGone || this.#stopping.aborted || this.givingUp.aborted || performance.now() >= this.#until;
  }
}

/**
 * Sends events of one instance in their order, up to the first that is not received. `attemptsBefore`: how often the first was refused before.
 * @returns that one; undefined: all were received
 */
export async function sendInOrder(
  delivery: WebhookDelivery,
  turn: SendingTurn,
  events: readonly DueEvent[],
  attemptsBefore: number,
): Promise<HeldEvent | undefined> {
  let attempts = attemptsBefore;
  for (const due of events) {
    if (turn.isOver) return untried(due, attempts);
    const sending = await delivery.sender.send(due, turn.feedId, turn.givingUp);
    if (sending.kind === 'given-up') return untried(due, attempts);
    delivery.metrics.webhookSent(delivery.webhook.name, sending.kind);
    if (sending.kind === 'refused') return refused(delivery, turn, due, attempts + 1, sending);
    turn.received += 1;
    attempts = 0;
  }
  return undefined;
}

function untried(due: DueEvent, attempts: number): HeldEvent {
  return { due, attempts, isFailing: false, delayMs: 0, error: null };
}

function refused(
  { webhook, log, mayLog }: WebhookDelivery,
  turn: SendingTurn,
  due: DueEvent,
  attempts: number,
  { error, retryAfterMs = 0, isGone }: Extract<Sending, { kind: 'refused' }>,
): HeldEvent {
  turn.error = error;
  turn.isGone ||= isGone;
  const isFailing = attempts >= webhook.attempts;
  const delayMs = Math.max(backoffMs(webhook, attempts), Math.min(retryAfterMs, webhook.maxDelayMs));
  const line = {
    Webhook: webhook.name,
    WorkflowInstanceId: due.event.workflowInstanceId,
    Position: due.position,
    ErrorMessage: error,
  };
  if (attempts === 1 && mayLog(error).isDue) log.event('webhook-refused', line);
  if (attempts === webhook.attempts) log.event('webhook-instance-failing', { ...line, Attempt: attempts });
  return { due, attempts, isFailing, delayMs, error };
}

/** Works on all items, several concurrently. Rejects when one fails, after all running ones have ended. */
export async function someAtOnce<T>(items: readonly T[], most: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const lanes = Array.from({ length: Math.min(most, items.length) }, async () => {
    for (const item of rest) await work(item);
  });
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason;
}
