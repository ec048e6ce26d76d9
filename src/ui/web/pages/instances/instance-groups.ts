import type { FoundInstanceRow } from '../../api/service-types.ts';

export type PreviewedRow = Pick<FoundInstanceRow, 'instanceId' | 'version' | 'activeActivityIds' | 'suspendedBy'>;

/** Instances with the same version, active elements and suspension. One dry run is enough for all of them. */
export interface InstanceGroup {
  /** newest */
  readonly instanceId: string;
  readonly elements: readonly string[];
  readonly count: number;
}

export function groupInstances(rows: readonly PreviewedRow[]): readonly InstanceGroup[] {
  const groups = new Map<string, InstanceGroup>();
  for (const { instanceId, version, activeActivityIds, suspendedBy = [] } of rows) {
    const key = JSON.stringify([version, activeActivityIds, suspendedBy.length > 0]);
    const { count, ...first } = groups.get(key) ?? { instanceId, elements: version === 0 ? [] : activeActivityIds, count: 0 };
    groups.set(key, { ...first, count: count + 1 });
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count);
}
