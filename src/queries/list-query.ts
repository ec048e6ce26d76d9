import type { RawBuilder, SqlBool } from 'kysely';
import { businessIdFault } from '../requests/business-id.ts';
import { accepted, type ParsedText, refused } from '../requests/parsed-text.ts';
import { parameterOf, type QueryParameters } from '../requests/query-parameters.ts';
import { conditionOf } from './filter-sql.ts';
import { type FilterField, type FilterTerm, type NamedLater, parseFilters } from './filters.ts';
import { type Paging, parsePaging } from './paging.ts';
import { orderOf, parseSorts, type SortField, type SortTerm } from './sorts.ts';

/** What a list can be filtered and sorted by (docs/contributing/spec/http/lists.md#names). */
export interface ListNames {
  readonly filters: readonly FilterField[];
  readonly sorts: readonly SortField[];
  readonly defaultSorts: readonly SortTerm[];
  /** expressions that together are unique */
  readonly tieBreak: readonly RawBuilder<unknown>[];
  /** the list takes the parameter `businessId` (docs/contributing/spec/http/lists.md#business-id-parameter) */
  readonly takesBusinessId: boolean;
  /** filters with names outside the fixed list; absent: none */
  readonly others?: NamedLater;
}

/** A list request that has been read. `conditions` and `order` are `filters` and `sorts` in SQL: all have to hold; goes behind `order by`. */
export interface ListQuery {
  readonly paging: Paging;
  readonly businessId: string | undefined;
  readonly filters: readonly FilterTerm[];
  readonly sorts: readonly SortTerm[];
  readonly conditions: readonly RawBuilder<SqlBool>[];
  readonly order: RawBuilder<unknown>;
  /** some of the conditions are not of the filters: totals that are counted ahead do not hold */
  readonly isLimited?: true;
}

/** Reads the parameters that lists share, in the order in which their faults are reported (docs/contributing/spec/http/errors.md#order-of-reads). */
export function parseListQuery(parameters: QueryParameters, names: ListNames): ParsedText<ListQuery> {
  const paging = parsePaging(parameters);
  if (!paging.ok) return paging;
  const businessId = names.takesBusinessId ? parameterOf(parameters, 'businessid') : undefined;
  const fault = businessId === undefined ? undefined : businessIdFault(businessId);
  if (fault !== undefined) return refused(fault);
  const filters = parseFilters(parameterOf(parameters, 'filters'), names.filters, names.others);
  if (!filters.ok) return filters;
  const sorts = parseSorts(parameterOf(parameters, 'sorts'), names.sorts, names.defaultSorts);
  if (!sorts.ok) return sorts;
  return accepted({
    paging: paging.value,
    businessId,
    filters: filters.value,
    sorts: sorts.value,
    conditions: filters.value.map(conditionOf),
    order: sorts.value === names.defaultSorts ? defaultOrderOf(names) : orderOf(sorts.value, names.tieBreak),
  });
}

const defaultOrders = new WeakMap<ListNames, RawBuilder<unknown>>();

/** Most requests name no order: it is put together once. */
function defaultOrderOf(names: ListNames): RawBuilder<unknown> {
  const known = defaultOrders.get(names) ?? orderOf(names.defaultSorts, names.tieBreak);
  defaultOrders.set(names, known);
  return known;
}
