import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { lazyPart } from '../components/lazy-part.tsx';
import { takesText } from '../components/takes-text.ts';
import { collectKeys, takeKeys } from './typed-keys.ts';

const Search = lazyPart(async () => (await import('./search.tsx')).Search);

/** The search takes the focus earlier; without it the page must get its keys back. */
const FOCUSED_MS = 2000;

/** Loads the code on first use, because most users never search; then it handles Ctrl+K itself. */
export function useSearch(): { readonly open: () => void; readonly search: ReactNode } {
  const [isWanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    collectKeys();
    // the search shows its loading error
    void Promise.all([import('@mantine/spotlight'), import('./search.tsx')]).then(([{ spotlight }]) => {
      spotlight.open();
      setTimeout(takeKeys, FOCUSED_MS);
    }, takeKeys);
  };
  // also in fields, like the search; a slash belongs to the field
  useHotkeys(isWanted ? [] : [['mod+K', open]], [], true);
  const press = (event: KeyboardEvent) => {
    if (takesText(event.target)) return;
    event.preventDefault();
    open();
  };
  useHotkeys([['/', press, { preventDefault: false }]], []);
  return {
    open,
    search: isWanted && <Search />,
  };
}
