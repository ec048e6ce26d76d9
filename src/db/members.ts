import type { Statistics } from '../platform/call-statistics.ts';
import type { Pool } from './pool.ts';

export interface Member {
  readonly memberId: string;
  readonly processName: string;
  readonly role: string;
  readonly host: string;
  readonly version: string;
}

/** Time after the last heartbeat until a replica counts as lost (docs/contributing/spec/pages.md#lost-processes). */
const LOST_AFTER_SECONDS = 30;
const FORGOTTEN_AFTER_SECONDS = 600;

const BEAT = `
  insert into member (member_id, process_name, role, host, version, started_at, heartbeat_at, statistics)
  values ($1, $2, $3, $4, $5, statement_timestamp(), statement_timestamp(), $6)
  on conflict (member_id) do update set heartbeat_at = excluded.heartbeat_at, is_lost = false, statistics = excluded.statistics`;
/** Finds only newly lost replicas, so that only one replica logs each of them. */
const FIND_LOST = `
  update member set is_lost = true
  where not is_lost and heartbeat_at < statement_timestamp() - make_interval(secs => $1) returning process_name as name`;
const FORGET = 'delete from member where heartbeat_at < statement_timestamp() - make_interval(secs => $1)';

/**
 * Marks other replicas as lost, and deletes their rows ten minutes after their last heartbeat.
 * @returns names of the newly marked replicas
 */
export async function beat(pool: Pool, member: Member, statistics: Statistics): Promise<readonly string[]> {
  const { memberId, processName, role, host, version } = member;
  await pool.query(BEAT, [memberId, processName, role, host, version, JSON.stringify(statistics)]);
  const lost = await pool.query<{ name: string }>(FIND_LOST, [LOST_AFTER_SECONDS]);
  await pool.query(FORGET, [FORGOTTEN_AFTER_SECONDS]);
  return lost.rows.map(({ name }) => name);
}

export async function reportStopping(pool: Pool, memberId: string): Promise<void> {
  await pool.query('update member set is_stopping = true where member_id = $1', [memberId]);
}

/** Removes a replica that stops normally, so that it does not count as lost. */
export async function leave(pool: Pool, memberId: string): Promise<void> {
  await pool.query('delete from member where member_id = $1', [memberId]);
}
