import type { Connection } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { BatchOperation, BatchParameters, BatchState } from '../messages/batches.ts';
import { type KeyLimits, splitPatterns } from '../platform/access-roles.ts';

/** Select with the columns `subject_id`, `instance_id`, `process_key` and `rank` (order of the items). */
export interface ItemQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface NewBatch {
  readonly id: string;
  readonly operation: BatchOperation;
  readonly parameters: BatchParameters;
  /** filters as text; null: a list of ids */
  readonly filters: string | null;
  readonly limits: KeyLimits;
  readonly actor: string | undefined;
  /** items per second; null: no limit */
  readonly rate: number | null;
  /** process keys of items in other shards */
  readonly otherKeys?: readonly string[] | undefined;
}

/** Items of a process key. `key` null: unknown ids. */
export interface KeyCount {
  readonly key: string | null;
  readonly count: number;
}

const KEYS =
  'select process_key as key, count(*)::int as count from matched group by process_key order by count(*) desc, process_key';

/** Statement without a name, because the server must not cache a query that differs for each filter. */
function statement(text: string): Statement {
  return { name: '', text };
}

/** Counts items by process key, up to `most` + 1 in all, which limits the cost of wide filters. A sum above `most`: there are too many. */
export function countItems(connection: Connection, { text, values }: ItemQuery, most: number): Promise<KeyCount[]> {
  const limit = `$${values.length + 1}::int`;
  const counted = `with matched as (select * from (${text}) as found limit ${limit}) ${KEYS}`;
  return connection.query<KeyCount>(statement(counted), [...values, most + 1]);
}

/**
 * Stores current matches in one statement, so from one snapshot. Without matches, the batch is completed. Creates nothing if there are more than `most`.
 * @returns as {@link countItems}
 */
export async function insertBatch(
  connection: Connection,
  batch: NewBatch,
  { text, values }: ItemQuery,
  most: number,
): Promise<readonly KeyCount[]> {
  const own = [
    ...[most, batch.id, batch.operation, JSON.stringify(batch.parameters), batch.filters],
    ...[batch.limits ?? null, batch.actor ?? null, batch.rate, batch.otherKeys ?? []],
  ];
  const [limit, id, operation, parameters, filters, limits, actor, rate, otherKeys] = own.map(
    (_, at) => `$${values.length + at + 1}`,
  );
  const made = `
    with matched as materialized (select * from (${text}) as found limit ${limit}::int + 1),
    total as (select count(*)::int as count from matched),
    made as (
      insert into batch (id, operation, parameters, filters, limits, actor, rate, keys, total, state, succeeded, failed, skipped, ended_at, created_at, next_at)
      select ${id}::uuid, ${operation}::text, ${parameters}::json, ${filters}::text, ${limits}::text[], ${actor}::text, ${rate}::float8,
        array(select process_key from matched where process_key is not null union select unnest(${otherKeys}::text[]) order by 1), total.count,
        case when total.count = 0 then 'Completed' else 'Running' end, none, none, none, case when total.count = 0 then statement_timestamp() end,
        statement_timestamp(), statement_timestamp()
      from total cross join lateral (select case when total.count = 0 then 0 end as none) as ended
      where total.count <= ${limit}::int returning id),
    items as (
      insert into batch_item (batch_id, position, subject_id, instance_id, process_key)
      select made.id, row_number() over (order by rank, subject_id), subject_id, instance_id, process_key from matched cross join made)
    ${KEYS}`;
  return connection.query<KeyCount>(statement(made), [...values, ...own]);
}

const LOCK: Statement = {
  name: 'lock-batch',
  text: 'select state, keys, limits from batch where id = $1 for update',
};
const STEER: Statement = {
  name: 'steer-batch',
  text: 'update batch set state = $2, next_at = statement_timestamp() where id = $1',
};

/** Returns undefined if the id is unknown. */
export async function lockBatch(
  connection: Connection,
  id: string,
): Promise<
  { readonly state: BatchState; readonly keys: readonly string[]; readonly limits: readonly string[] | null } | undefined
