import { sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import type { Statistics } from '../../platform/call-statistics.ts';
import { letterCondition } from '../dead-letters.ts';
import type { ReadDatabase } from '../read-database.ts';

/** Lag of the query tables. `pending`: rows of projection_todo. */
export interface ProjectionLagRow {
  readonly lagSeconds: number;
  readonly pending: number;
}

export interface DeadLetterRow {
  readonly commandId: string;
  readonly commandKind: string;
  /** first line of the error */
  readonly error: string;
  readonly at: Date;
}

/** Lag: age of the oldest row of projection_todo; 0 without rows. */
export async function readProjectionLag(db: ReadDatabase): Promise<ProjectionLagRow> {
  const { rows } = await sql<ProjectionLagRow>`
    select count(*)::int as pending,
      coalesce(greatest(extract(epoch from clock_timestamp() - min(at)), 0), 0)::float8 as "lagSeconds" from projection_todo`.execute(
    db,
  );
  return rows[0] ?? { lagSeconds: 0, pending: 0 };
}

/** Reads the 20 newest, and the number of all. */
export async function listDeadLetters(
  db: ReadDatabase,
): Promise<{ readonly total: number; readonly items: readonly DeadLetterRow[] }> {
  const [{ rows }, total] = await Promise.all([
    sql<DeadLetterRow>`
      select command_id as "commandId", command ->> 'kind' as "commandKind", split_part(error, chr(10), 1) as error, at
      from dead_letter order by at desc limit 20`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from dead_letter`.execute(db),
  ]);
  return { total: total.rows[0]?.total ?? 0, items: rows };
}

/** Counts dead letters up to 1,000 (`isExact` false: there are more). `lastAt`: of the latest counted one; null: none. */
export async function countPresentLetters(
  db: ReadDatabase,
  limits: KeyLimits,
): Promise<{ readonly count: number; readonly isExact: boolean; readonly lastAt: Date | null }> {
  const { rows } = await sql<{ count: number; lastAt: Date | null }>`
    select count(*)::int as count, max(last_at) as "lastAt" from (
      select letter.last_at from dead_letters() as letter where ended_at is null and ${letterCondition(limits) ?? sql`true`}
      limit ${MOST_LETTERS + 1}) present`.execute(db);
  const { count, lastAt } = rows[0] ?? { count: 0, lastAt: null };
  return { count: Math.min(count, MOST_LETTERS), isExact: count <= MOST_LETTERS, lastAt };
}

const MOST_LETTERS = 1000;

/** A replica as of its last heartbeat. */
export interface MemberRow {
  readonly processName: string;
  readonly role: string;
  readonly host: string;
  readonly version: string;
  readonly startedAt: Date;
  readonly heartbeatAt: Date;
  readonly status: 'Active' | 'Stopping' | 'Lost';
  readonly statistics: Statistics;
}

/** Lists replicas with a heartbeat in the last ten minutes; `Lost` 30 seconds after the last one (docs/contributing/spec/pages.md#lost-processes). */
export async function listMembers(db: ReadDatabase): Promise<readonly MemberRow[]> {
  const { rows } = await sql<Omit<MemberRow, 'statistics'> & { statistics: string }>`
    select process_name as "processName", role, host, version, started_at as "startedAt", heartbeat_at as "heartbeatAt", statistics,
      case when heartbeat_at < statement_timestamp() - interval '30 seconds' then 'Lost' when is_stopping then 'Stopping' else 'Active' end as status
    from member where heartbeat_at >= statement_timestamp() - interval '10 minutes'
    order by role collate "C", process_name collate "C", member_id`.execute(db);
  return rows.map((row) => ({ ...row, statistics: JSON.parse(row.statistics) as Statistics }));
}
