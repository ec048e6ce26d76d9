import type { ApiClient } from '../api-client.ts';
import { print, printJson } from '../output/print.ts';
import { tableText } from '../output/table.ts';
import type { HistoryCall } from './declarations.ts';

/** The most that one answer has (docs/contributing/spec/http/lists.md#paging). */
const PAGE_SIZE = 100;

interface HistoryItem {
  readonly sequence: number;
  readonly type: string;
  readonly occurredAt: string;
  readonly activityId: string | null;
  readonly data: object;
  readonly actor?: string;
}

/** `sluice history`: everything that happened in an instance (docs/contributing/spec/http/instances.md). */
export async function runHistory({ operands: [id = ''], printsJson, openApi }: HistoryCall): Promise<true> {
  const items = await wholeHistory(openApi(), id);
  if (printsJson) return printJson({ items, totalCount: items.length });
  const rows = items.map(({ sequence, occurredAt, type, activityId, actor, data }) => {
    return [String(sequence), occurredAt, type, activityId ?? '-', actor ?? '-', JSON.stringify(data)];
  });
  return print(tableText(['#', 'AT', 'TYPE', 'ELEMENT', 'BY', 'DATA'], rows));
}

/** `sluice export`: an instance as one document. */
export async function runExport({ operands: [id = ''], openApi }: HistoryCall): Promise<true> {
  const client = openApi();
  const state = await client.get<object>(`/Instances/${encodeURIComponent(id)}/state`);
  return printJson({ state, history: await wholeHistory(client, id) });
}

async function wholeHistory(client: ApiClient, id: string): Promise<readonly HistoryItem[]> {
  const items: HistoryItem[] = [];
  for (let page = 1; ; page++) {
    const path = `/Instances/${encodeURIComponent(id)}/history?page=${page}&pageSize=${PAGE_SIZE}`;
    const answer = await client.get<{ items: readonly HistoryItem[]; totalCount: number; pageSize: number }>(path);
    items.push(...answer.items);
    if (answer.items.length === 0 || items.length >= answer.totalCount) return items;
  }
}
