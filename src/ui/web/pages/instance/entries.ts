import type { ActivityInstanceOrdinal } from '../../../../engine/ordinals.ts';
import type { Entry, ShownInstanceState } from '../../api/service-types.ts';

/** Activity instances, oldest first. */
export function entriesOf(state: ShownInstanceState): Entry[] {
  return [...endedOf(state), ...state.activeActivities].sort((a, b) =>
    a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0,
  );
}

/** In the order of their end. One that a retry has continued is in the lists of the state again: its last entry counts. */
export function endedOf({ completedActivities, activeActivities }: ShownInstanceState): Entry[] {
  const last = new Map([...completedActivities, ...activeActivities].map((entry) => [entry.activityInstanceId, entry]));
  return completedActivities.filter((entry) => last.get(entry.activityInstanceId) === entry);
}

/** State as the page shows it (docs/contributing/spec/pages.md#instance-tabs). */
export function statusOf(entry: Entry): 'Failed' | 'Cancelled' | 'Completed' | 'Running' | 'Pending' {
  if (entry.errorState !== null) return 'Failed';
  if (entry.isCancelled) return 'Cancelled';
  if (entry.isCompleted) return 'Completed';
  return entry.isExecuting ? 'Running' : 'Pending';
}

/** Activity instance in the event history. `index`: multi-instance iteration, from 0; null: none. `itemText`: of its item. */
export interface JournalEntry {
  readonly ordinal: ActivityInstanceOrdinal;
  readonly index: number | null;
  readonly itemText?: string;
}

/** `#2 Cleo`; '': no iteration. */
export function iterationWords({
  index,
  itemText,
}: {
  readonly index: number | null;
  readonly itemText?: string | undefined;
}): string {
  if (index === null) return '';
  return itemText === undefined ? `#${index + 1}` : `#${index + 1} ${itemText}`;
}
