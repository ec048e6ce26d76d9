import type { Connection } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';

export type SubscriberKind = 'webhook' | 'kafka';

/** Receiver of the event feed outside this service (a row of `feed_subscriber`). */
export interface SubscriberId {
  readonly kind: SubscriberKind;
  /** name of the webhook, or topic */
  readonly name: string;
}

export type SubscriberBegin = 'beginning' | 'end';

/** Position in the feed of this database: after a row, or after one event of a row. */
export interface FeedPlace {
  readonly row: number;
  /** number of the event in the history of its instance; undefined: after the whole row */
  readonly sequence: number | undefined;
}

const ENSURE: Statement = {
  name: 'feed-out-ensure-subscriber',
  text: `insert into feed_subscriber (kind, name, row_position)
    select $1, $2, case when $3 then 0 else position end from feed_head
    on conflict (kind, name) do nothing`,
};

/** Creates the row of a subscriber; an existing one is not changed. */
export async function ensureSubscriber(
  connection: Connection,
  { kind, name }: SubscriberId,
  begin: SubscriberBegin,
): Promise<void> {
  await connection.query(ENSURE, [kind, name, begin === 'beginning']);
}

export interface PlaceColumns {
  readonly row_position: string;
  readonly sequence: number | null;
}

export function placeOf({ row_position, sequence }: PlaceColumns): FeedPlace {
  return { row: Number(row_position), sequence: sequence ?? undefined };
}

export function liesBehind(place: FeedPlace, other: FeedPlace): boolean {
  if (place.row !== other.row) return place.row > other.row;
  return (place.sequence ?? Number.POSITIVE_INFINITY) > (other.sequence ?? Number.POSITIVE_INFINITY);
}
