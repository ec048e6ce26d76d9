import { createHash } from 'node:crypto';
import { type SelectQueryBuilder, sql } from 'kysely';
import { readPrepared } from '../db/kysely.ts';
import type { Database } from '../db/tables.ts';
import type { ListQuery } from './list-query.ts';
import { type ListPage, offsetOf, pageOf } from './paging.ts';
import type { ReadDatabase } from './read-database.ts';

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

/** Names of prepared statements by their texts; there are as many as lists have kinds of prepared requests. */
const preparedNames = new Map<string, string>();

/**
 * The same for a request without filters and sorts of its own, whose statement the server prepares: it is read and planned once per connection.
 * Only for lists whose default order has an index for every such request, so that one plan is good for all values.
 */
export async function readUsualPage<Row extends object>(
  db: ReadDatabase,
  listed: SelectQueryBuilder<Database, 'q_user_task', Row>,
  { order, paging }: ListQuery,
  count: () => Promise<number | undefined>,
): Promise<ListPage<Row>> {
  const { sql: text, parameters } = listed.orderBy(order).limit(paging.pageSize).offset(offsetOf(paging)).compile();
  const rows = await readPrepared<Row>(db, { name: preparedNameOf(text), text }, parameters);
  return pageOf(paging, rows, async () => (await count()) ?? countRows(listed));
}

function preparedNameOf(text: string): string {
  const known = preparedNames.get(text);
  if (known !== undefined) return known;
  const name = `list-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  preparedNames.set(text, name);
  return name;
}

async function countRows<Tables, Table extends keyof Tables, Row>(
  matching: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const counting = matching.clearSelect().select(sql<string>`count(*)`.as('total'));
  const { total } = await counting.$castTo<{ readonly total: string }>().executeTakeFirstOrThrow();
  return Number(total);
}
