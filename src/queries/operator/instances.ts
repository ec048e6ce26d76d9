import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import {
  type CalledIncident,
  hasAnyIncident,
  hasCalledIncident,
  type RootInstance,
  readCalledIncidents,
  readRoots,
} from '../instances/called-incidents.ts';
import { suspendedBy } from '../instances/instance-state.ts';
import { hasIncident, type LatestIncident, readOpenIncidents, runningIds } from '../instances/open-incident.ts';
import { indexedKeyCondition } from '../key-limits.ts';
import { containsInAnyCase } from '../lists/filter-sql.ts';
import { type ListPage, offsetOf, type Paging } from '../lists/paging.ts';
import type { ReadDatabase } from '../read-database.ts';
import { COUNTED_INSTANCES } from './element-statistics.ts';
import { type ListedStatus, statusColumn, statusConditions } from './instance-status.ts';

export interface InstanceListRow {
  readonly instanceId: string;
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly businessId: string | null;
  readonly status: ListedStatus;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  /** element and error of a failed instance; otherwise null */
  readonly failedElement: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  /** null: not suspended */
  readonly suspendedBy: readonly string[] | null;
}

/** Filter; an undefined property does not filter. */
export interface InstanceListFilter {
  readonly key: string | undefined;
  readonly version: number | undefined;
  readonly status: ListedStatus | undefined;
  readonly businessId: string | undefined;
  /** in any case */
  readonly businessIdPart: string | undefined;
  readonly createdFrom: Date | undefined;
  readonly createdTo: Date | undefined;
  /** element with an activity instance in the state {@link entry} */
  readonly activityId: string | undefined;
  /** undefined: derived from the status */
  readonly entry: EntryOutcome | undefined;
  /** {@link INCIDENT_STATES}, at the element {@link activityId} if it is set; undefined: all */
  readonly incident: IncidentState | undefined;
  readonly isSuspended: boolean;
  readonly limits: KeyLimits;
}

/** `incident` undefined: no open incident. */
export interface PlacedInstanceRow extends InstanceListRow {
  readonly incident: LatestIncident | undefined;
  /** in an instance that it calls; undefined: none */
  readonly calledIncident: CalledIncident | undefined;
  /** topmost caller; undefined: no instance called it */
  readonly root: RootInstance | undefined;
}

/** Open incident of the instance itself, of an instance that it calls, either, or neither. */
export const INCIDENT_STATES = ['open', 'called', 'any', 'none'] as const;
type IncidentState = (typeof INCIDENT_STATES)[number];

/** States; the badges of a diagram count the first three. */
export const ENTRY_OUTCOMES = ['active', 'failed', 'completed', 'cancelled'] as const;
export type EntryOutcome = (typeof ENTRY_OUTCOMES)[number];

const ORDERS = {
  createdAt: sql`created_at`,
  startedAt: sql`started_at`,
  completedAt: sql`completed_at`,
  businessId: sql`business_id`,
} as const;
export type InstanceSort = keyof typeof ORDERS;
export const INSTANCE_SORTS = Object.keys(ORDERS) as readonly InstanceSort[];

export const INSTANCE_COLUMNS = sql`instance_id as "instanceId", definition_id as "definitionId", key, version,
  business_id as "businessId", ${statusColumn} as status, created_at as "createdAt", started_at as "startedAt", completed_at as "completedAt",
  failed_element as "failedElement", error_code as "errorCode", error_message as "errorMessage",
  ${suspendedBy} as "suspendedBy"`;

/** Rows without a value in the sort column are last in both directions. */
export async function listInstancesOfAll(
  db: ReadDatabase,
  filter: InstanceListFilter,
  { by, isDescending }: { readonly by: InstanceSort; readonly isDescending: boolean },
  paging: Paging,
): Promise<ListPage<PlacedInstanceRow>> {
  const matching = sql.join(conditionsOf(filter), sql` and `);
  const order = sql`${ORDERS[by]} ${isDescending ? sql`desc` : sql`asc`}${by === 'createdAt' ? sql`` : sql` nulls last`}`;
  const [rows, total] = await Promise.all([
    sql<InstanceListRow>`select ${INSTANCE_COLUMNS} from q_instance where ${matching}
      order by ${order}, instance_id limit ${paging.pageSize} offset ${offsetOf(paging)}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from q_instance where ${matching}`.execute(db),
  ]);
  const ids = rows.rows.map(({ instanceId }) => instanceId);
  const [incidents, called, roots] = await Promise.all([
    readOpenIncidents(db, rows.rows),
    readCalledIncidents(db, runningIds(rows.rows), filter.limits),
    readRoots(db, ids, filter.limits),
  ]);
  const items = rows.rows.map((row): PlacedInstanceRow => {
    const { instanceId: id } = row;
    return { ...row, incident: incidents.get(id), calledIncident: called.get(id), root: roots.get(id) };
  });
  return { items, ...paging, totalCount: total.rows[0]?.total ?? 0 };
}

