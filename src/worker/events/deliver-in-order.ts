import type { Variables } from '../../engine/values.ts';
import { isWithin } from '../../platform/key-patterns.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import type { SubscriptionAddress } from '../../store/subscriptions.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';

/** Subscriptions one transaction delivers to. A larger broadcast goes on in further transactions, so that none holds thousands of locks. */
export const MAX_DELIVERIES = 200;

/** What a delivery comes from; unknown for the parts of a large one. */
const TRIGGER_KINDS: ReadonlyMap<string, string> = new Map([
  ['DeliverMessage', 'message'],
  ['BroadcastSignal', 'signal'],
]);

/** The resumed instances: each once, in the order of the subscriptions. */
export interface Resumed {
  readonly count: number;
  readonly instanceIds: readonly string[];
}

/**
 * Delivers to every subscription at an address, in order of creation. One that has disappeared since the look-up is skipped.
 * Those beyond {@link MAX_DELIVERIES} become follow-up commands, stored with this transaction, and count as delivered. They take the place of a
 * thrown command among those of its sender, so that what it throws next comes after them.
 * Of a sender with limits only receivers within them are there.
 * @param exceptInstanceId the throwing instance, whose own subscriptions have fired already
 */
export function deliverInOrder(
  unit: UnitOfWork,
  origin: ChangeOrigin & { readonly limits?: readonly string[] },
  event: EventAddress,
  variables: Variables,
  exceptInstanceId: string | null = null,
): Resumed {
  const found = unit.receivers
    .at(event)
    .filter(({ instanceId }) => instanceId !== exceptInstanceId && mayReach(unit, origin, instanceId));
  const isNear = ({ instanceId }: SubscriptionAddress) => unit.instance(instanceId) !== undefined;
  // those beyond the first ones are not locked here, also when a command before this one has left fewer of them
  const near = found.filter(isNear).slice(0, MAX_DELIVERIES);
  const instanceIds = new Set<string>();
  let count = 0;
  for (const address of near) {
    if (!deliverTo(unit, origin, address, variables)) continue;
    count += 1;
    instanceIds.add(address.instanceId);
  }
  if (near.length === found.length) return { count, instanceIds: [...instanceIds] };
  const isDone = new Set(near);
  const rest = found.filter((address) => !isDone.has(address));
  for (let from = 0; from < rest.length; from += MAX_DELIVERIES) {
    const subscriptions = rest.slice(from, from + MAX_DELIVERIES);
    const { causation } = origin;
    const body = { kind: 'DeliverToSubscriptions', subscriptions, variables, event, ...(causation && { causation }) } as const;
    unit.enqueue(origin, body, unit.placeOf(origin.id));
  }
  for (const { instanceId } of rest) instanceIds.add(instanceId);
  return { count: count + rest.length, instanceIds: [...instanceIds] };
}

/** Those that are not at hand were found with their keys; nobody else can have begun to wait there since. */
function mayReach(
  unit: UnitOfWork,
  { id, limits }: { readonly id: string; readonly limits?: readonly string[] },
  instanceId: string,
): boolean {
  if (limits === undefined) return true;
  const instance = unit.instance(instanceId);
  if (instance !== undefined) return isWithin(limits, instance.model.key);
  return unit.loaded.receiversWithin.get(id)?.has(instanceId) === true;
}

/** False when the subscription is closed by now. */
export function deliverTo(
  unit: UnitOfWork,
  origin: ChangeOrigin,
  { instanceId, subscription }: SubscriptionAddress,
  variables: Variables,
): boolean {
  const instance = unit.instance(instanceId);
  if (instance === undefined) return false;
  if (!instance.state.subscriptions.has(subscription)) {
    const TriggerKind = TRIGGER_KINDS.get(origin.kind) ?? 'message or signal';
    unit.logAbout(origin, instance, 'late-trigger-ignored', { TriggerKind });
    return false;
  }
  unit.decide(origin, instance, { type: 'Deliver', subscription, variables });
  return true;
}
