import type { Lock } from '../lock.ts';
import { byNumber, byText, type Call, eachRow, list, type Statements, value } from '../statement.ts';
import { SECOND } from './lease.ts';
import { isKeySuspended } from './suspension.ts';

export interface CustomTaskTableRow {
  readonly task_id: string;
  readonly instance_id: string;
  readonly entry: number;
  readonly type_key: string;
  readonly task_type: string;
  readonly definition_id: string;
  readonly process_key: string;
  readonly activity_id: string;
  readonly business_id: string | null;
  readonly input: string;
  readonly attempts: number | null;
  readonly delays_ms: readonly number[] | null;
  readonly failures: number;
  readonly attempt: number;
  readonly losses: number;
  readonly available_at: Date;
  readonly locked_by: string | null;
  readonly claimed_at: Date | null;
  readonly created_at: Date;
  readonly traceparent: string | null;
  readonly secrets: string | null;
  readonly is_held: boolean;
  readonly error_message: string | null;
  readonly error_details: string | null;
  readonly priority: number;
}

export const CUSTOM_TASK_STATEMENTS: Statements = {
  'open-custom-tasks-3': (call) => eachRow(call, (n) => call.tables.customTask.insert(call.by, opened(call, n))),
  *'close-custom-tasks'(call) {
    for (const id of list(call, 1)) yield* call.tables.customTask.delete(call.by, id);
    return [];
  },
  'postpone-custom-tasks-4': (call) =>
    changeHeld(call, (row, n) => {
      const left = list<number | null>(call, 4)[n] ?? null;
      return {
        ...row,
        failures: row.failures + 1,
        attempts: left === null ? row.attempts : row.failures + 1 + left,
        locked_by: null,
        available_at: new Date(call.now + list<number>(call, 3)[n]!),
        error_message: list(call, 5)[n]!,
        error_details: list<string | null>(call, 6)[n] ?? null,
      };
    }),
  *'lock-custom-tasks'(call) {
    const locked: object[] = [];
    const known = list(call, 1).flatMap((id) => call.tables.customTask.get(call.by, id) ?? []);
    for (const { task_id } of known.sort(byText((row) => row.task_id))) {
      const row = yield* call.tables.customTask.lock(call.by, task_id);
      if (row !== undefined) locked.push(shownForResult(row));
    }
    return locked;
  },
  *'fetch-and-lock-8'(call) {
    const { tables, by, now } = call;
    const [typeKey, most, holder, seconds, without] = call.values as [string, number, string, number, string[]];
    const isFree = (row: CustomTaskTableRow) =>
      row.type_key === typeKey &&
      !row.is_held &&
      row.available_at.getTime() <= now &&
      !without.includes(row.process_key) &&
      !isKeySuspended(call, row.process_key);
    const taken: object[] = [];
    for (const { task_id } of tables.customTask
      .rows(by)
      .filter(isFree)
      .sort(byNumber((row) => row.available_at.getTime()))) {
      if (taken.length === most) break;
      const row = tables.customTask.tryLock(by, task_id);
      if (row === undefined || !isFree(row)) continue;
      const next = yield* tables.customTask.update(by, task_id, (old) => ({
        ...old,
        attempt: old.attempt + 1,
        losses: old.losses + (old.locked_by === null ? 0 : 1),
        locked_by: holder,
        claimed_at: new Date(now),
        available_at: new Date(now + seconds * SECOND),
      }));
      if (next !== undefined) taken.push(shownForHolder(next));
    }
    return taken;
  },
  'extend-locked-custom-tasks-2': (call) =>
    changeHeld(call, (row, n) =>
      row.locked_by === null ? undefined : { ...row, available_at: new Date(call.now + list<number>(call, 3)[n]! * SECOND) },
    ),
  'release-custom-tasks': (call) =>
    changeHeld(call, (row) =>
      row.locked_by === null ? undefined : { ...row, locked_by: null, available_at: new Date(call.now) },
    ),
  'offered-custom-task-types': () => [],
};

/** Changes those named by task and attempt in the first two parameters. */
function changeHeld(
  call: Call,
  change: (row: CustomTaskTableRow, n: number) => CustomTaskTableRow | undefined,
): Generator<Lock, readonly object[]> {
  return eachRow(call, (n) =>
    call.tables.customTask.update(call.by, list(call, 1)[n]!, (row) =>
      row.attempt === list<number>(call, 2)[n] ? change(row, n) : undefined,
    ),
  );
}

function opened(call: Call, n: number): CustomTaskTableRow {
  const text = (place: number) => list(call, place)[n]!;
  const delays = list<string | null>(call, 12)[n] ?? null;
  const at = new Date(value(call, 14));
  return {
    task_id: text(1),
    instance_id: text(2),
    entry: list<number>(call, 3)[n]!,
    type_key: text(4),
    task_type: text(5),
    definition_id: text(6),
    process_key: text(7),
    activity_id: text(8),
    business_id: list<string | null>(call, 9)[n] ?? null,
    input: text(10),
    attempts: list<number | null>(call, 11)[n] ?? null,
    delays_ms: delays === null ? null : (JSON.parse(delays) as number[]),
    failures: 0,
    attempt: list<number>(call, 15)[n]!,
    losses: 0,
    available_at: at,
    locked_by: null,
    claimed_at: null,
    created_at: at,
    traceparent: list<string | null>(call, 13)[n] ?? null,
    secrets: list<string | null>(call, 16)[n] ?? null,
    is_held: false,
    error_message: null,
    error_details: null,
    priority: list<number>(call, 17)[n]!,
  };
}

function shownForResult(row: CustomTaskTableRow): object {
  const { task_id, instance_id, entry, type_key, task_type, attempt, failures, attempts, delays_ms, claimed_at } = row;
  const is_locked = row.locked_by !== null;
  return { task_id, instance_id, entry, type_key, task_type, attempt, is_locked, failures, attempts, delays_ms, claimed_at };
}

function shownForHolder(row: CustomTaskTableRow): object {
  const { task_id, instance_id, entry, task_type, definition_id, process_key, activity_id, business_id } = row;
  const { input, attempt, losses, failures, attempts, traceparent, secrets, error_message, priority } = row;
  return {
    task_id,
    instance_id,
    entry,
    task_type,
    definition_id,
    process_key,
    activity_id,
    business_id,
    input,
    attempt,
    losses,
    failures,
    attempts,
    traceparent,
    secrets,
    error_message,
    priority,
  };
}
