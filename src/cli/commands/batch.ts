import { visibleText } from '../../platform/log-text.ts';
import { sleep } from '../../platform/retry.ts';
import type { AnswerOf } from '../connection/api-client.ts';
import { type Columns, rowsText } from '../output/list-table.ts';
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

type ShownBatch = AnswerOf<'readBatch'>;

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

const BATCHES: Columns<ShownBatch> = {
  batch: 'batchId',
  operation: 'operation',
  status: 'status',
  total: 'totalCount',
  pending: 'pendingCount',
  succeeded: 'succeededCount',
  failed: 'failedCount',
  skipped: 'skippedCount',
  created: 'createdAt',
};
const ITEMS: Columns<AnswerOf<'listBatchItems'>['items'][number]> = {
  '': 'position',
  subject: 'subjectId',
  process: ({ processDefinitionKey }) => processDefinitionKey ?? '',
  status: 'status',
  why: ({ code, reason }) => (code === null ? '' : `${code}: ${reason ?? ''}`),
};

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
      return steer(call, action, id);
  }
}

async function create(call: BatchCall): Promise<boolean> {
  const { options, printsJson, openApi } = call;
  const made = await openApi().call('createBatch', [], bodyOf(options));
  if (made.batchId !== null && options.watch === true) return show(call, made.batchId);
  if (printsJson) return printJson(made);
  const found = made.processes.map(({ processDefinitionKey, count }) => [processDefinitionKey, String(count)]);
  const table = found.length === 0 ? [] : [tableText(['process', 'items'], found)];
  const unknown = made.unknownCount === 0 ? [] : [`${made.unknownCount} ids lead nowhere.`];
  const what = made.batchId === null ? `Would hit ${made.totalCount}.` : `Batch ${made.batchId} hits ${made.totalCount}.`;
  return print([...table, ...unknown, what].join('\n'));
}

async function list({ options, printsJson, openApi }: BatchCall): Promise<boolean> {
  const page = await openApi().call('listBatches', [], queryOf(options));
  if (printsJson) return printJson(page);
  if (page.items.length === 0) return print('No batches.');
  return print([rowsText(BATCHES, page.items), ...footOf(page)].join('\n'));
}

async function listItems({ options, printsJson, openApi }: BatchCall, id: string): Promise<boolean> {
  const page = await openApi().call('listBatchItems', [id], queryOf(options));
  if (printsJson) return printJson(page);
  return print([rowsText(ITEMS, page.items), ...footOf(page)].join('\n'));
}

function queryOf({ filter = [], page = '1' }: BatchCall['options']): URLSearchParams {
  return new URLSearchParams({ pageSize: String(PAGE_SIZE), page, filters: filter.join(',') });
}

function footOf({ totalCount, page, pageSize }: AnswerOf<'listBatches' | 'listBatchItems'>): readonly string[] {
  return totalCount <= pageSize ? [] : [`Page ${page} of ${Math.ceil(totalCount / pageSize)}.`];
}

/** @returns false when an item has failed */
async function show({ options, printsJson, openApi }: BatchCall, id: string): Promise<boolean> {
  const client = openApi();
  let batch = await client.call('readBatch', [id]);
  const progress = openProgress();
  while (options.watch === true && batch.endedAt === null) {
    if (!printsJson) progress.show(progressText(batch));
    await sleep(LOOK_MS);
    batch = await client.call('readBatch', [id]);
  }
  if (printsJson) printJson(batch);
  else {
    progress.end();
    print(progressText(batch));
    print(`${visibleText(batch.batchId)}  ${visibleText(batch.operation)}  ${visibleText(batch.filters ?? 'by ids')}`);
  }
  return batch.failedCount === 0;
}

async function steer({ printsJson, openApi }: BatchCall, action: 'pause' | 'resume' | 'stop', id: string): Promise<boolean> {
  const { status } = await openApi().call(`${action}Batch`, [id], {});
  return printsJson ? printJson({ batchId: id, status }) : print(`Batch ${visibleText(id)} is ${visibleText(status)}.`);
}
