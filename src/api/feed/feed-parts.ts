import type { FeedHead } from '../../queries/feed/feed-rows.ts';
import type { HeadWatch } from '../../queries/feed/head-watch.ts';
import { type FeedReading, positionText, readFeed } from '../../queries/feed/read-feed.ts';
import { type FeedPosition, feedPositionText } from '../../requests/feed-position.ts';
import type { FeedFormat } from './feed-formats.ts';
import type { FeedQuery } from './feed-query.ts';

/** Characters of one part, about. */
const PART_LENGTH = 65_536;
/** Longest time of an answer while few events match; the client continues at its end. Unit: ms. */
const LONGEST_MS = 20_000;

/** Parts of a page of the feed. */
export interface FeedPage {
  readonly reading: FeedReading;
  readonly watch: HeadWatch;
  readonly query: FeedQuery;
  readonly format: FeedFormat;
  readonly head: FeedHead;
  readonly from: FeedPosition;
}

/** The text of a page in parts: read when they are sent, a bounded piece at a time. */
export async function* feedParts({ reading, watch, query, format, head, from }: FeedPage): AsyncGenerator<string> {
  const mayWaitUntil = Date.now() + query.waitSeconds * 1000;
  const lookUntil = mayWaitUntil + LONGEST_MS;
  let end = head;
  let place = from;
  let count = 0;
  let text = format.begin;
  const isFull = () => count >= query.limit || Date.now() >= lookUntil;
  for (;;) {
    for await (const step of readFeed(reading, end, place)) {
      place = step.position;
      if (step.event !== undefined) {
        text += (count === 0 ? '' : format.separator) + format.event(step.event, positionText(step));
        count += 1;
      }
      if (isFull()) break;
      if (text.length < PART_LENGTH) continue;
      yield text;
      text = '';
    }
    if (count > 0 || !isBehind(place, end) || Date.now() >= mayWaitUntil) break;
    const next = await watch.behind(end.position, mayWaitUntil, reading.hasLeft);
    if (next === undefined) break;
    end = next;
  }
  yield text + format.end(feedPositionText(place), isBehind(place, end), count === 0);
}

/** Whether nothing of the feed, as far as it went, is behind a position. */
export function isBehind(place: FeedPosition, end: FeedHead): boolean {
  return place.row >= end.position && place.sequence === undefined;
}
