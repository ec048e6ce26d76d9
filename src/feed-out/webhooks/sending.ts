import { poolConnection, withTransaction } from '../../db/connection.ts';
import type { Pool } from '../../db/pool.ts';
import type { WebhookConfig } from '../../platform/config/config-feed-out.ts';
import type { Logger } from '../../platform/log.ts';
import type { WebhookMetrics } from '../../platform/metrics/role-metrics.ts';
import type { RepeatLimit } from '../../platform/repeat-limit.ts';
import { backoffMs, pause } from '../../platform/retry.ts';
import type { FeedHead, HeadWatch } from '../../queries/feed/feed-rows.ts';
import type { FeedReading } from '../../queries/feed/read-feed.ts';
import type { Lease } from '../lease.ts';
import { type DueEvent, type NextEvents, nextEvents } from '../next-events.ts';
import { type FeedPlace, liesBehind, type SubscriberId } from '../subscriber.ts';
import {
  continueParked,
  countParked,
  dueParked,
  freeParked,
  holdParked,
  type ParkedInstance,
  park,
  parkedAmong,
  type UndeliveredEvent,
} from './parked.ts';
import type { MessageSender, Sending } from './send-message.ts';

export interface WebhookDelivery {
  readonly pool: Pool;
  readonly webhook: WebhookConfig;
  readonly subscriber: SubscriberId;
  readonly reading: Omit<FeedReading, 'hasLeft'>;
  readonly watch: HeadWatch;
  readonly sender: MessageSender;
  readonly log: Pick<Logger, 'event'>;
  readonly metrics: WebhookMetrics;
  /** limits equal log lines: an unreachable receiver gives the same error for all instances */
  readonly mayLog: RepeatLimit;
}

/** Time in which one turn can start messages. Its other events are parked. */
const TURN_MS = 5000;

/** Sends the events of one read, for a limited time. Then a transaction stores the results. */
export class SendingTurn {
  /** aborts running requests */
  readonly givingUp: AbortSignal;
  readonly feedId: string;
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

  get isOver(): boolean {
    return this.isGone || this.#stopping.aborted || this.givingUp.aborted || performance.now() >= this.#until;
  }
}

/**
 * Sends in order, until one event is not received; records the results in `turn`. `attemptsBefore`: earlier rejections of the first event.
 * @returns the event that was not received
 */
