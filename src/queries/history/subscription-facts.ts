import type { SubscriptionClosed, SubscriptionOpened } from '../../engine/events.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import { fact, type HistoryFact, keyOf } from './history-fact.ts';

/** History types of subscriptions: opened, closed by the event, closed without it. */
const TYPES = {
  message: ['MessageSubscribed', 'MessageReceived', 'MessageUnsubscribed'],
  signal: ['SignalSubscribed', 'SignalReceived', 'SignalUnsubscribed'],
  timer: ['TimerScheduled', 'TimerFired', 'TimerCancelled'],
  conditional: ['ConditionSubscribed', 'ConditionFired', 'ConditionUnsubscribed'],
} as const;

/**
 * Facts of an opened or closed subscription. A boundary event has the activity instance of its host but its own activity id; an event sub-process has
 * no activity instance.
 */
export function ofSubscription(event: SubscriptionOpened | SubscriptionClosed): readonly HistoryFact[] {
  const { element, entry } = event;
  return [fact(typeOf(event), { activityId: element, entry }, () => dataOf(event))];
}

function typeOf(event: SubscriptionOpened | SubscriptionClosed): string {
  const [opened, fired, disarmed] = TYPES[event.subject.kind];
  if (event.type === 'SubscriptionOpened') return opened;
  return event.fired ? fired : disarmed;
}

function dataOf({ type, subject }: SubscriptionOpened | SubscriptionClosed): Readonly<Record<string, unknown>> {
  switch (subject.kind) {
    case 'message':
      return { messageName: subject.name, correlationKey: keyOf(subject.key) };
    case 'signal':
      return { signalName: subject.name };
    case 'timer':
      return type === 'SubscriptionOpened' ? { dueAt: formatTimestamp(subject.schedule.dueAt) } : {};
    case 'conditional':
      return {};
  }
}
