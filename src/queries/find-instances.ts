import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../platform/access-roles.ts';
import type { IndexedVariable } from '../platform/config/setting-types.ts';
import { accepted, type ParsedText, type QueryParameters, refused } from '../requests/request-texts.ts';
import {
  type CalledIncident,
  hasCalledIncident,
  problemIds,
  type RootInstance,
  readCalledIncidents,
  readRoots,
} from './instances/called-incidents.ts';
import { countInstances, isQuicklyCounted, readInstancePage } from './instances/instance-count.ts';
import { suspendedBy } from './instances/instance-state.ts';
import { incidentCondition, type LatestIncident, readOpenIncidents, runningIds } from './instances/open-incident.ts';
import { suspensionCondition } from './instances/process-instances.ts';
import { indexedKeyCondition } from './key-limits.ts';
import type { FilterOperator } from './lists/filter-operators.ts';
import type { FilterValue } from './lists/filter-values.ts';
import { allowedNames, type FilterField, type FilterTerm, fieldNamed } from './lists/list-filters.ts';
import { type ListNames, type ListQuery, parseListQuery } from './lists/list-query.ts';
import { type ListPage, offsetOf } from './lists/paging.ts';
import { orderOf, type SortTerm } from './lists/sorts.ts';
import { type ListedStatus, statusColumn, statusConditions } from './operator/instance-status.ts';
import type { ReadDatabase } from './read-database.ts';
import { type VariableSubject, withVariablesReadInTime } from './unindexed-variables.ts';
import { pathOf, unindexedVariable, VARIABLE_NAME, variableRowHolds } from './variable-terms.ts';

const PREFIX = /^variables\./i;
export const INSTANCES: VariableSubject = { table: 'q_instance', instanceId: 'q_instance.instance_id' };

/** Variables that a list can be filtered by. */
export interface VariableSearch {
  readonly indexed: readonly IndexedVariable[];
  /** largest number of instances whose variables are read for one search without an index; 0: only indexed variables */
  readonly maxReads: number;
}

/**
 * `Variables.<path>`, whose path is case-sensitive; an error text if the path cannot be searched; undefined for another name.
 * @param instanceId column of the list
 */
export function variableField(
  { indexed, maxReads }: VariableSearch,
  name: string,
  instanceId = INSTANCES.instanceId,
): FilterField | string | undefined {
  if (!PREFIX.test(name)) return undefined;
  const path = name.slice(VARIABLE_NAME.length);
  const fault = maxReads > 0 ? undefined : unindexedVariable(indexed, path, []);
  if (fault !== undefined) return fault;
  const condition = (operator: FilterOperator, value: FilterValue) => holds(path, operator, value, instanceId);
  return { name: `${VARIABLE_NAME}${path}`, type: 'variable', expression: sql.ref('path'), condition };
}

/**
 * Adds the variables that are not indexed for one of the process keys. Refuses them if they may not be read.
 * @param keyName filter by process key
 */
export function withUnindexed(
  query: ListQuery,
  { indexed, maxReads }: VariableSearch,
  fields: readonly FilterField[],
  keyName?: string,
): ParsedText<ListQuery> {
  const keys = keysIn(query.filters, keyName);
  const faults = new Map<string, string>();
  for (const { alternatives } of query.filters) {
    for (const { field } of alternatives) {
      const fault = field.type === 'variable' ? unindexedVariable(indexed, pathOf(field), keys) : undefined;
      if (fault !== undefined) faults.set(pathOf(field), fault);
    }
  }
  const [first] = faults.values();
  if (first === undefined) return accepted(query);
  const allowed = allowedNames(fields);
  return maxReads > 0 ? accepted({ ...query, unindexed: { faults, most: maxReads, allowed } }) : refused(`${first} ${allowed}`);
}

/** [] if the terms do not select by process key. */
export function keysIn(terms: readonly FilterTerm[], keyName = 'ProcessDefinitionKey'): readonly string[] {
  return terms.flatMap(({ operator, alternatives }) => {
    const [only, other] = alternatives;
    if (only?.field.name !== keyName || other !== undefined || operator.text !== '==') return [];
    return only.values.flatMap((value) => (value?.type === 'word' || value?.type === 'text' ? [value.value] : []));
  });
}

