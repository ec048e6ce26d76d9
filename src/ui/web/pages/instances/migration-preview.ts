import { getService } from '../../api/client.ts';
import { repairs } from '../../api/instance-repairs.ts';
import type { MigrationAnswer } from '../../api/repair-types.ts';
import type { FoundInstanceRow, FoundInstances } from '../../api/service-types.ts';

/** Limits of the preview: instances that are read, dry runs, and those at the same time. */
const MOST_READ = 1000;
const MOST_GROUPS = 20;
const AT_ONCE = 4;
const PAGE_SIZE = 100;

type Report = NonNullable<MigrationAnswer['report']>;
type PreviewedRow = Pick<FoundInstanceRow, 'instanceId' | 'version' | 'activeActivityIds' | 'suspendedBy'>;

/** Instances with the same version, active elements and suspension. One dry run stands for all of them. */
export interface InstanceGroup {
  /** newest */
  readonly instanceId: string;
  readonly elements: readonly string[];
  readonly count: number;
}

export interface PreviewedGroup extends InstanceGroup {
  /** why the migration is not possible; empty: it is */
  readonly reasons: readonly string[];
  /** absent: the dry run was rejected */
  readonly report?: Report;
}

/** `groups`: largest first. `unchecked`: number of instances without a dry run, beyond the limits. */
export interface MigrationPreview {
  readonly groups: readonly PreviewedGroup[];
  readonly unchecked: number;
}

/** Dry runs for instances with `ids`, or those that match `filters` of the API. */
export async function previewMigration(
  definitionId: string,
  { filters, ids }: { readonly filters: string; readonly ids?: readonly string[] | undefined },
): Promise<MigrationPreview> {
  const { rows, total } = await readRows(filters);
  const chosen = ids === undefined ? rows : chosenRows(rows, ids);
  const groups = groupInstances(chosen);
  const checked = await inTurns(groups.slice(0, MOST_GROUPS), (group) => dryRun(group, definitionId));
  const all = ids?.length ?? total;
  return { groups: checked, unchecked: Math.max(0, all - checked.reduce((sum, { count }) => sum + count, 0)) };
}

async function readRows(filters: string): Promise<{ readonly rows: readonly FoundInstanceRow[]; readonly total: number }> {
  const rows: FoundInstanceRow[] = [];
  for (let page = 1; ; page += 1) {
    const found = await getService<FoundInstances>('/Instances', { filters, page, pageSize: PAGE_SIZE });
    rows.push(...found.items);
    if (found.items.length < PAGE_SIZE || rows.length >= MOST_READ)
      return { rows, total: Math.max(found.totalCount, rows.length) };
  }
}

/** Instances that were not read are groups of their own. */
function chosenRows(rows: readonly FoundInstanceRow[], ids: readonly string[]): readonly PreviewedRow[] {
  const known = new Map(rows.map((row) => [row.instanceId, row]));
  return ids.map((instanceId) => known.get(instanceId) ?? { instanceId, version: 0, activeActivityIds: [instanceId] });
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

async function dryRun(group: InstanceGroup, definitionId: string): Promise<PreviewedGroup> {
  try {
    const { report } = await repairs.migrate({ instanceId: group.instanceId, definitionId, dryRun: true });
    if (report === null) return { ...group, reasons: [] };
    const reasons = report.refusals.map(({ activityId, reason }) => (activityId === null ? reason : `${activityId}: ${reason}`));
    return { ...group, reasons: report.isPossible ? [] : reasons, report };
  } catch (error) {
    return { ...group, reasons: [error instanceof Error ? error.message : String(error)] };
  }
}

async function inTurns<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(run))));
  return results;
}
