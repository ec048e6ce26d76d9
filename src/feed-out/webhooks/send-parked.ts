import { poolConnection, withTransaction } from '../../db/connection.ts';
import { pause } from '../../platform/retry.ts';
import type { FeedHead } from '../../queries/feed/feed-rows.ts';
import type { Lease } from '../lease.ts';
import { nextEvents } from '../next-events.ts';
import { type FeedPlace, liesBehind } from '../subscriber.ts';
import { continueParked, dueParked, freeParked, type HeldEvent, holdParked, type ParkedInstance } from './parked.ts';
import { GONE_REASON } from './send-new.ts';
import { SendingTurn, sendInOrder, someAtOnce, type WebhookDelivery } from './sending-turn.ts';

/** Events of one instance that are read at a time. */
const BOUNDS = { events: 100, characters: 1024 * 1024, ms: 5000 };
/** Interval of polls for due instances. Unit: ms. */
const LOOK_MS = 500;

/** Sends parked events when they are due, until the lease ends or sending must stop. */
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
      await pause(LOOK_MS, AbortSignal.any([stopping, givingUp]));
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
  /** position of the webhook: later events are sent as new ones */
  readonly place: FeedPlace;
}

async function catchUp(round: Round, parked: ParkedInstance): Promise<void> {
  const { delivery, turn, head, place } = round;
  if (turn.isOver) return;
  const filter = { ...delivery.reading.filter, instanceId: parked.instanceId };
  const reading = { ...delivery.reading, filter, hasLeft: () => turn.isOver };
  const next = await nextEvents(reading, { ...head, position: place.row }, parked.behind, BOUNDS);
  if (turn.isOver) return;
  const events = next.events.filter((due) => !liesBehind(due.place, place));
  const [first] = events;
  const attempts = first?.position === parked.nextPosition ? parked.attempts : 0;
  const held = await sendInOrder(delivery, turn, events, attempts);
  // the lease has ended: its next holder repeats everything that is not recorded
  if (turn.givingUp.aborted && round.lease.signal.aborted) return;
  const isWhole = events.length < next.events.length || next.isAtEnd;
  await write(round, parked, held, isWhole ? place : next.end, isWhole);
}

/** `end`: everything up to here was read. */
async function write(
  { delivery, lease, turn, place }: Round,
  parked: ParkedInstance,
  held: HeldEvent | undefined,
  end: FeedPlace,
  isWhole: boolean,
): Promise<void> {
  const { pool, subscriber } = delivery;
  await withTransaction(pool, async (transaction) => {
    const now = (await lease.lock(transaction)).place;
    const hasMoved = now.row !== place.row || now.sequence !== place.sequence;
    if (held !== undefined) holdParked(transaction, subscriber, parked, held);
    // the webhook has advanced since and may have passed events of this instance
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
