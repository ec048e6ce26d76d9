import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../platform/access-roles.ts';
import { accepted, type ParsedText, type QueryParameters } from '../requests/request-texts.ts';
import { type VariableSearch, variableField, withUnindexed } from './find-instances.ts';
import { type WithRoot, withRoots } from './instances/called-incidents.ts';
import { keyCondition } from './key-limits.ts';
import type { FilterOperator } from './lists/filter-operators.ts';
import { compared } from './lists/filter-sql.ts';
import type { FilterValue } from './lists/filter-values.ts';
import { type FilterField, fieldNamed } from './lists/list-filters.ts';
import { readListPage } from './lists/list-page.ts';
import { type ListNames, type ListQuery, parseListQuery } from './lists/list-query.ts';
import type { ListPage } from './lists/paging.ts';
import type { ReadDatabase } from './read-database.ts';
import { type VariableSubject, withVariablesReadInTime } from './unindexed-variables.ts';

/** Open incident (docs/contributing/spec/incidents.md#list-of-incidents). */
export interface IncidentItem {
  readonly incidentId: string;
  readonly instanceId: string;
  readonly entry: number | null;
  readonly activityId: string;
  readonly definitionId: string;
  readonly processKey: string;
  readonly businessId: string | null;
  readonly code: string;
  readonly message: string;
  /** kind of the cause */
  readonly cause: string;
  /** activity or step that a retry repeats */
  readonly repeats: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

export type PlacedIncident = WithRoot<IncidentItem>;

const COLUMNS = [
  ...(['incident_id as incidentId', 'instance_id as instanceId', 'entry', 'activity_id as activityId'] as const),
  ...(['definition_id as definitionId', 'process_key as processKey', 'business_id as businessId'] as const),
  ...(['code', 'message', 'cause', 'repeats', 'count', 'first_at as firstAt', 'last_at as lastAt'] as const),
] as const;

const lastAt = sql.ref('last_at');
const firstAt = sql.ref('first_at');
const count = sql.ref('count');
const sorts = {
  lastFailedAt: { name: 'LastFailedAt', expression: lastAt },
  firstFailedAt: { name: 'FirstFailedAt', expression: firstAt },
  count: { name: 'Count', expression: count },
};

/** Filters and sorts of GET /Incidents. {@link parseIncidents} adds variables. */
export const incidentNames: ListNames = {
  filters: [
    { name: 'InstanceId', type: 'guid', expression: sql.ref('instance_id') },
    { name: 'ProcessKey', type: 'text', expression: sql.ref('process_key') },
    { name: 'ActivityId', type: 'text', expression: sql.ref('activity_id') },
    { name: 'ErrorCode', type: 'text', expression: sql.ref('code') },
    { name: 'ErrorMessage', type: 'word', expression: sql.ref('message'), isLater: true },
    { name: 'Cause', type: 'text', expression: sql.ref('cause') },
    { name: 'BusinessId', type: 'text', expression: sql.ref('business_id'), hasNull: true },
    { name: 'Count', type: 'integer', expression: count },
    { name: 'FirstFailedAt', type: 'time', expression: firstAt },
    { name: 'LastFailedAt', type: 'time', expression: lastAt },
  ],
  sorts: [sorts.lastFailedAt, sorts.firstFailedAt, sorts.count],
  defaultSorts: [{ field: sorts.lastFailedAt, isDescending: true }],
  tieBreak: [sql.ref('incident_id')],
  takesBusinessId: false,
};

export const INCIDENTS: VariableSubject = { table: 'incident', instanceId: 'incident.instance_id' };

/** Rejects a variable that cannot be searched. `limits`: of the topmost callers, whose business ids can be filtered. */
export function parseIncidents(parameters: QueryParameters, search: VariableSearch, limits: KeyLimits): ParsedText<ListQuery> {
  const roots = rootFields(limits);
  const others = (name: string) => fieldNamed(roots, name) ?? variableField(search, name, INCIDENTS.instanceId);
  const read = parseListQuery(parameters, { ...incidentNames, others });
  return read.ok ? withUnindexed(read.value, search, incidentNames.filters, 'ProcessKey') : read;
}

/** Returns undefined without limits. */
export function incidentCondition(limits: KeyLimits) {
  return keyCondition(sql.ref('process_key'), limits);
}

/** Filters by the topmost caller; of an instance that no other instance called, the instance itself. */
function rootFields(limits: KeyLimits): readonly FilterField[] {
  const within = keyCondition(sql.ref('root.key'), limits) ?? sql`true`;
  const rootId = sql`(select called.root_id from instance called where called.id = incident.instance_id)`;
  const businessId = sql`coalesce(incident.business_id,
    (select root.business_id from q_instance root where root.instance_id = ${rootId} and ${within}))`;
  // starts at the few instances with the value
  const fast = (own: RawBuilder<unknown>, roots: RawBuilder<unknown>) =>
    sql<SqlBool>`(${own} or incident.instance_id = any(array(
      select called.id from instance called where not called.is_terminal and called.root_id = any(array(${roots})))))`;
  const hasBusinessId = (operator: FilterOperator, value: FilterValue) =>
    isEquality(operator)
      ? fast(
          sql`incident.business_id = ${value.value}`,
          sql`select root.instance_id from q_instance root where root.business_id = ${value.value} and ${within}`,
        )
      : compared(businessId, operator, value);
  const hasRoot = (operator: FilterOperator, value: FilterValue) =>
    isEquality(operator)
      ? fast(sql`incident.instance_id = ${value.value}::uuid`, sql`select ${value.value}::uuid`)
      : compared(sql`coalesce(${rootId}, incident.instance_id)`, operator, value);
  return [
    { name: 'RootBusinessId', type: 'text', expression: businessId, hasNull: true, condition: hasBusinessId, isLater: true },
    { name: 'RootInstanceId', type: 'guid', expression: rootId, condition: hasRoot, isLater: true },
  ];
}

function isEquality({ text }: FilterOperator): boolean {
  return text === '==';
}

/** Refuses a search that would read too many variables. */
export async function listIncidents(
  db: ReadDatabase,
  query: ListQuery,
  limits: KeyLimits,
): Promise<ParsedText<ListPage<PlacedIncident>>> {
  const read = await withVariablesReadInTime(db, query, INCIDENTS);
  if (!read.ok) return read;
  const page = await readListPage(db.selectFrom('incident').select(COLUMNS), read.value);
  return accepted({ ...page, items: await withRoots(db, page.items, limits) });
}

/** Returns undefined also if the incident has ended or is outside of the limits. */
export async function findIncident(db: ReadDatabase, incidentId: string, limits: KeyLimits): Promise<PlacedIncident | undefined> {
  const found = db.selectFrom('incident').select(COLUMNS).where('incident_id', '=', incidentId);
  const item = await found.where(incidentCondition(limits) ?? sql<SqlBool>`true`).executeTakeFirst();
  return item && (await withRoots(db, [item], limits))[0];
}
