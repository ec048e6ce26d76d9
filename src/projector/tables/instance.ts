import type { Transaction } from '../../db/connection.ts';
import type { EngineEvent } from '../../engine/events.ts';
import type { LiveState } from '../../engine/read-model.ts';
import { columnText } from './text.ts';

/** One row of q_instance without the columns every fold has: `last_seq` and `live`. */
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
}

/** The row after one event (flags: docs/spec/execution.md#instance-states). Throws when an instance that never started ends. */
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
      };
    case 'InstanceCompleted':
      return ended(row, at, { isCancelled: false, isFailed: false });
    case 'InstanceCancelled':
      return ended(row, at, { isCancelled: true, isFailed: false });
    case 'InstanceFailed':
      return ended(row, at, { isCancelled: false, isFailed: true });
    default:
      return row;
  }
}

function ended(
  row: InstanceQueryRow | undefined,
  at: Date,
  outcome: Pick<InstanceQueryRow, 'isCancelled' | 'isFailed'>,
): InstanceQueryRow {
  if (row === undefined) throw new Error('an instance ended that never started');
  return { ...row, ...outcome, isCompleted: true, completedAt: at };
}

/** A row with the columns that come from the fold. */
export interface InstanceWrite {
  readonly row: InstanceQueryRow;
  readonly lastSeq: number;
  readonly live: LiveState;
}

const WRITE = {
  name: 'projector-write-instance',
  text: `
    insert into q_instance (instance_id, definition_id, key, version, business_id, is_completed, is_cancelled, is_failed,
                            created_at, started_at, completed_at, last_seq, live)
    select instance_id, definition_id, key, version, business_id, is_completed, is_cancelled, is_failed,
           created_at, started_at, completed_at, last_seq, live::json
    from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::text[], $6::bool[], $7::bool[], $8::bool[],
                $9::timestamptz[], $10::timestamptz[], $11::timestamptz[], $12::int[], $13::text[])
      as t (instance_id, definition_id, key, version, business_id, is_completed, is_cancelled, is_failed,
            created_at, started_at, completed_at, last_seq, live)
    on conflict (instance_id) do update set
      is_completed = excluded.is_completed, is_cancelled = excluded.is_cancelled, is_failed = excluded.is_failed,
      completed_at = excluded.completed_at, last_seq = excluded.last_seq, live = excluded.live`,
};

/** Writes the rows in one statement; the commit waits for it. */
export function write(transaction: Transaction, writes: readonly InstanceWrite[]): void {
  if (writes.length === 0) return;
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
    writes.map(({ live }) => JSON.stringify(live)),
  ]);
}
