import type { SubscriptionClosed, SubscriptionOpened } from '../../../engine/events.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import type { Before, TakeLine } from './before.ts';

/** Log lines about the start and end of waiting. */
export function linesOfOpenedSubscription({ subject }: SubscriptionOpened, _before: Before, take: TakeLine): void {
  switch (subject.kind) {
    case 'message':
      take('message-subscription-made', () => ({ MessageName: subject.name, CorrelationKey: subject.key }));
      return;
    case 'signal':
      take('signal-subscription-made', () => ({ SignalName: subject.name }));
      return;
    case 'timer': {
      const due = () => ({ DueAt: formatTimestamp(subject.schedule.dueAt) });
      take('timer-armed', due);
      take('callback-set', due);
      return;
    }
    case 'conditional':
      return;
  }
}

export function linesOfClosedSubscription({ subject, fired }: SubscriptionClosed, { now }: Before, take: TakeLine): void {
  if (!fired) {
    if (subject.kind === 'timer') take('callback-removed');
    return;
  }
  switch (subject.kind) {
    case 'message':
      take('message-received', () => ({ MessageName: subject.name, CorrelationKey: subject.key }));
      return;
    case 'signal':
      take('signal-received', () => ({ SignalName: subject.name }));
      return;
    case 'timer':
      take('timer-fired', () => ({ DueAt: formatTimestamp(subject.schedule.dueAt) }));
      take('callback-fired', () => ({ LateMs: now - subject.schedule.dueAt }));
      return;
    case 'conditional':
      take('conditional-event-fired');
      return;
  }
}
