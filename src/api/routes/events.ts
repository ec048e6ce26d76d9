import { type Answer, errorAnswer, problemAnswer, withHeaders } from '../../platform/answer.ts';
import { type FeedHead, readFeedHead } from '../../queries/feed/feed-rows.ts';
import { HeadWatch } from '../../queries/feed/head-watch.ts';
import { OpenHistories } from '../../queries/feed/open-histories.ts';
import type { FeedPosition } from '../../requests/feed-position.ts';
import { readQueryParameters } from '../../requests/query-parameters.ts';
import type { Endpoint, ReadRequest } from '../endpoint.ts';
import { beginOf, feedIsOff } from '../feed/feed-begin.ts';
import { feedFormatFor } from '../feed/feed-formats.ts';
import { feedParts } from '../feed/feed-parts.ts';
import { type FeedQuery, parseFeedQuery } from '../feed/feed-query.ts';
import { OpenStreams } from '../feed/open-streams.ts';
import { SharedTail } from '../feed/shared-tail.ts';
import { guardedParts } from '../feed/stall-guard.ts';
import { streamParts } from '../feed/stream-parts.ts';
import type { ApiPorts } from '../ports.ts';

const FORMATS = 'Events are sent as application/x-ndjson, application/json or application/cloudevents-batch+json.';
const TOO_MANY_HEADERS = ['Retry-After', '5', 'Connection', 'close'];
const STREAM_HEADERS = ['X-Accel-Buffering', 'no', 'Connection', 'close'];

/** /Events (docs/contributing/spec/event-feed.md). It is read from the journal in the order that the projector has fed: nothing has to be waited for. */
export function eventRoutes(
  ports: Pick<ApiPorts, 'db' | 'feed' | 'health' | 'log' | 'metrics' | 'originOf'>,
): readonly Endpoint[] {
  const { db, feed, health, log, metrics, originOf } = ports;
  const watch = new HeadWatch(() => readFeedHead(db));
  const histories = new OpenHistories();
  const tail = new SharedTail({ db, histories });
  const streams = new OpenStreams(feed?.maxStreams ?? 0, feed?.streamsPerClient ?? 0);
  if (feed?.isEnabled === true) metrics.onCollectEventStreams(async () => streams.count);
  const isStopping = () => health.isShuttingDown;
  const open = (request: ReadRequest, lastEventId?: string) =>
    openReading(request, feed?.isEnabled === true ? watch : undefined, lastEventId);

  async function page(request: ReadRequest): Promise<Answer> {
    const opened = await open(request);
    if (!('query' in opened)) return opened;
    const format = feedFormatFor(request.message.headers.accept, opened.head.id);
    if (format === undefined) return problemAnswer('not-acceptable', FORMATS, request.path);
    const hasLeft = () => request.hasLeft() || isStopping();
    const reading = { db, histories, filter: opened.query.filter, hasLeft };
    const parts = feedParts({ reading, watch, format, ...opened });
    return { status: 200, contentType: format.contentType, body: '', parts };
  }

  async function stream(request: ReadRequest): Promise<Answer> {
    const { message, principal } = request;
    const opened = await open(request, singleHeader(message.headers['last-event-id']));
    if (!('query' in opened)) return opened;
    const address = originOf?.(message).address ?? 'unknown';
    if (!streams.admit(principal?.keyOwner ?? address, message)) {
      return withHeaders(errorAnswer('too-many-streams', 'Too many event streams are open.'), TOO_MANY_HEADERS);
    }
    const reading = { db, histories, filter: opened.query.filter, hasLeft: request.hasLeft };
    const parts = streamParts({
      reading,
      watch,
      tail,
      isStopping,
      expiresAt: principal?.expiresAt,
      hasEnded: principal?.hasEnded,
      ...opened,
    });
    const cut = (StalledMs: number) => {
      log.event('event-stream-cut', { ClientAddress: address, StalledMs });
      message.socket.destroy();
    };
    return {
      status: 200,
      contentType: 'text/event-stream; charset=utf-8',
      body: '',
      parts: guardedParts(parts, cut),
      headers: STREAM_HEADERS,
    };
  }

  return [
    { method: 'GET', pattern: '/Events', handle: page },
    { method: 'GET', pattern: '/Events/stream', handle: stream },
  ];
}

/** What both ways of reading begin with. `watch`: undefined where the feed is off. */
async function openReading(
  request: ReadRequest,
  watch: HeadWatch | undefined,
  lastEventId: string | undefined,
): Promise<Opened | Answer> {
  const { path } = request;
  const parameters = new Map(readQueryParameters(request.queryText));
  if (lastEventId !== undefined && lastEventId !== '') parameters.set('after', lastEventId);
  const query = parseFeedQuery(parameters, request.limits);
  if (!query.ok) return problemAnswer('invalid-query', query.detail, path);
  if (watch === undefined) return feedIsOff(path);
  const head = await watch.now();
  const begin = beginOf(query.value.begin, head, path);
  return begin.ok ? { query: query.value, head, from: begin.position } : begin.answer;
}

interface Opened {
  readonly query: FeedQuery;
  readonly head: FeedHead;
  readonly from: FeedPosition;
}

function singleHeader(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}
