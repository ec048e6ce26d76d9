import type { SubscriptionState } from '../../engine/state.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import { type SubscriptionAddress, subscriptionText } from '../../store/subscriptions.ts';
import { deliverTo, ServedProcesses } from '../events/deliver-in-order.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type CommandHandler, done } from './command-handler.ts';

/**
 * One part of a large broadcast. An instance that has received another event since the look-up and waits for the same again receives this one too: for its
 * clients it has never stopped waiting.
 */
export const deliverToSubscriptions: CommandHandler<'DeliverToSubscriptions'> = {
  mayHaveManyReceivers: true,
  needs: ({ subscriptions }) => ({ instanceIds: subscriptions.map((s) => s.instanceId) }),
  handle(unit, command) {
    const { subscriptions, event, variables } = command;
    const served = new ServedProcesses(unit, event?.kind, command.served);
    for (const address of event === undefined ? subscriptions : currentSubscriptions(unit, subscriptions, event)) {
      if (served.mayReceive(address) && deliverTo(unit, command, address, variables)) served.add(address);
    }
    return done<'DeliverToSubscriptions'>({});
  },
};

/** Replaces closed subscriptions with later ones for the same event. */
function currentSubscriptions(
  unit: UnitOfWork,
  subscriptions: readonly SubscriptionAddress[],
  event: EventAddress,
): SubscriptionAddress[] {
  const listed = new Set(subscriptions.map(subscriptionText));
  const taken = new Set<string>();
  return subscriptions.map((address) => {
    const waiting = unit.instance(address.instanceId)?.state.subscriptions;
    if (waiting === undefined || waiting.has(address.subscription)) return address;
    for (const [subscription, state] of waiting) {
      const next = { instanceId: address.instanceId, subscription };
      if (!waitsFor(state, event) || listed.has(subscriptionText(next)) || taken.has(subscriptionText(next))) continue;
      taken.add(subscriptionText(next));
      return next;
    }
    return address;
  });
}

function waitsFor({ subject }: SubscriptionState, { kind, name, key }: EventAddress): boolean {
  if (subject.kind !== kind || subject.name !== name) return false;
  return subject.kind === 'signal' || subject.key === key;
}
