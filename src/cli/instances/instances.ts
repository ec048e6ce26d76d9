import { print, printJson } from '../output/print.ts';
import { tableText } from '../output/table.ts';
import type { FindCall } from './declarations.ts';
import { runDeletion } from './delete.ts';
import { findQuery } from './find-query.ts';

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

/** `sluice instances`: finds instances of all processes over the API, or deletes some. @returns whether everything is as it was wanted */
export async function runInstances(call: FindCall): Promise<boolean> {
  const { action, options, printsJson, openApi } = call;
  if (action !== 'list') return runDeletion(call);
  const page = await openApi().get<Page>(`/Instances?${findQuery(options)}`);
  return printsJson ? printJson(page) : print(textOf(page));
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