> {
  const [row] = await connection.query<{ state: BatchState; keys: string[]; limits: string[] | null }>(LOCK, [id]);
  return row;
}

/** Changes a locked batch. Makes it due immediately. */
export async function setBatchState(connection: Connection, id: string, state: BatchState): Promise<void> {
  await connection.query(STEER, [id, state]);
}

const COUNT: Statement = { name: 'count-open-batches', text: 'select count(*)::int as count from batch where ended_at is null' };

/** Batches that have not ended. */
export async function countOpenBatches(connection: Connection): Promise<number> {
  const [row] = await connection.query<{ count: number }>(COUNT, []);
  return row?.count ?? 0;
}

const FINISH: Statement = {
  name: 'finish-batch',
  // nothing is pending, so the counts are final
  text: `update batch set state = case when state = 'Stopping' then 'Stopped' else 'Completed' end, ended_at = statement_timestamp(),
      succeeded = done.succeeded, failed = done.failed, skipped = done.skipped
    from (select count(*) filter (where state = 'Succeeded')::int as succeeded, count(*) filter (where state = 'Failed')::int as failed,
        count(*) filter (where state = 'Skipped')::int as skipped, count(*) filter (where state = 'Pending')::int as pending
      from batch_item where batch_id = $1) as done
    where id = $1 and batch.state in ('Running', 'Stopping') and done.pending = 0
    returning batch.state, operation, total, batch.succeeded, batch.failed, batch.skipped`,
};

export interface EndedBatch {
  readonly state: BatchState;
  readonly operation: BatchOperation;
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Returns undefined if items are open, or if another worker has ended the batch. */
export async function finishBatch(connection: Connection, id: string): Promise<EndedBatch | undefined> {
  const [row] = await connection.query<EndedBatch>(FINISH, [id]);
  return row;
}

const KEY_OF_INCIDENT =
  'select incident.instance_id, incident.process_key as key from incident where incident.incident_id = given.id';
const KEY_OF_INSTANCE = `select instance.id as instance_id, version.key from instance join definition_version as version on version.definition_id = instance.definition_id
    where instance.id = given.id`;

/** Items without duplicates, in the given order. An id that is unknown or outside the limits becomes an item without a key: both have the same result. */
export function queryOfIds(subject: 'instance' | 'incident', ids: readonly string[], limits: KeyLimits): ItemQuery {
  const { keys, beginnings } = splitPatterns(limits ?? []);
  const isSeen = limits === undefined ? 'true' : '(owner.key = any($2::text[]) or owner.key ^@ any($3::text[]))';
  return {
    text: `select given.id as subject_id, owner.instance_id, owner.key as process_key, given.rank
      from (select id, min(rank) as rank from unnest($1::uuid[]) with ordinality as listed (id, rank) group by id) as given
      left join lateral (${subject === 'incident' ? KEY_OF_INCIDENT : KEY_OF_INSTANCE}) as owner on ${isSeen}`,
    values: limits === undefined ? [ids] : [ids, keys, beginnings],
  };
}

const ITEMS_PER_STATEMENT = 5000;

const EMPTY: Statement = {
  name: 'empty-old-batches',
  text: `delete from batch_item where (batch_id, position) in (
    select i.batch_id, i.position from batch_item i join batch b on b.id = i.batch_id
    where b.ended_at < statement_timestamp() - make_interval(secs => $1) limit ${ITEMS_PER_STATEMENT})
    returning position`,
};
const FORGET: Statement = {
  name: 'forget-batches',
  text: `delete from batch b where ended_at < statement_timestamp() - make_interval(secs => $1)
    and not exists (select from batch_item i where i.batch_id = b.id)`,
};

/** Deletes batches that ended more than `seconds` ago: first their items in parts. */
export async function forgetBatches(connection: Connection, seconds: number): Promise<void> {
  while ((await connection.query(EMPTY, [seconds])).length === ITEMS_PER_STATEMENT);
  await connection.query(FORGET, [seconds]);
}