function conditionsOf(filter: InstanceListFilter): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [indexedKeyCondition(sql.ref('q_instance.key'), filter.limits) ?? sql<SqlBool>`true`];
  if (filter.key !== undefined) conditions.push(sql<SqlBool>`key = ${filter.key}`);
  if (filter.version !== undefined) conditions.push(sql<SqlBool>`version = ${filter.version}`);
  if (filter.status !== undefined) conditions.push(statusConditions[filter.status]);
  if (filter.businessId !== undefined) conditions.push(sql<SqlBool>`business_id = ${filter.businessId}`);
  if (filter.businessIdPart !== undefined) conditions.push(containsInAnyCase(sql.ref('business_id'), filter.businessIdPart));
  if (filter.createdFrom !== undefined) conditions.push(sql<SqlBool>`created_at >= ${filter.createdFrom}`);
  if (filter.createdTo !== undefined) conditions.push(sql<SqlBool>`created_at <= ${filter.createdTo}`);
  if (filter.isSuspended) conditions.push(sql<SqlBool>`instance_id = any(array(select instance_id from suspension))`);
  if (filter.incident !== undefined) conditions.push(incidentConditions[filter.incident](filter));
  const mayHaveEnded = filter.incident !== undefined && filter.incident !== 'none';
  // an incident can be at an element whose activity has ended, such as one of an outgoing flow
  if (filter.activityId !== undefined && (filter.entry !== undefined || !mayHaveEnded)) {
    const outcome = filter.entry ?? outcomeOf(filter.status);
    conditions.push(outcome === 'active' ? isAtElement(filter.activityId) : endedAt(filter.activityId, outcome, [...conditions]));
  }
  return conditions;
}

const incidentConditions: Readonly<Record<IncidentState, (filter: InstanceListFilter) => RawBuilder<SqlBool>>> = {
  open: ({ activityId }) => hasIncident(activityId),
  called: ({ limits, activityId }) => hasCalledIncident(limits, activityId),
  any: ({ limits, activityId }) => hasAnyIncident(limits, activityId),
  none: ({ limits, activityId }) => sql<SqlBool>`not ${hasAnyIncident(limits, activityId)}`,
};

/** State of the activity instance that fits a status of the instance. */
function outcomeOf(status: ListedStatus | undefined): EntryOutcome {
  if (status === 'Failed') return 'failed';
  if (status === 'Completed') return 'completed';
  return status === 'Cancelled' ? 'cancelled' : 'active';
}

function isAtElement(element: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`not is_completed and exists (
    select from json_array_elements(live -> 'entries') e where e ->> 'element' = ${element})`;
}

const ENDS: Readonly<Record<Exclude<EntryOutcome, 'active'>, RawBuilder<SqlBool>>> = {
  failed: sql<SqlBool>`e -> 'error' is not null`,
  completed: sql<SqlBool>`e -> 'error' is null and e -> 'cancelled' is null`,
  cancelled: sql<SqlBool>`e -> 'error' is null and e -> 'cancelled' is not null`,
};

/**
 * Searches only the newest instances that match the other conditions, as many as a badge counts. An instance that failed at the element itself is found at
 * any age.
 */
function endedAt(
  element: string,
  outcome: Exclude<EntryOutcome, 'active'>,
  others: readonly RawBuilder<SqlBool>[],
): RawBuilder<SqlBool> {
  const found = sql<SqlBool>`instance_id in (
    select newest.instance_id from (
      select instance_id from q_instance where ${sql.join(others, sql` and `)} order by created_at desc limit ${COUNTED_INSTANCES}
    ) newest join q_instance_step s using (instance_id)
    where exists (select from json_array_elements(s.completed) e where e ->> 'element' = ${element} and ${ENDS[outcome]}))`;
  if (outcome !== 'failed') return found;
  return sql<SqlBool>`(is_failed and failed_element = ${element} or ${found})`;
}
