import { visibleText } from '../../platform/log-text.ts';
import { sleep } from '../../platform/retry.ts';
import { openProgress, print, printJson } from '../output/terminal.ts';
import { tableText } from '../output/text-table.ts';
import { declareVerb } from '../verb-declaration.ts';
import { ACTIONS, type BatchCall, bodyOf, checkOptions, OPTIONS } from './batch-body.ts';

export const BATCH = declareVerb({
  name: 'batch',
  group: 'repair',
  about: 'run one operation on many instances or incidents',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  notes: 'Exit code 1: an item failed.\n',
  run: (call) => runBatch(call),
});

/** A batch as the API shows it. */
interface ShownBatch {
  readonly batchId: string;
  readonly operation: string;
  readonly status: string;
  readonly filters: string | null;
  readonly totalCount: number;
  readonly pendingCount: number;
  readonly succeededCount: number;
  readonly failedCount: number;
  readonly skippedCount: number;
  readonly createdAt: string;
  readonly endedAt: string | null;
}

/** Characters of the bar. */
const WIDTH = 30;

/** How far a batch is, in one line. */
export function progressText(batch: ShownBatch): string {
  const { status, totalCount, pendingCount, succeededCount, failedCount, skippedCount } = batch;
  const done = totalCount - pendingCount;
  const filled = totalCount === 0 ? WIDTH : Math.floor((done / totalCount) * WIDTH);
  const bar = `${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}`;
  return `[${bar}] ${done}/${totalCount}  succeeded ${succeededCount}  failed ${failedCount}  skipped ${skippedCount}  ${status}`;
}

const PAGE_SIZE = 100;

/** Poll interval of a watched batch. Unit: ms. */
const LOOK_MS = 500;

interface Made {
  readonly batchId: string | null;
  readonly totalCount: number;
  readonly unknownCount: number;
  readonly processes: readonly { readonly processDefinitionKey: string; readonly count: number }[];
}
interface Item {
  readonly position: number;
  readonly subjectId: string;
  readonly processDefinitionKey: string | null;
  readonly status: string;
  readonly code: string | null;
  readonly reason: string | null;
}
interface Page<T> {
  readonly items: readonly T[];
  readonly totalCount: number;
  readonly page: number;
  readonly pageSize: number;
}

/** `sluice batch`: the same done to many (docs/how-to/run-a-batch-operation.md). @returns false when an item has failed */
export async function runBatch(call: BatchCall): Promise<boolean> {
  checkOptions(call);
  const { action, operands, options } = call;
  const [id = ''] = operands;
  switch (action) {
    case 'create':
      return create(call);
    case 'list':
      return list(call);
    case 'show':
      return options.items === true ? listItems(call, id) : show(call, id);
    default:
      return steer(call, id);
  }
}

async function create(call: BatchCall): Promise<boolean> {
  const { options, printsJson, openApi } = call;
  const made = await openApi().post<Made>('/Batches', bodyOf(options));
  if (made.batchId !== null && options.watch === true) return show(call, made.batchId);
  if (printsJson) return printJson(made);
  const found = made.processes.map(({ processDefinitionKey, count }) => [processDefinitionKey, String(count)]);
  const table = found.length === 0 ? [] : [tableText(['process', 'items'], found)];
  const unknown = made.unknownCount === 0 ? [] : [`${made.unknownCount} ids lead nowhere.`];
  const what = made.batchId === null ? `Would hit ${made.totalCount}.` : `Batch ${made.batchId} hits ${made.totalCount}.`;
  return print([...table, ...unknown, what].join('\n'));
}

async function list({ options, printsJson, openApi }: BatchCall): Promise<boolean> {
  const page = await openApi().get<Page<ShownBatch>>(`/Batches?${queryOf(options)}`);
  if (printsJson) return printJson(page);
  if (page.items.length === 0) return print('No batches.');
  const headings = ['batch', 'operation', 'status', 'total', 'pending', 'succeeded', 'failed', 'skipped', 'created'];
  const rows = page.items.map((batch) => [
    ...[batch.batchId, batch.operation, batch.status, ...countsOf(batch)],
    batch.createdAt,
  ]);
  return print([tableText(headings, rows), ...footOf(page)].join('\n'));
}

function countsOf({ totalCount, pendingCount, succeededCount, failedCount, skippedCount }: ShownBatch): readonly string[] {
  return [totalCount, pendingCount, succeededCount, failedCount, skippedCount].map(String);
}

async function listItems({ options, printsJson, openApi }: BatchCall, id: string): Promise<boolean> {
  const page = await openApi().get<Page<Item>>(`/Batches/${encodeURIComponent(id)}/items?${queryOf(options)}`);
  if (printsJson) return printJson(page);
  const rows = page.items.map(({ position, subjectId, processDefinitionKey, status, code, reason }) => [
    ...[String(position), subjectId, processDefinitionKey ?? '', status],
    code === null ? '' : `${code}: ${reason ?? ''}`,
  ]);
  return print([tableText(['', 'subject', 'process', 'status', 'why'], rows), ...footOf(page)].join('\n'));
}

function queryOf({ filter = [], page = '1' }: BatchCall['options']): URLSearchParams {
  return new URLSearchParams({ pageSize: String(PAGE_SIZE), page, filters: filter.join(',') });
}

function footOf({ totalCount, page, pageSize }: Page<unknown>): readonly string[] {
  return totalCount <= pageSize ? [] : [`Page ${page} of ${Math.ceil(totalCount / pageSize)}.`];
}

/** @returns false when an item has failed */
async function show({ options, printsJson, openApi }: BatchCall, id: string): Promise<boolean> {
  const path = `/Batches/${encodeURIComponent(id)}`;
  const client = openApi();
  let batch = await client.get<ShownBatch>(path);
  const progress = openProgress();
  while (options.watch === true && batch.endedAt === null) {
    if (!printsJson) progress.show(progressText(batch));
    await sleep(LOOK_MS);
    batch = await client.get<ShownBatch>(path);
  }
  if (printsJson) printJson(batch);
  else {
    progress.end();
    print(progressText(batch));
    print(`${visibleText(batch.batchId)}  ${visibleText(batch.operation)}  ${visibleText(batch.filters ?? 'by ids')}`);
  }
  return batch.failedCount === 0;
}

async function steer({ action, printsJson, openApi }: BatchCall, id: string): Promise<boolean> {
  const { status } = await openApi().post<{ readonly status: string }>(`/Batches/${encodeURIComponent(id)}/${action}`, {});
  return printsJson ? printJson({ batchId: id, status }) : print(`Batch ${visibleText(id)} is ${visibleText(status)}.`);
}
