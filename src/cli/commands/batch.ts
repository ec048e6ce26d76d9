import { readFileSync } from 'node:fs';
import { visibleText } from '../../platform/redact.ts';
import { sleep } from '../../platform/retry.ts';
import { WrongArguments } from '../arguments.ts';
import type { AnswerOf } from '../connection/api-client.ts';
import { type Columns, rowsText, tableText } from '../output/tables.ts';
import { openProgress, print, printJson } from '../output/terminal.ts';
import { type Call, declareVerb, FROM_ONE, one, SET } from '../verb-declaration.ts';
import { assigned } from './instance-changes.ts';

/** Throws {@link WrongArguments} for rules that declarations cannot express. */
export function checkOptions({ action, options }: BatchCall): void {
  if (action !== 'show' || options.items === true) return;
  if (options.filter !== undefined) throw new WrongArguments('--filter is for create, list and show --items');
  if (options.page !== undefined) throw new WrongArguments('--page is for list and show --items');
}

/** Throws {@link WrongArguments}, also for files that cannot be read. */
export function bodyOf(values: BatchCall['options']): Readonly<Record<string, unknown>> {
  const { operation, filter, 'ids-file': idsFile, rate, reason } = values;
  if (operation === undefined) throw new WrongArguments('create needs --operation');
  if ((filter === undefined) === (idsFile === undefined))
    throw new WrongArguments('create needs --filter or --ids-file, one of both');
  return {
    Operation: operation,
    ...(filter !== undefined && { Filters: filter.join(',') }),
    ...(values.set !== undefined && { Variables: assigned(values.set) }),
    ...(values.delete !== undefined && { Delete: values.delete }),
    ...(reason !== undefined && { Reason: reason }),
    ...(values.definition !== undefined && { DefinitionId: values.definition }),
    ...(values.timers !== undefined && { Timers: values.timers }),
    ...(values.subscriptions !== undefined && { Subscriptions: values.subscriptions }),
    ...(values['without-called'] === true && { CalledInstances: false }),
    ...(rate !== undefined && { ItemsPerSecond: Number(rate) }),
    ...(values['dry-run'] === true && { DryRun: true }),
    ...fromFiles(values),
  };
}

function fromFiles({ 'ids-file': ids, instructions, plan }: BatchCall['options']): object {
  return {
    ...(ids !== undefined && {
      Ids: readText(ids)
        .split(/\s+/)
        .filter((id) => id !== ''),
    }),
    ...(instructions !== undefined && { Instructions: readJson(instructions) }),
    ...(plan !== undefined && { Plan: readJson(plan) }),
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new WrongArguments(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readText(file)) as unknown;
  } catch (error) {
    if (error instanceof WrongArguments) throw error;
    throw new WrongArguments(`${file} is not JSON: ${(error as Error).message}`);
  }
}

const CREATE = ['create'] as const;

const RENEWAL = { value: '<how>', about: 'for migrate', of: CREATE, choices: ['keep', 'renew'] } as const;

export const OPTIONS = {
  operation: {
    value: '<name>',
    about: 'retry, resolve, cancel, revive, suspend, resume, modify, variables, migrate or delete',
    of: CREATE,
  },
  filter: {
    value: '<term>',
    about: 'filter expression, as for the list of incidents or instances; repeat to combine with AND',
    multiple: true,
    of: ['create', 'list', 'show'],
  },
  'ids-file': {
    value: '<file>',
    about: 'file with one id per line, instead of filters; - reads standard input',
    of: CREATE,
    completes: 'file',
  },
  set: { ...SET, about: `for retry, resolve, revive and variables: ${SET.about}`, of: CREATE },
  delete: { value: '<name>', about: 'for variables: a name to remove; repeatable', multiple: true, of: CREATE },
  reason: { value: '<text>', about: 'reason of the change; for retry only with --set', of: CREATE, mayBeEmpty: true },
  instructions: { value: '<file>', about: 'for modify: a JSON array in the format of the API', of: CREATE, completes: 'file' },
  definition: { value: '<id>', about: 'for migrate: the target version', of: CREATE },
  plan: { value: '<file>', about: 'for migrate: a JSON array of pairs in the format of the API', of: CREATE, completes: 'file' },
  timers: { ...RENEWAL, about: 'for migrate' },
  subscriptions: { ...RENEWAL, about: 'for migrate' },
  'without-called': { about: 'for suspend: exclude called instances', of: CREATE },
  rate: {
    value: '<n>',
    about: 'items per second',
    of: CREATE,
    shape: { pattern: /^[1-9]\d{0,6}$/, rule: 'is a whole number of items per second' },
  },
  'dry-run': { about: 'only count the matching items', of: CREATE },
  watch: { about: 'wait until the batch has ended', of: ['create', 'show'] },
  items: { about: 'list its items with their results; see --filter and --page', of: ['show'] },
  page: { value: '<n>', about: 'page number', of: ['list', 'show'], shape: FROM_ONE },
} as const;

const ID = one('<id>', 'one id');

export const ACTIONS = {
  list: { about: 'list batches, newest first', isDefault: true },
  create: { about: 'create a batch; needs --operation, and --filter or --ids-file' },
  show: { about: 'show the progress', operands: ID },
  pause: { about: 'start no further items', operands: ID },
  resume: { about: 'continue a paused batch', operands: ID },
  stop: { about: 'end a batch; skip the items that are not started', operands: ID },
} as const;

export type BatchCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

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
type Counts = Pick<ShownBatch, 'totalCount' | 'pendingCount' | 'succeededCount' | 'failedCount' | 'skippedCount'>;

/** Characters of the progress bar. */
const WIDTH = 30;

/** Progress in one line. */
export function progressText(batch: Counts & { readonly status: string }): string {
  const { status, totalCount, pendingCount, succeededCount, failedCount, skippedCount } = batch;
  const done = totalCount - pendingCount;
  const filled = totalCount === 0 ? WIDTH : Math.floor((done / totalCount) * WIDTH);
  const bar = `${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}`;
  return `[${bar}] ${done}/${totalCount}  succeeded ${succeededCount}  failed ${failedCount}  skipped ${skippedCount}  ${status}`;
}

const PAGE_SIZE = 100;

/** Poll interval of a watched batch. */
const POLL_MS = 500;

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

/** See docs/how-to/run-a-batch-operation.md. @returns false if an item has failed */
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

/** `--watch`: waits for the end. @returns false if an item has failed */
async function show({ options, printsJson, openApi }: BatchCall, id: string): Promise<boolean> {
  const client = openApi();
  let batch = await client.call('readBatch', [id]);
  const progress = openProgress();
  while (options.watch === true && batch.endedAt === null) {
    if (!printsJson) progress.show(progressText(batch));
    await sleep(POLL_MS);
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
