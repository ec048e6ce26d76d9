import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type IndexedVariable, indexedPathsOf } from '../../platform/indexed-variables.ts';
import { repeated } from '../../requests/parsed-text.ts';
import type { FilterOperator } from '../lists/filter-operators.ts';
import type { FilterValue } from '../lists/filter-values.ts';
import type { FilterField, FilterTerm } from '../lists/list-filters.ts';
import type { ListQuery } from '../lists/list-query.ts';
import { orderOf, type SortTerm } from '../lists/sorts.ts';

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
function rowHolds(path: string, operator: FilterOperator, value: FilterValue): RawBuilder<SqlBool> {
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
function pathOf({ name }: FilterField): string {
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

/** Rows of another table that lead to instances, in order of their start, and the remaining conditions on the instances. */
export interface LeadingRows {
  /** with columns `found_id` and `begun_at` */
  readonly source: RawBuilder<{ readonly found_id: string; readonly begun_at: Date }>;
  readonly conditions: readonly RawBuilder<SqlBool>[];
  readonly order: RawBuilder<unknown>;
}

/**
 * The term that drives a list in order of creation: an element, else a variable. Their indexes have that order, so that the
 * first page is cheap wherever the matches are. A variable does not drive if the status selects few instances, which have an
 * ordered index too. Undefined: read from the instances.
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

/** Most instances are completed; every other status has a separate index. */
function isSelective({ operator, alternatives: [only, other] }: FilterTerm): boolean {
  if (only === undefined || other !== undefined || only.field.name !== 'Status' || operator.isNegated) return false;
  const [value, another] = only.values;
  return value != null && another === undefined && value.value !== 'Completed';
}

function fieldOf({ alternatives: [only, other] }: FilterTerm) {
  return other === undefined ? only?.field : undefined;
}

/** Rows that match a term with one name and one value; undefined: other terms. */
function sourceOf(term: FilterTerm): LeadingRows['source'] | undefined {
  const field = fieldOf(term);
  const [value, other] = term.alternatives[0]?.values ?? [];
  if (field === undefined || value === undefined || value === null || other !== undefined) return undefined;
  if (field.name === 'ActivityId' && !term.operator.isNegated)
    return sql`(select e.instance_id as found_id, e.begun_at from q_instance_element e where e.element = ${value.value}::text)`;
  if (field.type !== 'variable') return undefined;
  const holds = rowHolds(pathOf(field), term.operator, value);
  return sql`(select v.instance_id as found_id, v.begun_at from q_instance_variable v where ${holds})`;
}
