import { sql } from 'kysely';
import type { Statistics } from '../../platform/call-statistics.ts';
import type { ReadDatabase } from '../read-database.ts';

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

/** Lists replicas of the last ten minutes; one is lost 30 seconds after its last heartbeat (docs/contributing/spec/pages.md#lost-processes). */
export async function listMembers(db: ReadDatabase): Promise<readonly MemberRow[]> {
  const { rows } = await sql<Omit<MemberRow, 'statistics'> & { statistics: string }>`
    select process_name as "processName", role, host, version, started_at as "startedAt", heartbeat_at as "heartbeatAt", statistics,
      case when heartbeat_at < statement_timestamp() - interval '30 seconds' then 'Lost' when is_stopping then 'Stopping' else 'Active' end as status
    from member where heartbeat_at >= statement_timestamp() - interval '10 minutes'
    order by role collate "C", process_name collate "C", member_id`.execute(db);
  return rows.map((row) => ({ ...row, statistics: JSON.parse(row.statistics) as Statistics }));
}
