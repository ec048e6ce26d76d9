import { processEnvironment } from '../../platform/config.ts';
import { visibleText } from '../../platform/log-text.ts';
import { ApiRefusal, openClient } from '../api-client.ts';
import { print, printJson, wantsJson } from '../print.ts';
import { tableText } from '../table.ts';
import { FIND_USAGE, readFindArguments } from './arguments.ts';

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

const DEFAULT_URL = 'http://localhost:8080';

/** `sluice instances`: finds instances of all processes over the API. Sets the exit code: 1 when it is refused, 2 on wrong arguments. */
export async function runInstances(args: readonly string[]): Promise<void> {
  const request = readFindArguments(args);
  if (typeof request === 'string') {
    process.stderr.write(`${request}\n\n${FIND_USAGE}`);
    process.exitCode = 2;
    return;
  }
  const { SLUICE_URL, SLUICE_TOKEN } = processEnvironment();
  const client = openClient(request.url ?? (SLUICE_URL || DEFAULT_URL), SLUICE_TOKEN || undefined);
  try {
    const page = await client.get<Page>(`/Instances?${request.query}`);
    if (!request.isTable && wantsJson(request.isJson)) printJson(page);
    else print(textOf(page));
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    process.stderr.write(`${visibleText(error.message)}\n`);
    process.exitCode = 1;
  }
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
