import type { EntryOrdinal } from '../../../../engine/ordinals.ts';
import type { Entry, ShownInstanceState } from '../../api/service-types.ts';

/** Active and ended entries together, oldest first. */
export function entriesOf(state: ShownInstanceState): Entry[] {
  return [...state.completedActivities, ...state.activeActivities].sort((a, b) =>
    a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0,
  );
}

/** The state of an entry in the words of its page (docs/contributing/spec/pages.md#instance-tabs). */
export function statusOf(entry: Entry): 'Failed' | 'Cancelled' | 'Completed' | 'Running' | 'Pending' {
  if (entry.errorState !== null) return 'Failed';
  if (entry.isCancelled) return 'Cancelled';
  if (entry.isCompleted) return 'Completed';
  return entry.isExecuting ? 'Running' : 'Pending';
}

/** An activity instance in the event history. `index`: of an iteration, from 0. */
export interface JournalEntry {
  readonly ordinal: EntryOrdinal;
  readonly index: number | null;
}
