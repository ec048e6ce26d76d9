import type { Variables } from '../../engine/values.ts';
import { isWithin } from '../../platform/access-roles.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import type { SubscriptionAddress } from '../../store/subscriptions.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';

/** Receivers per transaction. A larger broadcast continues in further ones, so that none holds thousands of locks. */
export const MAX_DELIVERIES = 200;

/** Trigger kinds for log lines. Other commands, such as follow-ups of a broadcast, are logged as `message or signal`. */
const TRIGGER_KINDS: ReadonlyMap<string, string> = new Map([
  ['DeliverMessage', 'message'],
  ['BroadcastSignal', 'signal'],
]);

/** `count`: subscriptions that received the event. `instanceIds`: without duplicates, in the order of subscriptions. */
export interface Resumed {
  readonly count: number;
  readonly instanceIds: readonly string[];
}

/**
 * Delivers to the oldest subscription first.
 * - Skips subscriptions that have closed since the look-up, and instances outside the key limits.
 * - Delivers to at most {@link MAX_DELIVERIES} subscriptions of loaded instances; the others get follow-up commands.
 * - Counts the others as delivered, unless a process made for Camunda 8 has already received the message.
 * - Follow-up commands have the queue position of the original command, so that later throws run after them.
 * @param exceptInstanceId the throwing instance; its subscriptions have already fired
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
  const isLoaded = ({ instanceId }: SubscriptionAddress) => unit.instance(instanceId) !== undefined;
  // only the first receivers are locked, even if an earlier command has closed some of them
  const loaded = found.filter(isLoaded).slice(0, MAX_DELIVERIES);
  const instanceIds = new Set<string>();
  let count = 0;
  const served = new ServedProcesses(unit, event.kind);
  for (const address of loaded) {
    if (!served.mayReceive(address) || !deliverTo(unit, origin, address, variables)) continue;
    served.add(address);
    count += 1;
    instanceIds.add(address.instanceId);
  }
  if (loaded.length === found.length) return { count, instanceIds: [...instanceIds] };
  const isDone = new Set(loaded);
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
  // The process of a receiver that is not loaded is unknown: it has probably received the message already.
  if (served.keys.size > 0) return { count, instanceIds: [...instanceIds] };
  for (const { instanceId } of rest) instanceIds.add(instanceId);
  return { count: count + rest.length, instanceIds: [...instanceIds] };
}

/** Instances that are not loaded were looked up with their process keys. */
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
 * Processes that have received the message. Made for Camunda 8: only one subscription of a process receives it
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

  /** True if its process has not received the message, or if the instance is not loaded. */
  mayReceive({ instanceId }: SubscriptionAddress): boolean {
    const instance = this.#unit.instance(instanceId);
    return instance === undefined || !this.keys.has(instance.model.key);
  }

  /** Has an effect only for messages and processes with one receiver. */
  add({ instanceId }: SubscriptionAddress): void {
    const model = this.#unit.instance(instanceId)?.model;
    if (this.#isMessage && model?.hasOneReceiver === true) this.keys.add(model.key);
  }
}

/** Returns false if the instance is not loaded, or if the subscription is closed; logs the latter. */
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
