import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** For the part with this name, the same in all languages: it is scrolled into view when the address names it, also when it comes later than the page. */
export function useNamedPart(id: string): { readonly id: string; readonly ref: React.RefObject<HTMLElement | null> } {
  const ref = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again scrolls again
  useEffect(() => {
    if (hash === `#${id}`) ref.current?.scrollIntoView({ block: 'start' });
  }, [hash, id, key]);
  return { id, ref };
}
