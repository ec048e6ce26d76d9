import { useEffect } from 'react';

/** Focuses the previous element when the component is removed, or the page if it no longer exists. */
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
