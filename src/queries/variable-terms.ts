import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type IndexedVariable, indexedPathsOf } from '../platform/config/setting-types.ts';
import { repeated } from '../requests/request-texts.ts';
import { likePattern } from './like-pattern.ts';
import type { FilterOperator } from './lists/filter-operators.ts';
import type { FilterValue } from './lists/filter-values.ts';
import type { FilterField } from './lists/list-filters.ts';

/** See docs/contributing/spec/http/instances.md#indexed-values. */
export type IndexableValue = string | number | boolean;

/**
 * An instance without an indexed value never matches. A value of another type only matches `neq` and `notIn`. `like`: LIKE pattern of SQL. `jsonLike`:
 * pattern of Camunda 8, which is compared with the JSON text.
 */
export interface VariableTerm {
  readonly path: string;
  readonly operator: 'eq' | 'neq' | 'neqOfType' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'jsonLike' | 'in' | 'notIn';
  /** any number for `in` and `notIn`, otherwise one */
  readonly values: readonly IndexableValue[];
}

const HOW = 'to Projection:IndexedVariables, restart, and run projector:rebuild once.';

/** Error text if not indexed for one of the processes `keys`, or, if `keys` is empty, for any process. */
export function unindexedVariable(
  indexed: readonly IndexedVariable[],
  path: string,
  keys: readonly string[],
): string | undefined {
  if (!indexed.some((entry) => entry.path === path)) {
    const paths = [...new Set(indexed.map((entry) => entry.path))];
    const known = paths.length === 0 ? 'No variable is indexed.' : `Indexed are: ${paths.join(', ')}.`;
    return `Variable '${repeated(path)}' is not indexed. Add '<process key>:${repeated(path)}' ${HOW} ${known}`;
  }
  const key = keys.find((each) => !indexedPathsOf(indexed, each).includes(path));
  if (key === undefined) return undefined;
  return `Variable '${repeated(path)}' is not indexed for process '${repeated(key)}'. Add '${repeated(key)}:${repeated(path)}' ${HOW}`;
}

/** Name of a filter by variable, before the path. */
export const VARIABLE_NAME = 'Variables.';

/** Path of a field with the type `variable`. */
export function pathOf({ name }: FilterField): string {
  return name.slice(VARIABLE_NAME.length);
}

/** Condition on a row `v` of q_instance_variable. */
export function variableRowHolds(
  path: string,
  operator: FilterOperator,
  { value: wanted }: Pick<FilterValue, 'value'>,
): RawBuilder<SqlBool> {
  const [column, typed] =
    typeof wanted === 'number'
      ? [sql.ref('v.number_value'), sql`${wanted}::float8`]
      : typeof wanted === 'boolean'
        ? [sql.ref('v.boolean_value'), sql`${wanted}::boolean`]
        : [sql.ref('v.text_value'), sql`${wanted}::text`];
  return sql<SqlBool>`v.path = ${path} and ${compared(column, operator, typed)}`;
}

function compared(
  column: RawBuilder<unknown>,
  { comparison, isNegated }: FilterOperator,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (comparison === 'equals') return isNegated ? sql`${column} is distinct from ${value}` : sql`${column} = ${value}`;
  return sql`${column} ${sql.raw(comparison)} ${value}`;
}

/** `instanceId`: SQL expression. */
export function variableCondition(
  { path, operator, values }: VariableTerm,
  instanceId: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const each = values.map((value) => comparisonOf(operator, value));
  const joined = operator === 'notIn' ? sql.join(each, sql` and `) : sql.join(each, sql` or `);
  const holds = each.length === 0 ? sql`${operator === 'notIn'}::boolean` : joined;
  return sql<SqlBool>`exists (select from q_instance_variable v where v.instance_id = ${instanceId} and v.path = ${path} and (${holds}))`;
}

const COMPARISONS: Readonly<Record<Exclude<VariableTerm['operator'], 'jsonLike'>, RawBuilder<unknown>>> = {
  eq: sql.raw('='),
  in: sql.raw('='),
  neq: sql.raw('is distinct from'),
  neqOfType: sql.raw('<>'),
  notIn: sql.raw('is distinct from'),
  gt: sql.raw('>'),
  gte: sql.raw('>='),
  lt: sql.raw('<'),
  lte: sql.raw('<='),
  like: sql.raw('like'),
};

function comparisonOf(operator: VariableTerm['operator'], value: IndexableValue): RawBuilder<unknown> {
  if (operator === 'jsonLike') return sql`${JSON_TEXT} like ${likePattern(String(value))}`;
  const comparison = COMPARISONS[operator];
  if (typeof value === 'number') return sql`v.number_value ${comparison} ${value}::float8`;
  if (typeof value === 'boolean') return sql`v.boolean_value ${comparison} ${value}::boolean`;
  return sql`v.text_value ${comparison} ${value}::text`;
}

const JSON_TEXT = sql`coalesce(to_json(v.text_value)::text, v.number_value::text, v.boolean_value::text)`;
