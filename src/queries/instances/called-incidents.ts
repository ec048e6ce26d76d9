import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { keyCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';
import { hasIncident } from './open-incident.ts';

/** Latest open incident among instances that an instance calls, directly or through other called instances. */
export interface CalledIncident {
  readonly incidentId: string;
  /** instance with the incident */
  readonly instanceId: string;
  readonly definitionId: string;
  readonly key: string;
  /** name of the process; null: none */
  readonly processName: string | null;
  readonly activityId: string;
  readonly code: string;
  readonly message: string;
  readonly count: number;
  readonly lastAt: Date;
  /** number of open incidents in called instances */
  readonly openIncidents: number;
}

/** Deepest call (docs/contributing/spec/calls.md#call-depth). */
const MOST_LEVELS = 64;

/** Incidents within the key limits: others stay hidden at the caller too. */
function within(limits: KeyLimits): RawBuilder<unknown> {
  return keyCondition(sql.ref('incident.process_key'), limits) ?? sql`true`;
}

/** The limit makes the planner look up the row by its key: it cannot know that few rows are looked up, and would read all instances. */
function callOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select instance_id, parent_id from q_instance where q_instance.instance_id = ${id} limit 1`;
}

/**
 * SQL table `stuck (instance_id, parent_id, at)`: called instances with an open incident in themselves or in an instance that they call. Goes up from the
 * incidents, so the cost depends on their number only. `union` visits each instance once.
 * @param at time of the incident: an instance has one row for each time; null: one row
 */
function stuck(limits: KeyLimits, at = sql`null::timestamptz`): RawBuilder<unknown> {
  return sql`(with recursive stuck as (
      select q.instance_id, q.parent_id, open.at from (select instance_id, ${at} as at from incident where ${within(limits)} group by 1) open
        cross join lateral (${callOf(sql.ref('open.instance_id'))}) q where q.parent_id is not null
      union
      select q.instance_id, q.parent_id, stuck.at from stuck cross join lateral (${callOf(sql.ref('stuck.parent_id'))}) q
    ) select instance_id, parent_id, at from stuck where parent_id is not null) as stuck`;
}

/** SQL table `calls (instance_id, version, element, at)`: open calls of instances of a process that {@link hasCalledIncident} finds. */
function stuckCalls(key: string, limits: KeyLimits, at?: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select caller.instance_id, caller.version, e ->> 'element' as element, stuck.at
    from ${stuck(limits, at)} cross join lateral (
      select instance_id, key, version, is_completed, live from q_instance where q_instance.instance_id = stuck.parent_id limit 1) caller
      cross join lateral json_array_elements(caller.live -> 'entries') e
    where caller.key = ${key} and not caller.is_completed and e ->> 'childInstanceId' = stuck.instance_id::text) as calls`;
}

/** Query with the columns `instance_id`, `element` and `at`: elements whose call has an incident, since the first failure of the oldest. */
export function calledIncidentTimes(key: string, limits: KeyLimits): RawBuilder<unknown> {
  return sql`select instance_id, element, min(at) as at from ${stuckCalls(key, limits, sql`min(first_at)`)} group by 1, 2`;
}

/**
 * Condition on `q_instance`: an instance that it calls, at any depth, has an open incident.
 * @param element call activity of the call; undefined: any
 */
export function hasCalledIncident(limits: KeyLimits, element?: string): RawBuilder<SqlBool> {
  const isCalledThere = sql`exists (
    select from (select live from q_instance where q_instance.instance_id = stuck.parent_id limit 1) caller
      cross join lateral json_array_elements(caller.live -> 'entries') e
    where e ->> 'element' = ${element} and e ->> 'childInstanceId' = stuck.instance_id::text)`;
  const callers = sql`select parent_id from ${stuck(limits)} where ${element === undefined ? sql`true` : isCalledThere}`;
  return sql<SqlBool>`(not q_instance.is_completed and q_instance.instance_id in (${elementsOf(callers)}))`;
}

