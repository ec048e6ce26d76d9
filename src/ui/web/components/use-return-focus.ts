import { useEffect } from 'react';

/** Focuses the previous element when the component is removed, or the page if it no longer exists or is hidden. */
export function useReturnFocus(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      const previous = before instanceof HTMLElement && before !== document.body ? before : undefined;
      previous?.focus({ preventScroll: true });
      const isFocused = previous !== undefined && document.activeElement === previous;
      if (!isFocused) document.getElementById('content')?.focus({ preventScroll: true });
    };
  }, []);
}
