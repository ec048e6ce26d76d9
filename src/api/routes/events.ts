import { problemAnswer } from '../../platform/answer.ts';
import { readFeedHead } from '../../queries/feed/feed-rows.ts';
import { OpenHistories } from '../../queries/feed/open-histories.ts';
import { readQueryParameters } from '../../requests/query-parameters.ts';
import type { Endpoint } from '../endpoint.ts';
import { beginOf, feedIsOff } from '../feed/feed-begin.ts';
import { feedFormatFor } from '../feed/feed-formats.ts';
import { feedParts } from '../feed/feed-parts.ts';
import { parseFeedQuery } from '../feed/feed-query.ts';
import { HeadWatch } from '../feed/head-watch.ts';
import type { ApiPorts } from '../ports.ts';

/** /Events (docs/spec/event-feed.md). It is read from the journal in the order that the projector has fed: nothing has to be waited for. */
export function eventRoutes({ db, feed, health }: Pick<ApiPorts, 'db' | 'feed' | 'health'>): readonly Endpoint[] {
  const watch = new HeadWatch(() => readFeedHead(db));
  const histories = new OpenHistories();
  return [
    {
      method: 'GET',
      pattern: '/Events',
      async handle(request) {
        const { path } = request;
        const query = parseFeedQuery(readQueryParameters(request.queryText), request.limits);
        if (!query.ok) return problemAnswer(400, query.detail, path);
        if (feed?.isEnabled !== true) return feedIsOff(path);
        const head = await watch.now();
        const begin = beginOf(query.value.begin, head, path);
        if (!begin.ok) return begin.answer;
        const format = feedFormatFor(request.accept, head.id);
        if (format === undefined)
          return problemAnswer(
            406,
            'Events are sent as application/x-ndjson, application/json or application/cloudevents-batch+json.',
            path,
          );
        const hasLeft = () => request.hasLeft() || health.isShuttingDown;
        const reading = { db, histories, filter: query.value.filter, hasLeft };
        const parts = feedParts({ reading, watch, query: query.value, format, head, from: begin.position });
        return { status: 200, contentType: format.contentType, body: '', parts };
      },
    },
  ];
}
