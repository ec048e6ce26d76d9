import { entityId } from '../../platform/ids.ts';
import {
  countOpenCustomTasks,
  listOpenCustomTasks,
  type OpenCustomTask,
  type OpenCustomTaskFilter,
} from '../../queries/open-custom-tasks.ts';
import {
  countOpenIncidents,
  listOpenIncidents,
  type OpenIncidentFilter,
  type OpenIncidentRow,
} from '../../queries/open-incidents.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import type { Camunda7Call } from './endpoint.ts';
import type { Window } from './fields.ts';

/** Searched open incidents. Later ones are not found. */
const MOST_INCIDENTS = 10_000;

/** Open, or without retries: then Sluice has an incident. */
export type ExternalTask = OpenCustomTask & { readonly incidentId?: string };

/** Conditions; undefined: none of this kind. */
export interface ExternalTaskFilter {
  readonly open: OpenCustomTaskFilter | undefined;
  readonly failed: (OpenIncidentFilter & { readonly taskIds: readonly string[] | undefined }) | undefined;
}

/** Open ones first, then those with an incident. */
export async function listExternalTasks(
  db: ReadDatabase,
  { open, failed }: ExternalTaskFilter,
  { skipped, most }: Window,
): Promise<readonly ExternalTask[]> {
  const found = open === undefined ? [] : await listOpenCustomTasks(db, open, { skipped, most });
  if (failed === undefined || found.length === most) return found;
  const before = open === undefined || found.length > 0 || skipped === 0 ? found.length : await countOpenCustomTasks(db, open);
  const window = { skipped: found.length > 0 ? 0 : Math.max(0, skipped - before), most: most - found.length };
  return [...found, ...(await listFailed(db, failed, window))];
}

export async function countExternalTasks(db: ReadDatabase, { open, failed }: ExternalTaskFilter): Promise<number> {
  const opened = open === undefined ? 0 : await countOpenCustomTasks(db, open);
  if (failed === undefined) return opened;
  if (failed.taskIds === undefined) return opened + (await countOpenIncidents(db, { ...failed, ofTasks: true }));
  return opened + (await listFailed(db, failed, { skipped: 0, most: MOST_INCIDENTS })).length;
}

async function listFailed(
  db: ReadDatabase,
  { taskIds, ...filter }: NonNullable<ExternalTaskFilter['failed']>,
  window: Window,
): Promise<readonly ExternalTask[]> {
  if (taskIds === undefined) return (await listOpenIncidents(db, { ...filter, ofTasks: true }, window)).flatMap(taskOf);
  const incidents = await listOpenIncidents(db, { ...filter, ofTasks: true }, { skipped: 0, most: MOST_INCIDENTS });
  const wanted = new Set(taskIds.map((id) => id.toLowerCase()));
  const found = incidents.flatMap(taskOf).filter(({ taskId }) => wanted.has(taskId));
  return found.slice(window.skipped, window.skipped + window.most);
}

/** Open incident of a task or another activity instance. Undefined: none that the caller may see. */
export async function findIncidentOf(
  { limits }: Camunda7Call,
  { db }: { readonly db: ReadDatabase },
  taskId: string,
): Promise<OpenIncidentRow | undefined> {
  const incidents = await listOpenIncidents(db, { limits }, { skipped: 0, most: MOST_INCIDENTS });
  return incidents.find(({ instanceId, entry }) => entry !== null && entityId(instanceId, entry) === taskId.toLowerCase());
}

/** [] if the incident is not of a custom task. */
export function taskOf(incident: OpenIncidentRow): readonly ExternalTask[] {
  const { incidentId, instanceId, entry, taskType, message, firstAt } = incident;
  if (entry === null || taskType === null) return [];
  const { activityId, definitionId, processKey, businessId, isSuspended } = incident;
  return [
    {
      ...{
        incidentId,
        taskId: entityId(instanceId, entry),
        instanceId,
        taskType,
        activityId,
        definitionId,
        processKey,
        businessId,
      },
      ...{ versionTag: null, attempt: 0, failures: 1, attempts: null, errorMessage: message, priority: 0 },
      ...{ lockedBy: null, availableAt: firstAt, createdAt: firstAt, isSuspended },
    },
  ];
}
