import { type Cancellation, instanceFailed } from '../cancellations.ts';
import type { Failure } from '../failures.ts';
import type { EntryOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import { askChildToCancel, entriesWithin } from './cancellation.ts';
import { closeOwnJobOf } from './own-job-end.ts';
import { disarmEntry, disarmScope } from './subscriptions.ts';

/**
 * Every other active entry is cancelled, newest first, and the instance ends as failed. Variable scopes stay readable
 * (docs/contributing/spec/execution.md#failed-instance).
 * @param failed the entry that has failed, null: the process; undefined: there is nothing that a retry could repeat
 */
export function failInstance(
  run: Run,
  element: string | null,
  { code, message, cause }: Failure,
  failed?: EntryOrdinal | null,
): void {
  const retry = failed === undefined ? undefined : run.failurePoints.before(failed, run);
  cancelEverything(run, instanceFailed);
  const { startedAt: since } = run.state;
  run.emit({ type: 'InstanceFailed', since, element, code, message, cause, ...(retry === undefined ? {} : { retry }) });
}

/** Cancels every active entry, newest first, disarms everything, asks every child to cancel. Variable scopes stay (docs/contributing/spec/variables.md#merging-variables). */
export function cancelEverything(run: Run, why: Cancellation): void {
  run.agenda.clear();
  closeOwnJobOf(run, null);
  // By number, not as they come: a restored state lists its scopes in another order.
  for (const scope of [...run.state.subscriptionsIn.keys()].sort((a, b) => a - b)) disarmScope(run, scope);
  for (const entry of entriesWithin(run, run.state.rootScope)) {
    disarmEntry(run, entry.ordinal);
    askChildToCancel(run, entry);
    run.cancel(entry, why);
  }
}
