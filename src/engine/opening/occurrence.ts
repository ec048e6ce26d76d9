import type { EngineCommandOf } from '../commands.ts';
import { fire } from '../policies/firing.ts';
import type { Run } from '../run.ts';
import type { InstanceState, SubscriptionState } from '../state.ts';
import { noVariables } from '../values.ts';

/** A message or signal reaches an open subscription; one that was closed before has no effect (docs/contributing/spec/events-and-errors.md#stale-firing). */
export function deliver(run: Run, command: EngineCommandOf<'Deliver'>): undefined {
  const subscription = receiverOf(run.state, command);
  if (subscription !== undefined) fire(run, subscription, command.variables);
  return undefined;
}

/**
 * Its subscription; once that is closed, for what has waited for the instance to be resumed, the oldest that waits for the same
 * (docs/contributing/spec/suspension.md#messages-of-suspended-instances).
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

/** A due timer; the firing closes it in the same run, so a repeated attempt finds it closed (docs/contributing/spec/waiting.md#due-timer). */
export function fireTimer(run: Run, command: EngineCommandOf<'FireTimer'>): undefined {
  const subscription = run.state.subscriptions.get(command.subscription);
  if (subscription?.subject.kind === 'timer') fire(run, subscription, noVariables());
  return undefined;
}
