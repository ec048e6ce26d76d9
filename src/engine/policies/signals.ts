import type { SubscriptionOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import { isTerminal } from '../state.ts';
import { noVariables } from '../values.ts';
import { propagateRaised } from './error-propagation.ts';
import { fire } from './firing.ts';

/**
 * Fires own subscriptions in order of creation, except those that an earlier receiver has closed
 * (docs/contributing/spec/waiting.md#signal-inside-an-instance).
 */
export function broadcastInside(run: Run, name: string): void {
  run.ownSignals.noteThrown(name);
  const waiting = [...run.state.subscriptions.values()].filter((s) => s.subject.kind === 'signal' && s.subject.name === name);
  fireInOrder(
    run,
    waiting.map(({ ordinal }) => ordinal),
  );
}

/** Delivers to catch events that subscribed too late, when no step is left (docs/contributing/spec/waiting.md#signals-of-paths-under-way). */
export function deliverOwnSignals(run: Run): void {
  run.ownSignals.handleAll();
  fireInOrder(run, run.ownSignals.takeWaiting());
}

function fireInOrder(run: Run, waiting: readonly SubscriptionOrdinal[]): void {
  for (const ordinal of waiting) {
    const subscription = run.state.subscriptions.get(ordinal);
    if (subscription !== undefined) fire(run, subscription, noVariables());
    // a failure must find its catcher before the next receiver
    propagateRaised(run);
    if (isTerminal(run.state)) return;
  }
}
