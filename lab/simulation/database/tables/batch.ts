import { byText, type Call, type eachRow, NO_ROWS, type Statements, value } from '../statement.ts';
import { CAN_GO_ON, itemsOf } from './batch-item.ts';

export interface BatchTableRow {
  readonly id: string;
  readonly operation: string;
  /** JSON text */
  readonly parameters: string;
  readonly filters: string | null;
  readonly limits: readonly string[] | null;
  readonly actor: string | null;
  readonly rate: number | null;
  readonly keys: readonly string[];
  readonly total: number;
  readonly state: string;
  readonly succeeded: number | null;
  readonly failed: number | null;
  readonly skipped: number | null;
  readonly created_at: Date;
  readonly next_at: Date;
  readonly ended_at: Date | null;
}

/** Items of a batch. `rank`: in whose order. */
interface Matched {
  readonly subject_id: string;
  readonly instance_id: string | null;
  readonly process_key: string | null;
  readonly rank: number;
}

/** Its first parameter contains the targets: a list of ids, or the process key of a filter. */
function matched(call: Call): Matched[] {
  const { by, tables, values } = call;
  const [selection] = values as [string | readonly string[]];
  if (typeof selection === 'string') {
    const found = tables.qInstance.rows(by).filter(({ key }) => key === selection);
    return found.map(({ instance_id, key, created_at }) => ({
      subject_id: instance_id,
      instance_id,
      process_key: key,
      rank: created_at.getTime(),
    }));
  }
  return [...new Set(selection)].map((subject_id) => {
    const row = tables.instance.get(by, subject_id);
    const key = row && tables.definition.get(by, row.definition_id)?.key;
    const rank = selection.indexOf(subject_id);
    return { subject_id, instance_id: key === undefined ? null : subject_id, process_key: key ?? null, rank };
  });
}

/** By process key, most first; those without one last. */
function countedByKey(items: readonly Matched[]): readonly object[] {
  const counts = new Map<string | null, number>();
  for (const { process_key } of items) counts.set(process_key, (counts.get(process_key) ?? 0) + 1);
  const rows = [...counts].map(([key, count]) => ({ key, count }));
  return rows.sort((a, b) => b.count - a.count || byText<{ key: string | null }>(({ key }) => key ?? '\uffff')(a, b));
}

/** Batch and items in one statement, of one snapshot. */
function* insertBatch(call: Call): ReturnType<typeof eachRow> {
  const { by, tables, now } = call;
  const [id, operation, parameters, filters, limits, actor, rate, otherKeys] = call.values.slice(2) as NewBatchValues;
  const items = matched(call);
  const total = items.length;
  const none = total === 0 ? 0 : null;
  const at = new Date(now);
  yield* tables.batch.insert(by, {
    ...{ id, operation, parameters, filters, limits, actor, rate, total },
    keys: [...new Set([...items.flatMap(({ process_key }) => process_key ?? []), ...otherKeys])].sort(),
    state: total === 0 ? 'Completed' : 'Running',
    ...{ succeeded: none, failed: none, skipped: none },
    ...{ created_at: at, next_at: at, ended_at: total === 0 ? at : null },
  });
  const inOrder = [...items].sort((a, b) => a.rank - b.rank || byText<Matched>(({ subject_id }) => subject_id)(a, b));
  for (const [n, { subject_id, instance_id, process_key }] of inOrder.entries()) {
    const begun = {
      state: 'Pending',
      attempts: 0,
      leased_until: null,
      code: null,
      rejection: null,
      result_id: null,
      done_at: null,
    };
    yield* tables.batchItem.insert(by, { batch_id: id, position: n + 1, subject_id, instance_id, process_key, ...begun });
  }
  return countedByKey(items);
}

type NewBatchValues = [
  string,
  string,
  string,
  string | null,
  readonly string[] | null,
  string | null,
  number | null,
  readonly string[],
];
/** The selection, and the most items. */
const COUNTING = 2;

export const BATCH_STATEMENTS: Statements = {
  // the statements that are made for each selection have no name
  '': (call) => (call.values.length === COUNTING ? countedByKey(matched(call)) : insertBatch(call)),
  *'lock-batch'(call) {
    const row = yield* call.tables.batch.lock(call.by, value(call, 1));
    return row === undefined ? NO_ROWS : [{ state: row.state, keys: row.keys, limits: row.limits }];
  },
  *'steer-batch'(call) {
    const next_at = new Date(call.now);
    yield* call.tables.batch.update(call.by, value(call, 1), (old) => ({ ...old, state: value(call, 2), next_at }));
    return NO_ROWS;
  },
  *'finish-batch'(call) {
    const states = itemsOf(call, value(call, 1)).map(({ state }) => state);
    const count = (state: string) => states.filter((one) => one === state).length;
    const done = { succeeded: count('Succeeded'), failed: count('Failed'), skipped: count('Skipped') };
    if (count('Pending') > 0) return NO_ROWS;
    const ended = yield* call.tables.batch.update(call.by, value(call, 1), (old) => {
      if (!CAN_GO_ON.includes(old.state)) return undefined;
      return { ...old, ...done, state: old.state === 'Stopping' ? 'Stopped' : 'Completed', ended_at: new Date(call.now) };
    });
    return ended === undefined ? NO_ROWS : [{ state: ended.state, operation: ended.operation, total: ended.total, ...done }];
  },
};