/** An instance without a value at the path never matches; a value of another type only matches a negated comparison. */
function holds(path: string, operator: FilterOperator, value: FilterValue, instanceId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from q_instance_variable v
    where v.instance_id = ${sql.ref(instanceId)} and ${variableRowHolds(path, operator, value)})`;
}

/** Rows of another table from which matching instances are read in the order of their start, and the other conditions. */
export interface LeadingRows {
  /** columns: `found_id` and `begun_at` */
  readonly source: RawBuilder<{ readonly found_id: string; readonly begun_at: Date }>;
  readonly conditions: readonly RawBuilder<SqlBool>[];
  readonly order: RawBuilder<unknown>;
}

/**
 * Rows for a list in order of creation: of a condition on an element, otherwise on a variable. Their indexes have this order, so that the first page is cheap
 * also if few instances match. Does not use a variable if the status selects few instances, which also have an ordered index. Undefined: read q_instance.
 */
export function leadingRows({ filters, conditions, sorts }: ListQuery): LeadingRows | undefined {
  const [first, ...others] = sorts;
  if (first === undefined || first.field.name !== 'CreatedAt') return undefined;
  const sources = filters.map(sourceOf);
  const elementAt = filters.findIndex((term, at) => sources[at] !== undefined && fieldOf(term)?.type === 'word');
  const at = elementAt >= 0 ? elementAt : sources.findIndex((source) => source !== undefined);
  const source = sources[at];
  if (source === undefined || (elementAt < 0 && filters.some(isSelective))) return undefined;
  const begunAt: SortTerm = { ...first, field: { ...first.field, expression: sql.ref('found.begun_at') } };
  return {
    source,
    conditions: conditions.filter((_, index) => index !== at),
    order: orderOf([begunAt, ...others], [sql.ref('found.found_id')]),
  };
}

/** Most instances are completed; every other status has an index. */
function isSelective({ operator, alternatives: [only, other] }: FilterTerm): boolean {
  if (only === undefined || other !== undefined || only.field.name !== 'Status' || operator.isNegated) return false;
  const [value, another] = only.values;
  return value != null && another === undefined && value.value !== 'Completed';
}

function fieldOf({ alternatives: [only, other] }: FilterTerm) {
  return other === undefined ? only?.field : undefined;
}

/** Rows that match a term on an element or variable with one name and one value. */
function sourceOf(term: FilterTerm): LeadingRows['source'] | undefined {
  const field = fieldOf(term);
  const [value, other] = term.alternatives[0]?.values ?? [];
  if (field === undefined || value === undefined || value === null || other !== undefined) return undefined;
  if (field.name === 'ActivityId' && !term.operator.isNegated)
    return sql`(select e.instance_id as found_id, e.begun_at from q_instance_element e where e.element = ${value.value}::text)`;
  if (field.type !== 'variable' || field.isRead === true) return undefined;
  const holds = variableRowHolds(pathOf(field), term.operator, value);
  return sql`(select v.instance_id as found_id, v.begun_at from q_instance_variable v where ${holds})`;
}

/** Number up to which a total is counted if no stored counts can be used. */
export const MOST_COUNTED = 1000;

/** Instance of any process (docs/contributing/spec/http/instances.md#find-instances). */
export interface FoundInstance {
  readonly instanceId: string;
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly status: ListedStatus;
  readonly businessId: string | null;
  readonly parentId: string | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  readonly failedElement: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  /** null: not suspended */
  readonly suspendedBy: readonly string[] | null;
}

export interface PlacedInstance extends FoundInstance {
  readonly elements: readonly string[];
  /** undefined: no open incident */
  readonly incident: LatestIncident | undefined;
  /** in an instance that it calls; undefined: none */
  readonly calledIncident: CalledIncident | undefined;
  /** topmost caller; undefined: no instance called it */
  readonly root: RootInstance | undefined;
}

/** `isExact` false: the total is a minimum. */
export interface FoundPage extends ListPage<PlacedInstance> {
  readonly isExact: boolean;
}

const createdAt = { name: 'CreatedAt', expression: sql.ref('created_at') };
const completedAt = { name: 'CompletedAt', expression: sql.ref('completed_at'), hasNull: true };

const FIELDS: readonly FilterField[] = [
  { name: 'ProcessDefinitionKey', type: 'word', expression: sql.ref('key') },
  { name: 'Version', type: 'integer', expression: sql.ref('version'), condition: hasVersion },
  { name: 'Status', type: 'status', expression: sql.ref('is_failed'), condition: hasStatus },
  { name: 'ActivityId', type: 'word', expression: sql.ref('element'), condition: isAtElement },
  { name: 'ErrorCode', type: 'word', expression: sql.ref('error_code'), hasNull: true },
  { name: 'ErrorMessage', type: 'word', expression: sql.ref('error_message'), hasNull: true, isLater: true },
  { name: 'BusinessId', type: 'text', expression: sql.ref('business_id'), hasNull: true },
  { name: 'ParentInstanceId', type: 'guid', expression: sql.ref('parent_id'), hasNull: true },
  { ...createdAt, type: 'time' },
  { ...completedAt, type: 'time' },
  { name: 'HasIncident', type: 'boolean', expression: sql.ref('instance_id'), condition: incidentCondition, isLater: true },
  { name: 'IsSuspended', type: 'boolean', expression: sql.ref('instance_id'), condition: suspensionCondition, isLater: true },
];

/** {@link parseFind} adds variables. */
export const findNames: ListNames = {
  filters: FIELDS,
  sorts: [createdAt, completedAt],
  defaultSorts: [{ field: createdAt, isDescending: true }],
  tieBreak: [sql.ref('instance_id')],
  takesBusinessId: true,
};

/** Rejects a variable that cannot be searched, and a version without a process key. `limits`: of the incidents in called instances. */
export function parseFind(parameters: QueryParameters, search: VariableSearch, limits: KeyLimits): ParsedText<ListQuery> {
  const ofCalls = [
    stateField('HasCalledIncident', hasCalledIncident(limits)),
    stateField('HasProblem', sql`${sql.ref('q_instance.instance_id')} in (${problemIds(limits)})`),
  ];
  const others = (name: string) => fieldNamed(ofCalls, name) ?? variableField(search, name);
  const read = parseListQuery(parameters, { ...findNames, others });
  if (!read.ok) return read;
  const fault = versionFault(read.value.filters);
  return fault === undefined ? withUnindexed(read.value, search, FIELDS) : refused(`${fault} ${allowedNames(FIELDS)}`);
}

/** Filter with the values true and false. */
function stateField(name: string, holds: RawBuilder<SqlBool>): FilterField {
  const condition = ({ isNegated }: FilterOperator, { value }: FilterValue) =>
    (value === true) !== isNegated ? holds : sql<SqlBool>`not ${holds}`;
  return { name, type: 'boolean', expression: sql.ref('instance_id'), condition, isLater: true };
}

/** The index of versions needs the process key. */
function versionFault(terms: readonly FilterTerm[]): string | undefined {
  const namesVersion = terms.some(({ alternatives }) => alternatives.some(({ field }) => field.name === 'Version'));
  return namesVersion && keysIn(terms).length === 0 ? 'Version also needs ProcessDefinitionKey==<key>.' : undefined;
}

function hasStatus({ isNegated }: FilterOperator, value: FilterValue): RawBuilder<SqlBool> {
  const condition = value.type === 'status' ? statusConditions[value.value] : sql<SqlBool>`false`;
  return isNegated ? sql<SqlBool>`not (${condition})` : sql<SqlBool>`(${condition})`;
}

/** Clamps a number of any length to the range of the column, so that its index is used. */
function hasVersion({ comparison, isNegated }: FilterOperator, { value }: FilterValue): RawBuilder<SqlBool> {
  const version = Math.max(-1, Math.min(2_147_483_647, Number(value)));
  if (comparison === 'equals') return isNegated ? sql`version <> ${version}::int` : sql`version = ${version}::int`;
  return sql`version ${sql.raw(comparison)} ${version}::int`;
}

function isAtElement({ isNegated }: FilterOperator, { value }: FilterValue): RawBuilder<SqlBool> {
  const exists = sql<SqlBool>`exists (select from q_instance_element e
    where e.instance_id = q_instance.instance_id and e.element = ${value}::text)`;
  return isNegated ? sql<SqlBool>`not ${exists}` : exists;
}

export function foundCondition(limits: KeyLimits) {
  return indexedKeyCondition(sql.ref('q_instance.key'), limits);
}

/**
 * Instances of all keys, with active elements and total. Refuses a search that would read too many variables. `limits`: of the callers and called
 * instances.
 */
export async function findInstances(db: ReadDatabase, query: ListQuery, limits: KeyLimits): Promise<ParsedText<FoundPage>> {
  const read = await withVariablesReadInTime(db, query, INSTANCES);
  return read.ok ? accepted(await readFound(db, read.value, limits)) : read;
}

async function readFound(db: ReadDatabase, query: ListQuery, limits: KeyLimits): Promise<FoundPage> {
  const { paging } = query;
  const rows = await readRows(db, query);
  const calledIds = rows.filter(({ parentId }) => parentId !== null).map(({ instanceId }) => instanceId);
  const [elements, incidents, called, roots] = await Promise.all([
    elementsOf(db, rows),
    readOpenIncidents(db, rows),
    readCalledIncidents(db, runningIds(rows), limits),
    readRoots(db, calledIds, limits),
  ]);
  const items = rows.map((row): PlacedInstance => {
    const { instanceId: id } = row;
    const found = { incident: incidents.get(id), calledIncident: called.get(id), root: roots.get(id) };
    return { ...row, elements: elements.get(id) ?? [], ...found };
  });
  const skipped = offsetOf(paging);
  const isLast = rows.length < paging.pageSize && (rows.length > 0 || skipped === 0);
  if (isLast) return { items, ...paging, totalCount: skipped + rows.length, isExact: true };
  return { items, ...paging, ...(await totalOf(db, query, skipped + rows.length)) };
}

/** Instances with an incident have not ended. Without the order by their end, the query starts with the incidents. */
function withUsedOrder(query: ListQuery): ListQuery {
  const { filters, sorts } = query;
  if (!filters.some(isOpenIncident) || !sorts.some(({ field }) => field === completedAt)) return query;
  const used = sorts.filter(({ field }) => field !== completedAt);
  return { ...query, sorts: used, order: orderOf(used, findNames.tieBreak) };
}

function isOpenIncident({ operator, alternatives: [only, other] }: FilterTerm): boolean {
  const isOne = other === undefined && only?.values.length === 1;
  return isOne && only.field.name === 'HasIncident' && (only.values[0]?.value === true) !== operator.isNegated;
}

function readRows(db: ReadDatabase, given: ListQuery): Promise<readonly FoundInstance[]> {
  const query = withUsedOrder(given);
  const lead = leadingRows(query);
  if (lead === undefined) return readInstancePage(matching(db, query).select(COLUMNS), query);
  const { order } = lead;
  return readInstancePage(joined(db, query, lead).select(COLUMNS), { ...query, order });
}

const COLUMNS = [
  'instance_id as instanceId',
  'definition_id as definitionId',
  'key',
  'version',
  statusColumn.as('status'),
  'business_id as businessId',
  'parent_id as parentId',
  'created_at as createdAt',
  'completed_at as completedAt',
  'failed_element as failedElement',
  'error_code as errorCode',
  'error_message as errorMessage',
  suspendedBy.as('suspendedBy'),
] as const;

function matching(db: ReadDatabase, { businessId, conditions }: ListQuery) {
  let found = db.selectFrom('q_instance');
  if (businessId !== undefined) found = found.where('business_id', '=', businessId);
  for (const condition of conditions) found = found.where(condition);
  return found;
}

/** {@link matching} on rows of another table. */
function joined(db: ReadDatabase, { businessId }: ListQuery, { source, conditions }: LeadingRows) {
  const join = db
    .selectFrom('q_instance')
    .innerJoin(source.as('found'), (on) => on.onRef('found.found_id', '=', 'q_instance.instance_id'));
  let found = businessId === undefined ? join : join.where('business_id', '=', businessId);
  for (const condition of conditions) found = found.where(condition);
  return found;
}

/** Failed elements are in the rows themselves. */
async function elementsOf(db: ReadDatabase, rows: readonly FoundInstance[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const ids = runningIds(rows);
  if (ids.length === 0) return found;
  const elements = await db
    .selectFrom('q_instance_element')
    .select(['instance_id', 'element'])
    .where(sql<SqlBool>`instance_id = any(${ids}::uuid[])`)
    .orderBy('instance_id')
    .orderBy('element')
    .execute();
  for (const { instance_id: id, element } of elements) found.set(id, [...(found.get(id) ?? []), element]);
  return found;
}

/** Exact if stored counts can be used, otherwise counted up to {@link MOST_COUNTED} or the end of the page. */
async function totalOf(db: ReadDatabase, query: ListQuery, seen: number): Promise<Pick<FoundPage, 'totalCount' | 'isExact'>> {
  // stored sums include all keys
  if (query.isLimited !== true && isQuicklyCounted(query))
    return { totalCount: await countInstances(db, { key: undefined, version: undefined }, query), isExact: true };
  const most = Math.max(MOST_COUNTED, seen);
  const lead = leadingRows(query);
  const ids = lead === undefined ? matching(db, query).select('instance_id') : joined(db, query, lead).select('instance_id');
  const { total } = await db
    .selectFrom(ids.limit(most + 1).as('matching'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return { totalCount: Math.min(most, total), isExact: total <= most };
}
