import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { LiveChange } from '../../wire/live.ts';
import { readSession } from '../api/client.ts';
import { deadLetterCountQuery, failedCountQuery, incidentCountQuery, taskCountQuery } from '../api/views.ts';
import { isServiceThere } from '../shell/use-recovery.ts';
import { texts } from '../texts/texts.ts';
import { useLiveWay, useNotices } from './choices.ts';
import { instanceAt, type PageNews, usePageNews } from './use-news.ts';
import './live.css';
import { timeParts, zoneMark } from '../texts/numbers.ts';
import { useNoticesOf } from './use-notices.ts';
import { useSilence } from './use-silence.ts';
import { useAttendance, useIsSpeaker, useIsVisible } from './use-tab.ts';

/** Numbers in the navigation, by the kind of change that affects them. */
const COUNTS = [
  ['dead-letters', deadLetterCountQuery],
  ['incidents', incidentCountQuery],
  ['instances', failedCountQuery],
  ['user-tasks', taskCountQuery],
] as const;

/** Delays before a reconnect. */
const AGAIN_MS = { first: 1000, most: 60_000 };

interface LiveEvents {
  readonly onChange: (change: LiveChange) => void;
  /** called after each connect; earlier changes may be missing */
  readonly onReady: () => void;
  /** the sign-in has expired */
  readonly onOver: () => void;
  /** true: unreachable, after the second failed connection in a row; false: reachable */
  readonly onAway: (isAway: boolean) => void;
}

/** Reconnects with increasing delays. `instanceId`: of the page. Returns a function that closes the stream. */
function openLiveStream(instanceId: string | undefined, events: LiveEvents): () => void {
  const address = `/ui/api/live${instanceId === undefined ? '' : `?instance=${encodeURIComponent(instanceId)}`}`;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = AGAIN_MS.first;
  let failures = 0;
  const open = () => {
    source = new EventSource(address);
    source.addEventListener('ready', () => {
      waitMs = AGAIN_MS.first;
      failures = 0;
      events.onAway(false);
      events.onReady();
    });
    source.addEventListener('changed', ({ data }) => events.onChange(JSON.parse(data) as LiveChange));
    source.addEventListener('over', () => {
      close();
      events.onOver();
    });
    // otherwise the browser reconnects at a fixed interval, or never
    source.addEventListener('error', () => {
      source?.close();
      failures += 1;
      // the service may only refuse further streams
      if (failures > 1) void isServiceThere().then((isThere) => events.onAway(!isThere));
      timer = setTimeout(open, waitMs * (1 + Math.random() / 2));
      waitMs = Math.min(AGAIN_MS.most, waitMs * 2);
    });
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
  };
  open();
  return close;
}

/** Shows that the page has new data (docs/contributing/spec/pages.md#live). A hidden tab has no stream, except the one that shows browser notifications. */
export function Live() {
  const [way] = useLiveWay();
  const [notices] = useNotices();
  const isVisible = useIsVisible();
  const isSpeaker = useIsSpeaker(notices.length > 0);
  const page = usePageNews(way, isVisible);
  const notify = useNoticesOf(isSpeaker ? notices : []);
  const queries = useQueryClient();
  const [awaySince, setAwaySince] = useState<number>();
  useAttendance(page.readSoon);
  useStream(isVisible || isSpeaker, {
    onChange(change) {
      page.onChange(change);
      notify(change);
      // updated immediately: it does not move the page content
      for (const [kind, { queryKey }] of COUNTS) if (change[kind] !== undefined) void queries.invalidateQueries({ queryKey });
    },
    onReady: page.readSoon,
    onAway: (isAway) => setAwaySince((since) => (isAway ? (since ?? Date.now()) : undefined)),
  });
  return (
    <>
      <NewsNote page={page} />
      <AwayNote since={awaySince} />
    </>
  );
}

/**
 * Lists are not updated while the service is unreachable. `since`: ms since 1970; undefined: reachable. A frozen service keeps its connections, so
 * requests without an answer are shown too.
 */
function AwayNote({ since }: { readonly since: number | undefined }) {
  const silence = useSilence();
  const { live } = texts;
  const at = (ms: number) => `${timeParts(ms)[1]}${zoneMark()}`;
  const silent = silence && (silence.isWorkerMissing ? live.noWorker : live.noAnswer)(at(silence.since));
  return (
    <div className="away" role="status">
      {since === undefined ? silent : live.away(at(since))}
    </div>
  );
}

function useStream(isOpen: boolean, callbacks: Omit<LiveEvents, 'onOver'>): void {
  const latest = useRef(callbacks);
  latest.current = callbacks;
  const instanceId = instanceAt(useLocation().pathname);
  useEffect(() => {
    if (!isOpen) return;
    return openLiveStream(instanceId, {
      onChange: (change) => latest.current.onChange(change),
      onReady: () => latest.current.onReady(),
      // the answer 401 opens the sign-in dialog
      onOver: () => void readSession().catch(() => {}),
      onAway: (isAway) => latest.current.onAway(isAway),
    });
  }, [isOpen, instanceId]);
}

/** Overlays the page, so that the content does not move. */
function NewsNote({ page: { news, interest, since, show } }: { readonly page: PageNews }) {
  const hasNews = news.fresh.size > 0;
  const time = `${timeParts(since)[1]}${zoneMark()}`;
  const { live } = texts;
  const isCounted = news.newRows > 0 && interest?.rows !== undefined;
  return (
    <div className="news" role="status">
      {hasNews && (
        <div className="news-note">
          <span>{isCounted && interest?.rows ? live.rows[interest.rows](news.newRows) : live.changed(time)}</span>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              show();
              document.getElementById('content')?.focus({ preventScroll: true });
            }}
          >
            {live.show}
          </Button>
        </div>
      )}
    </div>
  );
}
