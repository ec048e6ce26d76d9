import { formatTimestamp } from '../../platform/clock.ts';
import { cloudEvent, eventLine, type FeedEvent, type FeedStep, feedSource, readFeed } from '../../queries/feed/read-feed.ts';
import { feedPositionText } from '../../requests/position.ts';
import { areAtEnd, cursorOf, type FeedLane, stepsOf, untilMore } from './feed-lanes.ts';
import type { FeedQuery } from './feed-query.ts';

/** Format of an answer (docs/contributing/spec/event-feed.md#formats). */
export interface FeedFormat {
  readonly contentType: string;
  readonly begin: string;
  readonly separator: string;
  readonly event: (event: FeedEvent, position: string, lane: FeedLane) => string;
  /** last line; `isAtEnd`: no event followed; `isEmpty`: no events in the page */
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

/** A batch is an array of events, so an additional event contains the next position. */
function cloudEventsBatch(feedId: string, now: () => Date): FeedFormat {
  const source = feedSource(feedId);
  return {
    contentType: 'application/cloudevents-batch+json; charset=utf-8',
    begin: '[',
    separator: ',',
    // an event keeps its id and source, regardless of places in other feeds
    event: (event, position, { head, place }) =>
      JSON.stringify({
        ...cloudEvent(event, feedPositionText(place), feedSource(head.id)),
        data: eventLine(event, position),
      }),
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

/** The first supported one in `Accept`, ignoring `q`; default: JSON lines. Undefined: none. */
export function feedFormatFor(accept: string | undefined, feedId: string): FeedFormat | undefined {
  const wanted = (accept ?? '*/*').split(',').map((part) => part.split(';', 1)[0]?.trim().toLowerCase());
  for (const type of wanted) {
    if (type === 'application/x-ndjson' || type === '*/*' || type === 'application/*' || type === '') return NDJSON;
    if (type === 'application/json') return JSON_OBJECT;
    if (type === 'application/cloudevents-batch+json') return cloudEventsBatch(feedId, () => new Date());
  }
  return undefined;
}

/** Approximate, in characters. */
const PART_LENGTH = 65_536;
/** Additional time of a page while few events match. The client continues after its end. */
const LONGEST_MS = 20_000;

export interface FeedPage {
  readonly lanes: readonly FeedLane[];
  readonly query: FeedQuery;
  readonly format: FeedFormat;
  readonly hasLeft: () => boolean;
}

/** Limited parts, read when they are sent. Ends at the limit, at the end of the feed, or after LONGEST_MS. */
export async function* feedParts({ lanes, query, format, hasLeft }: FeedPage): AsyncGenerator<string> {
  const mayWaitUntil = Date.now() + query.waitSeconds * 1000;
  const lookUntil = mayWaitUntil + LONGEST_MS;
  let count = 0;
  let text = format.begin;
  const isFull = () => count >= query.limit || Date.now() >= lookUntil;
  const read = ({ reading, head, place }: FeedLane) => readFeed(reading, head, place);
  for (;;) {
    for await (const { lane, event } of stepsOf(lanes, read)) {
      if (event !== undefined) {
        text += (count === 0 ? '' : format.separator) + format.event(event, cursorOf(lanes), lane);
        count += 1;
      }
      if (isFull()) break;
      if (text.length < PART_LENGTH) continue;
      yield text;
      text = '';
    }
    if (count > 0 || !areAtEnd(lanes) || Date.now() >= mayWaitUntil) break;
    if (!(await untilMore(lanes, mayWaitUntil, hasLeft))) break;
  }
  yield text + format.end(cursorOf(lanes), areAtEnd(lanes), count === 0);
}

/** Interval in an idle stream. */
const HEARTBEAT_MS = 15_000;
/** Delay for reconnects of clients. */
const RETRY_MS = 2000;
/** Approximate, in characters. */
const STREAM_PART_LENGTH = 16_384;

export interface FeedStream {
  readonly lanes: readonly FeedLane[];
  readonly hasLeft: () => boolean;
  /** expiry of the permission; undefined: never. Unit: ms since epoch */
  readonly expiresAt: number | undefined;
  /** returns true if the session has ended; undefined: no session */
  readonly hasEnded?: (() => Promise<boolean>) | undefined;
  /** this process stops */
  readonly isStopping: () => boolean;
}

/** Server-sent events: existing, then new ones. Ends if the client disconnects, its permission or session ends, or the process stops. */
export async function* streamParts(stream: FeedStream): AsyncGenerator<string> {
  const { lanes, hasLeft, expiresAt = Number.POSITIVE_INFINITY, hasEnded = async () => false, isStopping } = stream;
  const isOver = () => hasLeft() || isStopping() || Date.now() >= expiresAt;
  yield `retry: ${RETRY_MS}\nid: ${cursorOf(lanes)}\n\n`;
  while (!isOver() && !(await hasEnded())) {
    let text = '';
    for await (const { event } of stepsOf(lanes, stepsBehind)) {
      if (isOver()) break;
      text += event === undefined ? '' : messageOf(event, cursorOf(lanes));
      if (text.length < STREAM_PART_LENGTH) continue;
      yield text;
      text = '';
      if (await hasEnded()) break;
    }
    if (text !== '') yield text;
    if (isOver() || !areAtEnd(lanes)) continue;
    const isMore = await untilMore(lanes, Math.min(Date.now() + HEARTBEAT_MS, expiresAt), isOver);
    // not a message without data, but the client keeps the id: it need not read skipped events again
    if (!isMore) yield `: still here\nid: ${cursorOf(lanes)}\n\n`;
  }
  yield `: ${isStopping() ? 'the service stops' : 'the token is over'}\n\n`;
}

/** Yields steps from the read that streams share if possible, otherwise from a separate one. */
async function* stepsBehind({ reading, tail, head, place }: FeedLane): AsyncGenerator<FeedStep> {
  const shared = place.sequence === undefined ? await tail.behind(place.row, head, reading.filter) : undefined;
  if (shared === undefined) yield* readFeed(reading, head, place);
  else yield* shared;
}

function messageOf(event: FeedEvent, position: string): string {
  return `id: ${position}\ndata: ${JSON.stringify(eventLine(event, position))}\n\n`;
}

/** Time in which a client reads nothing. */
const MOST_STALLED_MS = 30_000;

/** Calls `onStall` if the client does not request the next part in time. */
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
