import { sql } from 'kysely';
import { FEED_NAME_LENGTH, feedPositionText } from '../../requests/position.ts';
import { readListPage } from '../lists/list-page.ts';
import type { ListNames, ListQuery } from '../lists/list-query.ts';
import type { ListPage } from '../lists/paging.ts';
import type { ReadDatabase } from '../read-database.ts';

/** See docs/contributing/spec/event-feed.md#list. */
export interface WebhookRow {
  readonly name: string;
  readonly state: 'Active' | 'Paused';
  readonly reason: string | null;
  readonly pausedAt: Date | null;
  /** all events up to it were received, or belong to parked instances */
  readonly position: string;
  /** feed rows after the position, and the age of the first one */
  readonly lagRows: number;
  readonly lagSeconds: number;
  /** parked instances before, and after, the last allowed attempt for their next event */
  readonly waiting: number;
  readonly failing: number;
  readonly error: string | null;
  readonly errorAt: Date | null;
  readonly sentAt: Date | null;
  /** replica that sends the events now; null: none */
  readonly sender: string | null;
}

/** Reads webhooks by name, also those that are not configured any longer. `name`: only this webhook. */
export async function readWebhookRows(db: ReadDatabase, name: string | null = null): Promise<readonly WebhookRow[]> {
  const { rows } = await sql<StoredWebhook>`
    select s.name, s.state, s.reason, s.paused_at, s.row_position, s.sequence, s.error, s.error_at, s.sent_at, h.id as feed_id,
      greatest(h.position - s.row_position, 0) as lag_rows, first.age as lag_seconds, parked.waiting, parked.failing,
      case when s.lease_until > statement_timestamp() then s.lease_owner end as sender
    from feed_subscriber s cross join feed_head h
    left join lateral (
      select greatest(extract(epoch from clock_timestamp() - f.at), 0)::float8 as age from feed f where f.position > s.row_position order by f.position limit 1
    ) first on true
    cross join lateral (
      select count(*) filter (where is_failing)::int as failing, count(*) filter (where not is_failing)::int as waiting
      from feed_parked p where p.kind = s.kind and p.name = s.name
    ) parked
    where s.kind = 'webhook' and (${name}::text is null or s.name = ${name}) order by s.name`.execute(db);
  return rows.map((row) => ({
    name: row.name,
    state: row.state,
    reason: row.reason,
    pausedAt: row.paused_at,
    position: feedPositionText({
      feed: row.feed_id.slice(0, FEED_NAME_LENGTH),
      row: Number(row.row_position),
      sequence: row.sequence ?? undefined,
    }),
    lagRows: Number(row.lag_rows),
    lagSeconds: Math.round(row.lag_seconds ?? 0),
    waiting: row.waiting,
    failing: row.failing,
    error: row.error,
    errorAt: row.error_at,
    sentAt: row.sent_at,
    sender: row.sender,
  }));
}

interface StoredWebhook {
  readonly name: string;
  readonly state: 'Active' | 'Paused';
  readonly reason: string | null;
  readonly paused_at: Date | null;
  readonly row_position: string;
  readonly sequence: number | null;
  readonly error: string | null;
  readonly error_at: Date | null;
  readonly sent_at: Date | null;
  readonly feed_id: string;
  readonly lag_rows: string;
  readonly lag_seconds: number | null;
  readonly waiting: number;
  readonly failing: number;
  readonly sender: string | null;
}

/** A webhook has skipped its events, because the receiver rejected one (docs/contributing/spec/event-feed.md#instances). */
export interface ParkedRow {
  readonly instanceId: string;
  readonly processKey: string;
  readonly isFailing: boolean;
  readonly attempts: number;
  /** position of the next event; '' if not known yet */
  readonly nextPosition: string;
  readonly nextType: string;
  readonly nextAt: Date;
  readonly error: string | null;
  readonly parkedAt: Date;
}

const parkedAt = { name: 'ParkedAt', expression: sql.ref('parked_at') };

export const parkedNames: ListNames = {
  filters: [
    { name: 'Status', type: 'text', expression: sql`case when is_failing then 'Failing' else 'Waiting' end` },
    { name: 'InstanceId', type: 'guid', expression: sql.ref('instance_id') },
  ],
  sorts: [parkedAt],
  defaultSorts: [{ field: parkedAt, isDescending: false }],
  tieBreak: [sql.ref('instance_id')],
  takesBusinessId: false,
};

/** Lists parked instances, of which there are at most some thousands. */
export function listParked(db: ReadDatabase, name: string, query: ListQuery): Promise<ListPage<ParkedRow>> {
  const items = db
    .selectFrom('feed_parked')
    .where('kind', '=', 'webhook')
    .where('name', '=', name)
    .select(['instance_id as instanceId', 'process_key as processKey', 'is_failing as isFailing', 'attempts'])
    .select(['next_position as nextPosition', 'next_type as nextType', 'next_at as nextAt', 'error', 'parked_at as parkedAt']);
  return readListPage(items, query);
}
