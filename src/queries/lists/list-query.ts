import type { RawBuilder, SqlBool } from 'kysely';
import {
  accepted,
  businessIdFault,
  type ParsedText,
  parameterOf,
  type QueryParameters,
  refused,
} from '../../requests/request-texts.ts';
import { conditionOf } from './filter-sql.ts';
import { type FilterField, type FilterTerm, parseFilters, type ResolveName } from './list-filters.ts';
import { type Paging, parsePaging } from './paging.ts';
import { orderOf, parseSorts, type SortField, type SortTerm } from './sorts.ts';

/** Filter and sort names of a list (docs/contributing/spec/http/lists.md#names). */
export interface ListNames {
  readonly filters: readonly FilterField[];
  readonly sorts: readonly SortField[];
  readonly defaultSorts: readonly SortTerm[];
  /** together unique for each row */
  readonly tieBreak: readonly RawBuilder<unknown>[];
  /** accepts the parameter `businessId` (docs/contributing/spec/http/lists.md#business-id-parameter) */
  readonly takesBusinessId: boolean;
  /** resolves filter names that are not in `filters` */
  readonly others?: ResolveName;
}

/** `conditions`: `filters` in SQL, which must all be true. `order`: `sorts` in SQL, with the tie-break. */
export interface ListQuery {
  readonly paging: Paging;
  readonly businessId: string | undefined;
  readonly filters: readonly FilterTerm[];
  readonly sorts: readonly SortTerm[];
  readonly conditions: readonly RawBuilder<SqlBool>[];
  readonly order: RawBuilder<unknown>;
  /** `conditions` contains more than the filters, so that stored totals cannot be used */
  readonly isLimited?: true;
  /** absent: all variables are indexed */
  readonly unindexed?: UnindexedVariables;
}

/** Variables of `filters` that are not indexed (docs/contributing/spec/http/instances.md#without-an-index). `conditions` does not find their values. */
export interface UnindexedVariables {
  /** error text by path */
  readonly faults: ReadonlyMap<string, string>;
  /** largest number of instances whose variables are read */
  readonly most: number;
  /** last sentence of an error */
  readonly allowed: string;
}

/** Parses the parameters in the order in which errors are reported (docs/contributing/spec/http/errors.md#order-of-reads). */
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

/** Built once, because most requests use it. */
function defaultOrderOf(names: ListNames): RawBuilder<unknown> {
  const known = defaultOrders.get(names) ?? orderOf(names.defaultSorts, names.tieBreak);
  defaultOrders.set(names, known);
  return known;
}
