import type { Repeat } from '../events/incident-events.ts';
import type { Failure } from '../failures.ts';
import type { ActivityInstanceOrdinal, ScopeOrdinal } from '../ordinals.ts';
import { scopeEnded } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import type { SubscriptionState } from '../state.ts';
import { cancelBegun } from './cancellation.ts';
import { failProcess } from './raise-incident.ts';

/**
 * Handles a subscription whose condition cannot be evaluated, or that cannot be created again. Fails the activity instance, or for an event sub-process
 * the enclosing sub-process or instance, unless it has ended or was interrupted (docs/contributing/spec/waiting.md#condition-in-an-instance).
 */
export function failOwner(
  run: Run,
  { entry, scope, element }: Pick<SubscriptionState, 'entry' | 'scope' | 'element'>,
  failure: Failure,
  repeat: Repeat,
): void {
  const owner = entry ?? hostOf(run, scope);
  if (owner === null) {
    failProcess(run, failure, repeat, element);
    return;
  }
  const failing = owner === undefined ? undefined : run.state.entries.get(owner);
  if (failing === undefined) return;
  if (run.leaveAsIncident(failing, failure, repeat)) return;
  cancelBegun(run, failing, scopeEnded);
  run.fail(failing, failing.variableScope, failure);
}

/** Sub-process instance around the scope; null at the root, undefined if event sub-processes no longer wait. */
function hostOf(run: Run, ordinal: ScopeOrdinal): ActivityInstanceOrdinal | null | undefined {
  const scope = run.state.scopes.get(ordinal);
  return scope === undefined || scope.isInterrupted ? undefined : scope.host;
}
