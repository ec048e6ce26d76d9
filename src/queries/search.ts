import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../platform/access-roles.ts';
import { keyCondition } from './key-limits.ts';
import { likePattern } from './like-pattern.ts';
import type { ReadDatabase } from './read-database.ts';
import { type VariableTerm, variableCondition } from './variable-terms.ts';

/** `id`: a GUID. `texts`: a condition matches if the list contains its value. */
export type SearchType = 'text' | 'id' | 'number' | 'time' | 'flag' | 'texts';

export interface SearchField {
  readonly type: SearchType;
  readonly expression: RawBuilder<unknown>;
}

export interface SearchSource<Row> {
  readonly fields: Readonly<Record<string, SearchField>>;
  /** columns of a row, and the tables with their joins */
  readonly columns: RawBuilder<Row>;
  readonly tables: RawBuilder<unknown>;
  readonly key: RawBuilder<unknown>;
  /** column of the process instance; absent: its variables cannot be compared */
  readonly instance?: RawBuilder<unknown>;
  /** order of rows that are equal otherwise */
  readonly tieBreak: readonly RawBuilder<unknown>[];
}

/** Source for rows in memory, whose fields have a type but no SQL. Do not pass it to {@link searchRows}. */
export function memorySource<Row>(types: Readonly<Record<string, SearchType>>): SearchSource<Row> {
  const nothing = sql.raw('null') as RawBuilder<Row>;
  const fields = Object.entries(types).map(([name, type]) => [name, { type, expression: nothing }] as const);
  return { fields: Object.fromEntries(fields), columns: nothing, tables: nothing, key: nothing, tieBreak: [] };
}

/** `like`: with the wildcards `*` for any characters and `?` for one character. */
export const SEARCH_OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn', 'like', 'exists'] as const;
export type SearchOperator = (typeof SEARCH_OPERATORS)[number];

/** A row must match all conditions. `value`: a list for `in` and `notIn`, a boolean for `exists`. */
export interface SearchTerm {
  readonly field: SearchField;
  readonly operator: SearchOperator;
  readonly value: unknown;
}

export interface Search {
  readonly terms: readonly SearchTerm[];
  /** conditions on variables of the process instance; no effect if the source has no `instance` */
  readonly variables?: readonly VariableTerm[];
  readonly sorts: readonly { readonly field: SearchField; readonly isDescending: boolean }[];
  readonly limit: number;
  readonly offset: number;
  readonly limits: KeyLimits;
}

/** Row with the values of its order. */
export interface OrderedRow<Row> {
  readonly row: Row;
  readonly keys: readonly unknown[];
}

/** Rows of one page. `total`: all rows. */
export interface FoundRows<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Rows that match a search and are within its key limits. */
export function searchRows<Row>(db: ReadDatabase, source: SearchSource<Row>, search: Search): Promise<FoundRows<Row>> {
  return find(db, source, search, search.sorts, source.columns);
}

/** Rows with the values of their order, for a merge with those of other databases. Texts are in the order of code points. */
export async function searchOrderedRows<Row>(
  db: ReadDatabase,
  source: SearchSource<Row>,
  search: Search,
): Promise<FoundRows<OrderedRow<Row>>> {
  const sorts = search.sorts.map(({ field, isDescending }) => ({
    field: field.type === 'text' ? { ...field, expression: sql`(${field.expression} collate "C")` } : field,
    isDescending,
  }));
  const values = [...sorts.map(({ field }) => field.expression), ...source.tieBreak];
  const keys = values.map((value, at) => sql`${value} as ${sql.id(`order ${at}`)}`);
  const columns = sql<Readonly<Record<string, unknown>> & Row>`${source.columns}, ${sql.join(keys)}`;
  const { rows, total } = await find(db, source, search, sorts, columns);
  return { rows: rows.map((row) => ({ row, keys: values.map((_, at) => row[`order ${at}`]) })), total };
}

async function find<Row, Found>(
  db: ReadDatabase,
  source: SearchSource<Row>,
  { terms, variables = [], limit, offset, limits }: Search,
  sorts: Search['sorts'],
  columns: RawBuilder<Found>,
): Promise<FoundRows<Found>> {
  const { instance } = source;
  const compared = instance === undefined ? [] : variables.map((term) => variableCondition(term, instance));
  const all = [...terms.map(conditionOf), ...compared, keyCondition(source.key, limits) ?? sql<SqlBool>`true`];
  const matching = sql`from ${source.tables} where ${sql.join(all, sql` and `)}`;
  const order = sorts.map(({ field, isDescending }) =>
    isDescending ? sql`${field.expression} desc nulls last` : sql`${field.expression} asc nulls last`,
  );
  const page = sql<Found>`select ${columns} ${matching} order by ${sql.join([...order, ...source.tieBreak])}
    limit ${limit} offset ${offset}`;
  const { rows } = await page.execute(db);
  const isWhole = offset === 0 && rows.length < limit;
  const counted = isWhole ? undefined : await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db);
  return { rows, total: counted?.rows[0]?.total ?? rows.length };
}

const CASTS: Readonly<Record<SearchType, RawBuilder<unknown>>> = {
  text: sql.raw('text'),
  id: sql.raw('uuid'),
  number: sql.raw('numeric'),
  time: sql.raw('timestamptz'),
  flag: sql.raw('boolean'),
  texts: sql.raw('text'),
};
const COMPARISONS: Readonly<Partial<Record<SearchOperator, RawBuilder<unknown>>>> = {
  eq: sql.raw('='),
  neq: sql.raw('is distinct from'),
  gt: sql.raw('>'),
  gte: sql.raw('>='),
  lt: sql.raw('<'),
  lte: sql.raw('<='),
};

function conditionOf({ field, operator, value }: SearchTerm): RawBuilder<SqlBool> {
  const { expression, type } = field;
  const cast = CASTS[type];
  if (type === 'texts') return sql`(${expression} && ${operator === 'in' ? value : [value]}::text[])`;
  switch (operator) {
    case 'in':
      return sql`(${expression} = any(${value}::${cast}[]))`;
    case 'notIn':
      return sql`(${expression} <> all(${value}::${cast}[]))`;
    case 'like':
      return sql`(${expression}::text like ${likePattern(String(value))})`;
    case 'exists':
      return value === true ? sql`(${expression} is not null)` : sql`(${expression} is null)`;
    default:
      return sql`(${expression} ${COMPARISONS[operator]} ${value}::${cast})`;
  }
}

/** Text and pattern in {@link isLike}, whose cost is their product. Unit: characters. */
const MAX_COMPARED = 8192;
const MAX_PATTERN = 1000;

/**
 * Compares a text in memory: only its first MAX_COMPARED characters; false for a pattern longer than MAX_PATTERN. A regular expression would take exponential
 * time for some patterns.
 */
export function isLike(text: string, pattern: string): boolean {
  const parts = pattern.slice(0, MAX_PATTERN + 1).match(/\\[*?\\]|[\s\S]/g) ?? [];
  if (pattern.length > MAX_PATTERN) return false;
  const end = Math.min(text.length, MAX_COMPARED);
  let at = 0;
  let part = 0;
  let star = -1;
  let afterStar = 0;
  while (at < end) {
    const wanted = parts[part];
    if (wanted === '*') {
      star = part;
      afterStar = at;
      part += 1;
    } else if (wanted !== undefined && (wanted === '?' || wanted.at(-1) === text[at])) {
      part += 1;
      at += 1;
    } else if (star >= 0) {
      part = star + 1;
      afterStar += 1;
      at = afterStar;
    } else return false;
  }
  return parts.slice(part).every((each) => each === '*');
}
