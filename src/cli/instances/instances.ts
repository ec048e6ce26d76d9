import { askingApi } from '../asking-api.ts';
import { print, printJson, wantsJson } from '../print.ts';
import { tableText } from '../table.ts';
import { FIND_USAGE, readFindArguments } from './arguments.ts';
import { runDeletion } from './delete.ts';

interface Found {
  readonly instanceId: string;
  readonly processDefinitionKey: string;
  readonly version: number;
  readonly status: string;
  readonly businessId: string | null;
  readonly activeActivityIds: readonly string[];
  readonly failure: { readonly activityId: string | null; readonly code: string; readonly message: string } | null;
  readonly createdAt: string;
  readonly completedAt: string | null;
}
interface Page {
  readonly items: readonly Found[];
  readonly totalCount: number;
  readonly isTotalCountExact: boolean;
}

/** `sluice instances`: finds instances of all processes over the API, or deletes some. Sets the exit code: 1 when it is refused, 2 on wrong arguments. */
export async function runInstances(args: readonly string[]): Promise<void> {
  const [action, ...rest] = args;
  if (action === 'delete' || action === 'erase') return runDeletion(action, rest);
  await askingApi(
    FIND_USAGE,
    () => readFindArguments(args),
    async (client, { query, isTable, isJson }) => {
      const page = await client.get<Page>(`/Instances?${query}`);
      return !isTable && wantsJson(isJson) ? printJson(page) : print(textOf(page));
    },
  );
}

function textOf({ items, totalCount, isTotalCountExact }: Page): string {
  if (items.length === 0) return 'No instances.';
  const rows = items.map((item) => [
    item.instanceId,
    `${item.processDefinitionKey} ${item.version}`,
    item.status,
    item.businessId ?? '-',
    item.createdAt,
    item.completedAt ?? '-',
    item.failure === null
      ? item.activeActivityIds.join(', ') || '-'
      : `${item.failure.activityId ?? '-'}: ${item.failure.code} ${item.failure.message}`,
  ]);
  const table = tableText(['INSTANCE', 'PROCESS', 'STATUS', 'BUSINESS ID', 'BEGUN', 'ENDED', 'AT'], rows);
  if (totalCount <= items.length) return table;
  return `${table}\n${isTotalCountExact ? '' : 'more than '}${totalCount} in all`;
}
