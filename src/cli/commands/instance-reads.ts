import { visibleText } from '../../platform/redact.ts';
import { sleep } from '../../platform/retry.ts';
import type { AnswerOf, ApiClient } from '../connection/api-client.ts';
import { LISTS } from '../lists.ts';
import { type Columns, filtersOf, pageText, queryOf, rowsText } from '../output/tables.ts';
import { print, printJson } from '../output/terminal.ts';
import type { OptionTable } from '../verb-declaration.ts';
import { runDeletion } from './instance-changes.ts';
import type { FindCall, HistoryCall, StateCall } from './instance-declarations.ts';

function findQuery(declared: OptionTable, options: FindCall['options']) {
  const { where = [], sort, page, 'page-size': pageSize, 'business-id': businessId } = options;
  const filters = [...filtersOf(declared, options), ...where.map((condition) => `Variables.${oneTerm(condition)}`)];
  return queryOf({ filters: filters.join(','), sorts: sort, page, pageSize, businessId });
}

/** Escapes only the ends of terms and values: a condition contains its operator and may end with `*`. */
function oneTerm(condition: string): string {
  return condition.replaceAll(/[\\,|]/g, '\\$&');
}

/**
 * Finds instances of all processes, deletes some, or erases those of a business id.
 * @returns false if an action failed or was rejected
 */
export async function runInstances(call: FindCall, declared: OptionTable): Promise<boolean> {
  const { action, options, printsJson, openApi } = call;
  if (action !== 'list') return runDeletion(call);
  const page = await openApi().call('findInstances', [], findQuery(declared, options));
  if (printsJson) return printJson(page);
  return print(page.totalCount === 0 ? LISTS.instances.empty : pageText(LISTS.instances.columns, page));
}

/** The maximum (docs/contributing/spec/http/lists.md#paging). */
const PAGE_SIZE = '100';

const HISTORY: Columns<AnswerOf<'readHistory'>['items'][number]> = {
  '#': 'sequence',
  AT: 'occurredAt',
  TYPE: 'type',
  ELEMENT: 'activityId',
  BY: 'actor',
  DATA: ({ data }) => JSON.stringify(data),
};

/** Prints the whole history (docs/contributing/spec/http/instances.md). */
export async function runHistory({ operands: [id = ''], printsJson, openApi }: HistoryCall): Promise<true> {
  const items = await wholeHistory(openApi(), id);
  if (printsJson) return printJson({ items, totalCount: items.length });
  return print(rowsText(HISTORY, items));
}

/** State and history as one JSON document. */
export async function runExport({ operands: [id = ''], openApi }: HistoryCall): Promise<true> {
  const client = openApi();
  const state = await client.call('readState', [id]);
  return printJson({ state, history: await wholeHistory(client, id) });
}

async function wholeHistory(client: ApiClient, id: string): Promise<AnswerOf<'readHistory'>['items']> {
  const items: AnswerOf<'readHistory'>['items'][number][] = [];
  for (let page = 1; ; page++) {
    const answer = await client.call('readHistory', [id], queryOf({ page: String(page), pageSize: PAGE_SIZE }));
    items.push(...answer.items);
    if (answer.items.length === 0 || items.length >= answer.totalCount) return items;
  }
}

const LOOK_AGAIN_MS = 500;

type InstanceState = AnswerOf<'readState'>;

/**
 * Active elements and variables (docs/contributing/spec/http/instances.md).
 * @returns false if the instance has failed or was cancelled
 */
export async function runState({ operands: [id = ''], options, printsJson, openApi }: StateCall): Promise<boolean> {
  const client = openApi();
  let shown = '';
  for (;;) {
    const state = await client.call('readState', [id]);
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
