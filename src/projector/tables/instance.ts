import { columnText } from '../../db/column-text.ts';
import type { Transaction } from '../../db/connection.ts';
import type { EngineEvent, InstanceFailed } from '../../engine/events.ts';
import type { StoredSizes } from '../../engine/state/state-index.ts';
import { cutText } from '../../platform/cut-text.ts';

/** Row of q_instance, without `last_seq` and `live`. */
export interface InstanceQueryRow {
  readonly instanceId: string;
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly businessId: string | null;
  readonly isCompleted: boolean;
  readonly isCancelled: boolean;
  readonly isFailed: boolean;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly parentId: string | null;
  readonly failure: InstanceFailure | null;
  /** versions before the current one, oldest first; null: it has always been in its version */
  readonly earlierVersions: readonly EarlierVersion[] | null;
  /** failure before the latest revive; null: none */
  readonly earlierFailure: EarlierFailure | null;
}

/** `until`: ms since epoch. */
export interface EarlierVersion {
  readonly version: number;
  readonly until: number;
}

/** `element` null: not caused by an element. */
export interface InstanceFailure {
  readonly element: string | null;
  readonly code: string;
  readonly message: string;
}

/** `firstAt`: of the first of several equal failures in a row; ms since epoch. */
export interface EarlierFailure extends InstanceFailure {
  readonly firstAt: number;
}

/** Lengths of a stored element id or code, and of a message. Unit: UTF-16 code units. */
const MAX_CODE = 512;
const MAX_MESSAGE = 1000;

/**
 * Flags: docs/contributing/spec/execution.md#instance-states. The row is undefined before InstanceStarted. Throws if an event ends an instance that has no
 * row.
 */
export function project(row: InstanceQueryRow | undefined, event: EngineEvent, at: Date): InstanceQueryRow | undefined {
  switch (event.type) {
    case 'InstanceStarted':
      return {
        instanceId: event.instanceId,
        definitionId: event.definitionId,
        key: event.key,
        version: event.version,
        businessId: event.businessId,
        isCompleted: false,
        isCancelled: false,
        isFailed: false,
        createdAt: at,
        startedAt: at,
        completedAt: null,
        parentId: event.caller?.instanceId ?? null,
        failure: null,
        earlierVersions: null,
        earlierFailure: null,
      };
    case 'InstanceMigrated':
      return row && { ...row, definitionId: event.definitionId, ...inVersion(row, event.version, at) };
    case 'InstanceRestored':
      return (
        row && {
          ...row,
          ...event.definition,
          ...inVersion(row, event.definition?.version ?? row.version, at),
          isCompleted: false,
          isCancelled: false,
          isFailed: false,
          completedAt: null,
          failure: null,
          earlierFailure: earlierFailureOf(row),
        }
      );
    case 'InstanceCompleted':
      return ended(row, at, { isCancelled: false, isFailed: false, failure: null });
    case 'InstanceCancelled':
      return ended(row, at, { isCancelled: true, isFailed: false, failure: null });
    case 'InstanceFailed':
      return ended(row, at, { isCancelled: false, isFailed: true, failure: failureOf(event) });
    default:
      return row;
  }
}

function inVersion(row: InstanceQueryRow, version: number, at: Date): Pick<InstanceQueryRow, 'version' | 'earlierVersions'> {
  const { earlierVersions } = row;
  if (version === row.version) return { version, earlierVersions };
  return { version, earlierVersions: [...(earlierVersions ?? []), { version: row.version, until: at.getTime() }] };
}

function earlierFailureOf({ failure, earlierFailure, completedAt }: InstanceQueryRow): EarlierFailure | null {
  if (failure === null || completedAt === null) return earlierFailure;
  const { element, code, message } = failure;
  const isSame = earlierFailure?.element === element && earlierFailure.code === code && earlierFailure.message === message;
  return { element, code, message, firstAt: isSame ? earlierFailure.firstAt : completedAt.getTime() };
}

function failureOf({ element, code, message }: InstanceFailed): InstanceFailure {
  return { element: cut(element, MAX_CODE), code: cut(code, MAX_CODE), message: cut(message, MAX_MESSAGE) };
}

/** `most`: UTF-16 code units. Replaces characters that the column rejects. */
function cut<T extends string | null>(text: T, most: number): T {
  return columnText((text === null ? null : cutText(text, most)) as T);
}

function ended(
  row: InstanceQueryRow | undefined,
  at: Date,
  outcome: Pick<InstanceQueryRow, 'isCancelled' | 'isFailed' | 'failure'>,
): InstanceQueryRow {
  if (row === undefined) throw new Error('an instance ended that never started');
  return { ...row, ...outcome, isCompleted: true, completedAt: at };
}

