import type { StartTriggerRow } from '../../store/start-triggers.ts';

/** Keys whose start event subscriptions one transaction replaces, and the new ones. */
export class StartTriggerChanges {
  private readonly replaced = new Set<string>();
  private readonly registered: StartTriggerRow[] = [];

  replace(key: string, triggers: readonly StartTriggerRow[]): void {
    this.replaced.add(key);
    this.registered.push(...triggers);
  }

  get keys(): readonly string[] {
    return [...this.replaced];
  }

  get triggers(): readonly StartTriggerRow[] {
    return this.registered;
  }
}
