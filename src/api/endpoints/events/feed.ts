import { z } from 'zod';
import { type Answer, errorAnswer, problemAnswer, withHeaders } from '../../../platform/answer.ts';
import { readQueryParameters } from '../../../requests/request-texts.ts';
import type { DocumentedRefusal, Endpoint } from '../../endpoint.ts';
import type { ApiRequest } from '../../exchange.ts';
import type { FeedLane } from '../../feed/feed-lanes.ts';
import { feedFormatFor, feedParts, guardedParts, streamParts } from '../../feed/feed-parts.ts';
import { beginsOf, type FeedQuery, feedIsOff, parseFeedQuery } from '../../feed/feed-query.ts';
import type { FeedReads } from '../../feed/feed-reads.ts';
import { clientOf } from '../../open-requests.ts';
import type { ApiServices } from '../../services.ts';
import { reading } from '../../shards/read-shards.ts';
import { TOO_MANY_WAITS } from '../refusals.ts';

const filters = {
  after: z.string().optional().meta({
    description:
      'Position in the feed. Sluice sends the events after it. `0` or absent: from the first event. `end`: new events only.',
  }),
  keys: z
    .string()
    .optional()
    .meta({ description: 'Process keys, or prefixes that end with `*`. At most 100, separated by commas.' }),
  types: z
    .string()
    .optional()
    .meta({ description: 'Event types of the history, and `WorkflowDeleted`. At most 100, separated by commas.' }),
  instance: z.string().optional().meta({ format: 'uuid', description: 'Only events of this instance.' }),
  businessId: z.string().optional().meta({ description: 'Only events of instances with exactly this business id.' }),
};

/** See docs/contributing/spec/event-feed.md#parameters. */
const eventsQuery = z.object({
  ...filters,
  limit: z.string().optional().meta({ description: 'Most events in one response, 1 to 10000. Default: 1000.' }),
  wait: z.string().optional().meta({ description: 'Seconds to wait for a first event, 0 to 60. Default: 0.' }),
});

const REFUSALS: readonly DocumentedRefusal[] = [
  { status: 400, shape: 'P', text: 'after must be a position of this feed, 0 for its beginning, or end.' },
  { status: 409, shape: 'P', text: 'The event feed is off. Set Feed:Enabled to true to turn it on.' },
  { status: 409, shape: 'P', text: 'This position belongs to a different database. Restart from after=0.' },
  { status: 409, shape: 'P', text: 'This position is beyond the end of the feed. Restart from after=0.' },
];

const FORMATS = 'Events are sent as application/x-ndjson, application/json or application/cloudevents-batch+json.';

const TOO_MANY_HEADERS = ['Retry-After', '5', 'Connection', 'close'];

const STREAM_HEADERS = ['X-Accel-Buffering', 'no', 'Connection', 'close'];

/** Endpoints of the feed (docs/contributing/spec/event-feed.md). They read the event histories in the order of the feed, so no wait for the projection. */
export const feedEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    pattern: '/Events',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'readEvents',
    tag: 'Events',
    summary: 'Read the event feed',
    description:
      'Events of all instances in a stable order. One line per event, then a line with `next` and `isAtEnd`. With `Accept: application/json`: one object with `items`. ' +
      'With `application/cloudevents-batch+json`: a batch of CloudEvents 1.0.',
    shards: 'handler',
    query: eventsQuery,
    examples: {
      'from the first event': { after: '0', limit: '100' },
      'ended instances of one process': { keys: 'order', types: 'WorkflowCompleted,WorkflowCancelled,WorkflowFailed' },
    },
    answer: { mediaType: 'application/x-ndjson' },
    refusals: [
      ...REFUSALS,
      ...TOO_MANY_WAITS,
      {
        status: 406,
        shape: 'P',
        text: 'Events are sent as application/x-ndjson, application/json or application/cloudevents-batch+json.',
      },
    ],
    handle: page,
  },
  {
    method: 'GET',
    pattern: '/Events/stream',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'streamEvents',
    tag: 'Events',
    summary: 'Stream the event feed',
    description:
      'Server-sent events without end. `id` is the position of the event, `data` is the event. `Last-Event-ID` takes precedence over `after`. ' +
      'The stream ends when the service stops, the token expires, or the client reads nothing for 30 seconds.',
    shards: 'handler',
    query: z.object(filters),
    examples: { 'new events only': { after: 'end', types: 'WorkflowFailed' } },
    answer: { mediaType: 'text/event-stream' },
    refusals: REFUSALS,
    handle: stream,
  },
];

