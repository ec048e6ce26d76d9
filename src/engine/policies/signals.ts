import type { SubscriptionOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import { isTerminal } from '../state.ts';
import { noVariables } from '../values.ts';
import { propagateRaised } from './error-propagation.ts';
import { fire } from './firing.ts';

/**
 * A signal thrown inside an instance first fires the instance's own open subscriptions, in order of arming; those that disappear meanwhile are skipped
 * (docs/contributing/spec/waiting.md#signal-inside-an-instance).
 */
export function broadcastInside(run: Run, name: string): void {
  run.ownSignals.thrown(name);
  const waiting = [...run.state.subscriptions.values()].filter((s) => s.subject.kind === 'signal' && s.subject.name === name);
  fireInOrder(
    run,
    waiting.map(({ ordinal }) => ordinal),
  );
}

/** Nothing else is left to do: paths that were under way when a signal was thrown hear it now (docs/contributing/spec/waiting.md#signals-of-paths-under-way). */
export function hearOwnSignals(run: Run): void {
  run.ownSignals.pathsMeet();
  fireInOrder(run, run.ownSignals.takeWaiting());
}

function fireInOrder(run: Run, waiting: readonly SubscriptionOrdinal[]): void {
  for (const ordinal of waiting) {
    const subscription = run.state.subscriptions.get(ordinal);
    if (subscription !== undefined) fire(run, subscription, noVariables());
    // A receiver that fails finds its catcher before the others hear the signal.
    propagateRaised(run);
    if (isTerminal(run.state)) return;
  }
}
