import { sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import type { DecisionItem } from '../decision-list.ts';
import { keyCondition } from '../key-limits.ts';
import { type ListPage, offsetOf, type Paging } from '../lists/paging.ts';
import type { ReadDatabase } from '../read-database.ts';

export interface LatestDecisionRow extends DecisionItem {
  readonly versionCount: number;
  readonly processCount: number;
}

/** A process that uses a separately deployed decision. `version`: latest process version with this reference. */
export interface DecisionUserRow {
  readonly processKey: string;
  readonly version: number;
  readonly binding: 'latest' | 'version' | 'versionTag';
  readonly value: string;
}

/** Sort names. Equal rows are sorted by key. */
export const DECISION_SORTS = ['key', '-key', 'name', '-name', 'deployedAt', '-deployedAt'] as const;
export type DecisionSort = (typeof DECISION_SORTS)[number];

/** `search`: part of the key or the name. `since`: earliest deploy time. */
export interface DecisionQuery {
  readonly search: string | undefined;
  readonly since: Date | undefined;
  readonly sort: DecisionSort;
  readonly paging: Paging;
  readonly limits: KeyLimits;
}

/** References shown with a decision. */
const MAX_USERS = 200;
const COLUMNS = sql`key, version, name, version_tag as "versionTag", deployed_at as "deployedAt"`;
const ORDERS = {
  key: sql`key`,
  '-key': sql`key desc`,
  name: sql`lower(name), key`,
  '-name': sql`lower(name) desc, key`,
  deployedAt: sql`deployed_at, key`,
  '-deployedAt': sql`deployed_at desc, key`,
} as const satisfies Readonly<Record<DecisionSort, unknown>>;

/** Decisions with their latest versions (docs/contributing/spec/pages.md#decisions). */
export async function listLatestDecisions(
  db: ReadDatabase,
  { search, since, sort, paging, limits }: DecisionQuery,
): Promise<ListPage<LatestDecisionRow>> {
  const text = sql`lower(${search ?? ''})`;
  const found = search === undefined ? sql`true` : sql`(strpos(lower(key), ${text}) > 0 or strpos(lower(name), ${text}) > 0)`;
  const inTime = since === undefined ? sql`true` : sql`deployed_at >= ${since}`;
  const own = keyCondition(sql.ref('key'), limits) ?? sql`true`;
  const processes = keyCondition(sql.ref('d.key'), limits) ?? sql`true`;
  const latest = sql`select distinct on (key) * from decision_version where ${own} order by key, version desc`;
  const [rows, total] = await Promise.all([
    sql<LatestDecisionRow>`
      with latest as (${latest}),
        shown as (select * from latest where ${found} and ${inTime} order by ${ORDERS[sort]} limit ${paging.pageSize} offset ${offsetOf(paging)}),
        v as (select key, count(*)::int as versions from decision_version where key in (select key from shown) group by key),
        u as (select r.decision_key, count(distinct d.key)::int as processes from decision_reference r
          join definition_version d on d.definition_id = r.definition_id
          where r.decision_key in (select key from shown) and ${processes} group by r.decision_key)
      select ${COLUMNS}, (select versions from v where v.key = shown.key) as "versionCount",
        coalesce((select processes from u where u.decision_key = shown.key), 0) as "processCount" from shown order by ${ORDERS[sort]}`.execute(
      db,
    ),
    sql<{ total: number }>`
      with latest as (${latest}) select count(*)::int as total from latest where ${found} and ${inTime}`.execute(db),
  ]);
  return { items: rows.rows, ...paging, totalCount: total.rows[0]?.total ?? 0 };
}

/** Reads all versions, newest first; empty if unknown. */
export async function listDecisionVersions(db: ReadDatabase, key: string): Promise<readonly DecisionItem[]> {
  const { rows } = await sql<DecisionItem>`
    select ${COLUMNS} from decision_version where key = ${key} order by version desc`.execute(db);
  return rows;
}

/** One row per different reference (binding and value), with the latest process version. */
export async function listDecisionUsers(db: ReadDatabase, key: string, limits: KeyLimits): Promise<readonly DecisionUserRow[]> {
  const own = keyCondition(sql.ref('d.key'), limits) ?? sql`true`;
  const { rows } = await sql<DecisionUserRow>`
    select distinct on (d.key, r.binding, r.value) d.key as "processKey", d.version, r.binding, r.value
    from decision_reference r join definition_version d on d.definition_id = r.definition_id
    where r.decision_key = ${key} and ${own}
    order by d.key, r.binding, r.value, d.version desc limit ${MAX_USERS}`.execute(db);
  return rows;
}

/** 1 for an unknown decision. Numbers of deleted versions are not used again. */
export async function readNextDecisionVersion(db: ReadDatabase, key: string): Promise<number> {
  const row = await db.selectFrom('decision').select('highest_version').where('key', '=', key).executeTakeFirst();
  return (row?.highest_version ?? 0) + 1;
}
