import type { ActivityInstanceOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import { type OwnJobState, ownJobOf } from '../state.ts';

/** Listener or ad-hoc job. The caller continues or fails its owner. */
export function endOwnJob(run: Run, { ordinal: job, entry, element }: OwnJobState, outcome: 'completed' | 'failed'): void {
  run.emit({ type: 'JobClosed', job, entry, element, outcome });
}

/** Cancels it. @param entry null: the process */
export function closeOwnJobOf(run: Run, entry: ActivityInstanceOrdinal | null): void {
  const job = ownJobOf(run.state, entry);
  if (job !== undefined) run.emit({ type: 'JobClosed', job: job.ordinal, entry, element: job.element, outcome: 'cancelled' });
}
