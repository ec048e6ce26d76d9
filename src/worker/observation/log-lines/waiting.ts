import type { SubscriptionClosed, SubscriptionOpened } from '../../../engine/events.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import type { Before, TakeLine } from './before.ts';

export function ofOpenedSubscription({ subject }: SubscriptionOpened, _before: Before, take: TakeLine): void {
  switch (subject.kind) {
    case 'message':
      take(1013, 'message subscription made', () => ({ MessageName: subject.name, CorrelationKey: subject.key }));
      return;
    case 'signal':
      take(1016, 'signal subscription made', () => ({ SignalName: subject.name }));
      return;
    case 'timer': {
      const due = () => ({ DueAt: formatTimestamp(subject.schedule.dueAt) });
      take(1010, 'timer armed', due);
      take(10000, 'callback set', due);
      return;
    }
    case 'conditional':
      return;
  }
}

export function ofClosedSubscription({ subject, fired }: SubscriptionClosed, { now }: Before, take: TakeLine): void {
  if (!fired) {
    if (subject.kind === 'timer') take(10002, 'callback removed');
    return;
  }
  switch (subject.kind) {
    case 'message':
      take(1014, 'message received', () => ({ MessageName: subject.name, CorrelationKey: subject.key }));
      return;
    case 'signal':
      take(1017, 'signal received', () => ({ SignalName: subject.name }));
      return;
    case 'timer':
      take(1011, 'timer fired', () => ({ DueAt: formatTimestamp(subject.schedule.dueAt) }));
      take(10001, 'callback fired', () => ({ LateMs: now - subject.schedule.dueAt }));
      return;
    case 'conditional':
      take(1026, 'conditional event fired');
      return;
  }
}
