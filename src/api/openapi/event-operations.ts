import { z } from 'zod';
import type { DocumentedRefusal, Operation } from './operation.ts';

const tag = 'Events';

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

/** Query of a page of the feed (docs/contributing/spec/event-feed.md#parameters). */
export const eventsQuery = z.object({
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

/** /Events (docs/contributing/spec/event-feed.md). */
export const eventOperations: readonly Operation[] = [
  {
    method: 'GET',
    pattern: '/Events',
    id: 'readEvents',
    tag,
    summary: 'Read the event feed',
    description:
      'Events of all instances in a stable order. One line per event, then a line with `next` and `isAtEnd`. With `Accept: application/json`: one object with `items`. ' +
      'With `application/cloudevents-batch+json`: a batch of CloudEvents 1.0.',
    policy: 'Read',
    query: eventsQuery,
    examples: {
      'from the first event': { after: '0', limit: '100' },
      'ended instances of one process': { keys: 'order', types: 'WorkflowCompleted,WorkflowCancelled,WorkflowFailed' },
    },
    answer: { mediaType: 'application/x-ndjson' },
    refusals: [
      ...REFUSALS,
      {
        status: 406,
        shape: 'P',
        text: 'Events are sent as application/x-ndjson, application/json or application/cloudevents-batch+json.',
      },
    ],
  },
  {
    method: 'GET',
    pattern: '/Events/stream',
    id: 'streamEvents',
    tag,
    summary: 'Stream the event feed',
    description:
      'Server-sent events without end. `id` is the position of the event, `data` is the event. `Last-Event-ID` takes precedence over `after`. ' +
      'The stream ends when the service stops, the token expires, or the client reads nothing for 30 seconds.',
    policy: 'Read',
    query: z.object(filters),
    examples: { 'new events only': { after: 'end', types: 'WorkflowFailed' } },
    answer: { mediaType: 'text/event-stream' },
    refusals: REFUSALS,
  },
];
