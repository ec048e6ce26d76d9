import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Connection } from '../db/connection.ts';
import { compilingDatabase, kyselyOn } from '../db/kysely.ts';
import { type KeyLimits, splitPatterns } from '../platform/access-roles.ts';
import { accepted, type ParsedText } from '../requests/request-texts.ts';
import { foundCondition, INSTANCES, parseFind, type VariableSearch } from './find-instances.ts';
import { INCIDENTS, incidentCondition, parseIncidents } from './incidents.ts';
import { type RootInstance, readRoots } from './instances/called-incidents.ts';
import { limited } from './key-limits.ts';
import { readListPage } from './lists/list-page.ts';
import type { ListNames, ListQuery } from './lists/list-query.ts';
import type { ListPage } from './lists/paging.ts';
import type { ReadDatabase } from './read-database.ts';
import { withVariablesRead } from './unindexed-variables.ts';

/** Select with the columns `subject_id`, `instance_id`, `process_key` and `rank` (time that orders the items). */
export interface CompiledItems {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Parses `Filters` as the list of instances or incidents does (docs/contributing/spec/batches.md#items). */
export function parseItemFilters(
  subject: 'instance' | 'incident',
  filters: string,
  search: VariableSearch,
  limits: KeyLimits,
): ParsedText<ListQuery> {
  const parameters = new Map([['filters', filters]]);
  return subject === 'instance' ? parseFind(parameters, search, limits) : parseIncidents(parameters, search, limits);
}

/** Select of all matches within the key limits, oldest first. Unindexed variables are read now, with the connection of the transaction. */
export async function itemQuery(
  connection: Connection,
  subject: 'instance' | 'incident',
  filters: string,
  limits: KeyLimits,
  search: VariableSearch,
): Promise<ParsedText<CompiledItems>> {
  const parsed = parseItemFilters(subject, filters, search, limits);
  if (!parsed.ok) return parsed;
  const { within, variables } = SUBJECTS[subject];
  const read = await withVariablesRead(kyselyOn(connection), limited(parsed.value, within(limits)), variables);
  return read.ok ? accepted(compileItems(subject, read.value)) : read;
}

/** `within`: condition for key limits. */
const SUBJECTS = {
  instance: {
    table: 'q_instance',
    id: 'instance_id',
    key: 'key',
    since: 'created_at',
    within: foundCondition,
    variables: INSTANCES,
  },
  incident: {
    table: 'incident',
    id: 'incident_id',
    key: 'process_key',
    since: 'first_at',
    within: incidentCondition,
    variables: INCIDENTS,
  },
} as const;

function compileItems(subject: 'instance' | 'incident', query: ListQuery): CompiledItems {
  const { table, id, key, since } = SUBJECTS[subject];
  const conditions = [sql<SqlBool>`true`, ...query.conditions];
  const items = sql`select ${sql.ref(id)} as subject_id, instance_id, ${sql.ref(key)} as process_key, ${sql.ref(since)} as rank
    from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`;
  const { sql: text, parameters: values } = items.compile(compilingDatabase);
  return { text, values };
}

/** See docs/contributing/spec/batches.md#list-of-items. */
export interface BatchItem {
  readonly position: number;
  readonly subjectId: string;
  readonly instanceId: string | null;
  readonly processKey: string | null;
  readonly state: string;
  readonly code: string | null;
  /** JSON text */
  readonly rejection: string | null;
  readonly resultId: string | null;
  readonly doneAt: Date | null;
  readonly statusNow: string | null;
  readonly isWaitingNow: boolean;
  readonly businessId: string | null;
  /** JSON text: the open incident, or the failure, of an item whose status is `Failed` now */
  readonly failureNow: string | null;
}

/** `root`: topmost caller; undefined: no instance called it. */
export type PlacedBatchItem = BatchItem & { readonly root: RootInstance | undefined };

/** Instance that the item has continued. */
const instanceNow = sql`coalesce(batch_item.result_id, batch_item.instance_id)`;

/**
 * Status of a succeeded item. `Failed`: its incident is open again, the instance has a later one, or has failed. An ended instance counts as running
 * until its row in the query tables has caught up. Null: the item has not succeeded, or the instance is deleted.
 */
const statusNow = sql<string | null>`case when batch_item.state = 'Succeeded' then (
    select case
      when exists (select from incident where incident.instance_id = now.id and (incident.incident_id = batch_item.subject_id
        or incident.first_at >= (select created_at from batch where batch.id = batch_item.batch_id))) then 'Failed'
      when not now.is_terminal or q_instance.last_seq is null or q_instance.last_seq < now.seq then 'Running'
      when q_instance.is_failed then 'Failed' when q_instance.is_cancelled then 'Cancelled' else 'Completed' end
    from instance as now left join q_instance on q_instance.instance_id = now.id
    where now.id = ${instanceNow}) end`;

/** No work of the instance is due: it waits for a person, an event, another instance or the next attempt of a task. */
const hasNoWork = sql<boolean>`not exists (select from custom_task where custom_task.instance_id = ${instanceNow} and not custom_task.is_held
  and (custom_task.locked_by is not null or custom_task.available_at <= statement_timestamp()))`;
const isWaitingNow = sql<boolean>`coalesce(${statusNow} = 'Running' and ${hasNoWork}, false)`;

const businessId = sql<string | null>`(select business_id from q_instance where q_instance.instance_id = ${instanceNow})`;
const failureNow = sql<string | null>`case when ${statusNow} = 'Failed' then coalesce(
    (select json_build_object('activityId', activity_id, 'code', left(code, 512), 'message', left(message, 1000)) from incident
      where incident.instance_id = ${instanceNow} order by last_at desc, incident_id limit 1),
    (select json_build_object('activityId', failed_element, 'code', left(coalesce(error_code, ''), 512), 'message', left(coalesce(error_message, ''), 1000)) from q_instance
      where q_instance.instance_id = ${instanceNow}))::text end`;

const position = { name: 'Position', expression: sql.ref('position') };

export const batchItemNames: ListNames = {
  filters: [
    { name: 'Status', type: 'text', expression: sql.ref('state') },
    { name: 'Code', type: 'text', expression: sql.ref('code'), hasNull: true },
    { name: 'SubjectId', type: 'guid', expression: sql.ref('subject_id') },
    { name: 'StatusNow', type: 'text', expression: statusNow, hasNull: true },
    { name: 'IsWaitingNow', type: 'boolean', expression: isWaitingNow, isLater: true },
  ],
  sorts: [position],
  defaultSorts: [{ field: position, isDescending: false }],
  tieBreak: [sql.ref('position')],
  takesBusinessId: false,
};

/** `limits`: of the topmost callers. */
export async function listBatchItems(
  db: ReadDatabase,
  batchId: string,
  query: ListQuery,
  limits: KeyLimits,
): Promise<ListPage<PlacedBatchItem>> {
  const items = db
    .selectFrom('batch_item')
    .where('batch_id', '=', batchId)
    .select(['position', 'subject_id as subjectId', 'instance_id as instanceId', 'process_key as processKey', 'state', 'code'])
    .select([
      'rejection',
      'result_id as resultId',
      'done_at as doneAt',
      statusNow.as('statusNow'),
      isWaitingNow.as('isWaitingNow'),
      businessId.as('businessId'),
      failureNow.as('failureNow'),
    ]);
  const page = await readListPage(items, query);
  const roots = await readRoots(db, [...new Set(page.items.flatMap((item) => instanceOf(item) ?? []))], limits);
  return { ...page, items: page.items.map((item) => ({ ...item, root: roots.get(instanceOf(item) ?? '') })) };
}

const instanceOf = ({ resultId, instanceId }: BatchItem) => resultId ?? instanceId;

/** Succeeded items by status of their instances. */
export interface ItemsNow {
  readonly status: string | null;
  readonly count: number;
  readonly waiting: number;
}

/** One scan of the items, because each status is a subquery. Empty outside of the key limits. */
export async function countItemsNow(db: ReadDatabase, batchId: string, limits: KeyLimits): Promise<readonly ItemsNow[]> {
  const visible = sql`exists (select from batch where batch.id = ${batchId}::uuid and ${batchCondition(limits) ?? sql`true`})`;
  const { rows } = await sql<ItemsNow>`
    select status, count(*)::int as count, (count(*) filter (where status = 'Running' and has_no_work))::int as waiting
    from (
      select status, case when status = 'Running' then ${hasNoWork} end as has_no_work
      from (select *, ${statusNow} as status from batch_item where batch_id = ${batchId}::uuid and state = 'Succeeded' and ${visible} offset 0) batch_item
    ) now group by status`.execute(db);
  return rows;
}

/** See docs/contributing/spec/batches.md#list-of-batches. */
interface BatchRow {
  readonly batchId: string;
  readonly operation: string;
  readonly state: string;
  readonly filters: string | null;
  readonly keys: readonly string[];
  readonly total: number;
  readonly rate: number | null;
  readonly actor: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}
interface BatchCounts {
  readonly pending: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
}
export type CountedBatch = BatchRow & BatchCounts;

const createdAt = { name: 'CreatedAt', expression: sql.ref('created_at') };
const endedAt = { name: 'EndedAt', expression: sql.ref('ended_at'), hasNull: true };

/** Filters and sorts of GET /Batches. */
export const batchNames: ListNames = {
  filters: [
    { name: 'Operation', type: 'text', expression: sql.ref('operation') },
    { name: 'Status', type: 'text', expression: sql.ref('state') },
    { name: 'CreatedBy', type: 'text', expression: sql.ref('actor'), hasNull: true },
    { ...createdAt, type: 'time' },
    { ...endedAt, type: 'time' },
  ],
  sorts: [createdAt, endedAt],
  defaultSorts: [{ field: createdAt, isDescending: true }],
  tieBreak: [sql.ref('id')],
  takesBusinessId: false,
};

const COLUMNS = [
  ...(['id as batchId', 'operation', 'state', 'filters', 'keys', 'total', 'rate', 'actor'] as const),
  ...(['created_at as createdAt', 'ended_at as endedAt', 'succeeded', 'failed', 'skipped'] as const),
] as const;
type StoredBatch = BatchRow & {
  readonly succeeded: number | null;
  readonly failed: number | null;
  readonly skipped: number | null;
};

/** The process keys of all items must be within the limits. A batch without process keys is visible only with the same limits as those of its creator. */
export function batchCondition(limits: KeyLimits): RawBuilder<SqlBool> | undefined {
  if (limits === undefined) return undefined;
  const { keys, beginnings } = splitPatterns(limits);
  const own = sql`${[...limits]}::text[]`;
  return sql<SqlBool>`case when cardinality(keys) = 0 then coalesce(limits <@ ${own} and limits @> ${own}, false)
    else not exists (select from unnest(keys) as item (key)
      where not (item.key = any(${keys}::text[]) or item.key ^@ any(${beginnings}::text[]))) end`;
}

export async function listBatches(db: ReadDatabase, query: ListQuery): Promise<ListPage<CountedBatch>> {
  const page = await readListPage(db.selectFrom('batch').select(COLUMNS), query);
  return { ...page, items: await counted(db, page.items) };
}

/** Returns undefined also outside the key limits. */
export async function readBatch(db: ReadDatabase, batchId: string, limits: KeyLimits): Promise<CountedBatch | undefined> {
  const found = db.selectFrom('batch').select(COLUMNS).where('id', '=', batchId);
  const rows = await found.where(batchCondition(limits) ?? sql<SqlBool>`true`).execute();
  return (await counted(db, rows))[0];
}

/** Reads batches without key limits: the caller has seen them in another database. */
export async function readBatches(db: ReadDatabase, batchIds: readonly string[]): Promise<readonly CountedBatch[]> {
  if (batchIds.length === 0) return [];
  return counted(db, await db.selectFrom('batch').select(COLUMNS).where('id', 'in', batchIds).execute());
}

/** Ended batches have stored counts. One statement counts the items of the others, for consistency. */
async function counted(db: ReadDatabase, rows: readonly StoredBatch[]): Promise<readonly CountedBatch[]> {
  const open = rows.filter(({ succeeded }) => succeeded === null).map(({ batchId }) => batchId);
  const counts = new Map<string, BatchCounts>();
  if (open.length > 0) {
    const found = await sql<BatchCounts & { readonly batchId: string }>`
      select batch_id as "batchId", count(*) filter (where state = 'Pending')::int as pending,
        count(*) filter (where state = 'Succeeded')::int as succeeded, count(*) filter (where state = 'Failed')::int as failed,
        count(*) filter (where state = 'Skipped')::int as skipped
      from batch_item where batch_id = any(${open}::uuid[]) group by batch_id`.execute(db);
    for (const row of found.rows) counts.set(row.batchId, row);
  }
  return rows.map((row) => ({ ...row, ...(counts.get(row.batchId) ?? storedCounts(row)) }));
}

function storedCounts({ succeeded, failed, skipped }: StoredBatch): BatchCounts {
  return { pending: 0, succeeded: succeeded ?? 0, failed: failed ?? 0, skipped: skipped ?? 0 };
}
