import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The name of a part of a page in an address: `Active signal subscriptions` is `#active-signal-subscriptions`. */
function nameOfPart(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

/** For the part with this title: it is scrolled into view when the address names it, also when it comes later than the page. */
export function useNamedPart(title: string): { readonly id: string; readonly ref: React.RefObject<HTMLElement | null> } {
  const id = nameOfPart(title);
  const ref = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link once more scrolls once more
  useEffect(() => {
    if (hash === `#${id}`) ref.current?.scrollIntoView({ block: 'start' });
  }, [hash, id, key]);
  return { id, ref };
}
