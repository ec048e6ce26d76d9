import { readFileSync } from 'node:fs';
import { visibleText } from '../../platform/log-text.ts';
import { sleep } from '../../platform/retry.ts';
import type { ApiClient } from '../api-client.ts';
import { askingApi } from '../asking-api.ts';
import { print, printJson, wantsJson } from '../print.ts';
import { tableText } from '../table.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import { BATCH_USAGE, type BatchRequest, readBatchArguments } from './arguments.ts';
import { progressText, type ShownBatch } from './progress.ts';

const PAGE_SIZE = 100;
/** Between two looks at a batch that is watched. Unit: ms. */
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

/** `sluice batch`: the same done to many (docs/how-to/act-on-many.md). */
export async function runBatch(args: readonly string[]): Promise<void> {
  await askingApi(BATCH_USAGE, () => readBatchArguments(args), carryOut);
}

function carryOut(client: ApiClient, request: BatchRequest): Promise<boolean> {
  switch (request.action) {
    case 'create':
      return create(client, request);
    case 'list':
      return list(client, request);
    case 'show':
      return request.options.items === true ? listItems(client, request) : show(client, request, request.id);
    default:
      return steer(client, request);
  }
}

async function create(client: ApiClient, request: BatchRequest): Promise<boolean> {
  const { body, options } = request;
  const made = await client.post<Made>('/Batches', { ...body, ...fromFiles(options) });
  if (made.batchId !== null && options.watch === true) return show(client, request, made.batchId);
  if (wantsJson(options.json)) return printJson(made);
  const found = made.processes.map(({ processDefinitionKey, count }) => [processDefinitionKey, String(count)]);
  const table = found.length === 0 ? [] : [tableText(['process', 'items'], found)];
  const unknown = made.unknownCount === 0 ? [] : [`${made.unknownCount} ids lead nowhere.`];
  const what = made.batchId === null ? `Would hit ${made.totalCount}.` : `Batch ${made.batchId} hits ${made.totalCount}.`;
  return print([...table, ...unknown, what].join('\n'));
}

/** What stands in files. Throws {@link WrongArguments}. */
function fromFiles({ 'ids-file': ids, instructions, plan }: BatchRequest['options']): object {
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
    throw new WrongArguments(`${file} is no JSON: ${(error as Error).message}`);
  }
}

async function list(client: ApiClient, { options }: BatchRequest): Promise<boolean> {
  const page = await client.get<Page<ShownBatch>>(`/Batches?${queryOf(options)}`);
  if (wantsJson(options.json)) return printJson(page);
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

async function listItems(client: ApiClient, { id, options }: BatchRequest): Promise<boolean> {
  const page = await client.get<Page<Item>>(`/Batches/${encodeURIComponent(id)}/items?${queryOf(options)}`);
  if (wantsJson(options.json)) return printJson(page);
  const rows = page.items.map(({ position, subjectId, processDefinitionKey, status, code, reason }) => [
    ...[String(position), subjectId, processDefinitionKey ?? '', status],
    code === null ? '' : `${code}: ${reason ?? ''}`,
  ]);
  return print([tableText(['', 'subject', 'process', 'status', 'why'], rows), ...footOf(page)].join('\n'));
}

function queryOf({ filter = [], page = '1' }: BatchRequest['options']): URLSearchParams {
  return new URLSearchParams({ pageSize: String(PAGE_SIZE), page, filters: filter.join(',') });
}

function footOf({ totalCount, page, pageSize }: Page<unknown>): readonly string[] {
  return totalCount <= pageSize ? [] : [`Page ${page} of ${Math.ceil(totalCount / pageSize)}.`];
}

/** @returns false when an item has failed */
async function show(client: ApiClient, { options }: BatchRequest, id: string): Promise<boolean> {
  const path = `/Batches/${encodeURIComponent(id)}`;
  const isForPrograms = wantsJson(options.json);
  let batch = await client.get<ShownBatch>(path);
  while (options.watch === true && batch.endedAt === null) {
    if (!isForPrograms) process.stdout.write(`\r${progressText(batch)}`);
    await sleep(LOOK_MS);
    batch = await client.get<ShownBatch>(path);
  }
  if (isForPrograms) printJson(batch);
  else {
    if (options.watch === true) process.stdout.write('\r');
    print(progressText(batch));
    print(`${visibleText(batch.batchId)}  ${visibleText(batch.operation)}  ${visibleText(batch.filters ?? 'by ids')}`);
  }
  return batch.failedCount === 0;
}

async function steer(client: ApiClient, { action, id, options }: BatchRequest): Promise<boolean> {
  const { status } = await client.post<{ readonly status: string }>(`/Batches/${encodeURIComponent(id)}/${action}`, {});
  return wantsJson(options.json)
    ? printJson({ batchId: id, status })
    : print(`Batch ${visibleText(id)} is ${visibleText(status)}.`);
}
