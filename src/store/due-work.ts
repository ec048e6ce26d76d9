import type { Connection } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import { lateBefore } from './leases.ts';

/** Kinds of items that can be fired now. */
export interface DueItems {
  /** never tried, due for a short time */
  readonly isOnTime: boolean;
  /** never tried, due for a long time */
  readonly isLate: boolean;
  /** tried before, and the lease has ended */
  readonly isTried: boolean;
}

export interface DueWork {
  readonly timers: DueItems;
  readonly starts: DueItems;
  /** time until the next item is due; absent without one */
  readonly nextMs?: number;
}

const LATE = lateBefore('$1');
/** Columns `timerOnTime`, `timerLate` and `timerTried`, or the same of starts. */
const dueIn = (table: string, kind: string) => `
    exists (select from ${table} where due_at <= statement_timestamp() and due_at > ${LATE} and attempts = 0) as "${kind}OnTime",
    exists (select from ${table} where due_at <= ${LATE} and due_at <= statement_timestamp() and attempts = 0) as "${kind}Late",
    exists (select from ${table} where attempts > 0 and (leased_until is null or leased_until <= statement_timestamp())) as "${kind}Tried"`;
const nextIn = (table: string) =>
  `(select min(due_at) from ${table} where due_at > statement_timestamp() and due_at < 'infinity')`;
const FIND: Statement = {
  name: 'find-due-work-2',
  text: `select ${dueIn('timer', 'timer')}, ${dueIn('start_trigger', 'start')},
    (extract(epoch from least(${nextIn('timer')}, ${nextIn('start_trigger')}) - statement_timestamp()) * 1000)::float as "nextMs"`,
};

type Found = Readonly<Record<`${'timer' | 'start'}${'OnTime' | 'Late' | 'Tried'}`, boolean>> & { readonly nextMs: number | null };

/** Cheap and without locks: most polls find nothing, and the leasing statements lock and update. */
export async function findDueWork(connection: Connection, begunAt: string): Promise<DueWork> {
  const [found] = await connection.query<Found>(FIND, [begunAt]);
  if (found === undefined) throw new Error('a statement with one row returned none');
  return {
    timers: { isOnTime: found.timerOnTime, isLate: found.timerLate, isTried: found.timerTried },
    starts: { isOnTime: found.startOnTime, isLate: found.startLate, isTried: found.startTried },
    ...(found.nextMs !== null && { nextMs: found.nextMs }),
  };
}
