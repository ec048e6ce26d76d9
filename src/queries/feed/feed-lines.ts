import { formatTimestamp } from '../../platform/clock.ts';
import type { FeedEvent } from './read-feed.ts';

/** Builds a line of the feed: an item of `GET /Instances/{instanceId}/history` with its position and instance. */
export function eventLine(event: FeedEvent, position: string): object {
  const { actor, occurredAt, workflowInstanceId, processDefinitionKey, sequence, type, activityId, activityInstanceId, data } =
    event;
  return {
    position,
    workflowInstanceId,
    processDefinitionKey,
    sequence,
    type,
    occurredAt: formatTimestamp(occurredAt),
    activityId,
    activityInstanceId,
    data,
    ...(actor !== null && { actor }),
  };
}

/** Builds an event in the format CloudEvents 1.0. `source`: the feed. */
export function cloudEvent(event: FeedEvent, position: string, source: string): object {
  return {
    specversion: '1.0',
    id: position,
    source,
    type: `sluice.${event.type}`,
    subject: event.workflowInstanceId,
    time: formatTimestamp(event.occurredAt),
    datacontenttype: 'application/json',
    data: eventLine(event, position),
  };
}

/** Source URI of a feed in CloudEvents. */
export function feedSource(feedId: string): string {
  return `urn:uuid:${feedId}`;
}
