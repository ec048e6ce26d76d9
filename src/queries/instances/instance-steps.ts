import { type RawBuilder, sql } from 'kysely';
import type { ReadDatabase } from '../read-database.ts';

/** Steps per batch, and their stored size, which is mostly compressed. The step that reaches the size is still read. */
const STEPS_PER_PORTION = 1000;
const STORED_BYTES_PER_PORTION = 256 * 1024;
/**
 * Number and size of the items of one batch; the item that reaches the size is still read. Each batch of a long step reads the step again, so the limits are
 * not small.
 */
const ITEMS_PER_PORTION = 2500;
const BYTES_PER_PORTION = 512 * 1024;
/** Stored size of an empty JSON array with its header. */
const EMPTY_ARRAY_BYTES = 6;

/** Steps up to the row `lastSeq` of the event history. Steps are only appended, so later reads return the same steps. */
export interface StepRange {
  readonly instanceId: string;
  readonly lastSeq: number;
}

/** Position of an item: its step, and its index in the list of the step, from 1. */
export interface StepPlace {
  readonly seq: number;
  readonly place: number;
}

/** Items in the lists of all steps. */
export interface StepCounts {
  readonly completed: number;
  readonly conditions: number;
}

/** Ended activity instances, their elements only, or conditions. */
export type StepList = 'completed' | 'elements' | 'conditions';

const LISTS: { readonly [L in StepList]: { readonly column: RawBuilder<unknown>; readonly item: RawBuilder<string> } } = {
  completed: { column: sql.ref('completed'), item: sql<string>`found.value::text` },
  elements: { column: sql.ref('completed'), item: sql<string>`(found.value -> 'element')::text` },
  conditions: { column: sql.ref('conditions'), item: sql<string>`found.value::text` },
};

/** Counts the items; the cost grows with the size of the steps. */
export async function countStepItems(db: ReadDatabase, { instanceId, lastSeq }: StepRange): Promise<StepCounts> {
  const { rows } = await sql<StepCounts>`
    select coalesce(sum(json_array_length(completed)), 0)::int as completed,
           coalesce(sum(json_array_length(conditions)), 0)::int as conditions
    from q_instance_step where instance_id = ${instanceId} and seq <= ${lastSeq}`.execute(db);
  return rows[0] ?? { completed: 0, conditions: 0 };
}

/** Stored size, mostly compressed. Unit: bytes. */
export async function storedSizeOfSteps(db: ReadDatabase, { instanceId, lastSeq }: StepRange): Promise<number> {
  const { rows } = await sql<{ size: string }>`
    select coalesce(sum(pg_column_size(completed) + pg_column_size(conditions)), 0) as size
    from q_instance_step where instance_id = ${instanceId} and seq <= ${lastSeq}`.execute(db);
  return Number(rows[0]?.size ?? 0);
}

/**
 * Yields items of one list of all steps, in order, as JSON texts in batches of limited size. Each batch is a separate query, so that a slow reader does not
 * keep a connection.
 * @param skipped items to skip at the start
 * @param most maximum items
 */
export async function* readStepItems(
  db: ReadDatabase,
  range: StepRange,
  list: StepList,
  { skipped = 0, most = Number.POSITIVE_INFINITY }: { readonly skipped?: number; readonly most?: number } = {},
): AsyncGenerator<readonly string[]> {
  let after: StepPlace | undefined = skipped === 0 ? { seq: 0, place: 0 } : await placeBehind(db, range, list, skipped);
  for (let left = most; left > 0 && after !== undefined; ) {
    const items: readonly StepItem[] = await readPortion(db, range, list, after, Math.min(ITEMS_PER_PORTION, left));
    const last = items.at(-1);
    if (last === undefined && after.place === 0) return;
    // the long step is read to its end: continue with the next step
    after = last ?? { seq: after.seq + 1, place: 0 };
    left -= items.length;
    if (last !== undefined) yield items.map(({ text }) => text);
  }
}

/** Returns undefined if no items are left. */
async function placeBehind(
  db: ReadDatabase,
  { instanceId, lastSeq }: StepRange,
  list: StepList,
  skipped: number,
): Promise<StepPlace | undefined> {
  const { column } = LISTS[list];
  const { rows } = await sql<StepPlace>`
    select seq, (${skipped} - before)::int as place from (
      select seq, length, sum(length) over (order by seq) - length as before from (
        select seq, json_array_length(${column}) as length from q_instance_step where instance_id = ${instanceId} and seq <= ${lastSeq}
      ) counted
    ) placed
    where before + length > ${skipped} order by seq limit 1`.execute(db);
  return rows[0];
}

interface StepItem extends StepPlace {
  readonly text: string;
}

/** Reads items up to one of the limits. [] at the end of the steps or of a long step. */
async function readPortion(
  db: ReadDatabase,
  { instanceId, lastSeq }: StepRange,
  list: StepList,
  after: StepPlace,
  most: number,
): Promise<readonly StepItem[]> {
  const { column, item } = LISTS[list];
  const { rows } = await sql<StepItem>`
    select seq, place::int, text from (
      select seq, place, text, sum(octet_length(text)) over (order by seq, place) - octet_length(text) as bytes_before from (
        select steps.seq, found.place, ${item} as text from (
          select seq, items from (
            select seq, items, sum(pg_column_size(items)) over (order by seq) - pg_column_size(items) as bytes_before from (
              select seq, ${column} as items from q_instance_step
              where instance_id = ${instanceId} and seq >= ${after.seq} and seq <= ${lastSeq}
                and pg_column_size(${column}) > ${EMPTY_ARRAY_BYTES}
              order by seq limit ${STEPS_PER_PORTION}
            ) next
          ) sized where bytes_before < ${STORED_BYTES_PER_PORTION}
        ) steps cross join lateral json_array_elements(steps.items) with ordinality as found (value, place)
        where steps.seq > ${after.seq} or found.place > ${after.place}
        order by seq, place limit ${most}
      ) items
    ) measured
    where bytes_before < ${BYTES_PER_PORTION} order by seq, place`.execute(db);
  return rows;
}
