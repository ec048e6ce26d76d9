import type { EngineCommandOf } from '../commands.ts';
import { fire } from '../policies/firing.ts';
import type { Run } from '../run.ts';
import { noVariables } from '../values.ts';

/** A message or signal reaches an open subscription; one that was closed before has no effect (docs/spec/events-and-errors.md#stale-firing). */
export function deliver(run: Run, command: EngineCommandOf<'Deliver'>): undefined {
  const subscription = run.state.subscriptions.get(command.subscription);
  if (subscription !== undefined) fire(run, subscription, command.variables);
  return undefined;
}

/** A due timer; the firing closes it in the same run, so a repeated attempt finds it closed (docs/spec/waiting.md#due-timer). */
export function fireTimer(run: Run, command: EngineCommandOf<'FireTimer'>): undefined {
  const subscription = run.state.subscriptions.get(command.subscription);
  if (subscription?.subject.kind === 'timer') fire(run, subscription, noVariables());
  return undefined;
}
