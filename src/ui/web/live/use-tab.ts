import { useEffect, useState, useSyncExternalStore } from 'react';

/** Time without interaction after which live updates stop, so that the sign-in can expire. */
const UNATTENDED_MS = 15 * 60_000;
const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

let touchedAt = Date.now();

export function isAttended(): boolean {
  return Date.now() - touchedAt < UNATTENDED_MS;
}

/** Calls `onReturn` at the first interaction after {@link UNATTENDED_MS}. */
export function useAttendance(onReturn: () => void): void {
  useEffect(() => {
    const touched = () => {
      const wasAway = !isAttended();
      touchedAt = Date.now();
      if (wasAway) onReturn();
    };
    touched();
    for (const touch of TOUCHES) addEventListener(touch, touched, { passive: true });
    return () => {
      for (const touch of TOUCHES) removeEventListener(touch, touched);
    };
  }, [onReturn]);
}

export function useIsVisible(): boolean {
  return useSyncExternalStore(subscribeVisibility, () => document.visibilityState === 'visible');
}

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Elects one of the tabs to show notifications. `isWanted` false: this tab must not. */
export function useIsSpeaker(isWanted: boolean): boolean {
  const [isSpeaker, setSpeaker] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const ending = new AbortController();
    const untilEnd = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));
    const speak = () => {
      setSpeaker(true);
      return untilEnd;
    };
    navigator.locks.request('sluice-notices', { signal: ending.signal }, speak).catch(() => {});
    return () => {
      ending.abort();
      setSpeaker(false);
    };
  }, [isWanted]);
  return isSpeaker;
}
