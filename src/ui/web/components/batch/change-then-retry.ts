import { getService, type Query } from '../../api/client.ts';
import type { JsonText } from '../../api/json-text.ts';
import { createBatch } from '../../api/repairs.ts';
import type { BatchItemList, BatchProgress, ListedIncident } from '../../api/service-types.ts';
import { pageTexts } from '../../texts/dialogs.ts';

/** Items of a batch that were not done. */
export const UNDONE = 'Status==Failed|Skipped';

/** `retryId` null: nothing was left to retry. `notChanged`: instances whose variables could not be changed, and that were not retried. */
export interface VariablesChanged {
  readonly changeId: string;
  readonly retryId: string | null;
  readonly notChanged: number;
}

/** Limit of the browser, which reads them in pages. */
const MOST_INCIDENTS = 10_000;
const PAGE = 100;

/** Sets variables of the instances of all incidents of a filter, then retries the incidents of those that were changed. */
export async function changeThenRetry(
  { filters, variables, reason }: { readonly filters: string; readonly variables: JsonText; readonly reason?: string },
  { onChanging, pollMs }: { readonly onChanging: (batchId: string) => void; readonly pollMs: number },
): Promise<VariablesChanged> {
  const incidents = await readAll<ListedIncident>(
    '/Incidents',
    { filters, sorts: 'FirstFailedAt' },
    ({ incidentId }) => incidentId,
  );
  const instances = [...new Set(incidents.map(({ workflowInstanceId }) => workflowInstanceId))];
  const { batchId } = await createBatch({
    operation: 'variables',
    ids: instances,
    variables,
    ...(reason !== undefined && { reason }),
  });
  const changeId = batchId ?? '';
  onChanging(changeId);
  while ((await getService<BatchProgress>(`/Batches/${changeId}`)).endedAt === null)
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  const items = await readAll<BatchItemList['items'][number]>(`/Batches/${changeId}/items`, { filters: UNDONE }, ({ position }) =>
    String(position),
  );
  const undone = new Set(items.map(({ subjectId }) => subjectId));
  const ids = incidents.filter((one) => !undone.has(one.workflowInstanceId)).map(({ incidentId }) => incidentId);
  const retry = ids.length === 0 ? null : await createBatch({ operation: 'retry', ids });
  return { changeId, retryId: retry?.batchId ?? null, notChanged: undone.size };
}

/** All pages. Rejects beyond the limit. */
async function readAll<T>(path: string, query: Query, keyOf: (item: T) => string): Promise<readonly T[]> {
  const found = new Map<string, T>();
  for (let page = 1; ; page += 1) {
    const { items, totalCount } = await getService<{ readonly items: readonly T[]; readonly totalCount: number }>(path, {
      ...query,
      page,
      pageSize: PAGE,
    });
    if (totalCount > MOST_INCIDENTS) throw new Error(pageTexts.batch.changeFirst.tooMany(MOST_INCIDENTS));
    for (const item of items) found.set(keyOf(item), item);
    if (items.length < PAGE) return [...found.values()];
  }
}
