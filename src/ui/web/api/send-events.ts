import { postService } from './client.ts';
import type { JsonText } from './json-text.ts';

/** Message or signal to send. Absent members are not sent; all after `name`, except `variables`, are for messages. */
export interface EventToSend {
  readonly kind: 'message' | 'signal';
  readonly name: string;
  readonly correlationKey?: string;
  readonly businessId?: string;
  readonly timeToLiveSeconds?: number;
  /** needs a time to live */
  readonly messageId?: string;
  readonly variables?: JsonText;
}

/** `WorkflowInstanceIds`: receivers; empty only for a message that is stored. */
export interface SentEvent {
  readonly WorkflowInstanceIds: readonly string[];
}

/** See docs/contributing/spec/http/execution.md#message and #signal. */
export function sendEvent(event: EventToSend): Promise<SentEvent> {
  const { kind, name, correlationKey, businessId, timeToLiveSeconds, messageId, variables } = event;
  if (kind === 'signal') return postService('/Execution/signal', { SignalName: name, Variables: variables });
  return postService('/Execution/message', {
    MessageName: name,
    CorrelationKey: correlationKey,
    BusinessId: businessId,
    TimeToLiveSeconds: timeToLiveSeconds,
    MessageId: messageId,
    Variables: variables,
  });
}
