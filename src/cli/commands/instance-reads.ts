import { visibleText } from '../../platform/log-text.ts';
import { sleep } from '../../platform/retry.ts';
import { filterTerm, filterValue } from '../arguments.ts';
import type { ApiClient } from '../connection/api-client.ts';
import { print, printJson } from '../output/terminal.ts';
import { tableText } from '../output/text-table.ts';
import { runDeletion } from './instance-changes.ts';
import type { FindCall, HistoryCall, StateCall } from './instance-declarations.ts';

/** The query of the API for these options. */
function findQuery(values: FindCall['options']): URLSearchParams {
  const query = new URLSearchParams({ filters: filtersOf(values).join(',') });
  const further = { sorts: values.sort, page: values.page, pageSize: values['page-size'], businessId: values['business-id'] };
  for (const [name, value] of Object.entries(further)) if (value !== undefined) query.set(name, value);
  return query;
}

function filtersOf(values: FindCall['options']): readonly string[] {
  const status = values.status === undefined ? [] : [`Status==${values.status.map(filterValue).join('|')}`];
  return [
    ...filterTerm('ProcessDefinitionKey', '==', values.process),
    ...filterTerm('Version', '==', values.version),
    ...status,
    ...filterTerm('ActivityId', '==', values.activity),
    ...filterTerm('ErrorCode', '==', values.error),
    ...filterTerm('ParentInstanceId', '==', values.parent),
    ...filterTerm('CreatedAt', '>=', values.from),
    ...filterTerm('CreatedAt', '<', values.to),
    ...filterTerm('CompletedAt', '>=', values['ended-from']),
    ...filterTerm('CompletedAt', '<', values['ended-to']),
    ...(values.where ?? []).map((condition) => `Variables.${oneTerm(condition)}`),
  ];
}

/** Escapes only what would end the term or the value, because a condition contains its operator and may end with a star. */
function oneTerm(condition: string): string {
  return condition.replaceAll(/[\\,|]/g, '\\$&');
}

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

const LOOK_AGAIN_MS = 500;

interface InstanceState {
  readonly isCompleted: boolean;
  readonly isFailed: boolean;
  readonly isCancelled: boolean;
  readonly isSuspended?: boolean;
  readonly activeActivityIds: readonly string[];
  readonly completedActivityIds: readonly string[];
  readonly variableStates: readonly { readonly variables: object }[];
}

/** `sluice state`: active elements of an instance, and its variables (docs/contributing/spec/http/instances.md). @returns false when it has failed or was cancelled */
export async function runState({ operands: [id = ''], options, printsJson, openApi }: StateCall): Promise<boolean> {
  const client = openApi();
  let shown = '';
  for (;;) {
    const state = await client.get<InstanceState>(`/Instances/${encodeURIComponent(id)}/state`);
    const text = JSON.stringify(state);
    if (text !== shown) {
      if (printsJson) printJson(state);
      else print(stateText(state));
      shown = text;
    }
    const isOver = state.isCompleted || state.isFailed || state.isCancelled;
    if (isOver || options.watch !== true) return !state.isFailed && !state.isCancelled;
    await sleep(LOOK_AGAIN_MS);
  }
}

function stateText(state: InstanceState): string {
  const { activeActivityIds: active, completedActivityIds: done, variableStates } = state;
  const lines = [
    `${statusOf(state)}: ${active.join(', ') || 'nothing is active'}`,
    `  done       ${done.join(', ') || '-'}`,
    ...variableStates.map(({ variables }) => `  variables  ${JSON.stringify(variables)}`),
  ];
  return lines.map(visibleText).join('\n');
}

function statusOf({ isFailed, isCancelled, isCompleted, isSuspended }: InstanceState): string {
  if (isFailed) return 'Failed';
  if (isCancelled) return 'Cancelled';
  if (isCompleted) return 'Completed';
  return isSuspended === true ? 'Suspended' : 'Running';
}
