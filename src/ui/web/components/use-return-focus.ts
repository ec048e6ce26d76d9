import { useEffect } from 'react';

/** When the component is removed, focuses the previous element, or the page if it no longer exists. */
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
