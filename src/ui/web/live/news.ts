import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { hasCode } from '../api/client.ts';
import { deadLetterCountQuery, failedCountQuery, incidentCountQuery, taskCountQuery } from '../api/views.ts';

/** Data that the page does not show yet. */
export interface News {
  /** new data by query hash */
  readonly fresh: ReadonlyMap<string, { readonly key: QueryKey; readonly data: unknown }>;
  /** largest number of all lists */
  readonly newRows: number;
}

export const NO_NEWS: News = { fresh: new Map(), newRows: 0 };

/**
 * Reads the data of the page without showing them. Returns differences.
 * @param heardAt time of the change notification, ms since 1970; later reads are not repeated
 */
export async function readNews(queries: QueryClient, heardAt: number, signal: AbortSignal): Promise<News> {
  const isOld = ({ state }: Query) => state.dataUpdatedAt < heardAt + READ_MS;
  const shown = queries.getQueryCache().findAll({ type: 'active', predicate: (query) => isOld(query) && canBeNews(query) });
  const read = await Promise.all(shown.map((query) => readShown(queries, query, signal)));
  const fresh = new Map<string, { key: QueryKey; data: unknown }>();
  let newRows = 0;
  for (const { query, data, before } of read.filter((one) => one !== undefined)) {
    // the page has read newer data
    if (query.state.data !== before || data === before || JSON.stringify(data) === JSON.stringify(before)) continue;
    fresh.set(query.queryHash, { key: query.queryKey, data });
    newRows = Math.max(newRows, countNewRows(before, data));
  }
  return { fresh, newRows };
}

export function showNews(queries: QueryClient, { fresh }: News): void {
  for (const { key, data } of fresh.values()) queries.setQueryData(key, data);
}

/**
 * Shows changes of user tasks that the page already shows, such as a claim: they decide who may act, and do not move the content. Returns the other news.
 */
export function showTasks(queries: QueryClient, news: News): News {
  const fresh = new Map(news.fresh);
  for (const [hash, { key, data }] of news.fresh) {
    const shown = queries.getQueryData(key);
    // the number of steps of the instance is not on the page
    const patched = isTask(data) || hasMember(data, 'lastSeq') ? data : withRows(shown, data);
    if (patched === shown) continue;
    queries.setQueryData(key, patched);
    if (JSON.stringify(patched) === JSON.stringify(data)) fresh.delete(hash);
  }
  return { fresh, newRows: fresh.size === 0 ? 0 : news.newRows };
}

function isTask(data: unknown): data is { readonly taskId: string } {
  return hasMember(data, 'taskId');
}

function hasMember(data: unknown, name: string): boolean {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, name);
}

/** The list with new content of its user tasks, without added, removed or moved rows. Other data: unchanged. */
function withRows(shown: unknown, data: unknown): unknown {
  if (!isList(shown) || !isList(data)) return shown;
  const tasks = new Map(data.items.filter(isTask).map((task) => [task.taskId, task]));
  const items = shown.items.map((row) => (isTask(row) ? (tasks.get(row.taskId) ?? row) : row));
  return JSON.stringify(items) === JSON.stringify(shown.items) ? shown : { ...shown, items };
}

/** Returns the news without a query that the page has read. */
export function newsWithout(news: News, queryHash: string): News {
  if (!news.fresh.has(queryHash)) return news;
  const fresh = new Map([...news.fresh].filter(([hash]) => hash !== queryHash));
  return { fresh, newRows: fresh.size === 0 ? 0 : news.newRows };
}

/** Reads up to this time after the change notification may be older than the change. */
const READ_MS = 300;

/** Queries of the navigation, which belong to no page. */
const NAVIGATION = new Set(
  [deadLetterCountQuery, failedCountQuery, incidentCountQuery, taskCountQuery].map(({ queryKey }) => hashKey(queryKey)),
);

/** Excludes the navigation, data that never change, and queries without data or with a read in progress. */
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
  } catch (error) {
    // a task that has ended is shown as such; otherwise the next read of the page shows the error
    if (hasCode(error, 'unknown-user-task')) void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    return undefined;
  }
}

interface Rows {
  readonly items: readonly unknown[];
  readonly totalCount?: number;
}

/** Number of new rows. If all rows are new, the growth of the list if larger. 0 for data that are no list. */
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
