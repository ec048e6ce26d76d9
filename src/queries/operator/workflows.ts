import { sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { keyCondition } from '../key-limits.ts';
import { type ListPage, offsetOf, type Paging } from '../lists/paging.ts';
import type { ReadDatabase } from '../read-database.ts';

/** `running` includes instances that have not started yet. */
export interface InstanceCountsRow {
  readonly running: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
}

export interface WorkflowVersionRow {
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly deployedAt: Date;
  readonly activitiesCount: number;
  readonly sequenceFlowsCount: number;
  readonly counts: InstanceCountsRow;
}

/** `deployedBy`: null if unknown. */
export interface ListedVersionRow extends WorkflowVersionRow {
  readonly deployedBy: string | null;
}

/** The latest version. `counts`: of all versions. */
export interface WorkflowRow extends WorkflowVersionRow {
  /** name in the latest version; null: none */
  readonly name: string | null;
  readonly isActive: boolean;
  readonly versionCount: number;
  /** instances with an open incident */
  readonly incidents: number;
}

/** Sort names; the key resolves ties. */
export type WorkflowSort = 'key' | '-key' | 'deployedAt' | '-deployedAt' | 'failures' | '-failures';

type FlatCounts = InstanceCountsRow & Omit<WorkflowVersionRow, 'counts'>;

/** Counts from the stored totals (ADR 0025), because counting the instances would read all rows. */
const COUNTS = sql`coalesce(sum(count) filter (where not is_completed), 0)::int as running,
  coalesce(sum(count) filter (where is_completed and not is_cancelled and not is_failed), 0)::int as completed,
  coalesce(sum(count) filter (where is_failed), 0)::int as failed,
  coalesce(sum(count) filter (where is_cancelled and not is_failed), 0)::int as cancelled`;
const COLUMNS = sql`d.definition_id as "definitionId", d.key, d.version, d.deployed_at as "deployedAt",
  d.activities_count as "activitiesCount", d.sequence_flows_count as "sequenceFlowsCount",
  coalesce(c.running, 0) as running, coalesce(c.completed, 0) as completed, coalesce(c.failed, 0) as failed,
  coalesce(c.cancelled, 0) as cancelled`;
const ORDERS = {
  key: sql`d.key`,
  '-key': sql`d.key desc`,
  deployedAt: sql`d.deployed_at, d.key`,
  '-deployedAt': sql`d.deployed_at desc, d.key`,
  failures: sql`failures, d.key`,
  '-failures': sql`failures desc, d.key`,
} as const satisfies Readonly<Record<WorkflowSort, unknown>>;

export interface WorkflowQuery {
  readonly search: string | undefined;
  readonly sort: WorkflowSort;
  readonly paging: Paging;
  readonly limits: KeyLimits;
}

/** Failed instances and those with an open incident, for the keys of `latest`. */
const FAILURES = sql`(select coalesce(sum(n.count), 0) from q_instance_count n where n.key = d.key and n.is_failed)
  + (select count(distinct instance_id) from incident where process_key = d.key)`;

/** `search`: part of the key or of the name in the latest version, in any case (docs/contributing/spec/pages.md#workflows). */
export async function listWorkflows(
  db: ReadDatabase,
  { search, sort, paging, limits }: WorkflowQuery,
): Promise<ListPage<WorkflowRow>> {
  const found = search === undefined ? sql`true` : sql`strpos(lower(key || E'\\n' || coalesce(name, '')), lower(${search})) > 0`;
  const within = keyCondition(sql.ref('key'), limits) ?? sql`true`;
  const latest = sql`select * from (select distinct on (key) * from q_definition where ${within} order by key, version desc) newest where ${found}`;
  const failures = sort.endsWith('failures') ? FAILURES : sql`0`;
  const [rows, total] = await Promise.all([
    sql<FlatCounts & { name: string | null; isActive: boolean; versionCount: number; incidents: number }>`
      with latest as (${latest}),
        shown as (select d.*, ${failures} as failures from latest d order by ${ORDERS[sort]} limit ${paging.pageSize} offset ${offsetOf(paging)}),
        c as (select key, ${COUNTS} from q_instance_count where key in (select key from shown) group by key),
        v as (select key, count(*)::int as versions from q_definition where key in (select key from shown) group by key),
        i as (select process_key as key, count(distinct instance_id)::int as incidents from incident where process_key in (select key from shown) group by 1)
      select ${COLUMNS}, coalesce(i.incidents, 0) as incidents, d.name, p.is_active as "isActive", v.versions as "versionCount"
      from shown d join q_process p on p.key = d.key join v on v.key = d.key left join c on c.key = d.key left join i on i.key = d.key
      order by ${ORDERS[sort]}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from (${latest}) latest`.execute(db),
  ]);
  return {
    items: rows.rows.map((row) => {
      const { name, isActive, versionCount, incidents } = row;
      return { ...nested(row), name, isActive, versionCount, incidents };
    }),
    ...paging,
    totalCount: total.rows[0]?.total ?? 0,
  };
}

/** Newest first. Undefined also if the key has no versions. */
export async function listVersions(
  db: ReadDatabase,
  key: string,
): Promise<
  { readonly isActive: boolean; readonly name: string | null; readonly versions: readonly ListedVersionRow[] } | undefined
> {
  const process = await db.selectFrom('q_process').select('is_active').where('key', '=', key).executeTakeFirst();
  if (process === undefined) return undefined;
  const { rows } = await sql<FlatCounts & { deployedBy: string | null; name: string | null }>`
    with c as (select version, ${COUNTS} from q_instance_count where key = ${key} group by version),
      deploy as (
        select e ->> 'definitionId' as definition_id, max(j.actor) as actor
        from q_process p join journal j using (subject_id) cross join lateral json_array_elements(j.events) e
        where p.key = ${key} and j.actor is not null and e ->> 'type' = 'DefinitionDeployed' group by 1
      )
    select ${COLUMNS}, d.name, deploy.actor as "deployedBy" from q_definition d left join c on c.version = d.version
      left join deploy on deploy.definition_id = d.definition_id where d.key = ${key} order by d.version desc`.execute(db);
  const versions = rows.map((row) => ({ ...nested(row), deployedBy: row.deployedBy }));
  const [latest] = rows;
  return latest === undefined ? undefined : { isActive: process.is_active, name: latest.name, versions };
}

export async function readModelText(db: ReadDatabase, key: string, version: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('definition_version as v')
    .innerJoin('model_text as t', 't.hash', 'v.text_hash')
    .select('t.bpmn_xml')
    .where('v.key', '=', key)
    .where('v.version', '=', version)
    .executeTakeFirst();
  return row?.bpmn_xml;
}

/** 1 for an unknown key. Numbers of deleted versions are not used again (docs/contributing/spec/http/definitions.md#versions). */
export async function readNextVersion(db: ReadDatabase, key: string): Promise<number> {
  const row = await db
    .selectFrom('process')
    .select(({ fn }) => fn<number>('greatest', ['latest_version', 'highest_version']).as('highest'))
    .where('key', '=', key)
    .executeTakeFirst();
  return (row?.highest ?? 0) + 1;
}

/** Reads the start form as JSON of a FormModel. */
export async function readStartForm(db: ReadDatabase, key: string, version: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('q_definition')
    .select('start_form')
    .where('key', '=', key)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.start_form ?? undefined;
}

/** `version` undefined: the latest. Undefined: no such version. */
export async function readDefinitionId(db: ReadDatabase, key: string, version: number | undefined): Promise<string | undefined> {
  const ofKey = db.selectFrom('q_definition').select('definition_id as definitionId').where('key', '=', key);
  const row = await (version === undefined
    ? ofKey.orderBy('version', 'desc').limit(1)
    : ofKey.where('version', '=', version)
  ).executeTakeFirst();
  return row?.definitionId;
}

function nested(row: FlatCounts): WorkflowVersionRow {
  const { definitionId, key, version, deployedAt, activitiesCount, sequenceFlowsCount, running, completed, failed, cancelled } =
    row;
  const counts = { running, completed, failed, cancelled };
  return { definitionId, key, version, deployedAt, activitiesCount, sequenceFlowsCount, counts };
}
