import type { EntryOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import { type OwnJobState, ownJobOf } from '../state.ts';

/** Its result has come, or its attempts are used up. */
export function endOwnJob(run: Run, { ordinal: job, entry, element }: OwnJobState, outcome: 'completed' | 'failed'): void {
  run.emit({ type: 'JobClosed', job, entry, element, outcome });
}

/** Cancels the open job of an entry, or of the process (null), where it has one with a number of its own. */
export function closeOwnJobOf(run: Run, entry: EntryOrdinal | null): void {
  const job = ownJobOf(run.state, entry);
  if (job !== undefined) run.emit({ type: 'JobClosed', job: job.ordinal, entry, element: job.element, outcome: 'cancelled' });
}
