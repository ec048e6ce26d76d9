import { eventLine } from '../../queries/feed/feed-lines.ts';
import type { FeedHead } from '../../queries/feed/feed-rows.ts';
import type { HeadWatch } from '../../queries/feed/head-watch.ts';
import { type FeedReading, type FeedStep, positionText, readFeed } from '../../queries/feed/read-feed.ts';
import { type FeedPosition, feedPositionText } from '../../requests/feed-position.ts';
import { isBehind } from './feed-parts.ts';
import type { SharedTail } from './shared-tail.ts';

/** Interval of heartbeats on an idle stream. Unit: ms. */
const HEARTBEAT_MS = 15_000;
/** Reconnect delay that clients get. Unit: ms. */
const RETRY_MS = 2000;
/** Characters of one part, about. */
const PART_LENGTH = 16_384;

/** Parts of a stream. */
export interface FeedStream {
  readonly reading: FeedReading;
  readonly watch: HeadWatch;
  readonly tail: SharedTail;
  readonly head: FeedHead;
  readonly from: FeedPosition;
  /** when the permission to read expires; undefined: never. Unit: ms since epoch */
  readonly expiresAt: number | undefined;
  /** whether the session of the reader has ended; undefined: it has none */
  readonly hasEnded?: (() => Promise<boolean>) | undefined;
  /** whether this process stops */
  readonly isStopping: () => boolean;
}

/** Text of a stream of server-sent events: existing events, then new ones, until it is closed. */
export async function* streamParts(stream: FeedStream): AsyncGenerator<string> {
  const { reading, watch, expiresAt = Number.POSITIVE_INFINITY, hasEnded = async () => false, isStopping } = stream;
  const isOver = () => reading.hasLeft() || isStopping() || Date.now() >= expiresAt;
  let head = stream.head;
  let place = stream.from;
  yield `retry: ${RETRY_MS}\nid: ${feedPositionText(place)}\n\n`;
  while (!isOver() && !(await hasEnded())) {
    let text = '';
    for await (const step of stepsBehind(stream, head, place)) {
      if (isOver()) break;
      place = step.position;
      text += step.event === undefined ? '' : messageOf(step, step.event);
      if (text.length < PART_LENGTH) continue;
      yield text;
      text = '';
      if (await hasEnded()) break;
    }
    if (text !== '') yield text;
    if (isOver() || !isBehind(place, head)) continue;
    const next = await watch.behind(head.position, Math.min(Date.now() + HEARTBEAT_MS, expiresAt), isOver);
    // a message without data is not one, but the client remembers its id: it need not read the skipped events again
    if (next === undefined) yield `: still here\nid: ${feedPositionText(place)}\n\n`;
    else head = next;
  }
  yield `: ${isStopping() ? 'the service stops' : 'the token is over'}\n\n`;
}

async function* stepsBehind({ reading, tail }: FeedStream, head: FeedHead, place: FeedPosition): AsyncGenerator<FeedStep> {
  const shared = place.sequence === undefined ? await tail.behind(place.row, head, reading.filter) : undefined;
  if (shared === undefined) yield* readFeed(reading, head, place);
  else yield* shared;
}

function messageOf(step: FeedStep, event: NonNullable<FeedStep['event']>): string {
  const position = positionText(step);
  return `id: ${position}\ndata: ${JSON.stringify(eventLine(event, position))}\n\n`;
}
