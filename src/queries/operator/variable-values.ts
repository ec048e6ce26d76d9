import { type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { indexedKeyCondition, instanceCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';

const MOST = 8;
/** Newest instances whose values are read, because reading all would take seconds. */
const NEWEST = 500;

/** Values that start with a text in any case, most frequent first, of the newest instances within limits. */
export async function listVariableValues(
  db: ReadDatabase,
  path: string,
  beginning: string,
  limits: KeyLimits,
): Promise<readonly (string | number | boolean)[]> {
  const within = indexedKeyCondition(sql.ref('i.key'), limits);
  const seen =
    within === undefined ? sql`true` : sql`exists (select from q_instance i where i.instance_id = v.instance_id and ${within})`;
  const { rows } = await sql<{ text: string | null; number: number | null; boolean: boolean | null }>`
    select text_value as text, number_value as number, boolean_value as boolean from (
      select text_value, number_value, boolean_value from q_instance_variable v
      where path = ${path} and ${seen} order by begun_at desc limit ${NEWEST}
    ) newest
    where starts_with(lower(coalesce(text_value, number_value::text, boolean_value::text)), lower(${beginning}))
    group by 1, 2, 3 order by count(*) desc, 1, 2, 3 limit ${MOST}`.execute(db);
  return rows.flatMap(({ text, number, boolean }) => text ?? number ?? boolean ?? []);
}

/** Values at a path by instance id, within limits. Omits instances without an indexed value. */
export async function valuesOfInstances(
  db: ReadDatabase,
  path: string,
  instanceIds: readonly string[],
  limits: KeyLimits,
): Promise<Readonly<Record<string, string | number | boolean>>> {
  const within = instanceCondition(sql.ref('v.instance_id'), limits) ?? sql<SqlBool>`true`;
  const { rows } = await sql<{ id: string; text: string | null; number: number | null; boolean: boolean | null }>`
    select instance_id as id, text_value as text, number_value as number, boolean_value as boolean from q_instance_variable v
    where path = ${path} and instance_id = any(${instanceIds}::uuid[]) and ${within}`.execute(db);
  const values = rows.flatMap(({ id, text, number, boolean }) => {
    const value = text ?? number ?? boolean;
    return value === null ? [] : [[id, value] as const];
  });
  return Object.fromEntries(values);
}
