import { sql } from 'kysely';
import type { ReadDatabase } from './read-database.ts';

/** A task type in lower case, and how many of its tasks would be of use. */
export interface WantedType {
  readonly typeKey: string;
  readonly most: number;
}

/** How many tasks of each type may be locked now, counted no further than is wanted. A hint: who gets them is decided by a worker. */
export async function countFreeCustomTasks(
  db: ReadDatabase,
  wanted: readonly WantedType[],
): Promise<ReadonlyMap<string, number>> {
  const found = await sql<{ type_key: string; free: number }>`
    select w.type_key, (
      select count(*)::int from (
        select from custom_task c where c.type_key = w.type_key and not c.is_held and c.available_at <= clock_timestamp() limit w.most) f) as free
    from unnest(${wanted.map((w) => w.typeKey)}::text[], ${wanted.map((w) => w.most)}::int[]) as w (type_key, most)`.execute(db);
  return new Map(found.rows.map((row) => [row.type_key, row.free]));
}
