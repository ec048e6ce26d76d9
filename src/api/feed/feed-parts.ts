import { formatTimestamp } from '../../platform/clock.ts';
import type { FeedHead, HeadWatch } from '../../queries/feed/feed-rows.ts';
import {
  cloudEvent,
  eventLine,
  type FeedEvent,
  type FeedReading,
  type FeedStep,
  feedSource,
  positionText,
  readFeed,
} from '../../queries/feed/read-feed.ts';
import { type FeedPosition, feedPositionText } from '../../requests/position.ts';
import type { FeedQuery } from './feed-query.ts';
import type { SharedTail } from './feed-reads.ts';

/** Format of an answer with events and the position after them (docs/contributing/spec/event-feed.md#formats). */
export interface FeedFormat {
  readonly contentType: string;
  readonly begin: string;
  readonly separator: string;
  readonly event: (event: FeedEvent, position: string) => string;
  /** returns the text after the events. `next`: position to continue from; `isAtEnd`: the end of the feed was reached; `isEmpty`: the answer has no events */
  readonly end: (next: string, isAtEnd: boolean, isEmpty: boolean) => string;
}

const NDJSON: FeedFormat = {
  contentType: 'application/x-ndjson; charset=utf-8',
  begin: '',
  separator: '',
  event: (event, position) => `${JSON.stringify(eventLine(event, position))}\n`,
  end: (next, isAtEnd) => `${JSON.stringify({ next, isAtEnd })}\n`,
};

const JSON_OBJECT: FeedFormat = {
  contentType: 'application/json; charset=utf-8',
  begin: '{"items":[',
  separator: ',',
  event: (event, position) => JSON.stringify(eventLine(event, position)),
  end: (next, isAtEnd) => `],"next":${JSON.stringify(next)},"isAtEnd":${isAtEnd}}`,
};

/** Returns the format of CloudEvents batches. A batch is an array of events, so an additional event contains the next position. */
function cloudEventsBatch(feedId: string, now: () => Date): FeedFormat {
  const source = feedSource(feedId);
  return {
    contentType: 'application/cloudevents-batch+json; charset=utf-8',
    begin: '[',
    separator: ',',
    event: (event, position) => JSON.stringify(cloudEvent(event, position, source)),
    end: (next, isAtEnd, isEmpty) =>
      `${isEmpty ? '' : ','}${JSON.stringify({
        specversion: '1.0',
        id: `end-of-page.${next}`,
        source,
        type: 'sluice.EndOfPage',
        time: formatTimestamp(now()),
        datacontenttype: 'application/json',
        data: { next, isAtEnd },
      })}]`,
  };
}

/** Returns the format for an `Accept` header; default: JSON lines. Returns undefined if no format in it is supported. */
export function feedFormatFor(accept: string | undefined, feedId: string): FeedFormat | undefined {
  const wanted = (accept ?? '*/*').split(',').map((part) => part.split(';', 1)[0]?.trim().toLowerCase());
  for (const type of wanted) {
    if (type === 'application/x-ndjson' || type === '*/*' || type === 'application/*' || type === '') return NDJSON;
    if (type === 'application/json') return JSON_OBJECT;
    if (type === 'application/cloudevents-batch+json') return cloudEventsBatch(feedId, () => new Date());
  }
  return undefined;
}

/** Characters of one part, about. */
const PART_LENGTH = 65_536;
/** Maximum time, in addition to the requested wait, that a page reads while few events match. The client then continues after its end. */
const LONGEST_MS = 20_000;

/** Input of a page of the feed. */
export interface FeedPage {
  readonly reading: FeedReading;
  readonly watch: HeadWatch;
  readonly query: FeedQuery;
  readonly format: FeedFormat;
  readonly head: FeedHead;
  readonly from: FeedPosition;
}

/** Yields the text of a page in parts of limited size. Reads events only when the next part is needed. */
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

/** Returns whether a position is at or after the current end of the feed. */
export function isBehind(place: FeedPosition, end: FeedHead): boolean {
  return place.row >= end.position && place.sequence === undefined;
}

/** Interval of heartbeats in an idle stream. */
const HEARTBEAT_MS = 15_000;
/** Reconnect delay that is sent to clients. */
const RETRY_MS = 2000;
/** Characters of one part, about. */
const STREAM_PART_LENGTH = 16_384;

/** Input of a stream. */
export interface FeedStream {
  readonly reading: FeedReading;
  readonly watch: HeadWatch;
  readonly tail: SharedTail;
  readonly head: FeedHead;
  readonly from: FeedPosition;
  /** when the permission to read expires; undefined: never. Unit: ms since epoch */
  readonly expiresAt: number | undefined;
  /** returns true if the session of the reader has ended; undefined: the reader has no session */
  readonly hasEnded?: (() => Promise<boolean>) | undefined;
  /** returns true if this process stops */
  readonly isStopping: () => boolean;
}

/** Yields the text of a stream of server-sent events: existing events, then new ones. Ends if the client disconnects, its permission or session ends, or the process stops. */
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
      if (text.length < STREAM_PART_LENGTH) continue;
      yield text;
      text = '';
      if (await hasEnded()) break;
    }
    if (text !== '') yield text;
    if (isOver() || !isBehind(place, head)) continue;
    const next = await watch.behind(head.position, Math.min(Date.now() + HEARTBEAT_MS, expiresAt), isOver);
    // clients ignore a message without data, but store its id, so that they do not read the skipped events again
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

/** Maximum time in which a client reads no data. */
const MOST_STALLED_MS = 30_000;

/** Yields the parts unchanged. Calls `onStall` if the client does not request the next part in time. */
export async function* guardedParts(
  parts: AsyncIterable<string>,
  onStall: (stalledMs: number) => void,
  mostStalledMs = MOST_STALLED_MS,
): AsyncGenerator<string> {
  for await (const part of parts) {
    const cut = setTimeout(() => onStall(mostStalledMs), mostStalledMs);
    try {
      yield part;
    } finally {
      clearTimeout(cut);
    }
  }
}
