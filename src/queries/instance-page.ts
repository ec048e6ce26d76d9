import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { ListQuery } from './list-query.ts';
import { offsetOf } from './paging.ts';
import { orderOf } from './sorts.ts';

/**
 * Reads one page of instances. In descending order, rows without a value come last although they are first in every index. So rows with a value are
 * read in index order, and the others only if the page is not full. Pages deep in the list are rare enough to be sorted.
 */
export async function readInstancePage<Tables, Table extends keyof Tables, Row>(
  matching: SelectQueryBuilder<Tables, Table, Row>,
  { sorts: terms, order, paging }: Pick<ListQuery, 'sorts' | 'order' | 'paging'>,
): Promise<readonly Row[]> {
  const [first, ...others] = terms;
  const { pageSize } = paging;
  if (paging.page > 1 || first?.isDescending !== true || first.field.hasNull !== true)
    return matching.orderBy(order).limit(pageSize).offset(offsetOf(paging)).execute();
  const column = first.field.expression;
  const tie = sql.ref('instance_id');
  const notNull = { field: { ...first.field, hasNull: false }, isDescending: true };
  const withValue = await matching
    .where(sql<SqlBool>`${column} is not null`)
    .orderBy(orderOf([notNull, ...others], [tie]))
    .limit(pageSize)
    .execute();
  if (withValue.length === pageSize) return withValue;
  const without = matching.where(sql<SqlBool>`${column} is null`).orderBy(sql`${column}, ${orderOf(others, [tie])}`);
  return [...withValue, ...(await without.limit(pageSize - withValue.length).execute())];
}
