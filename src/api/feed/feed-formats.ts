import { formatTimestamp } from '../../platform/clock.ts';
import { cloudEvent, eventLine, feedSource } from '../../queries/feed/feed-lines.ts';
import type { FeedEvent } from '../../queries/feed/read-feed.ts';

/** Writes events of an answer and the position after them (docs/contributing/spec/event-feed.md#formats). */
export interface FeedFormat {
  readonly contentType: string;
  readonly begin: string;
  readonly separator: string;
  readonly event: (event: FeedEvent, position: string) => string;
  /** the last line; `isAtEnd`: no event followed */
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

/** A batch is an array of events only, so the next position is sent as an additional event. */
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

/** The format for an `Accept` header; JSON lines by default. Undefined: no supported format. */
export function feedFormatFor(accept: string | undefined, feedId: string): FeedFormat | undefined {
  const wanted = (accept ?? '*/*').split(',').map((part) => part.split(';', 1)[0]?.trim().toLowerCase());
  for (const type of wanted) {
    if (type === 'application/x-ndjson' || type === '*/*' || type === 'application/*' || type === '') return NDJSON;
    if (type === 'application/json') return JSON_OBJECT;
    if (type === 'application/cloudevents-batch+json') return cloudEventsBatch(feedId, () => new Date());
  }
  return undefined;
}
