import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { matchPath, useLocation } from 'react-router';
import type { LiveChange, LiveKind } from '../../wire/live.ts';
import type { Way } from './choices.ts';
import { type News, NO_NEWS, newsWithout, readNews, showNews, showTasks } from './news.ts';
import { isAttended } from './use-tab.ts';

/** Pauses between reads. `withNotice`: while the page shows a notice. */
const PACE_MS = { least: 1000, withNotice: 5000 };
/** Delay before each read: after an action of the user, the page itself reads the result. */
const MIN_DELAY_MS = 300;
/** Fields in which the user enters a value. Excludes checkboxes and radio buttons, which need only one click. */
const TYPED_IN = 'main :is(input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable])';

/** `interest` undefined: the page subscribes to no changes. */
export interface PageNews {
  readonly news: News;
  readonly interest: Interest | undefined;
  /** first of these data; ms since 1970 */
  readonly since: number;
  readonly show: () => void;
  /** must get each change of the stream */
  readonly onChange: (change: LiveChange) => void;
  /** Call it if changes may be missing, for example when the user returns. */
  readonly readSoon: () => void;
}

/**
 * Reads after changes, at most once a second, while the page is visible and no action of the user runs. Stops 15 minutes after the last interaction,
 * so that the sign-in can expire. The caller must use `useAttendance(readSoon)`.
 * @param way `show`: shows new data immediately, except while the user types or selects; otherwise after a notice. Shown tasks change immediately
 */
export function usePageNews(way: Way, isVisible: boolean): PageNews {
  const queries = useQueryClient();
  const { pathname, search } = useLocation();
  const interest = useMemo(() => interestOf(pathname), [pathname]);
  const [{ news, since }, setFound] = useState({ news: NO_NEWS, since: 0 });
  const take = useCallback((change: (last: News) => News) => {
    setFound((last) => {
      const next = change(last.news);
      if (next === last.news || (next.fresh.size === 0 && last.news.fresh.size === 0)) return last;
      return { news: next, since: last.news.fresh.size === 0 ? Date.now() : last.since };
    });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address shows something else
  useEffect(() => take(() => NO_NEWS), [pathname, search, take]);

  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success') {
          take((last) => newsWithout(last, event.query.queryHash));
        }
      }),
    [queries, take],
  );

  const readSoon = useReadings({
    isWanted: isVisible && interest !== undefined,
    hasNews: news.fresh.size > 0,
    pageKey: pathname + search,
    onFound: (found) => {
      const rest = interest?.rows === 'tasks' ? showTasks(queries, found) : found;
      if (way === 'show' && !isBusyWithPage()) showNews(queries, rest);
      else take(() => rest);
    },
  });
  const onChange = (change: LiveChange) => {
    if (interest !== undefined && concerns(interest, change)) readSoon();
  };
  const show = () => {
    showNews(queries, news);
    take(() => NO_NEWS);
  };
  return { news, interest, since, show, onChange, readSoon };
}

interface Readings {
  readonly isWanted: boolean;
  /** the page already shows a notice */
  readonly hasNews: boolean;
  /** address; drops pending reads of another page */
  readonly pageKey: string;
  readonly onFound: (news: News) => void;
}

/** Limits the rate. Returns a function that requests a read. */
function useReadings(readings: Readings): () => void {
  const queries = useQueryClient();
  const latest = useRef(readings);
  latest.current = readings;
  /** latest request, ms since 1970; 0: none since the last read */
  const dueAt = useRef(0);
  const plan = useRef(() => {});
  const { isWanted, pageKey } = readings;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address shows something else
  useEffect(() => {
    dueAt.current = 0;
  }, [pageKey]);
  useEffect(() => {
    if (!isWanted) return;
    const ending = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isReading = false;
    let readAt = 0;
    const read = async () => {
      timer = undefined;
      if (queries.isMutating() > 0 || !isAttended()) return;
      const heardAt = dueAt.current;
      dueAt.current = 0;
      isReading = true;
      const page = latest.current.pageKey;
      const found = await readNews(queries, heardAt, ending.signal);
      isReading = false;
      readAt = Date.now();
      if (ending.signal.aborted) return;
      if (page === latest.current.pageKey) latest.current.onFound(found);
      plan.current();
    };
    plan.current = () => {
      if (dueAt.current === 0 || isReading || timer !== undefined) return;
      const paceMs = latest.current.hasNews ? PACE_MS.withNotice : PACE_MS.least;
      timer = setTimeout(() => void read(), Math.max(MIN_DELAY_MS, readAt + paceMs - Date.now()));
    };
    plan.current();
    // reads that an action of the user delayed
    const stop = queries.getMutationCache().subscribe(() => plan.current());
    return () => {
      stop();
      clearTimeout(timer);
      ending.abort();
      plan.current = () => {};
    };
  }, [queries, isWanted]);
  return useCallback(() => {
    dueAt.current = Date.now();
    plan.current();
  }, []);
}

/** The page must not change: the user types or selects text, a dialog is open, or an earlier step is shown. */
function isBusyWithPage(): boolean {
  const isTyping = document.activeElement?.matches(TYPED_IN) === true;
  const isMarking = getSelection()?.isCollapsed === false;
  const isPast = new URLSearchParams(location.search).has('step');
  return isTyping || isMarking || isPast || document.querySelector('[role="dialog"], dialog[open]') !== null;
}

/** `key`: only changes of this process key or instance id. `rows`: kind of the list rows; absent: no list. */
export interface Interest {
  readonly kinds: readonly LiveKind[];
  readonly key?: string | undefined;
  readonly rows?: 'instances' | 'tasks' | 'incidents' | 'letters';
}

/** Returns undefined if the page refreshes at an interval, or on request, such as `/events` (docs/contributing/spec/pages.md#no-self-refresh). */
export function interestOf(pathname: string): Interest | undefined {
  const ofKey = matchPath('/process-instances/:key/:version?', pathname);
  if (ofKey !== null) return { kinds: ['instances', 'workflows'], key: ofKey.params.key, rows: 'instances' };
  const ofProcess = matchPath('/processes/:key', pathname);
  if (ofProcess !== null) return { kinds: ['instances', 'workflows'], key: ofProcess.params.key };
  const instanceId = instanceAt(pathname);
  if (instanceId !== undefined) return { kinds: ['instance'], key: instanceId };
  return PAGES[pathname];
}

const PAGES: Readonly<Record<string, Interest>> = {
  '/workflows': { kinds: ['workflows', 'instances'] },
  '/instances': { kinds: ['instances'], rows: 'instances' },
  '/user-tasks': { kinds: ['user-tasks'], rows: 'tasks' },
  '/incidents': { kinds: ['incidents'], rows: 'incidents' },
  '/dead-letters': { kinds: ['dead-letters'], rows: 'letters' },
};

/** Returns the id in lower case. Undefined for invalid ids and other pages. */
export function instanceAt(pathname: string): string | undefined {
  const id = matchPath('/process-instance/:instanceId', pathname)?.params.instanceId?.toLowerCase();
  return id !== undefined && /^[0-9a-f-]{36}$/.test(id) ? id : undefined;
}

export function concerns({ kinds, key }: Interest, change: LiveChange): boolean {
  return kinds.some((kind) => {
    const keys = change[kind];
    return keys !== undefined && (key === undefined || keys.includes(key));
  });
}
