import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isWithin, type KeyLimits, splitPatterns } from '../platform/key-patterns.ts';
import type { ListQuery } from './list-query.ts';
import type { ReadDatabase } from './read-database.ts';

/** Whether a column holds a key within limits; undefined: no limits. */
export function keyCondition(column: RawBuilder<unknown>, limits: KeyLimits): RawBuilder<SqlBool> | undefined {
  if (limits === undefined) return undefined;
  const { keys, beginnings } = splitPatterns(limits);
  return sql<SqlBool>`(${column} = any(${keys}::text[]) or ${column} ^@ any(${beginnings}::text[]))`;
}

/** The same for large tables: the few keys within the limits are found first, so that an index on the column finds the rows. */
export function indexedKeyCondition(column: RawBuilder<unknown>, limits: KeyLimits): RawBuilder<SqlBool> | undefined {
  const condition = keyCondition(sql.ref('within.key'), limits);
  if (condition === undefined) return undefined;
  return sql<SqlBool>`${column} = any(array(select within.key from q_process as within where ${condition}))`;
}

/** Whether the instance that a column names is of a key within limits. */
export function instanceCondition(column: RawBuilder<unknown>, limits: KeyLimits): RawBuilder<SqlBool> | undefined {
  const condition = indexedKeyCondition(sql.ref('owner.key'), limits);
  if (condition === undefined) return undefined;
  return sql<SqlBool>`exists (select from q_instance as owner where owner.instance_id = ${column} and ${condition})`;
}

/** A list query with one more condition. */
export function limited(query: ListQuery, condition: RawBuilder<SqlBool> | undefined): ListQuery {
  return condition === undefined ? query : { ...query, conditions: [...query.conditions, condition], isLimited: true };
}

/**
 * Whether an instance is of a key within limits. It asks the write side, as an instance may be younger than what the read side knows. For an unknown
 * one the same is done as for one outside: false.
 */
export async function isInstanceWithin(db: ReadDatabase, instanceId: string, limits: KeyLimits): Promise<boolean> {
  if (limits === undefined) return true;
  const { rows } = await sql<{ key: string }>`
    select d.key from instance i join definition_version d on d.definition_id = i.definition_id
    where i.id = ${instanceId}::uuid`.execute(db);
  return isWithin(limits, rows[0]?.key ?? null);
}
