import type { ActivityInstanceOrdinal } from '../../../../engine/ordinals.ts';
import type { Entry, ShownInstanceState } from '../../api/service-types.ts';
import type { LoadedJournal } from './use-journal.ts';

/** Returns active and ended activity instances, oldest first. */
export function entriesOf(state: ShownInstanceState): Entry[] {
  return [...state.completedActivities, ...state.activeActivities].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

/** Returns the state of an activity instance as the page shows it (docs/contributing/spec/pages.md#instance-tabs). */
export function statusOf(entry: Entry): 'Failed' | 'Cancelled' | 'Completed' | 'Running' | 'Pending' {
  if (entry.errorState !== null) return 'Failed';
  if (entry.isCancelled) return 'Cancelled';
  if (entry.isCompleted) return 'Completed';
  return entry.isExecuting ? 'Running' : 'Pending';
}

/** An activity instance in the event history. `index`: of the multi-instance iteration, from 0; null: none. */
export interface JournalEntry {
  readonly ordinal: ActivityInstanceOrdinal;
  readonly index: number | null;
}

/** Returns the activity instances of the event history by id. */
export function entriesOfJournal({
  frames = [],
  entryIds,
}: Pick<LoadedJournal, 'frames' | 'entryIds'>): ReadonlyMap<string, JournalEntry> {
  const entries = new Map<string, JournalEntry>();
  for (const [ordinal, id] of entryIds) entries.set(id, { ordinal: ordinal as ActivityInstanceOrdinal, index: null });
  for (const { event } of frames) {
    const id = event.type === 'ElementActivated' ? entryIds.get(event.entry) : undefined;
    if (event.type === 'ElementActivated' && event.index !== undefined && id !== undefined)
      entries.set(id, { ordinal: event.entry, index: event.index });
  }
  return entries;
}
