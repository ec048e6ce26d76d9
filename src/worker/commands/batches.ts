import { type BatchAct, type BatchState, SUBJECT_OF_OPERATION } from '../../messages/batches.ts';
import type { CommandOf, Reply } from '../../messages/commands.ts';
import { isWithin, type KeyLimits } from '../../platform/access-roles.ts';
import {
  countItems,
  type ItemQuery,
  insertBatch,
  type KeyCount,
  lockBatch,
  queryOfIds,
  setBatchState,
} from '../../store/batches.ts';
import { type CommandHandler, done, type RowAccess, rejected, required } from './command-handler.ts';

/** Maximum keys with separate counts in a response. */
const MAX_KEYS = 100;

/**
 * Uses the current matches, in one statement; without matches the batch is completed immediately. A dry run only counts. Rejects an invalid filter and too
 * many matches (docs/contributing/spec/batches.md#create-a-batch).
 */
export const createBatch: CommandHandler<'CreateBatch'> = {
  needs: () => ({}),
  async handle(unit, command, access) {
    const reply = await create(command, required(access));
    if (!reply.ok || reply.result.batchId === null) return reply;
    unit.observed.hasBatches = true;
    const { operation: Operation, actor, batchId: BatchId } = command;
    unit.log(command, 'batch-created', {
      BatchId,
      Operation,
      Total: reply.result.total,
      ...(actor !== undefined && { Actor: actor }),
    });
    return reply;
  },
};

/**
 * Does nothing in the wanted state. Rejects an unknown batch, one outside the key limits, and an act that its state does not allow
 * (docs/contributing/spec/batches.md#pause-resume-stop).
 */
export const steerBatch: CommandHandler<'SteerBatch'> = {
  needs: () => ({}),
  async handle(unit, command, access) {
    const { connection } = required(access);
    const { actor, batchId, act, limits } = command;
    const batch = await lockBatch(connection, batchId);
    if (batch === undefined || !isSeenWithin(limits, batch)) return rejected({ code: 'BATCH_NOT_FOUND', batchId });
    const state = NEXT[act][batch.state];
    if (state === undefined) return rejected({ code: 'BATCH_ENDED', batchId, state: batch.state });
    if (state !== batch.state) await setBatchState(connection, batchId, state);
    unit.observed.hasBatches = true;
    unit.log(command, 'batch-steered', { BatchId: batchId, Status: state, ...(actor !== undefined && { Actor: actor }) });
    return done<'SteerBatch'>({ state });
  },
};

async function create(
  command: CommandOf<'CreateBatch'>,
  { connection, batchMaking: making }: RowAccess,
): Promise<Reply<'CreateBatch'>> {
  if (making === undefined) throw new Error('this transaction makes no batches');
  const { batchId, operation, parameters, selection, rate, isDryRun, otherKeys, limits, actor } = command;
  const { maxItems } = making;
  const subject = SUBJECT_OF_OPERATION[operation];
  const items =
    'ids' in selection
      ? found(queryOfIds(subject, selection.ids, limits))
      : await making.itemQuery(connection, subject, selection.filters, limits);
  if (!items.ok) return rejected({ code: 'BATCH_FILTER_REFUSED', detail: items.detail });
  const filters = 'filters' in selection ? selection.filters : null;
  const batch = { id: batchId, operation, parameters, filters, limits, actor, rate: rate ?? making.rate, otherKeys };
  const keys = isDryRun
    ? await countItems(connection, items.value, maxItems)
    : await insertBatch(connection, batch, items.value, maxItems);
  const total = sumOf(keys);
  if (total > maxItems) return rejected({ code: 'BATCH_TOO_LARGE', most: maxItems });
  const result = { total, ...byKey(keys) };
  return done<'CreateBatch'>(isDryRun ? { batchId: null, ...result, most: maxItems } : { batchId, ...result });
}

function found(value: ItemQuery) {
  return { ok: true, value } as const;
}

function sumOf(keys: readonly KeyCount[]): number {
  return keys.reduce((sum, { count }) => sum + count, 0);
}

function byKey(counts: readonly KeyCount[]) {
  const keys = counts.flatMap(({ key, count }) => (key === null ? [] : { key, count }));
  return { keys: keys.slice(0, MAX_KEYS), unknown: counts.find(({ key }) => key === null)?.count ?? 0 };
}

/** All items must be of permitted keys. A batch without known items must have the same limits. */
function isSeenWithin(
  limits: KeyLimits,
  batch: { readonly keys: readonly string[]; readonly limits: readonly string[] | null },
): boolean {
  if (limits === undefined) return true;
  if (batch.keys.length > 0) return batch.keys.every((key) => isWithin(limits, key));
  const own = batch.limits ?? [];
  return own.length === limits.length && own.every((pattern) => limits.includes(pattern));
}

/** Next state for each act; absent: not allowed, because the batch has ended or is ending. */
const NEXT: Readonly<Record<BatchAct, { readonly [S in BatchState]?: BatchState }>> = {
  pause: { Running: 'Paused', Paused: 'Paused' },
  resume: { Running: 'Running', Paused: 'Running' },
  stop: { Running: 'Stopping', Paused: 'Stopping', Stopping: 'Stopping', Stopped: 'Stopped' },
};
