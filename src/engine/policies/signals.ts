import type { Ordinal } from '../events.ts';
import type { Run } from '../run.ts';
import { noVariables } from '../values.ts';
import { fire } from './firing.ts';

/** A signal thrown inside an instance first fires the instance's own open subscriptions, in order of arming; those that disappear meanwhile are skipped (SG2, SG3). */
export function broadcastInside(run: Run, name: string): void {
  const waiting = [...run.state.subscriptions.values()].filter((s) => s.subject.kind === 'signal' && s.subject.name === name);
  for (const { ordinal } of waiting) {
    // A failure finds its catcher first: the others hear the signal when the run settles.
    if (run.raised === null) hearSignal(run, ordinal);
    else run.signalsToHear.add(ordinal);
  }
}

/** A signal reaches a subscription, if it is still open. */
export function hearSignal(run: Run, ordinal: Ordinal): void {
  const subscription = run.state.subscriptions.get(ordinal);
  if (subscription !== undefined) fire(run, subscription, noVariables());
}
