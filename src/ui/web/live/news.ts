import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { deadLetterCountQuery, failedCountQuery, incidentCountQuery, taskCountQuery } from '../api/views.ts';

/** The current data of a page, where they differ from the shown ones. */
export interface News {
  /** data of reads by their hash */
  readonly fresh: ReadonlyMap<string, { readonly key: QueryKey; readonly data: unknown }>;
  /** rows that the page does not have */
  readonly newRows: number;
}

export const NO_NEWS: News = { fresh: new Map(), newRows: 0 };

/**
 * Reads the data of a page again without showing them. Compares them with the shown data, so that only visible changes count,
 * and not those that the user has just made.
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

/** The remaining news after the page has read some of them itself. */
export function newsWithout(news: News, queryHash: string): News {
  if (!news.fresh.has(queryHash)) return news;
  const fresh = new Map([...news.fresh].filter(([hash]) => hash !== queryHash));
  return { fresh, newRows: fresh.size === 0 ? 0 : news.newRows };
}

/** Items that arrive this soon after a request belong to it. */
const READ_MS = 300;

/** The numbers in the navigation belong to no page. */
const NAVIGATION = new Set(
  [deadLetterCountQuery, failedCountQuery, incidentCountQuery, taskCountQuery].map(({ queryKey }) => hashKey(queryKey)),
);

/** Data that never change are not read again; unread data will be new anyway. */
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

/** Counts new rows of a list. If there are more than a page holds, returns the growth of the list. */
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
