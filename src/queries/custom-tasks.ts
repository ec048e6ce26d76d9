import { sql } from 'kysely';
import type { ReadDatabase } from './read-database.ts';

/**
 * A task type of the catalog (docs/contributing/spec/http/custom-tasks.md#catalog-entry). `parameterSchema`: JSON from the plugin; null if it
 * declared none.
 */
export interface CatalogEntry {
  readonly taskType: string;
  readonly displayName: string | null;
  readonly parameterSchema: unknown;
  /** hosts that offer it now, without duplicates, by code point */
  readonly siloNames: readonly string[];
}

/** Time without a heartbeat after which a host is not listed (docs/contributing/spec/http/custom-tasks.md#vanished-host: at most 30 s). Unit: seconds. */
const DEAD_AFTER_SECONDS = 15;

/** Lists every task type that an active host offers, by type. */
export async function listCustomTasks(db: ReadDatabase): Promise<readonly CatalogEntry[]> {
  return (await entries(db)).sort((a, b) => (a.taskType < b.taskType ? -1 : 1));
}

/** Finds a task type, ignoring case; undefined: not served now. */
export async function findCustomTask(db: ReadDatabase, taskType: string): Promise<CatalogEntry | undefined> {
  return (await entries(db, taskType.trim().toLowerCase()))[0];
}

/** Active hosts of some types, by type in lower case; without types that have no host. */
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

/** Types, in lower case, that active hosts offer now. */
export async function offeredTypeKeys(db: ReadDatabase): Promise<ReadonlySet<string>> {
  const rows = await living(db).select('type_key').distinct().execute();
  return new Set(rows.map(({ type_key }) => type_key));
}

/** Rows of active hosts. */
function living(db: ReadDatabase) {
  return db
    .selectFrom('custom_task_host')
    .where(sql<boolean>`seen_at > statement_timestamp() - make_interval(secs => ${DEAD_AFTER_SECONDS})`);
}

/** Builds catalog entries. If hosts declare one type differently, the latest declaration counts. */
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
