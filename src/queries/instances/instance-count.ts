import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { conditionOf } from '../lists/filter-sql.ts';
import type { FilterTerm } from '../lists/list-filters.ts';
import type { ListQuery } from '../lists/list-query.ts';
import { offsetOf } from '../lists/paging.ts';
import { orderOf } from '../lists/sorts.ts';
import type { ReadDatabase } from '../read-database.ts';

/**
 * Rows without a value are last, but first in a descending index. So the first page in descending order reads rows with a value in index order, and other
 * rows only if it is not full. For later pages, which are rare, the database sorts the rows.
 */
export async function readInstancePage<Tables, Table extends keyof Tables, Row>(
  matching: SelectQueryBuilder<Tables, Table, Row>,
  { sorts: terms, order, paging }: Pick<ListQuery, 'sorts' | 'order' | 'paging'>,
): Promise<readonly Row[]> {
  const [first, ...others] = terms;
  const { pageSize } = paging;
  if (paging.page > 1 || first?.isDescending !== true || first.field.hasNull !== true)
    return matching.orderBy(order).limit(pageSize).offset(offsetOf(paging)).execute();
  const column = first.field.expression;
  const tie = sql.ref('instance_id');
  const notNull = { field: { ...first.field, hasNull: false }, isDescending: true };
  const withValue = await matching
    .where(sql<SqlBool>`${column} is not null`)
    .orderBy(orderOf([notNull, ...others], [tie]))
    .limit(pageSize)
    .execute();
  if (withValue.length === pageSize) return withValue;
  const without = matching.where(sql<SqlBool>`${column} is null`).orderBy(sql`${column}, ${orderOf(others, [tie])}`);
  return [...withValue, ...(await without.limit(pageSize - withValue.length).execute())];
}

/** Columns of q_instance_count. With only these conditions, a total is a sum of stored counts. */
const COUNTED_NAMES = new Set([
  'IsStarted',
  'IsCompleted',
  'IsCancelled',
  'IsFailed',
  'Status',
  'ProcessDefinitionKey',
  'Version',
]);
const DAY_SECONDS = 86_400;

/** Years of four digits, which bound the days in SQL. Unit: s since epoch. */
const FIRST_DAY = -62_135_596_800;
const LAST_DAY = 253_402_214_400;

/** `version` undefined: all versions. */
interface CountedInstances {
  /** undefined: all keys */
  readonly key: string | undefined;
  readonly version: number | undefined;
}

/** Creation times, in s since epoch; `from` is inclusive, `to` exclusive. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Exact number (docs/contributing/spec/http/lists.md#total-count). Counting a million rows takes too long for a client. So a total with conditions on status,
 * process and creation time is the sum of the stored counts of whole days, plus the rows of the days at the ends of the range. Other conditions: counts all
 * rows.
 */
export function countInstances(db: ReadDatabase, scope: CountedInstances, query: ListQuery): Promise<number> {
  if (query.businessId === undefined) return countMatching(db, scope, query.filters);
  return countRows(db, scope, query.businessId, query.filters.map(conditionOf));
}

/** The total is mainly a sum of stored counts: its cost does not depend on the number of instances. */
export function isQuicklyCounted({ businessId, filters }: Pick<ListQuery, 'businessId' | 'filters'>): boolean {
  return businessId === undefined && spanOf(filters.filter((term) => !isCounted(term))) !== undefined;
}

async function countMatching(db: ReadDatabase, scope: CountedInstances, filters: readonly FilterTerm[]): Promise<number> {
  const parts = complementOf(filters);
  if (parts !== undefined) {
    const [all, others] = await Promise.all([countMatching(db, scope, parts.all), countMatching(db, scope, parts.others)]);
    return all - others;
  }
  const span = spanOf(filters.filter((term) => !isCounted(term)));
  const days = span && wholeDays(span);
  if (span === undefined || days === undefined) return countRows(db, scope, undefined, filters.map(conditionOf));
  const conditions = filters.filter(isCounted).map(conditionOf);
  const [whole, before, after] = await Promise.all([
    sumCounts(db, scope, conditions, days),
    countSpan(db, scope, conditions, { from: span.from, to: days.from }),
    countSpan(db, scope, conditions, { from: days.to, to: span.to }),
  ]);
  return whole + before + after;
}

function isCounted({ alternatives }: FilterTerm): boolean {
  return alternatives.every(
    ({ field, values }) =>
      COUNTED_NAMES.has(field.name) || (field.name === 'BusinessId' && values.every((value) => value === null)),
  );
}

interface Complement {
  readonly all: readonly FilterTerm[];
  readonly others: readonly FilterTerm[];
}

/** Splits filters of which the count of `all` minus that of `others` is faster. */
function complementOf(filters: readonly FilterTerm[]): Complement | undefined {
  return complementOfSuspended(filters) ?? complementOfBusinessId(filters);
}

