import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type IndexedVariable, indexedPathsOf } from '../../platform/indexed-variables.ts';
import { repeated } from '../../requests/parsed-text.ts';
import type { FilterOperator } from '../lists/filter-operators.ts';
import type { FilterValue } from '../lists/filter-values.ts';
import type { FilterField, FilterTerm } from '../lists/list-filters.ts';

const PREFIX = /^variables\./i;
const NAME = 'Variables.';
const HOW = 'to Projection:IndexedVariables, restart, and run projector:rebuild once.';

/** Field of a name `Variables.<path>`; a text: the path is not indexed; undefined: another name. The path keeps its case. */
export function variableField(indexed: readonly IndexedVariable[], name: string): FilterField | string | undefined {
  if (!PREFIX.test(name)) return undefined;
  const path = name.slice(NAME.length);
  if (!indexed.some((entry) => entry.path === path)) {
    const paths = [...new Set(indexed.map((entry) => entry.path))];
    const known = paths.length === 0 ? 'No variable is indexed.' : `Indexed are: ${paths.join(', ')}.`;
    return `Variable '${repeated(path)}' is not indexed. Add '<process key>:${repeated(path)}' ${HOW} ${known}`;
  }
  const condition = (operator: FilterOperator, value: FilterValue) => holds(path, operator, value);
  return { name: `${NAME}${path}`, type: 'variable', expression: sql.ref('path'), condition };
}

/** Error if the terms name a key for which a variable is not indexed; undefined: none. */
export function variableFault(indexed: readonly IndexedVariable[], terms: readonly FilterTerm[]): string | undefined {
  const paths = terms.flatMap(({ alternatives }) =>
    alternatives.flatMap(({ field }) => (field.type === 'variable' ? [pathOf(field)] : [])),
  );
  for (const key of keysIn(terms)) {
    const path = paths.find((wanted) => !indexedPathsOf(indexed, key).includes(wanted));
    if (path !== undefined)
      return `Variable '${path}' is not indexed for process '${repeated(key)}'. Add '${repeated(key)}:${path}' ${HOW}`;
  }
  return undefined;
}

/** Process keys that the terms select; empty: all. */
export function keysIn(terms: readonly FilterTerm[]): readonly string[] {
  return terms.flatMap(({ operator, alternatives }) => {
    const [only, other] = alternatives;
    if (only?.field.name !== 'ProcessDefinitionKey' || other !== undefined || operator.isNegated) return [];
    return only.values.flatMap((value) => (value?.type === 'word' ? [value.value] : []));
  });
}

/** Condition on a variable: an instance without a value at the path never matches, and a value of another type only matches inequality. */
function holds(path: string, operator: FilterOperator, value: FilterValue): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from q_instance_variable v
    where v.instance_id = q_instance.instance_id and ${rowHolds(path, operator, value)})`;
}

/** Condition on a row `v` of q_instance_variable. */
export function rowHolds(path: string, operator: FilterOperator, value: FilterValue): RawBuilder<SqlBool> {
  const wanted = value.value;
  const [column, typed] =
    typeof wanted === 'number'
      ? [sql.ref('v.number_value'), sql`${wanted}::float8`]
      : typeof wanted === 'boolean'
        ? [sql.ref('v.boolean_value'), sql`${wanted}::boolean`]
        : [sql.ref('v.text_value'), sql`${wanted}::text`];
  return sql<SqlBool>`v.path = ${path} and ${compared(column, operator, typed)}`;
}

/** Path of a field that {@link variableField} created. */
export function pathOf({ name }: FilterField): string {
  return name.slice(NAME.length);
}

function compared(
  column: RawBuilder<unknown>,
  { comparison, isNegated }: FilterOperator,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (comparison === 'equals') return isNegated ? sql`${column} is distinct from ${value}` : sql`${column} = ${value}`;
  return sql`${column} ${sql.raw(comparison)} ${value}`;
}
