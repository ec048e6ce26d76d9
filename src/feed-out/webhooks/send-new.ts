import { poolConnection, withTransaction } from '../../db/connection.ts';
import { pause } from '../../platform/retry.ts';
import type { Lease } from '../lease.ts';
import { type DueEvent, type NextEvents, nextEvents } from '../next-events.ts';
import { countParked, type HeldEvent, park, parkedAmong } from './parked.ts';
import { SendingTurn, sendInOrder, someAtOnce, type WebhookDelivery } from './sending-turn.ts';

/** Limits of one turn. */
const BOUNDS = { events: 200, characters: 4 * 1024 * 1024, ms: 5000 };
/** If this number of instances is parked, the webhook stops: its receiver is away, and all that is new would be parked as well. */
export const MOST_PARKED = 1000;
/** How long it leaves a paused or stuck webhook alone. Unit: ms. */
const IDLE_MS = 500;
/** Longest wait for new events before the lease is checked. Unit: ms. */
const WATCH_MS = 2000;

/** Sends new events until the lease ends or sending must stop. Parks instances that are not accepted immediately, so that they do not block others. */
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

/** @returns the first event of each instance that was not received, and of those that are parked already */
async function sendAll(delivery: WebhookDelivery, turn: SendingTurn, { events }: NextEvents): Promise<readonly HeldEvent[]> {
  if (events.length === 0) return [];
  const byInstance = new Map<string, DueEvent[]>();
  for (const due of events) {
    const list = byInstance.get(due.event.workflowInstanceId);
    if (list === undefined) byInstance.set(due.event.workflowInstanceId, [due]);
    else list.push(due);
  }
  const parked = await parkedAmong(poolConnection(delivery.pool), delivery.subscriber, [...byInstance.keys()]);
  const held: HeldEvent[] = [];
  await someAtOnce([...byInstance], delivery.webhook.concurrency, async ([instanceId, ofInstance]) => {
    const [first] = ofInstance;
    // a catch-up may run now and miss the events that this turn passes: park the instance again if it has ended
    if (parked.has(instanceId) && first !== undefined) held.push(passed(first));
    else held.push(...[await sendInOrder(delivery, turn, ofInstance, 0)].filter((event) => event !== undefined));
  });
  return held;
}

function passed(due: DueEvent): HeldEvent {
  return { due, attempts: 0, isFailing: false, delayMs: 0, error: null };
}

function write(
  { pool, subscriber, webhook, log }: WebhookDelivery,
  lease: Lease,
  turn: SendingTurn,
  { end }: NextEvents,
  held: readonly HeldEvent[],
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

/** Why a webhook is paused whose receiver has answered 410. */
export const GONE_REASON = 'The receiver answered 410 Gone.';
