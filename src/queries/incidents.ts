import { type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../platform/access-roles.ts';
import type { IndexedVariable } from '../platform/config/setting-types.ts';
import { type ParsedText, type QueryParameters, refused } from '../requests/request-texts.ts';
import { variableFault, variableField } from './find-instances.ts';
import { keyCondition } from './key-limits.ts';
import { allowedNames } from './lists/list-filters.ts';
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

/** Rejects a variable that is not indexed. */
export function parseIncidents(parameters: QueryParameters, indexed: readonly IndexedVariable[]): ParsedText<ListQuery> {
  const others = (name: string) => variableField(indexed, name, 'incident.instance_id');
  const read = parseListQuery(parameters, { ...incidentNames, others });
  if (!read.ok) return read;
  const fault = variableFault(indexed, read.value.filters, 'ProcessKey');
  return fault === undefined ? read : refused(`${fault} ${allowedNames(incidentNames.filters)}`);
}

/** Returns undefined without limits. */
export function incidentCondition(limits: KeyLimits) {
  return keyCondition(sql.ref('process_key'), limits);
}

export function listIncidents(db: ReadDatabase, query: ListQuery): Promise<ListPage<IncidentItem>> {
  return readListPage(db.selectFrom('incident').select(COLUMNS), query);
}

/** Returns undefined also if the incident has ended or is outside of the limits. */
export function findIncident(db: ReadDatabase, incidentId: string, limits: KeyLimits): Promise<IncidentItem | undefined> {
  const found = db.selectFrom('incident').select(COLUMNS).where('incident_id', '=', incidentId);
  return found.where(incidentCondition(limits) ?? sql<SqlBool>`true`).executeTakeFirst();
}
