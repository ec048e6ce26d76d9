import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type KeyLimits, splitPatterns } from '../../platform/key-patterns.ts';
import { readListPage } from '../lists/list-page.ts';
import type { ListNames, ListQuery } from '../lists/list-query.ts';
import type { ListPage } from '../lists/paging.ts';
import type { ReadDatabase } from '../read-database.ts';

/** An item of a batch (docs/contributing/spec/batches.md#list-of-items). */
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
}

const position = { name: 'Position', expression: sql.ref('position') };

/** Filters and sorts of the items of a batch. */
export const batchItemNames: ListNames = {
  filters: [
    { name: 'Status', type: 'text', expression: sql.ref('state') },
    { name: 'Code', type: 'text', expression: sql.ref('code'), hasNull: true },
    { name: 'SubjectId', type: 'guid', expression: sql.ref('subject_id') },
  ],
  sorts: [position],
  defaultSorts: [{ field: position, isDescending: false }],
  tieBreak: [sql.ref('position')],
  takesBusinessId: false,
};

export function listBatchItems(db: ReadDatabase, batchId: string, query: ListQuery): Promise<ListPage<BatchItem>> {
  const items = db
    .selectFrom('batch_item')
    .where('batch_id', '=', batchId)
    .select(['position', 'subject_id as subjectId', 'instance_id as instanceId', 'process_key as processKey', 'state', 'code'])
    .select(['rejection', 'result_id as resultId', 'done_at as doneAt']);
  return readListPage(items, query);
}

/** A batch as the list shows it (docs/contributing/spec/batches.md#list-of-batches). */
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

/**
 * Whether a user with limits may see a batch: all its items must have keys within them. For items without a key the limits of
 * the batch's author decide.
 */
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

/** One batch; undefined: none within the limits. */
export async function readBatch(db: ReadDatabase, batchId: string, limits: KeyLimits): Promise<CountedBatch | undefined> {
  const found = db.selectFrom('batch').select(COLUMNS).where('id', '=', batchId);
  const rows = await found.where(batchCondition(limits) ?? sql<SqlBool>`true`).execute();
  return (await counted(db, rows))[0];
}

/** Adds counts: stored ones for ended batches. One statement counts all outcomes of the others, so that they add up to the total. */
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
