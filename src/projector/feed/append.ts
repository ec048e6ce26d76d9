import type { Transaction } from '../../db/connection.ts';
import type { SubjectProjection } from '../subject-projection.ts';

// Published events must outlive a server crash, or other events would get positions that readers have passed.
const DURABLE = { name: 'projector-feed-durably', text: `select set_config('synchronous_commit', 'on', true)` };

const END_DELETED = {
  name: 'projector-end-deleted-in-feed',
  text: `
    with gone as (
      delete from feed where instance_id = any($1::uuid[]) and to_seq > 0 returning instance_id, process_key, position
    ), ended as (
      select distinct on (instance_id) instance_id, process_key from gone order by instance_id, position desc
    ), numbered as (
      select ended.*, row_number() over (order by instance_id) as number from ended
    ), head as (
      update feed_head set position = position + (select count(*) from ended) where exists (select from ended)
      returning position - (select count(*) from ended) as before
    )
    insert into feed (position, instance_id, process_key, from_seq, to_seq, at)
    select head.before + number, instance_id, process_key, 0, 0, statement_timestamp() from numbered, head`,
};

/** `instances`: query for the instances. */
function appendOf(instances: string): string {
  return `
    with fresh as (
      select i.instance_id, i.process_key, coalesce(fed.to_seq, 0) + 1 as from_seq, i.to_seq, row_number() over (order by i.number) as number
      from (${instances}) i
      left join lateral (select f.to_seq from feed f where f.instance_id = i.instance_id order by f.position desc limit 1) fed on true
      where i.to_seq > coalesce(fed.to_seq, 0)
    ), head as (
      update feed_head set position = position + (select count(*) from fresh) where exists (select from fresh)
      returning position - (select count(*) from fresh) as before
    )
    insert into feed (position, instance_id, process_key, from_seq, to_seq, at)
    select head.before + number, instance_id, process_key, from_seq, to_seq, statement_timestamp() from fresh, head
    returning 1`;
}

const APPEND = {
  name: 'projector-append-to-feed',
  text: appendOf(
    'select * from unnest($1::uuid[], $2::text[], $3::int[]) with ordinality as t (instance_id, process_key, to_seq, number)',
  ),
};

const APPEND_PROJECTED = {
  name: 'projector-append-projected-to-feed',
  text: appendOf(`
    select instance_id, key as process_key, last_seq as to_seq, row_number() over (order by created_at, instance_id) as number
    from q_instance where instance_id = any($1::uuid[])`),
};

/**
 * Publishes the rows after the last published one, also those of earlier transactions or of a rebuild. The caller must hold the locks of the subjects. Call
 * it last in the transaction, because it locks the row of feed_head, for which all projectors wait. `deleted`: instances whose projection was removed; ends
 * them in the feed.
 */
export function appendToFeed(
  transaction: Transaction,
  projections: Iterable<SubjectProjection>,
  deleted: readonly string[],
): void {
  const fed = [...projections].flatMap((projection) =>
    projection.kind === 'i' && projection.row !== undefined
      ? [{ instanceId: projection.subjectId, key: projection.row.key, lastSeq: projection.lastSeq }]
      : [],
  );
  if (fed.length === 0 && deleted.length === 0) return;
  transaction.enqueue(DURABLE, []);
  if (deleted.length > 0) transaction.enqueue(END_DELETED, [deleted]);
  if (fed.length === 0) return;
  transaction.enqueue(APPEND, [
    fed.map(({ instanceId }) => instanceId),
    fed.map(({ key }) => key),
    fed.map(({ lastSeq }) => lastSeq),
  ]);
}

/** The caller must hold the locks of the subjects. @returns number of added feed rows */
export async function appendProjected(transaction: Transaction, instanceIds: readonly string[]): Promise<number> {
  await transaction.query(DURABLE, []);
  return (await transaction.query(APPEND_PROJECTED, [instanceIds])).length;
}
