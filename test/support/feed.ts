import type { ReadSide } from './read-side.ts';

/** A row of the event feed, as it is stored. */
export interface StoredFeedRow {
  readonly position: number;
  readonly instance: string;
  readonly from: number;
  readonly to: number;
}

/** All rows of the feed, in order. */
export async function feedOf(side: ReadSide): Promise<readonly StoredFeedRow[]> {
  return side.connection.query<StoredFeedRow>(
    {
      name: 'test-feed',
      text: 'select position::int as position, instance_id as instance, from_seq as "from", to_seq as "to" from feed order by position',
    },
    [],
  );
}

/** Errors of a feed that must contain everything of these event histories exactly once, in the order of each instance. */
export function faultsOf(rows: readonly StoredFeedRow[], lengths: ReadonlyMap<string, number>): readonly string[] {
  const faults: string[] = [];
  const fed = new Map<string, number>();
  rows.forEach(({ position, instance, from, to }, index) => {
    if (position !== index + 1) faults.push(`position ${position} stands in place ${index + 1}`);
    const last = fed.get(instance) ?? 0;
    if (from !== last + 1 || to < from) faults.push(`${instance}: ${from} to ${to} behind ${last}`);
    fed.set(instance, to);
  });
  for (const [instance, length] of lengths) {
    if (fed.get(instance) !== length) faults.push(`${instance}: ${fed.get(instance) ?? 0} of ${length} rows`);
  }
  return faults;
}
