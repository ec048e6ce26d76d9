import type { Failure } from '../failures.ts';
import type { ActivityInstanceOrdinal } from '../ordinals.ts';
import { type Cancellation, instanceFailed } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import { activityInstancesWithin, requestChildCancel } from './cancellation.ts';
import { closeOwnJobOf } from './own-job-end.ts';
import { unsubscribeActivityInstance, unsubscribeScope } from './subscriptions.ts';

/**
 * Cancels all other activity instances, newest first. Variable scopes remain readable (docs/contributing/spec/execution.md#failed-instance).
 * @param failed null: the process; undefined: there is nothing to retry
 */
export function failInstance(
  run: Run,
  element: string | null,
  { code, message, cause }: Failure,
  failed?: ActivityInstanceOrdinal | null,
): void {
  const retry = failed === undefined ? undefined : run.failurePoints.before(failed, run);
  cancelEverything(run, instanceFailed);
  const { startedAt: since } = run.state;
  run.emit({ type: 'InstanceFailed', since, element, code, message, cause, ...(retry === undefined ? {} : { retry }) });
}

/** Newest first, with subscriptions and called instances. Variable scopes remain (docs/contributing/spec/variables.md#merging-variables). */
export function cancelEverything(run: Run, why: Cancellation): void {
  run.agenda.clear();
  closeOwnJobOf(run, null);
  // by ordinal: a restored state has another order
  for (const scope of [...run.state.subscriptionsIn.keys()].sort((a, b) => a - b)) unsubscribeScope(run, scope);
  for (const entry of activityInstancesWithin(run, run.state.rootScope)) {
    unsubscribeActivityInstance(run, entry.ordinal);
    requestChildCancel(run, entry);
    run.cancel(entry, why);
  }
}
