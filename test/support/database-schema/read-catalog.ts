import pg from 'pg';

/** Content of a migrated database, from its catalog. */
export interface Catalog {
  readonly tables: readonly CatalogTable[];
  readonly views: readonly CatalogView[];
  /** definitions as SQL, by name */
  readonly functions: readonly string[];
}
export interface CatalogView {
  readonly name: string;
  /** the query, as SQL */
  readonly query: string;
  readonly triggers: readonly string[];
}
export interface CatalogTable {
  readonly name: string;
  readonly columns: readonly CatalogColumn[];
  /** `constraint … primary key (…)` and the like, by name */
  readonly constraints: readonly string[];
  /** columns of the primary key, in order */
  readonly key: readonly string[];
  readonly options: readonly string[];
  /** SQL definitions by name; constraints do not count */
  readonly indexes: readonly string[];
  readonly triggers: readonly string[];
}
export interface CatalogColumn {
  readonly name: string;
  /** SQL name, for example `timestamp with time zone` */
  readonly type: string;
  readonly isNullable: boolean;
  /** expression; null: none */
  readonly default: string | null;
  readonly identity: 'always' | 'by default' | null;
}

/** Tables of the migrator: what it keeps for itself. */
const OF_THE_MIGRATOR = "('schema_migration', 'schema_migration_lock')";

const TABLES = `
  select c.oid, c.relname as name, coalesce(c.reloptions, '{}') as options
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ${OF_THE_MIGRATOR}
  order by c.relname collate "C"`;
const VIEWS = `
  select c.oid, c.relname as name, pg_get_viewdef(c.oid) as query
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by c.relname collate "C"`;
const COLUMNS = `
  select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable",
         pg_get_expr(d.adbin, d.adrelid) as default, case a.attidentity when 'a' then 'always' when 'd' then 'by default' end as identity
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`;
const CONSTRAINTS = `
  select 'constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) as sql
  from pg_constraint where conrelid = $1 and contype <> 'n' order by contype = 'p' desc, conname collate "C"`;
const KEY = `
  select a.attname as name from pg_index i cross join lateral unnest(i.indkey) with ordinality k (attnum, place)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where i.indrelid = $1 and i.indisprimary order by k.place`;
const INDEXES = `
  select pg_get_indexdef(i.indexrelid) as sql from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = $1 and not exists (select from pg_constraint where conindid = i.indexrelid) order by c.relname collate "C"`;
const TRIGGERS = `
  select pg_get_triggerdef(oid) as sql from pg_trigger where tgrelid = $1 and not tgisinternal order by tgname collate "C"`;
const FUNCTIONS = `
  select pg_get_functiondef(p.oid) as sql from pg_proc p where p.pronamespace = 'public'::regnamespace
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by p.proname collate "C"`;

/** Reads the catalog of a database; what extensions have brought is left out. */
export async function readCatalog(url: string): Promise<Catalog> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const list = async (text: string, oid: number) =>
      (await client.query<{ sql: string }>(text, [oid])).rows.map(({ sql }) => sql.replaceAll('public.', ''));
    const tables: CatalogTable[] = [];
    for (const { oid, name, options } of (await client.query<{ oid: number; name: string; options: string[] }>(TABLES)).rows)
      tables.push({
        name,
        options,
        columns: (await client.query<CatalogColumn>(COLUMNS, [oid])).rows,
        constraints: await list(CONSTRAINTS, oid),
        key: (await client.query<{ name: string }>(KEY, [oid])).rows.map((column) => column.name),
        indexes: await list(INDEXES, oid),
        triggers: await list(TRIGGERS, oid),
      });
    const views: CatalogView[] = [];
    for (const { oid, name, query } of (await client.query<{ oid: number; name: string; query: string }>(VIEWS)).rows)
      views.push({ name, query, triggers: await list(TRIGGERS, oid) });
    const functions = (await client.query<{ sql: string }>(FUNCTIONS)).rows.map(({ sql }) => sql.replaceAll('public.', ''));
    return { tables, views, functions };
  } finally {
    await client.end();
  }
}
