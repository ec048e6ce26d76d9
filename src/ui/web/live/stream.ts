import type { LiveChange } from '../../wire/live.ts';

/** The first wait before it is tried again, and the longest. Unit: ms. */
const AGAIN_MS = { first: 1000, most: 60_000 };

/** Callbacks of a stream. */
export interface LiveEvents {
  readonly onChange: (change: LiveChange) => void;
  /** it hears from now on: something before may have been missed */
  readonly onReady: () => void;
  /** the sign-in has expired */
  readonly onOver: () => void;
}

/** Receives changes until it is closed. Reconnects silently with growing delays. `instanceId`: of the page. */
export function openLiveStream(instanceId: string | undefined, events: LiveEvents): () => void {
  const address = `/ui/api/live${instanceId === undefined ? '' : `?instance=${encodeURIComponent(instanceId)}`}`;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = AGAIN_MS.first;
  const open = () => {
    source = new EventSource(address);
    source.addEventListener('ready', () => {
      waitMs = AGAIN_MS.first;
      events.onReady();
    });
    source.addEventListener('changed', ({ data }) => events.onChange(JSON.parse(data) as LiveChange));
    source.addEventListener('over', () => {
      close();
      events.onOver();
    });
    // the browser would try again at a fixed pace, or never
    source.addEventListener('error', () => {
      source?.close();
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
