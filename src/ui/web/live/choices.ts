import { useKept } from '../components/kept.ts';

/** Reaction to new items: the page shows a notice, or shows them immediately. */
export const WAYS = ['say', 'show'] as const;
export type Way = (typeof WAYS)[number];

/** Kinds of browser notifications. */
export const NOTICES = ['tasks', 'incidents'] as const;
export type Notice = (typeof NOTICES)[number];

/** Returns the reaction to new items that this browser stores, and a function to change it (docs/contributing/spec/pages.md#live). */
export function useLiveWay(): readonly [Way, (way: Way) => void] {
  const [stored, set] = useKept('live', 'say');
  return [WAYS.find((way) => way === stored) ?? 'say', set];
}

/** Notifications that the user has chosen, as far as the browser permits them. */
export function useNotices(): readonly [readonly Notice[], (notices: readonly Notice[]) => void] {
  const [stored, set] = useKept('notices', '');
  const wanted = stored.split(',');
  const isAllowed = canNotify() && Notification.permission === 'granted';
  return [isAllowed ? NOTICES.filter((notice) => wanted.includes(notice)) : [], (notices) => set(notices.join(','))];
}

/** Returns whether this browser supports notifications; over plain http to another machine it does not. */
export function canNotify(): boolean {
  return typeof Notification !== 'undefined' && navigator.locks !== undefined;
}
