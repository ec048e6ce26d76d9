import type { Variables } from '../engine/values.ts';
import type { SubscriptionAddress } from '../store/subscriptions.ts';
import type { Origin, UnitOfWork } from './unit-of-work.ts';

/** Subscriptions one transaction delivers to. Beyond it a broadcast goes on in further transactions, so that none holds thousands of locks. */
export const MAX_DELIVERIES = 200;

/** What a delivery stems from; the parts of a large one do not say. */
const TRIGGER_KINDS: ReadonlyMap<string, string> = new Map([
  ['DeliverMessage', 'message'],
  ['BroadcastSignal', 'signal'],
]);

/** Who was resumed: each instance once, in the order of the subscriptions. */
export interface Resumed {
  readonly count: number;
  readonly instanceIds: readonly string[];
}

/**
 * Delivers to the subscriptions found for a command, in order of creation. One that has disappeared since the look-up is skipped.
 * Those beyond {@link MAX_DELIVERIES} become follow-up commands, stored with this transaction, and count as delivered.
 */
export function deliverInOrder(unit: UnitOfWork, origin: Origin, variables: Variables): Resumed {
  const found = unit.loaded.subscriptions.get(origin.id) ?? [];
  const instanceIds = new Set<string>();
  let count = 0;
  for (const address of found.slice(0, MAX_DELIVERIES)) {
    if (!deliverTo(unit, origin, address, variables)) continue;
    count += 1;
    instanceIds.add(address.instanceId);
  }
  for (let from = MAX_DELIVERIES; from < found.length; from += MAX_DELIVERIES) {
    const subscriptions = found.slice(from, from + MAX_DELIVERIES);
    unit.followUps.push({ kind: 'DeliverToSubscriptions', id: unit.nextFollowUpId(origin), subscriptions, variables });
    count += subscriptions.length;
    for (const { instanceId } of subscriptions) instanceIds.add(instanceId);
  }
  return { count, instanceIds: [...instanceIds] };
}

/** False when the subscription is closed by now. */
export function deliverTo(
  unit: UnitOfWork,
  origin: Origin,
  { instanceId, subscription }: SubscriptionAddress,
  variables: Variables,
): boolean {
  const instance = unit.instance(instanceId);
  if (instance === undefined) return false;
  if (!instance.state.subscriptions.has(subscription)) {
    const TriggerKind = TRIGGER_KINDS.get(origin.kind) ?? 'message or signal';
    unit.tellOf(origin, instance, 1012, 'trigger came too late', { TriggerKind });
    return false;
  }
  unit.decide(origin, instance, { type: 'Deliver', subscription, variables });
  return true;
}
