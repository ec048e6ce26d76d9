import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isWithin, type KeyLimits, splitPatterns } from '../platform/access-roles.ts';
import type { ListQuery } from './lists/list-query.ts';
import type { ReadDatabase } from './read-database.ts';

/** Condition on a column with process keys; undefined without limits. */
export function keyCondition(column: RawBuilder<unknown>, limits: KeyLimits): RawBuilder<SqlBool> | undefined {
  if (limits === undefined) return undefined;
  const { keys, beginnings } = splitPatterns(limits);
  return sql<SqlBool>`(${column} = any(${keys}::text[]) or ${column} ^@ any(${beginnings}::text[]))`;
}

/** Condition for large tables: selects the few keys within the limits first, so that Postgres uses an index on the column. */
export function indexedKeyCondition(column: RawBuilder<unknown>, limits: KeyLimits): RawBuilder<SqlBool> | undefined {
  const condition = keyCondition(sql.ref('within.key'), limits);
  if (condition === undefined) return undefined;
  return sql<SqlBool>`${column} = any(array(select within.key from q_process as within where ${condition}))`;
}

/** Condition on a column with instance ids; undefined without limits. */
export function instanceCondition(column: RawBuilder<unknown>, limits: KeyLimits): RawBuilder<SqlBool> | undefined {
  const condition = indexedKeyCondition(sql.ref('owner.key'), limits);
  if (condition === undefined) return undefined;
  return sql<SqlBool>`exists (select from q_instance as owner where owner.instance_id = ${column} and ${condition})`;
}

export function limited(query: ListQuery, condition: RawBuilder<SqlBool> | undefined): ListQuery {
  return condition === undefined ? query : { ...query, conditions: [...query.conditions, condition], isLimited: true };
}

/** An unknown instance: true without limits, false with limits. Reads the transactional table, because a new instance may not be projected yet. */
export async function isInstanceWithin(db: ReadDatabase, instanceId: string, limits: KeyLimits): Promise<boolean> {
  if (limits === undefined) return true;
  const { rows } = await sql<{ key: string }>`
    select d.key from instance i join definition_version d on d.definition_id = i.definition_id
    where i.id = ${instanceId}::uuid`.execute(db);
  return isWithin(limits, rows[0]?.key ?? null);
}
