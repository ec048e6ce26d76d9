import { useKept } from '../components/kept.ts';

/** Reaction to new items: a notice, or an immediate update. */
export const WAYS = ['say', 'show'] as const;
export type Way = (typeof WAYS)[number];

export const NOTICES = ['tasks', 'incidents'] as const;
export type Notice = (typeof NOTICES)[number];

/** Stored in this browser (docs/contributing/spec/pages.md#live). */
export function useLiveWay(): readonly [Way, (way: Way) => void] {
  const [stored, set] = useKept('live', 'say');
  return [WAYS.find((way) => way === stored) ?? 'say', set];
}

/** Chosen ones, as far as the browser permits them. */
export function useNotices(): readonly [readonly Notice[], (notices: readonly Notice[]) => void] {
  const [stored, set] = useKept('notices', '');
  const wanted = stored.split(',');
  const isAllowed = canNotify() && Notification.permission === 'granted';
  return [isAllowed ? NOTICES.filter((notice) => wanted.includes(notice)) : [], (notices) => set(notices.join(','))];
}

/** Returns false over plain http to another machine. */
export function canNotify(): boolean {
  return typeof Notification !== 'undefined' && navigator.locks !== undefined;
}
