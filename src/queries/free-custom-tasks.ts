import { sql } from 'kysely';
import { type KeyLimits, splitPatterns } from '../platform/key-patterns.ts';
import type { ReadDatabase } from './read-database.ts';

/** Separator before the key patterns; task types cannot contain it. */
const SEPARATOR = '\0';

/** Cache key of a poll: a task type in lower case and the key patterns of the caller. Callers with the same text share a poll. */
export function wantedText(typeKey: string, limits: KeyLimits): string {
  return limits === undefined ? typeKey : [typeKey, ...limits].join(SEPARATOR);
}

/** A {@link wantedText} with the maximum number of tasks. */
export interface WantedType {
  readonly typeKey: string;
  readonly most: number;
}

/** Counts lockable tasks of each type, up to the requested maximum. A hint only: a worker assigns them. */
export async function countFreeCustomTasks(
  db: ReadDatabase,
  wanted: readonly WantedType[],
): Promise<ReadonlyMap<string, number>> {
  const parts = wanted.map(({ typeKey }) => typeKey.split(SEPARATOR));
  const types = parts.map(([type]) => type);
  const limits = parts.map(([, ...patterns]) => (patterns.length === 0 ? null : JSON.stringify(splitPatterns(patterns))));
  const found = await sql<{ at: number; free: number }>`
    select w.at::int as at, (
      select count(*)::int from (
        select from custom_task c where c.type_key = w.type_key and not c.is_held and c.available_at <= statement_timestamp() and (w.limits is null
          or c.process_key in (select json_array_elements_text(w.limits::json -> 'keys'))
          or exists (select from json_array_elements_text(w.limits::json -> 'beginnings') b (text) where c.process_key ^@ b.text))
        limit w.most) f) as free
    from unnest(${types}::text[], ${limits}::text[], ${wanted.map((w) => w.most)}::int[])
      with ordinality as w (type_key, limits, most, at)`.execute(db);
  return new Map(found.rows.map((row) => [wanted[row.at - 1]?.typeKey ?? '', row.free]));
}
