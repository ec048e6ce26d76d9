import { type SelectQueryBuilder, sql } from 'kysely';
import type { ListQuery } from './list-query.ts';
import { type ListPage, offsetOf, pageOf } from './paging.ts';

/**
 * One page of a list.
 * @param listed all rows of the list, with the columns that are shown
 * @param count the total, for lists that know it without counting rows; undefined: it does not
 */
export async function readListPage<Tables, Table extends keyof Tables, Row>(
  listed: SelectQueryBuilder<Tables, Table, Row>,
  query: ListQuery,
  count?: () => Promise<number | undefined>,
): Promise<ListPage<Row>> {
  const matching = query.conditions.reduce((found, condition) => found.where(condition), listed);
  const { order, paging } = query;
  const rows = await matching.orderBy(order).limit(paging.pageSize).offset(offsetOf(paging)).execute();
  return pageOf(paging, rows, async () => (await count?.()) ?? countRows(matching));
}

async function countRows<Tables, Table extends keyof Tables, Row>(
  matching: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const counting = matching.clearSelect().select(sql<string>`count(*)`.as('total'));
  const { total } = await counting.$castTo<{ readonly total: string }>().executeTakeFirstOrThrow();
  return Number(total);
}
