import { accepted, type ParsedText, parameterOf, type QueryParameters, refused } from '../../requests/request-texts.ts';

/** Default and maximum page size. */
export interface PageSizes {
  readonly fallback: number;
  readonly most: number;
}

/** Page sizes of lists. */
export const PAGE_SIZES: PageSizes = { fallback: 20, most: 100 };
const INTEGER = /^[+-]?\d+$/;
const INT32_MIN = -2147483648;
const INT32_MAX = 2147483647;

/** The requested page after correction; both count from 1 (docs/contributing/spec/http/lists.md#page-correction). */
export interface Paging {
  readonly page: number;
  readonly pageSize: number;
}

/** One page of a list. `totalCount`: rows that match the filters, on all pages. */
export interface ListPage<T> extends Paging {
  readonly items: readonly T[];
  readonly totalCount: number;
}

export function parsePaging(parameters: QueryParameters, { fallback, most }: PageSizes = PAGE_SIZES): ParsedText<Paging> {
  const page = parseInteger(parameterOf(parameters, 'page'), 1);
  if (page === undefined) return refused('page must be an integer.');
  const pageSize = parseInteger(parameterOf(parameters, 'pagesize'), fallback);
  if (pageSize === undefined) return refused('pageSize must be an integer.');
  return accepted({ page: Math.max(1, page), pageSize: Math.min(most, Math.max(1, pageSize)) });
}

export function offsetOf(paging: Paging): number {
  return (paging.page - 1) * paging.pageSize;
}

/**
 * Builds a page of the rows that were read. Calls `count` only if the rows do not determine the total: a page that is neither full nor empty is the
 * last one.
 */
export async function pageOf<T>(paging: Paging, items: readonly T[], count: () => Promise<number>): Promise<ListPage<T>> {
  const offset = offsetOf(paging);
  const isLastPage = items.length < paging.pageSize && (items.length > 0 || offset === 0);
  return { items, ...paging, totalCount: isLastPage ? offset + items.length : await count() };
}

function parseInteger(text: string | undefined, absent: number): number | undefined {
  if (text === undefined) return absent;
  if (!INTEGER.test(text)) return undefined;
  const value = Number(text);
  return value >= INT32_MIN && value <= INT32_MAX ? value : undefined;
}
