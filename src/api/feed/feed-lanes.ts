import type { FeedHead, HeadWatch } from '../../queries/feed/feed-rows.ts';
import type { FeedReading, FeedStep } from '../../queries/feed/read-feed.ts';
import { type FeedPosition, feedCursorText } from '../../requests/position.ts';
import { merged } from '../../shards/merged.ts';
import type { SharedTail } from './feed-reads.ts';

/** Feed of one database during a read (docs/contributing/spec/shards.md#event-feed). */
export interface FeedLane {
  readonly reading: FeedReading;
  readonly watch: HeadWatch;
  readonly tail: SharedTail;
  /** last known end; {@link untilMore} updates it */
  head: FeedHead;
  /** position after the last step; {@link stepsOf} updates it */
  place: FeedPosition;
}

export interface LaneStep {
  readonly lane: FeedLane;
  readonly event: FeedStep['event'];
}

/** Position in all lanes, for clients. */
export function cursorOf(lanes: readonly FeedLane[]): string {
  return feedCursorText(lanes.map(({ place }) => place));
}

/** Returns true if all are at the last known ends. */
export function areAtEnd(lanes: readonly FeedLane[]): boolean {
  return lanes.every(({ place, head }) => place.row >= head.position && place.sequence === undefined);
}

/** Steps of all lanes up to their known ends, events by time. Moves the place of a lane before each step. */
export async function* stepsOf(
  lanes: readonly FeedLane[],
  read: (lane: FeedLane) => AsyncIterable<FeedStep>,
): AsyncGenerator<LaneStep, void, undefined> {
  const [only] = lanes;
  if (lanes.length === 1 && only !== undefined) {
    for await (const { position, event } of read(only)) {
      only.place = position;
      yield { lane: only, event };
    }
    return;
  }
  const sources = lanes.map((lane) => stepsIn(lane, read));
  for await (const { lane, position, event } of merged(sources, byTime)) {
    lane.place = position;
    yield { lane, event };
  }
}

async function* stepsIn(lane: FeedLane, read: (lane: FeedLane) => AsyncIterable<FeedStep>) {
  for await (const step of read(lane)) yield { ...step, lane };
}

/** Steps without event only move their place, so they are first. */
function byTime(a: FeedStep, b: FeedStep): number {
  return (a.event?.occurredAt.getTime() ?? 0) - (b.event?.occurredAt.getTime() ?? 0);
}

/** Waits until a lane has more rows, and updates its known end. False: deadline (ms since epoch), or `isOver`. */
export async function untilMore(lanes: readonly FeedLane[], deadline: number, isOver: () => boolean): Promise<boolean> {
  let isFound = false;
  const waits = lanes.map(async (lane) => {
    const head = await lane.watch.behind(lane.head.position, deadline, () => isFound || isOver());
    if (head === undefined) return;
    lane.head = head;
    isFound = true;
  });
  await Promise.all(waits);
  return isFound;
}
