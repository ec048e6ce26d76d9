import type { EngineCommandOf } from '../commands.ts';
import { fire } from '../policies/firing.ts';
import type { Run } from '../running/run.ts';
import type { InstanceState, SubscriptionState } from '../state.ts';
import { noVariables } from '../values.ts';

/** Delivers a message or signal to an open subscription; ignored if it was closed before (docs/contributing/spec/events-and-errors.md#stale-firing). */
export function deliver(run: Run, command: EngineCommandOf<'Deliver'>): undefined {
  const subscription = receiverOf(run.state, command);
  if (subscription !== undefined) fire(run, subscription, command.variables);
  return undefined;
}

/**
 * Returns the subscription. If it is closed and the delivery was queued during suspension, returns the oldest one with the same
 * subject (docs/contributing/spec/suspension.md#messages-of-suspended-instances).
 */
export function receiverOf(
  { subscriptions }: InstanceState,
  { subscription: ordinal, instead }: EngineCommandOf<'Deliver'>,
): SubscriptionState | undefined {
  const open = subscriptions.get(ordinal);
  if (open !== undefined || instead === undefined) return open;
  for (const subscription of subscriptions.values()) {
    const { subject } = subscription;
    if (subject.kind !== instead.kind || subject.name !== instead.name) continue;
    if (subject.kind === 'signal' || subject.key === instead.key) return subscription;
  }
  return undefined;
}

/** Fires a due timer. Firing closes the subscription, so a repeated attempt has no effect (docs/contributing/spec/waiting.md#due-timer). */
export function fireTimer(run: Run, command: EngineCommandOf<'FireTimer'>): undefined {
  const subscription = run.state.subscriptions.get(command.subscription);
  if (subscription?.subject.kind === 'timer') fire(run, subscription, noVariables());
  return undefined;
}
