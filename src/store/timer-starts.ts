import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { TimerSchedule } from '../engine/evaluator.ts';
import { BEGUN, ended, FIRST_LEASE_SECONDS, LATE, LEASE_END, type LeaseEnd, NO_BEGINNING } from './leases.ts';
import { type RawTrigger, type StartTriggerRow, TRIGGER_COLUMNS, triggerOf } from './start-triggers.ts';

export interface DueStart extends StartTriggerRow {
  /** number of this attempt; attempts that ended normally are not counted */
  readonly attempts: number;
}
type RawStart = RawTrigger & { attempts: number };

const COLUMNS = `${TRIGGER_COLUMNS}, attempts`;
const KEYS = '(key, element, definition)';

const TAKE: Statement = {
  name: 'take-due-starts-3',
  text: `select ${COLUMNS} from start_trigger
    where due_at <= statement_timestamp() and due_at > ${LATE} and attempts = 0
    order by due_at limit $1 for update skip locked`,
};

/** Locks those that no other worker fires, at their first attempt; not late ones. */
export async function takeDueStarts(connection: Connection, limit: number, begunAt = NO_BEGINNING): Promise<DueStart[]> {
  return (await connection.query<RawStart>(TAKE, [limit, begunAt])).map(startOf);
}

const LEASE_LATE: Statement = {
  name: 'lease-late-starts-2',
  text: `update start_trigger set attempts = 2, leased_until = statement_timestamp() + make_interval(secs => ${FIRST_LEASE_SECONDS})
    where ${KEYS} in (
      select key, element, definition from start_trigger
      where due_at <= ${LATE} and due_at <= statement_timestamp() and attempts = 0
      order by due_at limit $1 for update skip locked)
    returning ${COLUMNS}`,
};

/** See `LATE`: after a downtime, or because the workers that fired them died. */
export async function leaseLateStarts(connection: Connection, limit: number, begunAt = NO_BEGINNING): Promise<DueStart[]> {
  return (await connection.query<RawStart>(LEASE_LATE, [limit, begunAt])).map(startOf);
}

const LEASE_HARD: Statement = {
  name: 'lease-hard-starts-2',
  text: `update start_trigger set attempts = ${BEGUN}, leased_until = ${LEASE_END}
    where ${KEYS} in (
      select key, element, definition from start_trigger
      where due_at <= statement_timestamp() and attempts = 1 and (leased_until is null or leased_until <= statement_timestamp())
      order by coalesce(leased_until, due_at) limit $1 for update skip locked)
    returning ${COLUMNS}`,
};

/** Leases start events that failed in a shared transaction. */
export async function leaseHardStarts(connection: Connection, limit: number): Promise<DueStart[]> {
  return (await connection.query<RawStart>(LEASE_HARD, [limit])).map(startOf);
}

const LEASE_SUSPECT: Statement = {
  name: 'lease-suspect-start',
  text: `update start_trigger set attempts = ${BEGUN}, leased_until = ${LEASE_END}
    where ${KEYS} in (
      select key, element, definition from start_trigger
      where due_at <= statement_timestamp() and attempts > 1 and leased_until <= statement_timestamp()
      order by leased_until limit 1 for update skip locked)
    returning ${COLUMNS}`,
};

/** The one whose lease expired first, of those whose workers died. */
export async function leaseSuspectStart(connection: Connection): Promise<DueStart | undefined> {
  return (await connection.query<RawStart>(LEASE_SUSPECT, [])).map(startOf)[0];
}

const PARK: Statement = {
  name: 'park-start',
  text: `update start_trigger set leased_until = 'infinity' where key = $1 and element = $2 and definition = $3`,
};

/** Stops it until an operator retries its dead letter, or its process is deployed or enabled again. */
export function parkStart(transaction: Transaction, { key, element, definition }: DueStart): void {
  transaction.enqueue(PARK, [key, element, definition]);
}

const lock = (name: string, ending: string): Statement => ({
  name,
  text: `select ${COLUMNS} from start_trigger
    where ${KEYS} in (select * from unnest($1::text[], $2::text[], $3::int[])) and due_at <= statement_timestamp() order by due_at ${ending}`,
});
const LOCK = lock('lock-starts', 'for update');
const LOCK_FREE = lock('lock-free-starts', 'for update skip locked');

/**
 * @param waitsForLocks of other transactions, instead of skipping
 * @returns those that still exist and are due
 */
export async function lockStarts(connection: Connection, rows: readonly DueStart[], waitsForLocks: boolean): Promise<DueStart[]> {
  return (await connection.query<RawStart>(waitsForLocks ? LOCK : LOCK_FREE, keysOf(rows))).map(startOf);
}

const END_LEASE: Statement = {
  name: 'end-start-leases-2',
  text: `update start_trigger set ${ended('$4::int', '$5::int')}
    where ${KEYS} in (select * from unnest($1::text[], $2::text[], $3::int[])) and due_at <= statement_timestamp()`,
};

/** Sets the time after which each may be leased again, for a separate transaction. */
export async function endStartLeases(
  connection: Connection,
  rows: readonly DueStart[],
  { seconds, isCounted = false }: LeaseEnd,
): Promise<void> {
  await connection.query(END_LEASE, [...keysOf(rows), seconds, isCounted ? 1 : 0]);
}

const RESCHEDULE: Statement = {
  name: 'reschedule-start-2',
  text: `update start_trigger set schedule = $4, due_at = to_timestamp($5::float8 / 1000.0), attempts = 0, leased_until = null
    where key = $1 and element = $2 and definition = $3`,
};

/** Writes the next due time; without one, the event no longer fires. */
export function rescheduleStart(transaction: Transaction, row: DueStart, next: TimerSchedule | undefined): void {
  const schedule = next === undefined ? null : JSON.stringify(next);
  transaction.enqueue(RESCHEDULE, [row.key, row.element, row.definition, schedule, next?.dueAt ?? null]);
}

function keysOf(rows: readonly DueStart[]): [string[], string[], number[]] {
  return [rows.map((row) => row.key), rows.map((row) => row.element), rows.map((row) => row.definition)];
}

function startOf(row: RawStart): DueStart {
  return { ...triggerOf(row), attempts: row.attempts };
}
