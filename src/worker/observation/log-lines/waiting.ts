import type { EngineEvent, SubscriptionClosed, SubscriptionOpened } from '../../../engine/events.ts';
import { type ElementModel, elementOf, isActivity } from '../../../engine/model.ts';
import type { ActivityInstanceOrdinal, VariableScopeOrdinal } from '../../../engine/ordinals.ts';
import type { ActivityInstance } from '../../../engine/state.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { entityId } from '../../../platform/ids.ts';
import { activityScope } from '../../../platform/log-scope.ts';
import type { Before, TakeLine } from './element-lines.ts';

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

/** An event that occurred, or a removed timer; other waits that end without their event have no line. */
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

/**
 * Waiting is not an event, but a state after the command.
 * @param after the instance after all events of the command
 */
export function linesOfWaitingJoins(events: readonly EngineEvent[], after: Before, take: TakeLine): void {
  for (const entry of joinsReached(events)) {
    const join = after.state.entries.get(entry);
    if (join !== undefined && join.held !== null) linesOfJoin(join, join.held, after, take);
  }
}

function joinsReached(events: readonly EngineEvent[]): ReadonlySet<ActivityInstanceOrdinal> {
  const reached = new Set<ActivityInstanceOrdinal>();
  for (const event of events) {
    if (event.type === 'TokenArrived' || (event.type === 'ElementActivated' && event.isJoin === true)) reached.add(event.entry);
  }
  return reached;
}

function linesOfJoin(
  { ordinal, element, elementType }: ActivityInstance,
  held: ReadonlyMap<string, readonly VariableScopeOrdinal[]>,
  after: Before,
  take: TakeLine,
) {
  const place = activityScope(element, entityId(after.instanceId, ordinal));
  const node = elementOf(after.model, element);
  const TokenCount = [...held.values()].reduce((sum, tokens) => sum + tokens.length, 0);
  if (elementType === 'complexGateway') {
    take('complex-gateway-waits', () => ({ ...place, TokenCount }));
    return;
  }
  const Arrived = isActivity(node) ? TokenCount : held.size;
  take('join-waits', () => ({ ...place, Arrived, Expected: expectedBy(node) }));
}

function expectedBy(node: ElementModel): number {
  return isActivity(node) ? (node.startQuantity ?? 1) : node.incoming.length;
}
