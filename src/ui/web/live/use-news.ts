import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { matchPath, useLocation } from 'react-router';
import type { LiveChange, LiveKind } from '../../wire/live.ts';
import type { Way } from './choices.ts';
import { type News, NO_NEWS, newsWithout, readNews, showNews } from './news.ts';
import { isAttended } from './use-tab.ts';

/** Pause between two reads; the longer one while the page already shows a notice. */
const PACE_MS = { least: 1000, withNotice: 5000 };
/** Pause after an action of the user, whose effect the page shows itself. */
const OWN_ACT_MS = 300;
/** Where a text is being written; a choice between buttons is done with one press. */
const TYPED_IN = 'main :is(input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable])';

/** News of the page at the address. */
export interface PageNews {
  readonly news: News;
  readonly interest: Interest | undefined;
  /** when it was found, ms since epoch */
  readonly since: number;
  readonly show: () => void;
  readonly onChange: (change: LiveChange) => void;
  /** Reads soon, because changes may have been missed. */
  readonly readSoon: () => void;
}

/** Reads the data of the page after changes, at most once a second, while it is visible. `way`: notice, or show immediately. */
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
    onFound: (found) => (way === 'show' && !isBusyWithPage() ? showNews(queries, found) : take(() => found)),
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
  /** another page: the pending update no longer applies */
  readonly pageKey: string;
  readonly onFound: (news: News) => void;
}

/** Reads in the background on request, at a limited rate. Returns the function that requests a read. */
function useReadings(readings: Readings): () => void {
  const queries = useQueryClient();
  const latest = useRef(readings);
  latest.current = readings;
  /** since when; ms since epoch, 0: nothing is */
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
      timer = setTimeout(() => void read(), Math.max(OWN_ACT_MS, readAt + paceMs - Date.now()));
    };
    plan.current();
    // updates that were due during the action of the user
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

/** Whether the user is typing or selecting: then the page must not move. */
function isBusyWithPage(): boolean {
  const isTyping = document.activeElement?.matches(TYPED_IN) === true;
  const isMarking = getSelection()?.isCollapsed === false;
  const isPast = new URLSearchParams(location.search).has('step');
  return isTyping || isMarking || isPast || document.querySelector('[role="dialog"], dialog[open]') !== null;
}

/** Changes that a page subscribes to. `key`: only of this one. `rows`: the rows of its list, in the plural; left out: no list. */
export interface Interest {
  readonly kinds: readonly LiveKind[];
  readonly key?: string | undefined;
  readonly rows?: 'instances' | 'tasks' | 'incidents' | 'letters';
}

/**
 * Changes that the page at an address subscribes to; undefined: none. Left out are pages that read themselves again at an interval, `/events`, which never does
 * (docs/contributing/spec/pages.md#no-self-refresh), and pages without data.
 */
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

/** The instance of an instance page; undefined if its id is not valid. */
export function instanceAt(pathname: string): string | undefined {
  const id = matchPath('/process-instance/:instanceId', pathname)?.params.instanceId?.toLowerCase();
  return id !== undefined && /^[0-9a-f-]{36}$/.test(id) ? id : undefined;
}

/** Returns whether a change concerns a page. */
export function concerns({ kinds, key }: Interest, change: LiveChange): boolean {
  return kinds.some((kind) => {
    const keys = change[kind];
    return keys !== undefined && (key === undefined || keys.includes(key));
  });
}
