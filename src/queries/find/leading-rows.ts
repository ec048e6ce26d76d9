import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FilterTerm } from '../lists/list-filters.ts';
import type { ListQuery } from '../lists/list-query.ts';
import { orderOf, type SortTerm } from '../lists/sorts.ts';
import { pathOf, rowHolds } from './variable-filters.ts';

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
