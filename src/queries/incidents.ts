import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../platform/access-roles.ts';
import type { IndexedVariable } from '../platform/config/setting-types.ts';
import { type ParsedText, type QueryParameters, refused } from '../requests/request-texts.ts';
import { variableFault, variableField } from './find-instances.ts';
import { type WithRoot, withRoots } from './instances/called-incidents.ts';
import { keyCondition } from './key-limits.ts';
import type { FilterOperator } from './lists/filter-operators.ts';
import { compared } from './lists/filter-sql.ts';
import type { FilterValue } from './lists/filter-values.ts';
import { allowedNames, type FilterField, fieldNamed } from './lists/list-filters.ts';
import { readListPage } from './lists/list-page.ts';
import { type ListNames, type ListQuery, parseListQuery } from './lists/list-query.ts';
import type { ListPage } from './lists/paging.ts';
import type { ReadDatabase } from './read-database.ts';

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

/** Rejects a variable that is not indexed. `limits`: of the topmost callers, whose business ids can be filtered. */
export function parseIncidents(
  parameters: QueryParameters,
  indexed: readonly IndexedVariable[],
  limits: KeyLimits,
): ParsedText<ListQuery> {
  const roots = rootFields(limits);
  const others = (name: string) => fieldNamed(roots, name) ?? variableField(indexed, name, 'incident.instance_id');
  const read = parseListQuery(parameters, { ...incidentNames, others });
  if (!read.ok) return read;
  const fault = variableFault(indexed, read.value.filters, 'ProcessKey');
  return fault === undefined ? read : refused(`${fault} ${allowedNames(incidentNames.filters)}`);
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

export async function listIncidents(db: ReadDatabase, query: ListQuery, limits: KeyLimits): Promise<ListPage<PlacedIncident>> {
  const page = await readListPage(db.selectFrom('incident').select(COLUMNS), query);
  return { ...page, items: await withRoots(db, page.items, limits) };
}

/** Returns undefined also if the incident has ended or is outside of the limits. */
export async function findIncident(db: ReadDatabase, incidentId: string, limits: KeyLimits): Promise<PlacedIncident | undefined> {
  const found = db.selectFrom('incident').select(COLUMNS).where('incident_id', '=', incidentId);
  const item = await found.where(incidentCondition(limits) ?? sql<SqlBool>`true`).executeTakeFirst();
  return item && (await withRoots(db, [item], limits))[0];
}
