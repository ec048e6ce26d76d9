import { useEffect } from 'react';

/** Restores the focus when the component is removed: to its former element, or to the page if that is gone. */
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
