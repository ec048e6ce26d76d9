import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Properties of a part that the fragment of the address can name. Scrolls it into view, also if it is rendered late. `id`: the same in all languages.
 */
export function useNamedPart(id: string): { readonly id: string; readonly ref: React.RefObject<HTMLElement | null> } {
  const ref = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again scrolls again
  useEffect(() => {
    if (hash === `#${id}`) ref.current?.scrollIntoView({ block: 'start' });
  }, [hash, id, key]);
  return { id, ref };
}
