import type { Run } from '../run.ts';
import { entriesWithin } from './cancellation.ts';
import { disarmEntry, disarmScope } from './subscriptions.ts';

/** L6: every other active entry is cancelled, newest first, and the instance ends as failed. Variable scopes stay readable (V4). */
export function failInstance(run: Run, element: string | null, code: string, message: string): void {
  cancelEverything(run, 'Instance failed');
  run.emit({ type: 'InstanceFailed', since: run.state.startedAt, element, code, message });
}

/** Cancels every active entry, newest first, disarms everything, tells every child. Variable scopes stay (V4). */
export function cancelEverything(run: Run, reason: string): void {
  run.forgetAllSteps();
  for (const scope of [...run.state.subscriptionsIn.keys()]) disarmScope(run, scope);
  for (const entry of entriesWithin(run, run.state.rootScope)) {
    disarmEntry(run, entry.ordinal);
    const { ordinal, element, childInstanceId } = entry;
    if (childInstanceId !== null)
      run.emit({ type: 'ChildCancelRequested', entry: ordinal, element, childInstanceId, reason: 'Cancelled by parent' });
    run.cancel(entry, reason);
  }
}
