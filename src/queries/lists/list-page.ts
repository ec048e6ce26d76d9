import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { readPrepared } from '../../db/kysely.ts';
import type { Statement } from '../../db/statement.ts';
import type { ReadDatabase } from '../read-database.ts';
import type { ListQuery } from './list-query.ts';
import { type ListPage, offsetOf, pageOf } from './paging.ts';

/**
 * @param listed all rows with their columns, without filters, order and page
 * @param count total that is known without counting rows; called only if the rows do not determine it
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

/**
 * Prepared statement for the frequent first page. Use it only if an index gives the order for all values, because the statement has one plan per connection.
 * Values: those of `listed`, then the page size. It has no offset, because Postgres would plan each execution with an unknown one.
 */
export function firstPage<Tables, Table extends keyof Tables, Row>(
  name: string,
  listed: SelectQueryBuilder<Tables, Table, Row>,
  order: RawBuilder<unknown>,
): Statement {
  return { name, text: listed.orderBy(order).limit(1).compile().sql };
}

/** `statement`: of {@link firstPage}. `values`: without the page size. `count` is called only if the rows do not determine the total. */
export async function readFirstPage<Row extends object>(
  db: ReadDatabase,
  statement: Statement,
  values: readonly unknown[],
  { paging }: Pick<ListQuery, 'paging'>,
  count: () => Promise<number>,
): Promise<ListPage<Row>> {
  const rows = await readPrepared<Row>(db, statement, [...values, paging.pageSize]);
  return pageOf(paging, rows, count);
}

export async function countRows<Tables, Table extends keyof Tables, Row>(
  matching: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const counting = matching.clearSelect().select(sql<string>`count(*)`.as('total'));
  const { total } = await counting.$castTo<{ readonly total: string }>().executeTakeFirstOrThrow();
  return Number(total);
}
