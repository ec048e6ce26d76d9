/** Rows read per group; more would cost more than an exact number is worth (docs/contributing/spec/pages.md#needs-you). */
export const MOST_READ = 10_000;

/** The largest groups of what was read. */
export interface CountedGroups<Group> {
  readonly groups: readonly Group[];
  /** groups that were left out */
  readonly more: number;
  /** false: there are more rows than were read, and the counts are of these */
  readonly isExact: boolean;
}

/** Groups from rows that also contain the total of groups and rows. */
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
