import type { IndexChange } from '../../engine/effects/index-changes-of-event.ts';
import { addressText, type EventAddress } from '../../store/address-locks.ts';
import { type SubscriptionAddress, subscriptionText } from '../../store/subscriptions.ts';

/**
 * Subscriptions at the addresses this transaction delivers to, with the changes of the commands decided so far. So the second of two messages finds a
 * subscription that its receiver opened after the first one.
 */
export class Receivers {
  /** subscriptions by address, oldest first */
  private readonly waiting = new Map<string, Map<string, SubscriptionAddress>>();
  private readonly addressOf = new Map<string, string>();

  constructor(found: ReadonlyMap<string, readonly SubscriptionAddress[]>) {
    for (const [address, subscriptions] of found) {
      this.waiting.set(address, new Map());
      for (const subscription of subscriptions) this.add(address, subscription);
    }
  }

  /** A copy, in order of creation. Empty if this transaction does not deliver to the address. */
  at(address: EventAddress): SubscriptionAddress[] {
    return [...(this.waiting.get(addressText(address))?.values() ?? [])];
  }

  note(instanceId: string, change: IndexChange): void {
    if (this.waiting.size === 0) return;
    if (change.kind === 'openSubscription') {
      const { of: kind, name, key, subscription } = change;
      const address = addressText({ kind, name, key });
      if (this.waiting.has(address)) this.add(address, { instanceId, subscription });
    } else if (change.kind === 'closeSubscription') this.remove({ instanceId, subscription: change.subscription });
  }

  private add(address: string, subscription: SubscriptionAddress): void {
    const id = subscriptionText(subscription);
    this.waiting.get(address)?.set(id, subscription);
    this.addressOf.set(id, address);
  }

  private remove(subscription: SubscriptionAddress): void {
    const id = subscriptionText(subscription);
    const address = this.addressOf.get(id);
    if (address !== undefined) this.waiting.get(address)?.delete(id);
  }
}
