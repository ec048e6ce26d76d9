import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { readRootVariables } from '../instances/instance-state.ts';
import { indexedKeyCondition, instanceCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';
import { readVariableValues } from '../unindexed-variables.ts';

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

/** Instances within limits that have each root variable, of those whose state is small enough to be parsed. `read`: these instances. */
export async function namesOfInstances(
  db: ReadDatabase,
  instanceIds: readonly string[],
  limits: KeyLimits,
): Promise<{ readonly names: Readonly<Record<string, number>>; readonly read: number }> {
  const within = indexedKeyCondition(sql.ref('q_instance.key'), limits) ?? sql`true`;
  const { rows } = await sql<{ id: string }>`select instance_id as id from q_instance
    where instance_id = any(${instanceIds}::uuid[]) and ${within} and live_size + journal_size <= ${MOST_SIZE}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const names = new Map<string, number>();
  for await (const { values } of readRootVariables(db, ids)) {
    for (const name of Object.keys(values ?? {})) names.set(name, (names.get(name) ?? 0) + 1);
  }
  return { names: Object.fromEntries(names), read: ids.length };
}

/** {@link valuesOfInstances} without an index. */
export async function storedValuesOfInstances(
  db: ReadDatabase,
  path: string,
  instanceIds: readonly string[],
  limits: KeyLimits,
): Promise<Readonly<Record<string, string | number | boolean>>> {
  const within = instanceCondition(sql.ref('given.id'), limits) ?? sql<SqlBool>`true`;
  const { rows } = await sql<{
    id: string;
  }>`select given.id from unnest(${instanceIds}::uuid[]) as given (id) where ${within}`.execute(db);
  const ids = rows.map(({ id }) => id);
  return Object.fromEntries(await readVariableValues(db, path, ids));
}

/** Newest instances whose stored variables are read for suggestions, and the size of one of them. */
const NEWEST_STORED = 50;
const MOST_SIZE = 100_000;

/** {@link listVariableValues} without an index, of fewer instances. `key`: of one process. */
export async function listStoredValues(
  db: ReadDatabase,
  path: string,
  beginning: string,
  { key, limits }: NewestInstances,
): Promise<readonly (string | number | boolean)[]> {
  const { rows } = await sql<{ id: string }>`select instance_id as id from (${newest(key, limits)}) as newest`.execute(db);
  const counts = new Map<string | number | boolean, number>();
  const values = await readVariableValues(
    db,
    path,
    rows.map(({ id }) => id),
  );
  for (const value of values.values()) {
    if (String(value).toLowerCase().startsWith(beginning.toLowerCase())) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.slice(0, MOST).map(([value]) => value);
}

/** `key` undefined: of all processes. */
export interface NewestInstances {
  readonly key: string | undefined;
  readonly limits: KeyLimits;
}

/** Paths of one or two names at which the newest instances have a number, text or boolean, in alphabetical order. */
export async function listStoredPaths(db: ReadDatabase, { key, limits }: NewestInstances): Promise<readonly string[]> {
  const isPlain = (value: RawBuilder<unknown>) => sql`json_typeof(${value}) in ('number', 'string', 'boolean')`;
  const { rows } = await sql<{ path: string }>`
    with newest as materialized (${newest(key, limits)}),
    root as materialized (select (r).key, (r).value from (select json_each(live #> '{variableScopes,0,values}') as r from newest
      where json_typeof(live #> '{variableScopes,0,values}') = 'object') as each_root),
    inside as (select root.key, (r).key as name, (r).value from (
      select root.key, json_each(root.value) as r from root where json_typeof(root.value) = 'object') as root)
    select distinct path from (
      select key as path from root where ${isPlain(sql.ref('value'))} and strpos(key, '.') = 0
      union all select key || '.' || name from inside where ${isPlain(sql.ref('value'))} and strpos(key || name, '.') = 0
    ) as paths where length(path) between 1 and 100 order by path limit ${MOST_PATHS}`.execute(db);
  return rows.map(({ path }) => path);
}

const MOST_PATHS = 200;

/** Without states that contain an escape, because the database cannot read all of them. */
function newest(key: string | undefined, limits: KeyLimits): RawBuilder<unknown> {
  const within = indexedKeyCondition(sql.ref('q_instance.key'), limits) ?? sql`true`;
  const ofKey = key === undefined ? sql`true` : sql`q_instance.key = ${key}`;
  return sql`select instance_id, live from (
      select instance_id, live, live_size from q_instance where ${ofKey} and ${within} order by created_at desc limit ${NEWEST_STORED}
    ) as recent where live_size <= ${MOST_SIZE} and strpos(live::text, '\\u') = 0`;
}
