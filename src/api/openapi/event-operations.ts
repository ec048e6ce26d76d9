import { z } from 'zod';
import type { DocumentedRefusal, Operation } from './operation.ts';

const tag = 'Events';

const filters = {
  after: z.string().optional().meta({
    description: 'A position of this feed: later events are sent. `0` or nothing: from the beginning. `end`: from now on.',
  }),
  keys: z
    .string()
    .optional()
    .meta({ description: 'Process keys, or beginnings of some with `*` behind them; at most 100, separated by commas.' }),
  types: z
    .string()
    .optional()
    .meta({ description: 'Types of a history, and `WorkflowDeleted`; at most 100, separated by commas.' }),
  instance: z.string().optional().meta({ format: 'uuid', description: 'Events of this instance alone.' }),
  businessId: z.string().optional().meta({ description: 'Events of instances whose business id equals this text exactly.' }),
};

/** Query of a page of the feed (docs/contributing/spec/event-feed.md#parameters). */
export const eventsQuery = z.object({
  ...filters,
  limit: z.string().optional().meta({ description: 'Events of one answer, 1 to 10000. Default 1000.' }),
  wait: z.string().optional().meta({ description: 'Seconds to wait for a first event, 0 to 60. Default 0.' }),
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
    summary: 'What happened to all instances, in an order in which nothing is missed',
    description:
      'One line per event, then a line with `next` and `isAtEnd`. `Accept: application/json` gives one object with `items`, ' +
      '`application/cloudevents-batch+json` a batch of CloudEvents 1.0.',
    policy: 'Read',
    query: eventsQuery,
    examples: {
      'from the beginning': { after: '0', limit: '100' },
      'ends of one process': { keys: 'order', types: 'WorkflowCompleted,WorkflowCancelled,WorkflowFailed' },
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
    summary: 'The same as server-sent events, without end',
    description:
      '`id` of a message is the position of its event, `data` the event as a line. `Last-Event-ID` counts before `after`. The stream ends when the service ' +
      'stops, when the token is over, and when nothing is taken for 30 seconds.',
    policy: 'Read',
    query: z.object(filters),
    examples: { 'from now on': { after: 'end', types: 'WorkflowFailed' } },
    answer: { mediaType: 'text/event-stream' },
    refusals: REFUSALS,
  },
];
