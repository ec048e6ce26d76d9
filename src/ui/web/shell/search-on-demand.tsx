import { useHotkeys } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useState } from 'react';

const Search = lazy(async () => ({ default: (await import('./search.tsx')).Search }));

/** The search, whose code is loaded when it is first wanted: most users never search. From then on it listens to its keys itself. */
export function useSearch(): { readonly open: () => void; readonly search: ReactNode } {
  const [isWanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    void import('@mantine/spotlight').then(({ spotlight }) => spotlight.open());
  };
  // also from within a field, as the search itself does it; a slash belongs to the field
  useHotkeys(isWanted ? [] : [['mod+K', open]], [], true);
  useHotkeys([['/', open]]);
  return {
    open,
    search: isWanted && (
      <Suspense>
        <Search />
      </Suspense>
    ),
  };
}