/** Condition on `q_instance`: an open incident in itself or in an instance that it calls, at the element if it is set. */
export function hasAnyIncident(limits: KeyLimits, element?: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${hasIncident(element)} or ${hasCalledIncident(limits, element)})`;
}

/**
 * Ids of failed instances, and of those that {@link hasAnyIncident} finds, for `in`. Starts with them: the planner reads all instances for alternatives.
 */
export function problemIds(limits: KeyLimits): RawBuilder<unknown> {
  return elementsOf(sql`select instance_id from q_instance where is_failed
    union all select instance_id from (select distinct instance_id from incident union select parent_id from ${stuck(limits)}) open
      cross join lateral (select is_completed from q_instance where q_instance.instance_id = open.instance_id limit 1) q where not is_completed`);
}

/**
 * Rows of a query, for `in`. The planner expects few rows of an array, so it starts with them, or hashes them if the condition is negated or an alternative.
 * It overestimates a recursive query, and would search all rows for each instance.
 */
function elementsOf(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select unnest(array(${query}))`;
}

/** Instances of a process that {@link hasCalledIncident} finds, by call activity. `version` undefined: all versions. */
export async function countCalledIncidents(
  db: ReadDatabase,
  key: string,
  version: number | undefined,
  limits: KeyLimits,
): Promise<ReadonlyMap<string, number>> {
  const ofVersion = version === undefined ? sql`true` : sql`version = ${version}`;
  const { rows } = await sql<{ readonly element: string; readonly count: number }>`
    select element, count(distinct instance_id)::int as count from ${stuckCalls(key, limits)} where ${ofVersion} group by 1 order by 1`.execute(
    db,
  );
  return new Map(rows.map(({ element, count }) => [element, count]));
}

/**
 * By id of the calling instance. Reads the running instances of the same call trees, then goes up from those with an incident.
 * @param isSelfIncluded also incidents of the given instances themselves
 */
export async function readCalledIncidents(
  db: ReadDatabase,
  ids: readonly string[],
  limits: KeyLimits,
  isSelfIncluded = false,
): Promise<ReadonlyMap<string, CalledIncident>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CalledIncident & { readonly caller: string }>`
    with recursive tree as materialized (
      select distinct coalesce(root_id, id) as root_id from instance where id = any(${ids}::uuid[])
    ), open as materialized (
      select incident.* from tree join instance called on called.root_id = tree.root_id and not called.is_terminal
        join incident on incident.instance_id = called.id where ${within(limits)}
    ), up (at, instance_id, level) as (
      select distinct instance_id, instance_id, 0 from open
      union all
      select q.parent_id, up.instance_id, up.level + 1 from up cross join lateral (${callOf(sql.ref('up.at'))}) q
      where q.parent_id is not null and up.level < ${MOST_LEVELS}
    )
    select distinct on (up.at) up.at as caller, open.incident_id as "incidentId", open.instance_id as "instanceId", open.definition_id as "definitionId",
      open.process_key as key, d.name as "processName", open.activity_id as "activityId", left(open.code, 512) as code,
      left(open.message, 1000) as message, open.count, open.last_at as "lastAt", (count(*) over (partition by up.at))::int as "openIncidents"
    from up join open using (instance_id) left join q_definition d on d.definition_id = open.definition_id
    where up.level >= ${isSelfIncluded ? 0 : 1} and up.at = any(${ids}::uuid[])
    order by up.at, open.last_at desc, open.incident_id`.execute(db);
  return new Map(rows.map(({ caller, ...incident }) => [caller, incident]));
}

/** Topmost caller of a called instance. Key and business id: null if it is not projected yet, or outside of the limits. */
export interface RootInstance {
  readonly instanceId: string;
  readonly key: string | null;
  readonly businessId: string | null;
}

/** By id of the called instance; without instances that no other instance called. */
export async function readRoots(
  db: ReadDatabase,
  ids: readonly string[],
  limits: KeyLimits,
): Promise<ReadonlyMap<string, RootInstance>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<RootInstance & { readonly called: string }>`
    select called.id as called, called.root_id as "instanceId", root.key, root.business_id as "businessId" from instance called
      left join q_instance root on root.instance_id = called.root_id and ${keyCondition(sql.ref('root.key'), limits) ?? sql`true`}
    where called.id = any(${ids}::uuid[]) and called.root_id is not null`.execute(db);
  return new Map(rows.map(({ called, ...root }) => [called, root]));
}

/** `root`: topmost caller; undefined: no instance called it. */
export type WithRoot<Item> = Item & { readonly root: RootInstance | undefined };

export async function withRoots<Item extends { readonly instanceId: string }>(
  db: ReadDatabase,
  items: readonly Item[],
  limits: KeyLimits,
): Promise<readonly WithRoot<Item>[]> {
  const roots = await readRoots(db, [...new Set(items.map(({ instanceId }) => instanceId))], limits);
  return items.map((item) => ({ ...item, root: roots.get(item.instanceId) }));
}