export async function sendInOrder(
  delivery: WebhookDelivery,
  turn: SendingTurn,
  events: readonly DueEvent[],
  attemptsBefore: number,
): Promise<UndeliveredEvent | undefined> {
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

function untried(due: DueEvent, attempts: number): UndeliveredEvent {
  return { due, attempts, isFailing: false, delayMs: 0, error: null };
}

function refused(
  { webhook, log, mayLog }: WebhookDelivery,
  turn: SendingTurn,
  due: DueEvent,
  attempts: number,
  { error, retryAfterMs = 0, isGone }: Extract<Sending, { kind: 'refused' }>,
): UndeliveredEvent {
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

/** `most`: concurrent calls. If one rejects, the other items are still processed; then rejects with its error. */
export async function someAtOnce<T>(items: readonly T[], most: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const loops = Array.from({ length: Math.min(most, items.length) }, async () => {
    for (const item of rest) await work(item);
  });
  for (const loop of await Promise.allSettled(loops)) if (loop.status === 'rejected') throw loop.reason;
}

const BOUNDS = { events: 200, characters: 4 * 1024 * 1024, ms: 5000 };
/** Parked instances from which on no new events are sent: the receiver is probably unreachable, and all would be parked too. */
export const MOST_PARKED = 1000;
/** Interval at which a paused or blocked webhook is checked. */
const IDLE_MS = 500;
/** Wait for new events before the lease is checked. */
const WATCH_MS = 2000;

/**
 * Ends when `stopping` (starts no further message) or `givingUp` (also aborts running requests) is aborted. Parks an instance if one of its events is not
 * received, so that it does not block others.
 */
export async function sendNew(
  delivery: WebhookDelivery,
  lease: Lease,
  givingUp: AbortSignal,
  stopping: AbortSignal,
): Promise<void> {
  const { pool, watch, subscriber } = delivery;
  const isOver = () => stopping.aborted || givingUp.aborted;
  const connection = poolConnection(pool);
  while (!isOver()) {
    const { place, isPaused } = await lease.read();
    if (isPaused || (await countParked(connection, subscriber, MOST_PARKED)) >= MOST_PARKED) {
      await pause(IDLE_MS, stopping);
      continue;
    }
    const head = await watch.now();
    const next = await nextEvents({ ...delivery.reading, hasLeft: isOver }, head, place, BOUNDS);
    if (isOver()) return;
    const turn = new SendingTurn(head.id, givingUp, stopping);
    const held = await sendAll(delivery, turn, next);
    if (givingUp.aborted && !stopping.aborted) return;
    if (next.end.row !== place.row || next.end.sequence !== place.sequence) await write(delivery, lease, turn, next, held);
    if (next.isAtEnd) await watch.behind(head.position, Date.now() + WATCH_MS, isOver);
  }
}

/** @returns the first event of each instance that was not received, also of parked instances */
async function sendAll(
  delivery: WebhookDelivery,
  turn: SendingTurn,
  { events }: NextEvents,
): Promise<readonly UndeliveredEvent[]> {
  if (events.length === 0) return [];
  const byInstance = new Map<string, DueEvent[]>();
  for (const due of events) {
    const list = byInstance.get(due.event.workflowInstanceId);
    if (list === undefined) byInstance.set(due.event.workflowInstanceId, [due]);
    else list.push(due);
  }
  const parked = await parkedAmong(poolConnection(delivery.pool), delivery.subscriber, [...byInstance.keys()]);
  const held: UndeliveredEvent[] = [];
  await someAtOnce([...byInstance], delivery.webhook.concurrency, async ([instanceId, ofInstance]) => {
    const [first] = ofInstance;
    // `sendParked` may end the parking now without these events, so park again; no effect while it is parked
    if (parked.has(instanceId) && first !== undefined) held.push(untried(first, 0));
    else held.push(...[await sendInOrder(delivery, turn, ofInstance, 0)].filter((event) => event !== undefined));
  });
  return held;
}

/** Stores the position, parks instances, and pauses the webhook if its receiver is gone. */
function write(
  { pool, subscriber, webhook, log }: WebhookDelivery,
  lease: Lease,
  turn: SendingTurn,
  { end }: NextEvents,
  held: readonly UndeliveredEvent[],
): Promise<void> {
  return withTransaction(pool, async (transaction) => {
    await lease.lock(transaction);
    park(transaction, subscriber, held);
    lease.advance(transaction, end, turn.received > 0);
    if (turn.error !== undefined || turn.received > 0) lease.noteError(transaction, turn.error ?? null);
    if (!turn.isGone) return;
    lease.pause(transaction, GONE_REASON);
    log.event('webhook-gone', { Webhook: webhook.name });
  });
}

export const GONE_REASON = 'The receiver answered 410 Gone.';

/** Limits of the events of one instance per read. */
const BOUNDS_OF_PARKED = { events: 100, characters: 1024 * 1024, ms: 5000 };
/** Interval of polls for due instances. */
const POLL_MS = 500;

/** Sends parked events when they are due, until `givingUp` or `stopping` is aborted. */
export async function sendParked(
  delivery: WebhookDelivery,
  lease: Lease,
  givingUp: AbortSignal,
  stopping: AbortSignal,
): Promise<void> {
  const { pool, subscriber, webhook, watch } = delivery;
  const connection = poolConnection(pool);
  while (!stopping.aborted && !givingUp.aborted) {
    const { place, isPaused } = await lease.read();
    const due = isPaused ? [] : await dueParked(connection, subscriber, webhook.concurrency * 2);
    if (due.length === 0) {
      await pause(POLL_MS, AbortSignal.any([stopping, givingUp]));
      continue;
    }
    const head = await watch.now();
    const turn = new SendingTurn(head.id, givingUp, stopping);
    await someAtOnce(due, webhook.concurrency, (parked) => catchUp({ delivery, lease, turn, head, place }, parked));
    if (turn.isGone) await pauseGone(delivery, lease);
  }
}

interface Round {
  readonly delivery: WebhookDelivery;
  readonly lease: Lease;
  readonly turn: SendingTurn;
  readonly head: FeedHead;
  /** position of the webhook; `sendNew` sends later events */
  readonly place: FeedPlace;
}

/** Sends up to the position of the webhook; stores the result. */
async function catchUp(round: Round, parked: ParkedInstance): Promise<void> {
  const { delivery, turn, head, place } = round;
  if (turn.isOver) return;
  const filter = { ...delivery.reading.filter, instanceId: parked.instanceId };
  const reading = { ...delivery.reading, filter, hasLeft: () => turn.isOver };
  const next = await nextEvents(reading, { ...head, position: place.row }, parked.behind, BOUNDS_OF_PARKED);
  if (turn.isOver) return;
  const events = next.events.filter((due) => !liesBehind(due.place, place));
  const [first] = events;
  const attempts = first?.position === parked.nextPosition ? parked.attempts : 0;
  const held = await sendInOrder(delivery, turn, events, attempts);
  // the lease has ended: the next process sends everything again that is not recorded
  if (turn.givingUp.aborted && round.lease.signal.aborted) return;
  const isWhole = events.length < next.events.length || next.isAtEnd;
  await writeParked(round, parked, held, isWhole ? place : next.end, isWhole);
}

/** `held`: event that was not received. `end`: last read position. `isWhole`: all events up to the position of the webhook were received. */
async function writeParked(
  { delivery, lease, turn, place }: Round,
  parked: ParkedInstance,
  held: UndeliveredEvent | undefined,
  end: FeedPlace,
  isWhole: boolean,
): Promise<void> {
  const { pool, subscriber } = delivery;
  await withTransaction(pool, async (transaction) => {
    const now = (await lease.lock(transaction)).place;
    const hasMoved = now.row !== place.row || now.sequence !== place.sequence;
    if (held !== undefined) holdParked(transaction, subscriber, parked, held);
    // the webhook has advanced and may have parked more events of this instance, so the parking continues
    else if (isWhole && !hasMoved) freeParked(transaction, subscriber, parked);
    else continueParked(transaction, subscriber, parked, end);
    if (turn.error !== undefined) lease.noteError(transaction, turn.error);
  });
}

function pauseGone({ pool, webhook, log }: WebhookDelivery, lease: Lease): Promise<void> {
  return withTransaction(pool, async (transaction) => {
    await lease.lock(transaction);
    lease.pause(transaction, GONE_REASON);
    log.event('webhook-gone', { Webhook: webhook.name });
  });
}
