import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FilterOperator } from './filter-operators.ts';
import type { FilterValue } from './filter-values.ts';
import type { FilterField, FilterTerm } from './list-filters.ts';

/** A row without a value matches only the filter value `null`: every other comparison gives null in SQL (docs/contributing/spec/http/lists.md#filters). */
export function conditionOf(term: FilterTerm): RawBuilder<SqlBool> {
  const comparisons = term.alternatives.flatMap(({ field, values }) =>
    values.map((value) => comparison(field, term.operator, value)),
  );
  return sql<SqlBool>`(${sql.join(comparisons, sql` or `)})`;
}

function comparison(field: FilterField, operator: FilterOperator, value: FilterValue | null): RawBuilder<SqlBool> {
  const column = field.expression;
  if (value === null) return operator.isNegated ? sql`${column} is not null` : sql`${column} is null`;
  return field.condition === undefined ? compared(column, operator, value) : field.condition(operator, value);
}

export function compared(column: RawBuilder<unknown>, operator: FilterOperator, value: FilterValue): RawBuilder<SqlBool> {
  switch (value.type) {
    case 'boolean':
      return operator.isNegated ? sql`${column} <> ${value.value}::boolean` : sql`${column} = ${value.value}::boolean`;
    case 'integer':
      return ordered(column, operator, sql`${value.value}::numeric`);
    case 'time':
      return ordered(column, operator, sql`to_timestamp(${value.value}::double precision)`);
    case 'state':
    case 'word':
    case 'status':
    case 'variable':
      return ordered(column, operator, sql`${value.value}::text`);
    case 'guid':
      return ordered(column, operator, sql`${value.value}::uuid`);
    case 'text':
      return textual(column, operator, sql`${value.value}::text`);
  }
}

/** Uses the trigram index if the server has it. */
export function containsInAnyCase(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${withoutCase(column)} like '%' || ${pattern(withoutCase(sql`${text}::text`))} || '%'`;
}

function ordered(column: RawBuilder<unknown>, operator: FilterOperator, value: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (operator.comparison === 'equals') return operator.isNegated ? sql`${column} <> ${value}` : sql`${column} = ${value}`;
  return sql`${column} ${sql.raw(operator.comparison)} ${value}`;
}

function textual(column: RawBuilder<unknown>, operator: FilterOperator, value: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const left = operator.ignoresCase ? withoutCase(column) : column;
  const right = operator.ignoresCase ? withoutCase(value) : value;
  const exact = positive(operator, left, right);
  const holds =
    operator.ignoresCase || !isInner(operator) ? exact : sql<SqlBool>`(${exact} and ${indexedMatch(operator, column, value)})`;
  return operator.isNegated ? sql`not (${holds})` : holds;
}

function positive(operator: FilterOperator, column: RawBuilder<unknown>, value: RawBuilder<unknown>): RawBuilder<SqlBool> {
  switch (operator.comparison) {
    case 'contains':
      return sql`${column} like '%' || ${pattern(value)} || '%'`;
    case 'startsWith':
      return sql`starts_with(${column}, ${value})`;
    case 'endsWith':
      return sql`${column} like '%' || ${pattern(value)}`;
    default:
      return sql`${column} = ${value}`;
  }
}

function isInner({ comparison }: FilterOperator): boolean {
  return comparison === 'contains' || comparison === 'endsWith';
}

/**
 * Condition for the trigram index, which ignores case: a text that contains a value also contains it if case is ignored. Exception: the capital sigma has
 * another small letter at the end of a word, so such a value is searched without the index.
 */
function indexedMatch(operator: FilterOperator, column: RawBuilder<unknown>, value: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`(strpos(${value}, 'Σ') > 0 or ${positive(operator, withoutCase(column), withoutCase(value))})`;
}

function pattern(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`replace(replace(replace(${value}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;
}

/**
 * Uses the ICU root collation, because `lower()` of the collation "C" supports only ASCII. The result is compared by code point, as in the index of migration
 * 0004.
 */
function withoutCase(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(lower(${text} collate "und-x-icu") collate "C")`;
}