async function page(request: ApiRequest, { feedReads, health, waits }: ApiServices): Promise<Answer> {
  const hasLeft = () => request.hasLeft() || health.isShuttingDown;
  const opened = await openReading(request, feedReads, hasLeft);
  if (!('query' in opened)) return opened;
  const format = feedFormatFor(request.message.headers.accept, opened.lanes[0]?.head.id ?? '');
  if (format === undefined) return problemAnswer('not-acceptable', FORMATS, request.path);
  const release = waits.begin(request, { waitMs: opened.query.waitSeconds * 1000 });
  if (typeof release !== 'function') return release;
  const parts = releasing(feedParts({ format, hasLeft, ...opened }), release);
  return { status: 200, contentType: format.contentType, body: '', parts };
}

/** Calls `release` when the parts end, even if none was read, unlike a generator. */
function releasing(parts: AsyncGenerator<string>, release: () => void): AsyncIterable<string> {
  const next = async () => {
    try {
      const part = await parts.next();
      if (part.done === true) release();
      return part;
    } catch (error) {
      release();
      throw error;
    }
  };
  const end = () => {
    release();
    return parts.return(undefined);
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}

async function stream(request: ApiRequest, { feedReads, health, log, originOf }: ApiServices): Promise<Answer> {
  const { message, principal, hasLeft } = request;
  const { streams } = feedReads;
  const opened = await openReading(request, feedReads, hasLeft, singleHeader(message.headers['last-event-id']));
  if (!('query' in opened)) return opened;
  const release = message.socket.destroyed ? 'all' : streams.admit(clientOf(request, originOf));
  if (typeof release !== 'function') {
    return withHeaders(errorAnswer('too-many-streams', 'Too many event streams are open.'), TOO_MANY_HEADERS);
  }
  message.socket.once('close', release);
  const parts = streamParts({
    lanes: opened.lanes,
    hasLeft,
    isStopping: () => health.isShuttingDown,
    expiresAt: principal?.expiresAt,
    hasEnded: principal?.hasEnded,
  });
  const cut = (StalledMs: number) => {
    log.event('event-stream-cut', { ClientAddress: originOf?.(message).address ?? 'unknown', StalledMs });
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

interface Opened {
  readonly query: FeedQuery;
  readonly lanes: readonly FeedLane[];
}

/** Finds the first position in each shard. Error answer: invalid query, or the feed is off. */
async function openReading(
  request: ApiRequest,
  { sources }: FeedReads,
  hasLeft: () => boolean,
  lastEventId?: string,
): Promise<Opened | Answer> {
  const { path } = request;
  const parameters = new Map(readQueryParameters(request.queryText));
  if (lastEventId !== undefined && lastEventId !== '') parameters.set('after', lastEventId);
  const query = parseFeedQuery(parameters, request.limits);
  if (!query.ok) return problemAnswer('invalid-query', query.detail, path);
  if (sources.length === 0) return feedIsOff(path);
  const opened = sources.map(async ({ db, watch, histories, tail, shard }) => {
    const head = await (shard === undefined ? watch.now() : reading({ shard }, () => watch.now()));
    return { watch, tail, head, reading: { db, histories, filter: query.value.filter, hasLeft } };
  });
  const feeds = await Promise.all(opened);
  const begins = beginsOf(
    query.value.begin,
    feeds.map(({ head }) => head),
    path,
  );
  if (!begins.ok) return begins.answer;
  const lanes = begins.positions.flatMap((place, at) => feeds.slice(at, at + 1).map((feed) => ({ ...feed, place })));
  return { query: query.value, lanes };
}

function singleHeader(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}
