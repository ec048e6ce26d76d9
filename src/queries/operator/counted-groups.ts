/** Maximum rows per group: more would cost more than exact numbers are worth (docs/contributing/spec/pages.md#needs-you). */
export const MOST_READ = 10_000;

/** Largest groups of the rows that were read. */
export interface CountedGroups<Group> {
  readonly groups: readonly Group[];
  /** number of other groups */
  readonly more: number;
  /** false: there are more rows than were read */
  readonly isExact: boolean;
}

/** Builds groups from rows that also contain the totals of groups and rows. */
export function countedGroups<Row extends { readonly groups: number; readonly read: number }>(
  rows: readonly Row[],
): CountedGroups<Omit<Row, 'groups' | 'read'>> {
  const { groups, read } = rows[0] ?? { groups: 0, read: 0 };
  return {
    groups: rows.map(({ groups: _, read: __, ...group }) => group),
    more: groups - rows.length,
    isExact: read <= MOST_READ,
  };
}