/** Few instances are suspended. */
function complementOfSuspended(filters: readonly FilterTerm[]): Complement | undefined {
  const at = filters.findIndex(({ operator, alternatives: [only, other] }) => {
    const isOne = other === undefined && only?.values.length === 1;
    return isOne && only.field.name === 'IsSuspended' && (only.values[0]?.value === true) === operator.isNegated;
  });
  const term = filters[at];
  if (term === undefined) return undefined;
  const isSuspended = { ...term, operator: { ...term.operator, isNegated: !term.operator.isNegated } };
  return { all: filters.toSpliced(at, 1), others: filters.with(at, isSuspended) };
}

/** With a negated business id. `all`: instances with any business id. */
function complementOfBusinessId(filters: readonly FilterTerm[]): Complement | undefined {
  const at = filters.findIndex(({ operator, alternatives: [only, other] }) => {
    const isOne = other === undefined && only?.values.length === 1 && only.values[0] !== null;
    return operator.isNegated && isOne && only.field.name === 'BusinessId';
  });
  const term = filters[at];
  const [only] = term?.alternatives ?? [];
  if (term === undefined || only === undefined) return undefined;
  const isThere = { operator: { ...term.operator, comparison: 'equals' }, alternatives: [{ ...only, values: [null] }] } as const;
  const isNamed = { ...term, operator: { ...term.operator, isNegated: false } };
  return { all: filters.with(at, isThere), others: filters.with(at, isNamed) };
}

/** Returns undefined if a term is on another column or does not select one range. */
function spanOf(terms: readonly FilterTerm[]): Span | undefined {
  let span: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  for (const { operator, alternatives } of terms) {
    const [only, other] = alternatives;
    const [value, second] = only?.values ?? [];
    if (only?.field.name !== 'CreatedAt' || other !== undefined || second !== undefined || value?.type !== 'time')
      return undefined;
    const { from, to } = span;
    // times are stored in milliseconds, values are parsed to microseconds
    const later = value.value + 0.000_001;
    if (operator.comparison === '>=') span = { from: Math.max(from, value.value), to };
    else if (operator.comparison === '>') span = { from: Math.max(from, later), to };
    else if (operator.comparison === '<') span = { from, to: Math.min(to, value.value) };
    else if (operator.comparison === '<=') span = { from, to: Math.min(to, later) };
    else return undefined;
  }
  return span;
}

/** Whole days in UTC. Undefined if the range contains none. */
function wholeDays({ from, to }: Span): Span | undefined {
  const first = Math.ceil(from / DAY_SECONDS) * DAY_SECONDS;
  const behind = Math.floor(to / DAY_SECONDS) * DAY_SECONDS;
  const days = {
    from: first < FIRST_DAY ? Number.NEGATIVE_INFINITY : Math.min(first, LAST_DAY),
    to: behind > LAST_DAY ? Number.POSITIVE_INFINITY : Math.max(behind, FIRST_DAY),
  };
  return days.from < days.to ? days : undefined;
}

/** The stored counts have the columns of q_instance, so that the conditions of the list can be used. */
async function sumCounts(
  db: ReadDatabase,
  { key, version }: CountedInstances,
  conditions: readonly RawBuilder<SqlBool>[],
  days: Span,
): Promise<number> {
  const where = [
    ...(key === undefined ? [sql`true`] : [sql`key = ${key}`]),
    ...(version === undefined ? [] : [sql`version = ${version}::int`]),
    ...(Number.isFinite(days.from) ? [sql`day >= ${dayText(days.from)}::date`] : []),
    ...(Number.isFinite(days.to) ? [sql`day < ${dayText(days.to)}::date`] : []),
    ...conditions,
  ];
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(count), 0)::text as total
    from (
      select *, case when is_started then 'epoch'::timestamptz end as started_at, case when has_business_id then '' end as business_id
      from q_instance_count
    ) counted
    where ${sql.join(where, sql` and `)}`.execute(db);
  return Number(rows[0]?.total);
}

async function countSpan(
  db: ReadDatabase,
  scope: CountedInstances,
  conditions: readonly RawBuilder<SqlBool>[],
  { from, to }: Span,
): Promise<number> {
  if (!(from < to)) return 0;
  if (!Number.isFinite(from) || !Number.isFinite(to)) return 0; // whole days extend to the end of time on that side
  const inSpan = sql<SqlBool>`created_at >= to_timestamp(${from}::float8) and created_at < to_timestamp(${to}::float8)`;
  return countRows(db, scope, undefined, [...conditions, inSpan]);
}

async function countRows(
  db: ReadDatabase,
  { key, version }: CountedInstances,
  businessId: string | undefined,
  conditions: readonly RawBuilder<SqlBool>[],
): Promise<number> {
  let matching = db.selectFrom('q_instance');
  if (key !== undefined) matching = matching.where('key', '=', key);
  if (version !== undefined) matching = matching.where('version', '=', version);
  if (businessId !== undefined) matching = matching.where('business_id', '=', businessId);
  for (const condition of conditions) matching = matching.where(condition);
  const counted = await matching.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return Number(counted.total);
}

function dayText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
