import type { Message } from 'kafkajs';
import type { DueEvent } from '../feed-out/next-events.ts';
import type { KafkaConfig } from '../platform/config-kafka.ts';
import { cloudEvent, feedSource } from '../queries/feed/feed-lines.ts';

/**
 * An event as a message (docs/contributing/spec/kafka.md#messages). It has the time of its sending, not that of the event: topics delete old messages, and an event from years
 * ago may be sent today.
 */
export function eventMessage({ event, position, line }: DueEvent, format: KafkaConfig['format'], feedId: string): Message {
  const isCloudEvent = format === 'cloudevents';
  return {
    key: event.workflowInstanceId,
    value: isCloudEvent ? JSON.stringify(cloudEvent(event, position, feedSource(feedId))) : line,
    headers: {
      'content-type': isCloudEvent ? 'application/cloudevents+json' : 'application/json',
      'sluice-position': position,
    },
  };
}