/** Row with the sizes of its stored state. */
export interface InstanceWrite extends StoredSizes {
  readonly row: InstanceQueryRow;
  readonly lastSeq: number;
  /** JSON; null: keeps the stored one, and readers apply the later rows of the event history */
  readonly live: string | null;
}

/**
 * A null in `live_seq` means that the state belongs to `last_seq`. Projectors of 0.2.0 do not update `live_seq`: a number in it would become too old, and
 * readers would apply rows twice.
 */
const WRITE = {
  name: 'projector-write-instance-7',
  text: `
    insert into q_instance (instance_id, definition_id, key, version, business_id, is_completed, is_cancelled, is_failed,
                            created_at, started_at, completed_at, last_seq, live, live_size,
                            parent_id, failed_element, error_code, error_message, earlier_versions, earlier_failure)
    select instance_id, definition_id, key, version, business_id, is_completed, is_cancelled, is_failed,
           created_at, started_at, completed_at, last_seq, live::json, live_size,
           parent_id, failed_element, error_code, error_message, earlier_versions::json, earlier_failure::json
    from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::text[], $6::bool[], $7::bool[], $8::bool[],
                $9::timestamptz[], $10::timestamptz[], $11::timestamptz[], $12::int[], $13::text[], $14::int[], $15::uuid[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[])
      as t (instance_id, definition_id, key, version, business_id, is_completed, is_cancelled, is_failed,
            created_at, started_at, completed_at, last_seq, live, live_size, parent_id, failed_element, error_code, error_message,
            earlier_versions, earlier_failure)
    on conflict (instance_id) do update set
      definition_id = excluded.definition_id, version = excluded.version,
      is_completed = excluded.is_completed, is_cancelled = excluded.is_cancelled, is_failed = excluded.is_failed,
      completed_at = excluded.completed_at, last_seq = excluded.last_seq,
      live = excluded.live, live_seq = null, live_size = excluded.live_size, journal_size = 0,
      failed_element = excluded.failed_element, error_code = excluded.error_code, error_message = excluded.error_message,
      earlier_versions = excluded.earlier_versions, earlier_failure = excluded.earlier_failure`,
};

const BRING_FORWARD = {
  name: 'projector-bring-instance-forward',
  text: `
    update q_instance q set last_seq = t.last_seq, journal_size = t.journal_size, live_seq = coalesce(q.live_seq, q.last_seq)
    from unnest($1::uuid[], $2::int[], $3::bigint[]) as t (instance_id, last_seq, journal_size)
    where q.instance_id = t.instance_id`,
};

/** Writes the rows; of those without a live state, only sequence numbers and sizes. */
export function write(transaction: Transaction, writes: readonly InstanceWrite[]): void {
  const whole = writes.filter(({ live }) => live !== null);
  if (whole.length > 0) writeWhole(transaction, whole);
  const forward = writes.filter(({ live }) => live === null);
  if (forward.length === 0) return;
  transaction.enqueue(BRING_FORWARD, [
    forward.map(({ row }) => row.instanceId),
    forward.map(({ lastSeq }) => lastSeq),
    forward.map(({ journalSize }) => journalSize),
  ]);
}

function writeWhole(transaction: Transaction, writes: readonly InstanceWrite[]): void {
  const rows = writes.map(({ row }) => row);
  transaction.enqueue(WRITE, [
    rows.map((row) => row.instanceId),
    rows.map((row) => row.definitionId),
    rows.map((row) => row.key),
    rows.map((row) => row.version),
    rows.map((row) => columnText(row.businessId)),
    rows.map((row) => row.isCompleted),
    rows.map((row) => row.isCancelled),
    rows.map((row) => row.isFailed),
    rows.map((row) => row.createdAt),
    rows.map((row) => row.startedAt),
    rows.map((row) => row.completedAt),
    writes.map(({ lastSeq }) => lastSeq),
    writes.map(({ live }) => live),
    writes.map(({ stateSize }) => stateSize),
    rows.map((row) => row.parentId),
    rows.map(({ failure }) => failure?.element ?? null),
    rows.map(({ failure }) => failure?.code ?? null),
    rows.map(({ failure }) => failure?.message ?? null),
    rows.map(({ earlierVersions }) => jsonOrNull(earlierVersions)),
    rows.map(({ earlierFailure }) => jsonOrNull(earlierFailure)),
  ]);
}

const jsonOrNull = (value: object | null) => (value === null ? null : JSON.stringify(value));
