import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { TimerSchedule } from '../engine/evaluator.ts';
import { type BufferedAddress, FOR_START_EVENTS } from './buffered-messages.ts';

/**
 * A disabled key has only its conditional start events, which are inactive: they start nothing, and condition evaluations log them
 * (docs/contributing/spec/waiting.md#registered-start-events, docs/contributing/spec/http/definitions.md#effect-of-disable,
 * docs/contributing/spec/http/execution.md#no-listener).
 */
export interface StartTriggerRow {
  readonly key: string;
  readonly element: string;
  /** index of the event definition in the start event */
  readonly definition: number;
  readonly definitionId: string;
  readonly kind: 'message' | 'signal' | 'timer' | 'conditional';
  /** name of message or signal */
  readonly name: string | null;
  readonly condition: string | null;
  readonly schedule: TimerSchedule | null;
  /** a conditional start event of a disabled key */
  readonly isInactive?: true;
}

export interface RawTrigger {
  key: string;
  element: string;
  definition: number;
  definition_id: string;
  kind: StartTriggerRow['kind'] | typeof INACTIVE;
  name: string | null;
  condition: string | null;
  schedule: string | null;
}
/** Stored kind of an inactive conditional start event. Workers of older releases search `conditional` only, so they ignore it. */
const INACTIVE = 'conditional-resting';
export const TRIGGER_COLUMNS = 'key, element, definition, definition_id, kind, name, condition, schedule';

/** Order by code point, independent of the database collation. */
const IN_ORDER = 'key collate "C", element collate "C", definition';

const BY_NAME: Statement = {
  name: 'find-start-triggers',
  text: `select ${TRIGGER_COLUMNS} from start_trigger where kind = $1 and name = $2 order by ${IN_ORDER}`,
};
const CONDITIONS: Statement = {
  name: 'find-start-conditions',
  text: `select ${TRIGGER_COLUMNS} from start_trigger where kind in ('conditional', '${INACTIVE}') and ($1::text is null or key = $1) order by ${IN_ORDER}`,
};
/** Triggers by key. */
export async function findStartTriggers(
  connection: Connection,
  kind: 'message' | 'signal',
  name: string,
): Promise<StartTriggerRow[]> {
  return (await connection.query<RawTrigger>(BY_NAME, [kind, name])).map(triggerOf);
}

/** Conditions of one key or all, including inactive ones, in the order of evaluation: key, element. */
export async function findStartConditions(connection: Connection, key: string | null): Promise<StartTriggerRow[]> {
  return (await connection.query<RawTrigger>(CONDITIONS, [key])).map(triggerOf);
}

const DELETE: Statement = { name: 'delete-start-triggers', text: 'delete from start_trigger where key = any($1::text[])' };
const INSERT: Statement = {
  name: 'insert-start-triggers-3',
  text: `with opened as (insert into start_trigger (${TRIGGER_COLUMNS}, due_at)
    select key, element, definition, definition_id, kind, name, condition, schedule,
      -- a suspended key fires none
      case when due_ms is not null and exists (select from key_suspension s where s.key = t.key) then 'infinity'
        else to_timestamp(due_ms / 1000.0) end
    from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::json[], $9::float8[])
      as t (key, element, definition, definition_id, kind, name, condition, schedule, due_ms) returning kind, name)
    ${FOR_START_EVENTS}`,
};

/** `onBuffered`: gets addresses at which messages wait for one of the new subscriptions. */
export function replaceStartTriggers(
  transaction: Transaction,
  keys: readonly string[],
  rows: readonly StartTriggerRow[],
  onBuffered: (found: readonly BufferedAddress[]) => void,
): void {
  if (keys.length > 0) transaction.enqueue(DELETE, [keys]);
  if (rows.length === 0) return;
  const columns = [
    rows.map((row) => row.key),
    rows.map((row) => row.element),
    rows.map((row) => row.definition),
    rows.map((row) => row.definitionId),
    rows.map((row) => (row.isInactive ? INACTIVE : row.kind)),
    rows.map((row) => row.name),
    rows.map((row) => row.condition),
    rows.map((row) => (row.schedule === null ? null : JSON.stringify(row.schedule))),
    rows.map((row) => row.schedule?.dueAt ?? null),
  ];
  transaction.enqueue<BufferedAddress>(INSERT, columns, onBuffered);
}

export function triggerOf(row: RawTrigger): StartTriggerRow {
  return {
    key: row.key,
    element: row.element,
    definition: row.definition,
    definitionId: row.definition_id,
    kind: row.kind === INACTIVE ? 'conditional' : row.kind,
    name: row.name,
    condition: row.condition,
    schedule: row.schedule === null ? null : (JSON.parse(row.schedule) as TimerSchedule),
    ...(row.kind === INACTIVE && { isInactive: true }),
  };
}
