import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { deadLetterCountQuery, failedCountQuery, incidentCountQuery, taskCountQuery } from '../api/views.ts';

/** New data that the page does not show yet. */
export interface News {
  /** new data by query hash */
  readonly fresh: ReadonlyMap<string, { readonly key: QueryKey; readonly data: unknown }>;
  /** number of new rows: the largest number of the lists of the page */
  readonly newRows: number;
}

export const NO_NEWS: News = { fresh: new Map(), newRows: 0 };

/**
 * Reads the data of the page again, does not show them, and returns those that differ from the shown data.
 * @param heardAt time of the change notification in ms since 1970; queries that were read later are not read again
 */
export async function readNews(queries: QueryClient, heardAt: number, signal: AbortSignal): Promise<News> {
  const isOld = ({ state }: Query) => state.dataUpdatedAt < heardAt + READ_MS;
  const shown = queries.getQueryCache().findAll({ type: 'active', predicate: (query) => isOld(query) && canBeNews(query) });
  const read = await Promise.all(shown.map((query) => readShown(queries, query, signal)));
  const fresh = new Map<string, { key: QueryKey; data: unknown }>();
  let newRows = 0;
  for (const { query, data, before } of read.filter((one) => one !== undefined)) {
    // the page has read newer data in the meantime
    if (query.state.data !== before || data === before || JSON.stringify(data) === JSON.stringify(before)) continue;
    fresh.set(query.queryHash, { key: query.queryKey, data });
    newRows = Math.max(newRows, countNewRows(before, data));
  }
  return { fresh, newRows };
}

/** Shows the data that was read in the background. */
export function showNews(queries: QueryClient, { fresh }: News): void {
  for (const { key, data } of fresh.values()) queries.setQueryData(key, data);
}

/** Returns the news without the data of one query, because the page has read it. */
export function newsWithout(news: News, queryHash: string): News {
  if (!news.fresh.has(queryHash)) return news;
  const fresh = new Map([...news.fresh].filter(([hash]) => hash !== queryHash));
  return { fresh, newRows: fresh.size === 0 ? 0 : news.newRows };
}

/** Data that were read until this time after the change notification count as older than the change. Unit: ms. */
const READ_MS = 300;

/** Hashes of the queries of the navigation, which do not belong to a page. */
const NAVIGATION = new Set(
  [deadLetterCountQuery, failedCountQuery, incidentCountQuery, taskCountQuery].map(({ queryKey }) => hashKey(queryKey)),
);

/** Returns false for queries of the navigation, for data that never change, and for queries without data or with a read in progress. */
function canBeNews({ state, options, queryHash }: Query): boolean {
  if (NAVIGATION.has(queryHash)) return false;
  const { staleTime } = options as { readonly staleTime?: unknown };
  return state.data !== undefined && state.fetchStatus === 'idle' && staleTime !== Number.POSITIVE_INFINITY;
}

async function readShown(queries: QueryClient, query: Query, signal: AbortSignal) {
  const { queryFn } = query.options;
  if (typeof queryFn !== 'function') return undefined;
  const before = query.state.data;
  try {
    const data = await queryFn({ client: queries, queryKey: query.queryKey, signal, meta: undefined });
    return { query, data, before };
  } catch {
    return undefined; // the service is unreachable, or the item is gone: the page shows it with its next read
  }
}

interface Rows {
  readonly items: readonly unknown[];
  readonly totalCount?: number;
}

/**
 * Returns the number of new rows of a list. If all rows of the page are new, returns the growth of the list, if it is larger. Returns 0 for
 * data that are no list.
 */
export function countNewRows(before: unknown, after: unknown): number {
  if (!isList(before) || !isList(after)) return 0;
  const known = new Set(before.items.map(idOf));
  const count = after.items.filter((row) => !known.has(idOf(row))).length;
  const grown = (after.totalCount ?? 0) - (before.totalCount ?? 0);
  return count > 0 && count === after.items.length ? Math.max(count, grown) : count;
}

function isList(data: unknown): data is Rows {
  return typeof data === 'object' && data !== null && Array.isArray((data as { readonly items?: unknown }).items);
}

const IDS = ['taskId', 'incidentId', 'letterId', 'commandId', 'instanceId', 'processDefinitionId', 'key'];

function idOf(row: unknown): unknown {
  const members = row as Readonly<Record<string, unknown>>;
  const name = IDS.find((id) => Object.hasOwn(members, id));
  return name === undefined ? JSON.stringify(row) : members[name];
}
