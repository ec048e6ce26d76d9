import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FilterOperator } from './filter-operators.ts';
import type { FilterValue } from './filter-values.ts';
import type { FilterField, FilterTerm } from './filters.ts';

/** The condition of one term. A row without a value makes every comparison SQL null, so it matches nothing but `null` (contract 3.4). */
export function conditionOf(term: FilterTerm): RawBuilder<SqlBool> {
  const comparisons = term.alternatives.flatMap(({ field, values }) =>
    values.map((value) => comparison(field, term.operator, value)),
  );
  return sql<SqlBool>`(${sql.join(comparisons, sql` or `)})`;
}

function comparison(field: FilterField, operator: FilterOperator, value: FilterValue | null): RawBuilder<SqlBool> {
  const column = field.expression;
  if (value === null) return operator.isNegated ? sql`${column} is not null` : sql`${column} is null`;
  switch (value.type) {
    case 'boolean':
      return operator.isNegated ? sql`${column} <> ${value.value}::boolean` : sql`${column} = ${value.value}::boolean`;
    case 'integer':
      return ordered(column, operator, sql`${value.value}::numeric`);
    case 'time':
      return ordered(column, operator, sql`to_timestamp(${value.value}::double precision)`);
    case 'state':
      return ordered(column, operator, sql`${value.value}::text`);
    case 'guid':
      return ordered(column, operator, sql`${value.value}::uuid`);
    case 'text':
      return textual(column, operator, sql`${value.value}::text`);
  }
}

function ordered(column: RawBuilder<unknown>, operator: FilterOperator, value: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (operator.comparison === 'equals') return operator.isNegated ? sql`${column} <> ${value}` : sql`${column} = ${value}`;
  return sql`${column} ${sql.raw(operator.comparison)} ${value}`;
}

function textual(column: RawBuilder<unknown>, operator: FilterOperator, value: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const left = operator.ignoresCase ? withoutCase(column) : column;
  const right = operator.ignoresCase ? withoutCase(value) : value;
  const holds = positive(operator, left, right);
  return operator.isNegated ? sql`not (${holds})` : holds;
}

function positive(operator: FilterOperator, column: RawBuilder<unknown>, value: RawBuilder<unknown>): RawBuilder<SqlBool> {
  switch (operator.comparison) {
    case 'contains':
      return sql`strpos(${column}, ${value}) > 0`;
    case 'startsWith':
      return sql`starts_with(${column}, ${value})`;
    case 'endsWith':
      return sql`right(${column}, length(${value})) = ${value}`;
    default:
      return sql`${column} = ${value}`;
  }
}

/** The columns are ordered by code point (collation "C"), whose lower() knows ASCII only; the ICU root collation knows every script. */
function withoutCase(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lower(${text} collate "und-x-icu")`;
}
