import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { lazyPart } from '../components/lazy-part.tsx';

const Search = lazyPart(async () => (await import('./search.tsx')).Search);

/** Loads the code on first use, because most users never search; then it handles Ctrl+K itself. */
export function useSearch(): { readonly open: () => void; readonly search: ReactNode } {
  const [isWanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    // the search shows its loading error
    void import('@mantine/spotlight').then(
      ({ spotlight }) => spotlight.open(),
      () => {},
    );
  };
  // also in fields, like the search; a slash belongs to the field
  useHotkeys(isWanted ? [] : [['mod+K', open]], [], true);
  useHotkeys([['/', open]]);
  return {
    open,
    search: isWanted && <Search />,
  };
}
