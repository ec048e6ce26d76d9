import { accepted, type ParsedText, parameterOf, type QueryParameters, refused } from '../../requests/request-texts.ts';

/** Unit: items. */
export interface PageSizes {
  readonly defaultSize: number;
  readonly maxSize: number;
}

export const PAGE_SIZES: PageSizes = { defaultSize: 20, maxSize: 100 };
const INTEGER = /^[+-]?\d+$/;
const INT32_MIN = -2147483648;
const INT32_MAX = 2147483647;

/** Requested page after correction; both count from 1 (docs/contributing/spec/http/lists.md#page-correction). */
export interface Paging {
  readonly page: number;
  readonly pageSize: number;
}

/** `totalCount`: rows on all pages that match the filters. */
export interface ListPage<T> extends Paging {
  readonly items: readonly T[];
  readonly totalCount: number;
}

export function parsePaging(parameters: QueryParameters, { defaultSize, maxSize }: PageSizes = PAGE_SIZES): ParsedText<Paging> {
  const page = parseInteger(parameterOf(parameters, 'page'), 1);
  if (page === undefined) return refused('page must be an integer.');
  const pageSize = parseInteger(parameterOf(parameters, 'pagesize'), defaultSize);
  if (pageSize === undefined) return refused('pageSize must be an integer.');
  return accepted({ page: Math.max(1, page), pageSize: Math.min(maxSize, Math.max(1, pageSize)) });
}

export function offsetOf(paging: Paging): number {
  return (paging.page - 1) * paging.pageSize;
}

/** Calls `count` only if the rows do not determine the total: if the page is full, or an empty page after the first one. */
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
