import type { Variables } from '../../engine/values.ts';
import { isWithin } from '../../platform/access-roles.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import type { SubscriptionAddress } from '../../store/subscriptions.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';

/** Maximum subscriptions per transaction. A larger broadcast continues in further transactions, so that none holds thousands of locks. */
export const MAX_DELIVERIES = 200;

/** Trigger kinds of client commands; unknown for later parts of a large broadcast. */
const TRIGGER_KINDS: ReadonlyMap<string, string> = new Map([
  ['DeliverMessage', 'message'],
  ['BroadcastSignal', 'signal'],
]);

/** Resumed instances without duplicates, in the order of their subscriptions. */
export interface Resumed {
  readonly count: number;
  readonly instanceIds: readonly string[];
}

/**
 * Delivers to every subscription at an address, in order of creation. Skips subscriptions that are gone since the look-up. Those beyond {@link
 * MAX_DELIVERIES} become follow-up commands of the same transaction and count as delivered. They keep the position of a thrown command in its
 * sender's queue, so that later throws come after them. If the sender has limits, only receivers within them get it.
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
  // later receivers are not locked here, even if an earlier command has closed some of the first ones
  const near = found.filter(isNear).slice(0, MAX_DELIVERIES);
  const instanceIds = new Set<string>();
  let count = 0;
  const served = new ServedProcesses(unit, event.kind);
  for (const address of near) {
    if (!served.mayReceive(address) || !deliverTo(unit, origin, address, variables)) continue;
    served.add(address);
    count += 1;
    instanceIds.add(address.instanceId);
  }
  if (near.length === found.length) return { count, instanceIds: [...instanceIds] };
  const isDone = new Set(near);
  const rest = found.filter((address) => !isDone.has(address));
  for (let from = 0; from < rest.length; from += MAX_DELIVERIES) {
    const subscriptions = rest.slice(from, from + MAX_DELIVERIES);
    const { causation } = origin;
    const processKeys = served.keys.size > 0 && { served: [...served.keys] };
    const body = {
      kind: 'DeliverToSubscriptions' as const,
      ...{ subscriptions, variables, event, ...processKeys, ...(causation && { causation }) },
    };
    unit.enqueue(origin, body, unit.placeOf(origin.id));
  }
  // later receivers are not loaded: if a process has got its message, they are probably other instances of it, which do not receive it
  if (served.keys.size > 0) return { count, instanceIds: [...instanceIds] };
  for (const { instanceId } of rest) instanceIds.add(instanceId);
  return { count: count + rest.length, instanceIds: [...instanceIds] };
}

/** Checks the key limits of the sender. Receivers without a loaded instance were looked up with their keys, and no new subscription can exist since. */
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

/**
 * Processes made for Camunda 8 that have received a message: there a message reaches one subscription of a process
 * (docs/contributing/spec/waiting.md#one-receiver-per-process).
 */
export class ServedProcesses {
  readonly keys: Set<string>;
  readonly #unit: UnitOfWork;
  readonly #isMessage: boolean;

  constructor(unit: UnitOfWork, kind: EventAddress['kind'] | undefined, keys: readonly string[] = []) {
    this.keys = new Set(keys);
    this.#unit = unit;
    this.#isMessage = kind === 'message';
  }

  mayReceive({ instanceId }: SubscriptionAddress): boolean {
    const instance = this.#unit.instance(instanceId);
    return instance === undefined || !this.keys.has(instance.model.key);
  }

  add({ instanceId }: SubscriptionAddress): void {
    const model = this.#unit.instance(instanceId)?.model;
    if (this.#isMessage && model?.hasOneReceiver === true) this.keys.add(model.key);
  }
}

/** Returns false if the subscription is closed. */
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
