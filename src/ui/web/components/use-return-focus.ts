import { useEffect } from 'react';

/** Gives the keyboard's place back when what uses this goes away: to where it was before, or to the page when that is gone. */
export function useReturnFocus(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
      const target = isThere ? before : document.getElementById('content');
      target?.focus({ preventScroll: true });
    };
  }, []);
}
