import type { Connection, Statement, Transaction } from '../db/connection.ts';
import type { TimerSchedule } from '../engine/evaluator.ts';

/**
 * What starts instances of a key besides the start call. A disabled key has no rows (bpmn.md N1) but its conditional ones, which rest: they start
 * nothing, and whoever evaluates conditions hears of them (contract 2.2 note 3, 2.10 note 3).
 */
export interface StartTriggerRow {
  readonly key: string;
  readonly element: string;
  readonly definition: number;
  readonly definitionId: string;
  readonly kind: 'message' | 'signal' | 'timer' | 'conditional';
  readonly name: string | null;
  readonly condition: string | null;
  readonly schedule: TimerSchedule | null;
  readonly isResting?: true;
}

interface RawTrigger {
  key: string;
  element: string;
  definition: number;
  definition_id: string;
  kind: StartTriggerRow['kind'] | typeof RESTING;
  name: string | null;
  condition: string | null;
  schedule: string | null;
}
/** Kind in the database of a conditional start that rests: workers of before look for `conditional` only, and so leave it alone. */
const RESTING = 'conditional-resting';
const COLUMNS = 'key, element, definition, definition_id, kind, name, condition, schedule';

/** By code point, whatever the database collates by. */
const IN_ORDER = 'key collate "C", element collate "C", definition';

const BY_NAME: Statement = {
  name: 'find-start-triggers',
  text: `select ${COLUMNS} from start_trigger where kind = $1 and name = $2 order by ${IN_ORDER}`,
};
const CONDITIONS: Statement = {
  name: 'find-start-conditions',
  text: `select ${COLUMNS} from start_trigger where kind in ('conditional', '${RESTING}') and ($1::text is null or key = $1) order by ${IN_ORDER}`,
};
const DUE: Statement = {
  name: 'take-due-starts',
  text: `select ${COLUMNS} from start_trigger where due_at <= clock_timestamp() order by due_at limit $1 for update skip locked`,
};

/** Message or signal starts of this name, by key. */
export async function findStartTriggers(
  connection: Connection,
  kind: 'message' | 'signal',
  name: string,
): Promise<StartTriggerRow[]> {
  return (await connection.query<RawTrigger>(BY_NAME, [kind, name])).map(triggerOf);
}

/** Conditional starts, of one key or of all, by key and element (C1); resting ones among them. */
export async function findStartConditions(connection: Connection, key: string | null): Promise<StartTriggerRow[]> {
  return (await connection.query<RawTrigger>(CONDITIONS, [key])).map(triggerOf);
}

/** Due timer starts that nobody else fires; locked. */
export async function takeDueStarts(connection: Connection, limit: number): Promise<StartTriggerRow[]> {
  return (await connection.query<RawTrigger>(DUE, [limit])).map(triggerOf);
}

const DELETE: Statement = { name: 'delete-start-triggers', text: 'delete from start_trigger where key = any($1::text[])' };
const INSERT: Statement = {
  name: 'insert-start-triggers',
  text: `insert into start_trigger (${COLUMNS}, due_at)
    select key, element, definition, definition_id, kind, name, condition, schedule, to_timestamp(due_ms / 1000.0)
    from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::json[], $9::float8[])
      as t (key, element, definition, definition_id, kind, name, condition, schedule, due_ms)`,
};

/** Replaces everything registered for these keys (N1). */
export function replaceStartTriggers(transaction: Transaction, keys: readonly string[], rows: readonly StartTriggerRow[]): void {
  if (keys.length > 0) transaction.enqueue(DELETE, [keys]);
  if (rows.length === 0) return;
  transaction.enqueue(INSERT, [
    rows.map((row) => row.key),
    rows.map((row) => row.element),
    rows.map((row) => row.definition),
    rows.map((row) => row.definitionId),
    rows.map((row) => (row.isResting ? RESTING : row.kind)),
    rows.map((row) => row.name),
    rows.map((row) => row.condition),
    rows.map((row) => (row.schedule === null ? null : JSON.stringify(row.schedule))),
    rows.map((row) => row.schedule?.dueAt ?? null),
  ]);
}

const RESCHEDULE: Statement = {
  name: 'reschedule-start',
  text: `update start_trigger set schedule = $4, due_at = to_timestamp($5::float8 / 1000.0) where key = $1 and element = $2 and definition = $3`,
};

/** The next tick of a timer start, or none. */
export function rescheduleStart(transaction: Transaction, row: StartTriggerRow, next: TimerSchedule | undefined): void {
  const schedule = next === undefined ? null : JSON.stringify(next);
  transaction.enqueue(RESCHEDULE, [row.key, row.element, row.definition, schedule, next?.dueAt ?? null]);
}

const POSTPONE: Statement = {
  name: 'postpone-start',
  text: `update start_trigger set due_at = clock_timestamp() + interval '1 minute' where key = $1 and element = $2 and definition = $3 and definition_id = $4`,
};

/** Lets a timer start that could not be fired wait for a minute (bpmn.md TM3). */
export function postponeStart(transaction: Transaction, { key, element, definition, definitionId }: StartTriggerRow): void {
  transaction.enqueue(POSTPONE, [key, element, definition, definitionId]);
}

function triggerOf(row: RawTrigger): StartTriggerRow {
  return {
    key: row.key,
    element: row.element,
    definition: row.definition,
    definitionId: row.definition_id,
    kind: row.kind === RESTING ? 'conditional' : row.kind,
    name: row.name,
    condition: row.condition,
    schedule: row.schedule === null ? null : (JSON.parse(row.schedule) as TimerSchedule),
    ...(row.kind === RESTING && { isResting: true }),
  };
}
