import { sql } from 'kysely';
import { UNREADABLE_JSON } from '../db/column-text.ts';
import { HOST_DEAD_AFTER_SECONDS } from '../db/delivery-tables.ts';
import { type KeyLimits, splitPatterns } from '../platform/access-roles.ts';
import type { ReadDatabase } from './read-database.ts';

/** Separator before key patterns; task types cannot contain it. */
const SEPARATOR = '\0';

/** First character of further conditions; key patterns cannot contain it. */
const CHOSEN = '\u0001';

/** Waiting callers with the same text share a poll. `typeKey`: type in lower case. */
export function wantedText(typeKey: string, limits: KeyLimits, chosen?: object): string {
  const conditions = chosen === undefined ? [] : [CHOSEN + JSON.stringify(chosen)];
  return [typeKey, ...(limits ?? []), ...conditions].join(SEPARATOR);
}

/** `wanted`: a {@link wantedText}; `most`: maximum number to count. */
export interface WantedTasks {
  readonly wanted: string;
  readonly most: number;
}

/** Tasks that can be locked, by {@link wantedText}. May be outdated when a worker assigns the tasks. */
export async function countFreeCustomTasks(
  db: ReadDatabase,
  wanted: readonly WantedTasks[],
): Promise<ReadonlyMap<string, number>> {
  const parts = wanted.map(({ wanted: text }) => text.split(SEPARATOR));
  const types = parts.map(([type]) => type);
  const conditions = parts.map(
    (part) =>
      part
        .slice(1)
        .find((text) => text.startsWith(CHOSEN))
        ?.slice(CHOSEN.length) ?? null,
  );
  const limits = parts.map((part) => {
    const patterns = part.slice(1).filter((text) => !text.startsWith(CHOSEN));
    return patterns.length === 0 ? null : JSON.stringify(splitPatterns(patterns));
  });
  const found = await sql<{ at: number; free: number }>`
    select w.at::int as at, (
      select count(*)::int from (
        select from custom_task c where c.type_key = w.type_key and not c.is_held and c.available_at <= statement_timestamp() and (w.limits is null
          or c.process_key in (select json_array_elements_text(w.limits::json -> 'keys'))
          or exists (select from json_array_elements_text(w.limits::json -> 'beginnings') b (text) where c.process_key ^@ b.text))
        and (w.chosen is null or (c.task_type = coalesce(w.chosen ->> 'taskType', c.task_type)
          and c.business_id is not distinct from coalesce(w.chosen ->> 'businessId', c.business_id)
          and (w.chosen -> 'processKeys' is null
            or c.process_key in (select json_array_elements_text(w.chosen -> 'processKeys')))
          and (w.chosen -> 'definitionIds' is null
            or c.definition_id in (select json_array_elements_text(w.chosen -> 'definitionIds')))
          and (w.chosen -> 'inputs' is null or case when c.input::text ~ ${UNREADABLE_JSON} then false else not exists (
            select from json_each_text(w.chosen -> 'inputs') i (name, value) where (c.input -> i.name)::text is distinct from i.value) end)))
        limit w.most) f) as free
    from unnest(${types}::text[], ${limits}::text[], ${wanted.map((w) => w.most)}::int[], ${conditions}::json[])
      with ordinality as w (type_key, limits, most, chosen, at)`.execute(db);
  return new Map(found.rows.map((row) => [wanted[row.at - 1]?.wanted ?? '', row.free]));
}

/** See docs/contributing/spec/http/custom-tasks.md#catalog-entry. `parameterSchema`: JSON from the plugin; null: none. */
interface CatalogEntry {
  readonly taskType: string;
  readonly displayName: string | null;
  readonly parameterSchema: unknown;
  /** offer the type now; without duplicates, sorted by code point */
  readonly siloNames: readonly string[];
}

/** Lists the task types of active plugin hosts, sorted. */
export async function listCustomTasks(db: ReadDatabase): Promise<readonly CatalogEntry[]> {
  return (await entries(db)).sort((a, b) => (a.taskType < b.taskType ? -1 : 1));
}

/** Ignores case. Undefined also if no active plugin host offers the type. */
export async function findCustomTask(db: ReadDatabase, taskType: string): Promise<CatalogEntry | undefined> {
  return (await entries(db, taskType.trim().toLowerCase()))[0];
}

/** Active plugin hosts by type in lower case. Omits types without a host. */
export async function hostsByType(
  db: ReadDatabase,
  typeKeys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (typeKeys.length === 0) return new Map();
  const rows = await living(db)
    .where(sql<boolean>`type_key = any(${typeKeys}::text[])`)
    .select(['type_key', sql<string[]>`array_agg(host order by host collate "C")`.as('hosts')])
    .groupBy('type_key')
    .execute();
  return new Map(rows.map(({ type_key, hosts }) => [type_key, hosts]));
}

/** Task types in lower case, of active plugin hosts. */
export async function offeredTypeKeys(db: ReadDatabase): Promise<ReadonlySet<string>> {
  const rows = await living(db).select('type_key').distinct().execute();
  return new Set(rows.map(({ type_key }) => type_key));
}

function living(db: ReadDatabase) {
  return db
    .selectFrom('custom_task_host')
    .where(sql<boolean>`seen_at > statement_timestamp() - make_interval(secs => ${HOST_DEAD_AFTER_SECONDS})`);
}

/** Catalog entries. If hosts declare a type differently, uses the latest declaration. */
async function entries(db: ReadDatabase, typeKey?: string): Promise<CatalogEntry[]> {
  let wanted = living(db);
  if (typeKey !== undefined) wanted = wanted.where('type_key', '=', typeKey);
  const rows = await wanted
    .select(['type_key', 'task_type', 'display_name', 'parameter_schema', 'host'])
    .orderBy('announced_at', 'desc')
    .orderBy('host')
    .execute();
  const found = new Map<string, CatalogEntry & { readonly siloNames: string[] }>();
  for (const row of rows) {
    const known = found.get(row.type_key);
    if (known !== undefined) known.siloNames.push(row.host);
    else found.set(row.type_key, { ...described(row), siloNames: [row.host] });
  }
  for (const { siloNames } of found.values()) siloNames.sort();
  return [...found.values()];
}

function described(row: { task_type: string; display_name: string | null; parameter_schema: string | null }) {
  const parameterSchema: unknown = row.parameter_schema === null ? null : JSON.parse(row.parameter_schema);
  return { taskType: row.task_type, displayName: row.display_name, parameterSchema };
}

/** Open task, from the transactional tables. `attempt`: number of the last one. */
export interface TaskAttempt {
  readonly taskId: string;
  readonly instanceId: string;
  readonly attempt: number;
}

/** Returns undefined also if its activity has ended. */
export function findOpenTask(db: ReadDatabase, taskId: string): Promise<TaskAttempt | undefined> {
  return db
    .selectFrom('custom_task')
    .select(['task_id as taskId', 'instance_id as instanceId', 'attempt'])
    .where('task_id', '=', taskId)
    .executeTakeFirst();
}
